// SPDX-License-Identifier: Apache-2.0
// Which commands come before which, and which of their accesses are compared.
#include <gtest/gtest.h>

#include "checks/command_races.h"

using namespace wherry::checks;

namespace {

// Queues and commands without a device: each command begins when it is enqueued, and ends when the test says so.
class CommandOrders : public testing::Test {
 protected:
  CommandOrders() {
    order::is_on = true;
    order::made_queue(false);
  }
  ~CommandOrders() override {
    order::host_saw_all();
    order::is_on = false;
  }

  CommandOrder enqueue(QueueOrder &queue, bool in_order, bool after_all = false) {
    CommandOrder made;
    order::enqueue(made, queue, 1, in_order, after_all);
    order::begin(made, queue, in_order);
    return made;
  }
  bool reports(const CommandOrder &command, CommandAccess how, uint64_t begin, uint64_t size) {
    command_races::access(command, place, how, begin, size, {0x1000, 0x10000, "a buffer"});
    return !command_races::take().empty();
  }
  // A place of its own for each call: two places are reported once.
  void next_place() {
    static uint32_t line = 0;
    place = std::make_shared<const CommandPlace>(
        CommandPlace{.command = "clEnqueueNDRangeKernel", .kernel = "k", .file = {}, .line = ++line});
  }

  QueueOrder a, b, loose;
  std::shared_ptr<const CommandPlace> place;
};

TEST_F(CommandOrders, of_one_queue) {
  const CommandOrder first = enqueue(a, true);
  order::end(first, &a);
  const CommandOrder second = enqueue(a, true), other = enqueue(b, true);
  EXPECT_TRUE(second.follows(first.chain, first.position));
  EXPECT_FALSE(other.follows(first.chain, first.position));
  EXPECT_TRUE(first.follows(first.chain, first.position));
  order::end(second, &a);
  order::end(other, &b);
}

TEST_F(CommandOrders, through_other_commands) {
  const CommandOrder first = enqueue(a, true);
  order::end(first, &a);
  CommandOrder second = enqueue(loose, false), third = enqueue(b, true);
  order::follow(second, first);
  order::end(second, &loose);
  EXPECT_FALSE(third.follows(first.chain, first.position));
  order::follow(third, second);
  EXPECT_TRUE(third.follows(first.chain, first.position));
  order::end(third, &b);
}

TEST_F(CommandOrders, through_the_host) {
  const CommandOrder first = enqueue(a, true);
  order::end(first, &a);
  const CommandOrder before = enqueue(b, true);
  order::host_saw(first, true);
  const CommandOrder after = enqueue(loose, false);
  EXPECT_FALSE(before.follows(first.chain, first.position));
  EXPECT_TRUE(after.follows(first.chain, first.position));
  order::end(before, &b);
  order::end(after, &loose);
}

TEST_F(CommandOrders, of_a_running_command_are_those_before) {
  const CommandOrder first = enqueue(a, true);
  order::end(first, &a);
  const CommandOrder second = enqueue(a, true);
  order::host_saw(second, false);
  const CommandOrder third = enqueue(b, true);
  EXPECT_TRUE(third.follows(first.chain, first.position));
  EXPECT_FALSE(third.follows(second.chain, second.position));
  order::end(second, &a);
  order::end(third, &b);
}

TEST_F(CommandOrders, of_a_barrier_are_those_before_and_behind) {
  const CommandOrder first = enqueue(loose, false);
  order::end(first, &loose);
  CommandOrder barrier = enqueue(loose, false, true);
  barrier.is_barrier = true;
  order::end(barrier, &loose);
  const CommandOrder second = enqueue(loose, false), third = enqueue(loose, false);
  EXPECT_TRUE(second.follows(first.chain, first.position));
  order::end(second, &loose);
  EXPECT_FALSE(third.follows(second.chain, second.position));
  order::end(third, &loose);
}

TEST_F(CommandOrders, what_is_pending_is_not_settled) {
  const CommandOrder first = enqueue(a, true), second = enqueue(b, true);
  order::end(first, &a);
  order::host_saw(first, true);
  EXPECT_FALSE(order::settled().covers(first.chain, first.position));
  order::end(second, &b);
  EXPECT_TRUE(order::settled().covers(first.chain, first.position));
  EXPECT_FALSE(order::settled().covers(second.chain, second.position));
}

// Of a program that never waits the clocks stay short, and the last commands are still told apart.
TEST_F(CommandOrders, of_many_commands) {
  uint32_t most = 0;
  CommandOrder last;
  for (int i = 0; i < 5000; ++i) {
    const CommandOrder now = enqueue(loose, false);
    EXPECT_TRUE(i == 0 || !now.follows(last.chain, last.position)) << i;
    most = std::max(most, now.chain);
    order::end(now, &loose);
    last = now;
  }
  EXPECT_LT(most, 1100u);
}

// Chains of queues that are gone serve others.
TEST_F(CommandOrders, of_many_queues) {
  uint32_t most = 0;
  for (int i = 0; i < 5000; ++i) {
    QueueOrder queue;
    const CommandOrder now = enqueue(queue, true);
    most = std::max(most, now.chain);
    order::end(now, &queue);
    order::host_saw(queue);
  }
  EXPECT_LT(most, 1100u);
}

TEST_F(CommandOrders, races_are_those_of_shared_bytes) {
  const CommandOrder first = enqueue(a, true), second = enqueue(b, true), third = enqueue(loose, false);
  next_place();
  EXPECT_FALSE(reports(first, CommandAccess::write, 0x1000, 64));
  EXPECT_FALSE(reports(first, CommandAccess::read, 0x1000, 64));  // its own
  next_place();
  EXPECT_FALSE(reports(second, CommandAccess::write, 0x1040, 64));
  EXPECT_FALSE(reports(second, CommandAccess::read, 0xfc0, 64));
  next_place();
  EXPECT_TRUE(reports(third, CommandAccess::read, 0x103f, 1));
  EXPECT_TRUE(reports(third, CommandAccess::read, 0x1030, 32));  // with the other one
  EXPECT_FALSE(reports(third, CommandAccess::write, 0x2000, 32));
  for (const CommandOrder *each : {&first, &second, &third}) order::end(*each, nullptr);
}

TEST_F(CommandOrders, of_reads_and_of_atomics_none_race) {
  const CommandOrder first = enqueue(a, true), second = enqueue(b, true);
  next_place();
  EXPECT_FALSE(reports(first, CommandAccess::read, 0x1000, 64));
  EXPECT_FALSE(reports(first, CommandAccess::atomic, 0x2000, 64));
  next_place();
  EXPECT_FALSE(reports(second, CommandAccess::read, 0x1000, 64));
  EXPECT_FALSE(reports(second, CommandAccess::atomic, 0x2000, 64));
  EXPECT_TRUE(reports(second, CommandAccess::atomic, 0x1000, 4));
  for (const CommandOrder *each : {&first, &second}) order::end(*each, nullptr);
}

// An access that another one comes behind is still what a third command races with.
TEST_F(CommandOrders, of_an_earlier_reader) {
  const CommandOrder writer = enqueue(a, true);
  next_place();
  EXPECT_FALSE(reports(writer, CommandAccess::write, 0x1000, 64));
  order::end(writer, &a);
  CommandOrder reader = enqueue(loose, false);
  order::follow(reader, writer);
  next_place();
  EXPECT_FALSE(reports(reader, CommandAccess::read, 0x1000, 64));
  order::end(reader, &loose);
  const CommandOrder last = enqueue(a, true);
  next_place();
  EXPECT_TRUE(reports(last, CommandAccess::write, 0x1000, 64));
  order::end(last, &a);
}

TEST_F(CommandOrders, memory_is_forgotten) {
  const CommandOrder first = enqueue(a, true), second = enqueue(b, true);
  next_place();
  EXPECT_FALSE(reports(first, CommandAccess::write, 0x1000, 0x1000));
  command_races::forget(reinterpret_cast<const void *>(0x1400), 0x400);
  next_place();
  EXPECT_FALSE(reports(second, CommandAccess::write, 0x1400, 0x400));
  EXPECT_TRUE(reports(second, CommandAccess::write, 0x13fc, 4));
  for (const CommandOrder *each : {&first, &second}) order::end(*each, nullptr);
}

}  // namespace
