// SPDX-License-Identifier: Apache-2.0
// cl_khr_external_semaphore with _opaque_fd and _sync_fd: eventfds and pipes stand for other interfaces' descriptors.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"
#include "common/child.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

constexpr cl_semaphore_properties_khr kOpaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                      kSync = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                      kExport = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
using Properties = std::vector<cl_semaphore_properties_khr>;

cl_semaphore_properties_khr word(int descriptor) { return static_cast<cl_semaphore_properties_khr>(descriptor); }

Properties with(Properties more) {
  more.insert(more.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
  more.push_back(0);
  return more;
}

// Owned.
struct Semaphore {
  explicit Semaphore(const Properties &more, cl_context in = context()) {
    cl_int error;
    handle = clCreateSemaphoreWithProperties(in, with(more).data(), &error);
    ok(error);
  }
  Semaphore(const Semaphore &) = delete;
  ~Semaphore() { clReleaseSemaphore(handle); }
  cl_semaphore_khr handle;
};

cl_int creation(const Properties &more) {
  return created([&](cl_int *error) { return clCreateSemaphoreWithProperties(context(), with(more).data(), error); });
}
int exported(const Semaphore &semaphore, cl_semaphore_properties_khr type) {
  int made = -7;
  size_t size = 0;
  ok(clGetSemaphoreHandleForType(semaphore.handle, device(), static_cast<cl_uint>(type), sizeof made, &made, &size));
  EXPECT_EQ(sizeof(int), size);
  return made;
}
Event wait(cl_command_queue on, const Semaphore &semaphore, cl_event after = nullptr) {
  Event event;
  ok(clEnqueueWaitSemaphores(on, 1, &semaphore.handle, nullptr, after ? 1 : 0, after ? &after : nullptr, event.out()));
  return event;
}
Event signal(cl_command_queue on, const Semaphore &semaphore, cl_event after = nullptr) {
  Event event;
  ok(clEnqueueSignalSemaphores(on, 1, &semaphore.handle, nullptr, after ? 1 : 0, after ? &after : nullptr,
                               event.out()));
  return event;
}
cl_int status(const Event &event) {
  return info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}
bool is_signaled(const Semaphore &semaphore) {
  cl_semaphore_payload_khr payload = 7;
  ok(clGetSemaphoreInfo(semaphore.handle, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, nullptr));
  EXPECT_LE(payload, 1u);
  return payload == 1;
}
bool is_readable(int descriptor) {
  pollfd asked{descriptor, POLLIN, 0};
  return poll(&asked, 1, 0) == 1;
}
bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }
void let_run() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }
// The thread that waits for descriptors may have one a little longer than its last command.
bool is_closed_soon(int descriptor) {
  return eventually([descriptor] { return !is_open(descriptor); });
}
cl_int end_of(const Event &event) {
  const cl_event each = event;
  clWaitForEvents(1, &each);
  return status(event);
}
Event user_event() { return Event(clCreateUserEvent(context(), nullptr)); }

TEST(ExternalSemaphores, both_types_are_reported) {
  const std::string extensions = info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS);
  for (const char *name :
       {"cl_khr_external_semaphore ", "cl_khr_external_semaphore_opaque_fd ", "cl_khr_external_semaphore_sync_fd "})
    EXPECT_NE(std::string::npos, extensions.find(name)) << name;
  using Type = cl_external_semaphore_handle_type_khr;
  const std::vector<Type> both{static_cast<Type>(kOpaque), static_cast<Type>(kSync)};
  for (cl_device_info param :
       {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(both, info_list<Type>(clGetDeviceInfo, device(), param));
  for (cl_platform_info param :
       {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(both, info_list<Type>(clGetPlatformInfo, platform(), param));
}

TEST(ExternalSemaphores, info) {
  using Type = cl_external_semaphore_handle_type_khr;
  const auto types = [](const Semaphore &semaphore) {
    return info_list<Type>(clGetSemaphoreInfo, semaphore.handle, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR);
  };
  const auto exportable = [](const Semaphore &semaphore) {
    return info<cl_bool>(clGetSemaphoreInfo, semaphore.handle, CL_SEMAPHORE_EXPORTABLE_KHR);
  };
  const Semaphore none({}), empty({kExport, 0}), opaque({kExport, kOpaque, 0}), imported({kSync, word(-1)});
  for (auto *each : {&none, &empty, &imported}) {
    EXPECT_EQ(std::vector<Type>(), types(*each));
    EXPECT_EQ(cl_bool{CL_FALSE}, exportable(*each));
  }
  EXPECT_EQ(std::vector<Type>{static_cast<Type>(kOpaque)}, types(opaque));
  EXPECT_EQ(cl_bool{CL_TRUE}, exportable(opaque));
  EXPECT_EQ(with({kExport, kOpaque, 0}),
            (info_list<cl_semaphore_properties_khr>(clGetSemaphoreInfo, opaque.handle, CL_SEMAPHORE_PROPERTIES_KHR)));
}

// All semaphores with one payload are as one, in whichever contexts.
TEST(ExternalSemaphores, opaque_ones_share_a_payload) {
  Context other = make_context();
  for (cl_command_queue_properties mode : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue a = make_queue(mode), b = make_queue(mode, other), c = make_queue(mode, other);
    const Semaphore source({kExport, kOpaque, 0});
    const Semaphore near({kOpaque, word(exported(source, kOpaque))});
    const Semaphore far({kOpaque, word(exported(source, kOpaque))}, other);
    for (auto [from, to] : {std::pair(&source, &far), std::pair(&far, &far), std::pair(&near, &far)}) {
      Event waited = wait(b, *to);
      let_run();
      EXPECT_LT(CL_COMPLETE, status(waited));
      signal(from == &far ? c : a, *from);
      EXPECT_EQ(CL_COMPLETE, end_of(waited));
      EXPECT_FALSE(is_signaled(source));
    }
    ok(clFinish(a));
    Event signaled = signal(b, far);
    EXPECT_EQ(CL_COMPLETE, end_of(signaled));
    for (auto *each : {&source, &near, &far}) EXPECT_TRUE(is_signaled(*each));
    EXPECT_EQ(CL_COMPLETE, end_of(wait(a, near)));
    for (auto *each : {&source, &near, &far}) EXPECT_FALSE(is_signaled(*each));
  }
}

TEST(ExternalSemaphores, a_descriptor_is_the_driver_s_once_imported) {
  int mine = -1;
  {
    const Semaphore source({kExport, kOpaque, 0});
    mine = exported(source, kOpaque);
    EXPECT_EQ(FD_CLOEXEC, fcntl(mine, F_GETFD));
    EXPECT_EQ(CL_INVALID_OPERATION, creation({kOpaque, word(mine), kExport, kOpaque, 0}));
    EXPECT_TRUE(is_open(mine)) << "after a failed import the program owns it still";
    const Semaphore imported({kOpaque, word(mine)});
    EXPECT_TRUE(is_open(mine));
  }
  EXPECT_FALSE(is_open(mine));
  const int fence = eventfd(1, EFD_CLOEXEC);
  {
    const Semaphore imported({kSync, word(fence)});
    EXPECT_TRUE(is_open(fence));
    EXPECT_EQ(CL_COMPLETE, end_of(wait(queue(), imported)));
    ok(clFinish(queue()));
  }
  EXPECT_FALSE(is_open(fence));
}

// A wait takes no signal before its other dependencies have ended.
TEST(ExternalSemaphores, a_wait_waits_for_its_events_first) {
  const Semaphore semaphore({kExport, kOpaque, 0});
  Queue q = make_queue();
  EXPECT_EQ(CL_COMPLETE, end_of(signal(q, semaphore)));
  Event user = user_event();
  Event waited = wait(q, semaphore, user);
  let_run();
  EXPECT_TRUE(is_signaled(semaphore));
  EXPECT_LT(CL_COMPLETE, status(waited));
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  EXPECT_EQ(CL_COMPLETE, end_of(waited));
  EXPECT_FALSE(is_signaled(semaphore));
}

// A wait is ended by the signal that was enqueued before, and the next signal comes after the wait, whatever runs
// first.
TEST(ExternalSemaphores, signals_and_waits_keep_their_order) {
  const Semaphore semaphore({kExport, kOpaque, 0});
  Queue a = make_queue(), b = make_queue(), c = make_queue();
  Event user = user_event();
  Event first = signal(a, semaphore, user);
  Event waited = wait(b, semaphore);
  Event second = signal(c, semaphore);
  let_run();
  for (auto *each : {&first, &waited, &second}) EXPECT_LT(CL_COMPLETE, status(*each));
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  EXPECT_EQ(CL_COMPLETE, end_of(second));
  EXPECT_EQ(CL_COMPLETE, status(waited));
  EXPECT_TRUE(is_signaled(semaphore));
}

TEST(ExternalSemaphores, a_signal_that_fails_fails_its_wait_alone) {
  const Semaphore semaphore({kExport, kOpaque, 0});
  Queue a = make_queue(), b = make_queue();
  Event user = user_event();
  signal(a, semaphore, user);
  Event waited = wait(b, semaphore);
  Event next = signal(a, semaphore);
  ok(clSetUserEventStatus(user, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, end_of(waited));
  EXPECT_EQ(CL_COMPLETE, end_of(next));
  EXPECT_EQ(CL_COMPLETE, end_of(wait(b, semaphore)));
}

// A wait for several semaphores that fails takes no signal, so that the next one finds all.
TEST(ExternalSemaphores, a_wait_that_fails_takes_no_signal) {
  const int ended = eventfd(1, EFD_CLOEXEC);
  const Semaphore plain({}), opaque({kExport, kOpaque, 0}), fence({kSync, word(ended)});
  const cl_semaphore_khr all[] = {opaque.handle, fence.handle, plain.handle};
  Queue q = make_queue();
  EXPECT_EQ(CL_COMPLETE, end_of(signal(q, opaque)));
  for (const bool by_wait_list : {false, true}) {
    Event user = user_event(), waited;
    if (!by_wait_list) signal(queue(), plain, user);
    const cl_event after = user;
    ok(clEnqueueWaitSemaphores(q, by_wait_list ? 2 : 3, all, nullptr, by_wait_list, by_wait_list ? &after : nullptr,
                               waited.out()));
    let_run();
    EXPECT_TRUE(is_signaled(opaque));
    ok(clSetUserEventStatus(user, -5));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, end_of(waited));
    EXPECT_TRUE(is_signaled(opaque));
    EXPECT_TRUE(is_signaled(fence));
  }
  signal(queue(), plain);
  Event waited;
  ok(clEnqueueWaitSemaphores(q, 3, all, nullptr, 0, nullptr, waited.out()));
  EXPECT_EQ(CL_COMPLETE, end_of(waited));
  for (auto *each : {&plain, &opaque, &fence}) EXPECT_FALSE(is_signaled(*each));
}

// The second descriptor cannot be waited for in a process that may not open another one; the first, whose signal has
// come or whose wait has begun, is left.
TEST(ExternalSemaphores, a_wait_that_cannot_begin_leaves_the_other_signals) {
  const Semaphore first({kExport, kOpaque, 0}), second({kExport, kOpaque, 0});
  signal(queue(), first);
  ok(clFinish(queue()));
  EXPECT_EQ(0, in_child([&] {
              end_if_hung();
              Queue q = make_queue();
              const cl_semaphore_khr both[] = {first.handle, second.handle};
              rlimit limit;
              getrlimit(RLIMIT_NOFILE, &limit);
              const rlimit none{0, limit.rlim_max};
              setrlimit(RLIMIT_NOFILE, &none);
              Event waited;
              ok(clEnqueueWaitSemaphores(q, 2, both, nullptr, 0, nullptr, waited.out()));
              if (end_of(waited) >= 0) return 1;
              setrlimit(RLIMIT_NOFILE, &limit);
              if (!is_signaled(first)) return 2;
              signal(queue(), second);
              ok(clEnqueueWaitSemaphores(q, 2, both, nullptr, 0, nullptr, waited.out()));
              return end_of(waited) == CL_COMPLETE ? 0 : 3;
            }));
}

TEST(ExternalSemaphores, several_of_all_kinds_at_once) {
  const int pipe_is_fence = eventfd(0, EFD_CLOEXEC), keep = dup(pipe_is_fence);
  const Semaphore plain({}), opaque({kExport, kOpaque, 0}), fence({kSync, word(pipe_is_fence)});
  const cl_semaphore_khr all[] = {plain.handle, opaque.handle, fence.handle};
  Queue q = make_queue(), other = make_queue();
  Event waited;
  ok(clEnqueueWaitSemaphores(q, 3, all, nullptr, 0, nullptr, waited.out()));
  signal(other, plain);
  signal(other, opaque);
  ok(clFinish(other));
  let_run();
  EXPECT_LT(CL_COMPLETE, status(waited));
  ok(eventfd_write(keep, 1));
  EXPECT_EQ(CL_COMPLETE, end_of(waited));
  for (auto *each : {&plain, &opaque, &fence}) EXPECT_FALSE(is_signaled(*each));
  ok(clEnqueueSignalSemaphores(q, 3, all, nullptr, 0, nullptr, nullptr));
  ok(clFinish(q));
  for (auto *each : {&plain, &opaque, &fence}) EXPECT_TRUE(is_signaled(*each));
  close(keep);
}

// The child and its parent take turns with one payload for each direction.
TEST(ExternalSemaphores, processes_take_turns) {
  constexpr int kTurns = 200;
  const Semaphore to_child({kExport, kOpaque, 0}), to_parent({kExport, kOpaque, 0});
  Queue q = make_queue();
  // The thread that waits for descriptors exists before the fork.
  Event before = wait(q, to_parent);
  signal(queue(), to_parent);
  ok(clFinish(q));
  const int in = exported(to_child, kOpaque), out = exported(to_parent, kOpaque);
  const pid_t child = start_child([&] {
    end_if_hung();
    // With the parent's objects, and with imports of its own.
    const Semaphore mine({kOpaque, word(in)}), theirs({kOpaque, word(out)});
    Queue own = make_queue();
    for (int turn = 0; turn < kTurns; ++turn) {
      wait(own, turn % 2 ? mine : to_child);
      signal(own, turn % 2 ? theirs : to_parent);
    }
    ok(clFinish(own));
    return 0;
  });
  for (int turn = 0; turn < kTurns; ++turn) {
    signal(q, to_child);
    wait(q, to_parent);
  }
  ok(clFinish(q));
  EXPECT_EQ(0, wherry::test::end_of(child));
  EXPECT_FALSE(is_signaled(to_child));
  EXPECT_FALSE(is_signaled(to_parent));
  close(in), close(out);
}

// What waits in the parent is no business of the child's.
TEST(ExternalSemaphores, a_fork_leaves_the_parent_s_waits) {
  const Semaphore semaphore({kExport, kOpaque, 0});
  Queue q = make_queue();
  Event waited = wait(q, semaphore);
  let_run();
  EXPECT_EQ(0, in_child([&] {
              end_if_hung();
              Queue own = make_queue();
              const Semaphore another({kExport, kOpaque, 0});
              wait(own, another);
              signal(queue(), another);
              ok(clFinish(own));
              return 0;
            }));
  EXPECT_LT(CL_COMPLETE, status(waited));
  EXPECT_EQ(0, in_child([&] {
              signal(queue(), semaphore);
              ok(clFinish(queue()));
              return 0;
            }));
  EXPECT_EQ(CL_COMPLETE, end_of(waited));
}

// One thread waits for all, without using the CPU.
TEST(ExternalSemaphores, waiting_costs_no_time_and_no_worker) {
  const auto num_threads = [] {
    const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  const auto cpu_time = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  constexpr int kWaits = 100;  // far more than workers
  std::vector<std::unique_ptr<Semaphore>> all;
  Queue q = out_of_order_queue();
  const auto threads = num_threads();
  std::vector<Event> waits;
  for (int i = 0; i < kWaits; ++i) {
    all.push_back(std::make_unique<Semaphore>(Properties{kExport, kOpaque, 0}));
    waits.push_back(wait(q, *all.back()));
  }
  ok(clFlush(q));
  let_run();
  const double before = cpu_time();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_LT(cpu_time() - before, 0.1);
  // The thread itself, and workers that the pool had not started before.
  EXPECT_LE(num_threads(), threads + 2 + std::thread::hardware_concurrency());
  EXPECT_EQ(CL_COMPLETE, end_of(signal(queue(), Semaphore({})))) << "workers are free";
  for (int i = kWaits; i--;) signal(queue(), *all[size_t(i)]);
  ok(clFinish(q));
  for (auto &each : waits) EXPECT_EQ(CL_COMPLETE, status(each));
}

// The thread that waits for all is not the one that calls the program's callbacks, which may take their time.
TEST(ExternalSemaphores, a_callback_does_not_hold_up_other_waits) {
  const Semaphore first({kExport, kOpaque, 0}), second({kExport, kOpaque, 0});
  Queue a = make_queue(), b = make_queue();
  Event one = wait(a, first), two = wait(b, second);
  static std::atomic<bool> go_on, called, returned;
  go_on = called = returned = false;
  ok(clSetEventCallback(
      one, CL_SUBMITTED,
      [](cl_event, cl_int status, void *) {
        called = true;
        for (int i = 0; i < 200 && !go_on; ++i) let_run();
        EXPECT_EQ(CL_SUBMITTED, status);
        returned = true;
      },
      nullptr));
  ok(clFlush(a));
  let_run();
  signal(queue(), first);
  while (!called) let_run();
  signal(queue(), second);
  ok(clFinish(queue()));
  EXPECT_EQ(CL_COMPLETE, end_of(two));
  EXPECT_FALSE(returned);
  go_on = true;
  EXPECT_EQ(CL_COMPLETE, end_of(one));
  while (!returned) let_run();
}

// Copy transference: the fence is the payload until the first wait.
TEST(ExternalSemaphores, a_sync_descriptor_is_imported_for_one_wait) {
  for (const bool ended_before : {false, true}) {
    const int fence = eventfd(ended_before, EFD_CLOEXEC), keep = dup(fence);
    const Semaphore semaphore({kSync, word(fence)});
    EXPECT_EQ(ended_before, is_signaled(semaphore));
    Queue q = make_queue();
    Event waited = wait(q, semaphore);
    if (!ended_before) {
      let_run();
      EXPECT_LT(CL_COMPLETE, status(waited));
      ok(eventfd_write(keep, 1));
    }
    EXPECT_EQ(CL_COMPLETE, end_of(waited));
    ok(clFinish(q));
    EXPECT_TRUE(is_closed_soon(fence)) << "it is needed no longer";
    EXPECT_TRUE(is_readable(keep)) << "a wait leaves the fence signaled for all others";
    EXPECT_FALSE(is_signaled(semaphore));
    // The semaphore's own payload again, in this process alone.
    Event next = wait(q, semaphore);
    let_run();
    EXPECT_LT(CL_COMPLETE, status(next));
    signal(queue(), semaphore);
    EXPECT_EQ(CL_COMPLETE, end_of(next));
    close(keep);
  }
}

TEST(ExternalSemaphores, minus_one_is_a_fence_that_has_ended) {
  for (const cl_semaphore_properties_khr value : {word(-1), cl_semaphore_properties_khr{0xffffffffu}}) {
    const Semaphore semaphore({kSync, value});
    EXPECT_TRUE(is_signaled(semaphore));
    EXPECT_EQ(CL_COMPLETE, end_of(wait(queue(), semaphore)));
    EXPECT_FALSE(is_signaled(semaphore));
    ok(clReImportSemaphoreSyncFd(semaphore.handle, nullptr, -1));
    EXPECT_TRUE(is_signaled(semaphore));
    EXPECT_EQ(CL_COMPLETE, end_of(wait(queue(), semaphore)));
  }
}

// Any descriptor that can be waited for, such as a pipe.
TEST(ExternalSemaphores, reimport_replaces_the_payload) {
  int ends[2];
  ASSERT_EQ(0, pipe2(ends, O_CLOEXEC));
  const int never = eventfd(0, EFD_CLOEXEC);
  const Semaphore semaphore({kSync, word(never)});
  const cl_semaphore_reimport_properties_khr none[] = {0};
  signal(queue(), semaphore);
  ok(clFinish(queue()));
  ok(clReImportSemaphoreSyncFd(semaphore.handle, const_cast<cl_semaphore_reimport_properties_khr *>(none), ends[0]));
  EXPECT_FALSE(is_open(never));
  EXPECT_FALSE(is_signaled(semaphore));
  Queue q = make_queue();
  Event waited = wait(q, semaphore);
  let_run();
  EXPECT_LT(CL_COMPLETE, status(waited));
  ASSERT_EQ(1, write(ends[1], "x", 1));
  EXPECT_EQ(CL_COMPLETE, end_of(waited));
  close(ends[1]);
}

// An export takes the signal, as a wait does.
TEST(ExternalSemaphores, a_fence_is_exported_once_for_each_signal) {
  const Semaphore semaphore({kExport, kSync, 0});
  Queue q = make_queue();
  signal(q, semaphore);
  ok(clFinish(q));
  EXPECT_TRUE(is_signaled(semaphore));
  size_t size = 0;
  ok(clGetSemaphoreHandleForType(semaphore.handle, device(), CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, nullptr, &size));
  EXPECT_EQ(sizeof(int), size);
  EXPECT_TRUE(is_signaled(semaphore)) << "nothing was exported";
  EXPECT_EQ(-1, exported(semaphore, kSync));
  EXPECT_FALSE(is_signaled(semaphore));
  for (const bool export_first : {false, true}) {
    Event user = user_event();
    int fence = -1;
    if (export_first) fence = exported(semaphore, kSync);
    Event signaled = signal(q, semaphore, user);
    if (!export_first) fence = exported(semaphore, kSync);
    ASSERT_GE(fence, 0);
    EXPECT_FALSE(is_readable(fence));
    Context other = make_context();
    const Semaphore imported({kSync, word(dup(fence))}, other);
    Queue far = make_queue(0, other);
    Event waited = wait(far, imported);
    ok(clSetUserEventStatus(user, CL_COMPLETE));
    EXPECT_EQ(CL_COMPLETE, end_of(waited));
    EXPECT_TRUE(is_readable(fence));
    close(fence);
    ok(clFinish(q));
    EXPECT_FALSE(is_signaled(semaphore));
  }
}

TEST(ExternalSemaphores, a_fence_whose_signal_fails_ends) {
  const Semaphore semaphore({kExport, kSync, 0});
  Queue q = make_queue();
  Event user = user_event();
  signal(q, semaphore, user);
  const int fence = exported(semaphore, kSync);
  ok(clSetUserEventStatus(user, -5));
  pollfd asked{fence, POLLIN, 0};
  EXPECT_EQ(1, poll(&asked, 1, 10000));
  EXPECT_FALSE(is_signaled(semaphore));
  close(fence);
}

int handle_error(cl_semaphore_khr semaphore, cl_device_id of, cl_semaphore_properties_khr type, size_t size = 4) {
  int made = -7;
  const cl_int error = clGetSemaphoreHandleForType(semaphore, of, static_cast<cl_uint>(type), size, &made, nullptr);
  if (error) EXPECT_EQ(-7, made);
  return error;
}

const BadCall calls[] = {
    {"create: two types to export", CL_INVALID_VALUE, [](World &) { return creation({kExport, kOpaque, kSync, 0}); }},
    {"create: an unknown type to export", CL_INVALID_PROPERTY, [](World &) { return creation({kExport, 0x2056, 0}); }},
    {"create: export twice", CL_INVALID_PROPERTY, [](World &) { return creation({kExport, 0, kExport, 0}); }},
    {"create: import and export", CL_INVALID_OPERATION,
     [](World &) { return creation({kSync, word(-1), kExport, kSync, 0}); }},
    {"create: two handles", CL_INVALID_PROPERTY,
     [](World &) { return creation({kSync, word(-1), kOpaque, word(-1)}); }},
    {"create: one handle twice", CL_INVALID_PROPERTY,
     [](World &) { return creation({kSync, word(-1), kSync, word(-1)}); }},
    {"create: opaque -1", CL_INVALID_PROPERTY, [](World &) { return creation({kOpaque, word(-1)}); }},
    {"create: opaque, closed", CL_INVALID_PROPERTY, [](World &) { return creation({kOpaque, 1000000}); }},
    {"create: sync, closed", CL_INVALID_PROPERTY, [](World &) { return creation({kSync, 1000000}); }},
    {"create: sync -2", CL_INVALID_PROPERTY, [](World &) { return creation({kSync, word(-2)}); }},
    {"create: more than an int", CL_INVALID_PROPERTY, [](World &) { return creation({kSync, 0x1ffffffff}); }},
    {"create: opaque, a pipe", CL_INVALID_PROPERTY,
     [](World &) {
       int ends[2];
       if (pipe2(ends, O_CLOEXEC)) return 1;
       const cl_int error = creation({kOpaque, word(ends[0])});
       EXPECT_TRUE(is_open(ends[0]));
       close(ends[0]), close(ends[1]);
       return error;
     }},
    {"create: sync, a regular file", CL_INVALID_PROPERTY,
     [](World &) {
       const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
       const cl_int error = creation({kSync, word(file)});
       EXPECT_TRUE(is_open(file));
       close(file);
       return error;
     }},
    {"handle: no semaphore", CL_INVALID_SEMAPHORE_KHR,
     [](World &w) { return handle_error(nullptr, w.device, kOpaque); }},
    {"handle: no device", CL_INVALID_DEVICE,
     [](World &) { return handle_error(Semaphore({kExport, kOpaque, 0}).handle, nullptr, kOpaque); }},
    {"handle: too small", CL_INVALID_VALUE,
     [](World &w) { return handle_error(Semaphore({kExport, kOpaque, 0}).handle, w.device, kOpaque, 3); }},
    {"handle: another type", CL_INVALID_VALUE,
     [](World &w) { return handle_error(Semaphore({kExport, kOpaque, 0}).handle, w.device, kSync); }},
    {"handle: type 0", CL_INVALID_VALUE, [](World &w) { return handle_error(Semaphore({}).handle, w.device, 0); }},
    {"handle: not to be exported", CL_INVALID_VALUE,
     [](World &w) { return handle_error(Semaphore({kSync, word(-1)}).handle, w.device, kSync); }},
    {"reimport: no semaphore", CL_INVALID_SEMAPHORE_KHR,
     [](World &) { return clReImportSemaphoreSyncFd(nullptr, nullptr, -1); }},
    {"reimport: nothing was imported", CL_INVALID_SEMAPHORE_KHR,
     [](World &) { return clReImportSemaphoreSyncFd(Semaphore({kExport, kSync, 0}).handle, nullptr, -1); }},
    {"reimport: closed", CL_INVALID_VALUE,
     [](World &) { return clReImportSemaphoreSyncFd(Semaphore({kSync, word(-1)}).handle, nullptr, 1000000); }},
    {"reimport: a property", CL_INVALID_VALUE,
     [](World &) {
       cl_semaphore_reimport_properties_khr some[] = {1, 2, 0};
       return clReImportSemaphoreSyncFd(Semaphore({kSync, word(-1)}).handle, some, -1);
     }},
};

TEST(ExternalSemaphores, wrong_arguments) { expect_errors(calls); }

}  // namespace
