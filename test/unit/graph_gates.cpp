// SPDX-License-Identifier: Apache-2.0
// Between the end of a signal and the end of the gate that follows the signal.
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "graph/semaphore.h"

const wherry::DispatchTable wherry::dispatch_table{};  // icd/'s: objects name it

namespace wherry::test {
namespace {

using runtime::Context;
using runtime::Device;
using runtime::Event;
using runtime::Ref;
using runtime::Semaphore;

// A semaphore with a signal by `signal`, a user event: end_at_once() sets its status and tells no follower, as any
// command's end does for a moment.
class Gates : public testing::Test {
 protected:
  void SetUp() override {
    Semaphore::Pairing pairing(*semaphore, Semaphore::Side::signal);
    pairing.gate().follow(*signal);
    pairing.keep(*signal);
  }

  static bool is_readable(int fence) {
    pollfd asked{fence, POLLIN, 0};
    return poll(&asked, 1, 0) == 1;
  }

  const Ref<Context> context = Ref<Context>::make(runtime::Devices{Ref(Device::instance())},
                                                  std::vector<cl_context_properties>{}, nullptr, nullptr);
  const Ref<Event> signal = Ref<Event>::make(*context);
  const Ref<Semaphore> semaphore =
      Ref<Semaphore>::make(*context, std::vector<cl_semaphore_properties_khr>{},
                           std::vector<cl_device_id>{&Device::instance()}, Semaphore::External{});
};

TEST_F(Gates, a_signal_that_has_just_ended_needs_no_fence) {
  semaphore->signaled();
  signal->end_at_once(CL_COMPLETE);
  EXPECT_EQ(-1, semaphore->export_fence());
  EXPECT_FALSE(semaphore->is_signaled());
  signal->set_user_status(CL_COMPLETE);
}

TEST_F(Gates, nor_does_one_whose_gate_has_ended) {
  semaphore->signaled();
  signal->set_user_status(CL_COMPLETE);
  EXPECT_EQ(-1, semaphore->export_fence());
  EXPECT_FALSE(semaphore->is_signaled());
}

TEST_F(Gates, the_fence_of_a_signal_that_has_just_failed_ends_with_the_gate) {
  signal->end_at_once(CL_OUT_OF_RESOURCES);
  const int fence = semaphore->export_fence();
  ASSERT_GE(fence, 0);
  EXPECT_FALSE(is_readable(fence));
  signal->set_user_status(CL_OUT_OF_RESOURCES);
  pollfd asked{fence, POLLIN, 0};
  EXPECT_EQ(1, poll(&asked, 1, 10000));  // a worker signals the fence
  close(fence);
}

TEST_F(Gates, the_fence_of_a_signal_to_come_waits_for_the_signal) {
  const int fence = semaphore->export_fence();
  ASSERT_GE(fence, 0);
  EXPECT_FALSE(is_readable(fence));
  semaphore->signaled();
  signal->set_user_status(CL_COMPLETE);
  pollfd asked{fence, POLLIN, 0};
  EXPECT_EQ(1, poll(&asked, 1, 10000));
  EXPECT_FALSE(semaphore->is_signaled());
  close(fence);
}

}  // namespace
}  // namespace wherry::test
