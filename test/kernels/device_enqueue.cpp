// SPDX-License-Identifier: Apache-2.0
// Kernels that enqueue kernels (OpenCL C 6.15.17).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "common/cl.h"
#include "common/sanitized.h"

using namespace wherry::test;

namespace {

constexpr cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

Queue device_queue(cl_command_queue_properties properties = on_device, cl_queue_properties bytes = 1 << 20) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, CL_QUEUE_SIZE, bytes, 0};
  cl_int error = CL_SUCCESS;
  Queue made(clCreateCommandQueueWithProperties(context(), device(), list, &error));
  ok(error);
  return made;
}

// The result of kernel `test(global int *out, queue_t q)`: `count` numbers.
std::vector<int> result(const std::string &source, size_t count, const Sizes &global = {1}, const Sizes &local = {1},
                        const char *options = "-cl-std=CL2.0", cl_queue_properties bytes = 1 << 20) {
  Program program = build(source, options);
  Kernel k = kernel(program, "test");
  Queue q = device_queue(on_device, bytes);
  Buffer out = make_buffer(std::vector<int>(count));
  set_args(k, out, q.get());
  run(k, global, local);
  return read<int>(out, count);
}

std::string kernel_of(const std::string &body) {
  return "kernel void test(global int *out, queue_t q) {\n" + body + "\n}";
}

TEST(DeviceEnqueue, a_block_with_captured_values) {
  for (const char *options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL2.0 -cl-opt-disable", "-cl-std=CL2.0 -g"}) {
    SCOPED_TRACE(options);
    EXPECT_EQ((std::vector<int>{15, 16, 17, 18, 15, 16, 17, 0}),
              result(kernel_of("int v = 10; struct { int a, b; } s = {2, 3};"
                               "out[7] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(0, 7, 4), ^{"
                               "  out[get_global_id(0)] = v + s.a + s.b + get_local_id(0); });"),
                     8, {1}, {1}, options));
  }
}

// CLK_ENQUEUE_FLAGS_WAIT_KERNEL: after all work-items of the parent. WAIT_WORK_GROUP: after those of its work-group.
TEST(DeviceEnqueue, what_children_wait_for) {
  const std::string source = kernel_of(R"(
    const int i = get_global_id(0), g = get_group_id(0), n = get_global_size(0);
    if (get_local_id(0) == 0) {
      int r = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1),
                             ^{ int sum = 0; for (int k = 0; k < 8; ++k) sum += out[8 * g + k]; out[n + g] = sum; });
      if (g == 0)
        r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                            ^{ int sum = 0; for (int k = 0; k < n; ++k) sum += out[k]; out[n + 64] = sum; });
      if (r) out[n + 65] = r;
    }
    for (volatile int spin = 0; spin < 1000; ++spin) {}
    out[i] = i;)");
  const std::vector<int> got = result(source, 512 + 66, {512}, {8});
  for (int g = 0; g < 64; ++g) EXPECT_EQ(64 * g + 28, got[size_t(512 + g)]) << g;
  EXPECT_EQ(512 * 511 / 2, got[512 + 64]);
  EXPECT_EQ(0, got[512 + 65]);
}

// An event ends with all that its kernel enqueued.
TEST(DeviceEnqueue, events_markers_and_user_events) {
  const std::string source = kernel_of(R"(
    clk_event_t start = create_user_event(), first, second, both, last;
    int r = !is_valid_event(start) || is_valid_event(CLK_NULL_EVENT);
    ndrange_t range = ndrange_1D(64, 8);
    r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &start, &first, ^{
      atomic_add(out, out[5]);
      if (get_global_id(0) == 0)
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(32), ^{ atomic_inc(out + 1); });
    });
    r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &start, &second, ^{ atomic_inc(out + 2); });
    clk_event_t waits[2] = {first, second};
    r |= enqueue_marker(q, 2, waits, &both);
    r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &both, &last,
                        ^{ out[3] = out[0] + out[1] + out[2]; });
    r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &last, NULL, ^{ out[4] = out[3] + 1; });
    out[5] = 2;
    set_user_event_status(start, CL_COMPLETE);
    retain_event(first);
    release_event(first);
    release_event(start), release_event(first), release_event(second), release_event(both), release_event(last);
    out[6] = r;)");
  EXPECT_EQ((std::vector<int>{128, 32, 64, 224, 225, 2, 0}), result(source, 7));
}

// What waits for a failed event does not run, nor what waits for that; the command fails, its queue goes on.
TEST(DeviceEnqueue, failed_events) {
  Program program = build(kernel_of(R"(
    clk_event_t never = create_user_event(), after;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &never, &after, ^{ out[0] = 1; });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &after, NULL, ^{ out[1] = 1; });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[2] = 1; });
    if (out[3]) set_user_event_status(never, -5);)"),
                          "-cl-std=CL2.0");
  Queue own = make_queue(), q = device_queue();
  for (int set : {1, 0}) {  // 0: nobody sets its status, and the command must end all the same
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(std::vector<int>{0, 0, 0, set});
    set_args(k, out, q.get());
    const size_t one = 1;
    Event event;
    ok(clEnqueueNDRangeKernel(own, k, 1, nullptr, &one, nullptr, 0, nullptr, event.out()));
    const cl_event list[] = {event};
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, list));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
    EXPECT_EQ((std::vector<int>{0, 0, 1, set}), read<int>(out, 4));
  }
  clFinish(own);
}

TEST(DeviceEnqueue, local_arguments) {
  const std::string source = kernel_of(R"(
    void (^sums)(local void *, local void *) = ^(local void *a, local void *b) {
      local int *left = a; local int *right = b;
      const int l = get_local_id(0), n = get_local_size(0);
      left[l] = get_global_id(0), right[l] = 1000;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = left[n - 1 - l] + right[n - 1 - l];
    };
    clk_event_t first;
    int r = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16, 4), 0, NULL, &first, sums, 16, 4 * out[17]);
    r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &first, NULL,
                        ^(local void *a) { *(local int *)a = out[15]; out[18] = *(local int *)a; }, 4u);
    release_event(first);
    out[16] = r;)");
  Program program = build(source, "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue q = device_queue();
  std::vector<int> start(19);
  start[17] = 4;
  Buffer out = make_buffer(start);
  set_args(k, out, q.get());
  run(k, {1});
  const std::vector<int> got = read<int>(out, 19);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(1000 + i / 4 * 4 + 3 - i % 4, got[size_t(i)]);
  EXPECT_EQ(0, got[16]);
  EXPECT_EQ(1012, got[18]);
}

TEST(DeviceEnqueue, ranges) {
  const std::string source = kernel_of(R"(
    const size_t offset[3] = {1, 2, 3}, size[3] = {4, 6, 2}, local_size[3] = {2, 3, 1};
    ndrange_t ranges[9] = {ndrange_1D(4), ndrange_1D(4, 2), ndrange_1D(1, 4, 2),
                           ndrange_2D(size), ndrange_2D(size, local_size), ndrange_2D(offset, size, local_size),
                           ndrange_3D(size), ndrange_3D(size, local_size), ndrange_3D(offset, size, local_size)};
    int r = 0;
    for (int i = 0; i < 9; ++i)
      r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ranges[i], ^{
        atomic_add(out + i, get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2));
        if (i % 3 && get_local_size(0) == 2 && (i < 3 || get_local_size(1) == 3)) atomic_inc(out + 9 + i);
      });
    out[18] = r;)");
  std::vector<int> expected;
  for (int dims = 1; dims <= 3; ++dims)
    for (int kind = 0; kind < 3; ++kind) {
      int sum = 0;
      const int o = kind == 2;
      for (int x = 0; x < 4; ++x)
        for (int y = 0; y < (dims > 1 ? 6 : 1); ++y)
          for (int z = 0; z < (dims > 2 ? 2 : 1); ++z)
            sum += x + o + 100 * (y + (dims > 1 ? 2 * o : 0)) + 10000 * (z + (dims > 2 ? 3 * o : 0));
      expected.push_back(sum);
    }
  for (int items : {4, 24, 48}) expected.insert(expected.end(), {0, items, items});
  expected.push_back(0);
  EXPECT_EQ(expected, result(source, 19));
}

TEST(DeviceEnqueue, queries) {
  const std::string source = kernel_of(R"(
    void (^block)(void) = ^{ out[0] = 1; };
    out[1] = get_kernel_work_group_size(block);
    out[2] = get_kernel_preferred_work_group_size_multiple(block);
    out[3] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 64), block);
    out[4] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 64), block);
    out[5] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 4), block);
    out[6] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 4), block);)");
  const std::vector<int> got = result(source, 7, {1}, {1}, "-cl-std=CL3.0");
  EXPECT_EQ(4096, got[1]);
  EXPECT_EQ(16, got[2]);
  EXPECT_EQ(64, got[3] * got[4]);
  EXPECT_EQ(4, got[5]);
  EXPECT_EQ(1, got[6]);
  EXPECT_EQ(0, got[0]);
}

// CLK_PROFILING_COMMAND_EXEC_TIME: the kernel's time, and the time until its children have ended too.
TEST(DeviceEnqueue, profiling) {
  const std::string source = kernel_of(R"(
    clk_event_t event;
    global ulong *times = (global ulong *)out;
    out[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &event, ^{
      for (volatile int spin = 0; spin < 100000; ++spin) {}
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                     ^{ for (volatile int spin = 0; spin < 100000; ++spin) {} });
    });
    capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME, times);
    release_event(event);)");
  const std::vector<int> got = result(source, 6);
  cl_ulong times[2];
  std::memcpy(times, got.data(), sizeof times);
  EXPECT_EQ(0, got[4]);
  EXPECT_GT(times[0], 10000u);  // 100,000 volatile increments take longer than 10 us
  EXPECT_GT(times[1], times[0]);
}

// Errors: CLK_ENQUEUE_FAILURE, or with -g the cause.
TEST(DeviceEnqueue, errors) {
  const std::string source = kernel_of(R"(
    clk_event_t none = CLK_NULL_EVENT;
    void (^block)(void) = ^{ out[9] = 1; };
    void (^local_block)(local void *) = ^(local void *a) { out[9] = 1; };
    ndrange_t range = ndrange_1D(8, 4), wrong = ndrange_1D(8, 5000);
    queue_t no_queue = CLK_NULL_QUEUE;
    out[0] = enqueue_kernel(no_queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, block);
    out[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, range, block);
    out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, wrong, block);
    out[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &none, NULL, block);
    out[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, local_block, 0u);
    out[5] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, local_block, 1u << 30);
    out[6] = enqueue_marker(q, 1, &none, NULL);
    out[7] = enqueue_marker(q, 0, NULL, NULL);
    retain_event(none), release_event(none), set_user_event_status(none, 0);)");
  EXPECT_EQ((std::vector<int>{-101, -101, -101, -101, -101, -101, -101, -101, 0, 0}), result(source, 10));
  EXPECT_EQ((std::vector<int>{-102, -102, -160, -57, -51, -5, -57, -57, 0, 0}),
            result(source, 10, {1}, {1}, "-cl-std=CL2.0 -g"));
}

// CL_QUEUE_SIZE: as many as fit wait; those that do not are refused, and their number is told.
TEST(DeviceEnqueue, a_full_queue) {
  const std::string source = kernel_of(R"(
    int good = 0, full = 0;
    for (int i = 0; i < 1000; ++i) {
      int r = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(out); });
      if (r == CLK_SUCCESS) ++good;
      if (r == CLK_DEVICE_QUEUE_FULL) ++full;
    }
    out[1] = good, out[2] = full;)");
  const std::vector<int> got = result(source, 3, {1}, {1}, "-cl-std=CL2.0 -g", 64 << 10);
  EXPECT_EQ(got[0], got[1]);
  EXPECT_EQ(1000, got[1] + got[2]);
  EXPECT_GT(got[1], 50);
  EXPECT_GT(got[2], 100);
}

TEST(DeviceEnqueue, recursion) {
  const std::string chain = R"(
    void link(global int *out, queue_t q) {
      const int depth = atomic_inc(out) + 1;
      if (depth < out[1])
        if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[2] = depth; link(out, q); }))
          out[3] = depth;
    }
    kernel void test(global int *out, queue_t q) { link(out, q); })";
  Program program = build(chain, "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue q = device_queue();
  Buffer out = make_buffer(std::vector<int>{0, 20000, 0, 0});
  set_args(k, out, q.get());
  run(k, {1});
  EXPECT_EQ((std::vector<int>{20000, 20000, 19999, 0}), read<int>(out, 4));
}

// More children than the queue holds: work-groups that enqueue them stop for some to run.
TEST(DeviceEnqueue, many_children_of_many_work_groups) {
  const std::string source = kernel_of(R"(
    if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{ atomic_inc(out); })) atomic_inc(out + 1);)");
  EXPECT_EQ((std::vector<int>{200000, 0}), result(source, 2, {100000}, {16}, "-cl-std=CL2.0", 4 << 20));
}

TEST(DeviceEnqueue, blocks_that_are_called) {
  const std::string source = R"(
    int (^const global_block)(int) = ^(int x) { return 3 * x; };
    kernel void test(global int *out, queue_t q) {
      const int id = get_global_id(0), factor = out[8 + id];
      int (^scale)(int) = ^(int x) { return x * factor + (int)get_local_id(0); };
      out[id] = scale(scale(1)) + scale(2) + global_block(id);
    })";
  Program program = build(source, "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue q = device_queue();
  std::vector<int> start(16);
  for (int i = 0; i < 8; ++i) start[size_t(8 + i)] = i + 1;
  Buffer out = make_buffer(start);
  set_args(k, out, q.get());
  run(k, {8}, {4});
  for (int id = 0; id < 8; ++id) {
    auto scale = [&](int x) { return x * (id + 1) + id % 4; };
    EXPECT_EQ(scale(scale(1)) + scale(2) + 3 * id, read<int>(out, 8)[size_t(id)]) << id;
  }
}

// The default queue of a device in a context, and another in its place.
TEST(DeviceEnqueue, default_queue) {
  Program program = build("kernel void test(global int *out) { out[0] = enqueue_kernel(get_default_queue(),"
                          "  CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[1] = 7; }); }",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "test");
  auto got = [&] {
    Buffer out = make_buffer(std::vector<int>{5, 5});
    set_args(k, out);
    run(k, {1});
    return read<int>(out, 2);
  };
  EXPECT_EQ((std::vector<int>{-101, 5}), got());
  {
    Queue first = device_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT);
    Queue same = device_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT), other = device_queue();
    EXPECT_EQ(first.get(), same.get());
    EXPECT_EQ(first.get(), info<cl_command_queue>(clGetCommandQueueInfo, other.get(), CL_QUEUE_DEVICE_DEFAULT));
    EXPECT_EQ((std::vector<int>{0, 7}), got());
    ok(clSetDefaultDeviceCommandQueue(context(), device(), other));
    EXPECT_EQ(other.get(), info<cl_command_queue>(clGetCommandQueueInfo, first.get(), CL_QUEUE_DEVICE_DEFAULT));
    EXPECT_EQ((std::vector<int>{0, 7}), got());
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(context(), device(), queue()));
  }
  EXPECT_EQ((std::vector<int>{-101, 5}), got());
}

TEST(DeviceEnqueue, printf_of_children) {
  CapturedOutput output;
  result(kernel_of("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ printf(\"from a child\\n\"); });"),
         1);
  EXPECT_EQ("from a child\n", output.text());
}

// The bytes that a process has had in memory at once since the last clear_peak().
void clear_peak() { std::ofstream("/proc/self/clear_refs") << 5; }
size_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6)) << 10;
  return 0;
}

// A kernel of a chain is gone once it has run, though its descendants are not: no more memory for a longer chain.
TEST(DeviceEnqueue, a_long_chain_takes_no_memory) {
  Program program = build(R"(
    void link(global int *out, queue_t q) {
      if (++out[0] < out[1])
        out[2] |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ link(out, q); });
    }
    kernel void test(global int *out, queue_t q) { link(out, q); })",
                          "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue q = device_queue();
  auto peak_of = [&](int length) {
    Buffer out = make_buffer(std::vector<int>{0, length, 0});
    set_args(k, out, q.get());
    clear_peak();
    run(k, {1});
    EXPECT_EQ((std::vector<int>{length, length, 0}), read<int>(out, 3));
    return peak_bytes();
  };
  // A sanitizer keeps what is freed, up to 256 MB (quarantine_size_mb): the first chain is long enough to fill that.
  const size_t before = peak_of(kSanitized ? 400000 : 1000);
  // A kernel that stayed would keep its arguments and its record, some 500 bytes: 100 MB.
  EXPECT_LT(peak_of(200000), before + (20 << 20));
}

TEST(DeviceEnqueue, many_wait_for_one_event) {
  const std::string source = kernel_of(R"(
    clk_event_t start = create_user_event(), last[2] = {start, start};
    int r = 0;
    for (int i = 0; i < 100000; ++i)
      r |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1 + i % 2, last, NULL, ^{ atomic_inc(out); });
    set_user_event_status(start, CL_COMPLETE);
    release_event(start);
    out[1] = r;)");
  EXPECT_EQ((std::vector<int>{100000, 0}), result(source, 2, {1}, {1}, "-cl-std=CL2.0", 128 << 20));
}

// Events that were released are gone, and released once too often they do no harm; those that are not released are
// counted, and refused beyond the device's limit.
TEST(DeviceEnqueue, references_of_events) {
  const auto most = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_ON_DEVICE_EVENTS);
  const std::string source = kernel_of(R"(
    for (int i = 0; i < MOST + 10; ++i) {
      clk_event_t event = create_user_event();
      if (!is_valid_event(event)) ++out[0];
      release_event(event);
      if (is_valid_event(event)) ++out[1];
    }
    clk_event_t start = create_user_event(), child;
    out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &start, &child, ^{ out[3] = 1; });
    for (int i = 0; i < 3; ++i) release_event(child);
    out[4] = enqueue_marker(q, 1, &child, NULL);
    set_user_event_status(start, CL_COMPLETE);
    release_event(start);
    for (int i = 0; i < MOST; ++i) create_user_event();
    out[5] = is_valid_event(create_user_event());
    out[6] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &child, ^{ out[3] = 2; });)");
  EXPECT_EQ((std::vector<int>{0, 0, 0, 1, -57, 0, -100}),
            result(source, 7, {1}, {1}, ("-cl-std=CL2.0 -g -DMOST=" + std::to_string(most)).c_str()));
}

// "... an error code ... if it or any of its child kernels encounter an error": what waits for the parent does not run.
TEST(DeviceEnqueue, a_failed_child_fails_its_parents_event) {
  Program program = build(kernel_of(R"(
    clk_event_t parent;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &parent, ^{
      out[0] = 1;
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        clk_event_t broken = create_user_event();
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &broken, NULL, ^{ out[1] = 1; });
        set_user_event_status(broken, -1);
        release_event(broken);
      });
    });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &parent, NULL, ^{ out[2] = 1; });
    release_event(parent);)"),
                          "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue own = make_queue(), q = device_queue();
  Buffer out = make_buffer(std::vector<int>(3));
  set_args(k, out, q.get());
  const size_t one = 1;
  ok(clEnqueueNDRangeKernel(own, k, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(own));
  EXPECT_EQ((std::vector<int>{1, 0, 0}), read<int>(out, 3));
}

// An ndrange_t that was never built.
TEST(DeviceEnqueue, queries_of_an_invalid_range) {
  const std::string source = kernel_of(R"(
    ndrange_t range = ndrange_1D(8, 4);
    *(private uint *)&range = 1000000;
    void (^block)(void) = ^{ out[0] = 1; };
    out[1] = get_kernel_max_sub_group_size_for_ndrange(range, block);
    out[2] = get_kernel_sub_group_count_for_ndrange(range, block);
    out[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, block);)");
  EXPECT_EQ((std::vector<int>{0, 0, 0, -160}), result(source, 4, {1}, {1}, "-cl-std=CL3.0 -g"));
}

// A marker takes its part of the queue until it has ended.
TEST(DeviceEnqueue, markers_fill_a_queue) {
  const std::string source = kernel_of(R"(
    clk_event_t start = create_user_event();
    while (out[0] < 100000 && (out[1] = enqueue_marker(q, 1, &start, NULL)) == CLK_SUCCESS) ++out[0];
    set_user_event_status(start, CL_COMPLETE);
    out[2] = enqueue_marker(q, 1, &start, NULL);
    release_event(start);)");
  const std::vector<int> got = result(source, 3, {1}, {1}, "-cl-std=CL2.0 -g", 64 << 10);
  EXPECT_GT(got[0], 50);
  EXPECT_LT(got[0], 1000);
  EXPECT_EQ(-161, got[1]);
  EXPECT_EQ(0, got[2]);
}

// The program may release queue and kernel while they are used; the default queue may change.
TEST(DeviceEnqueue, queues_released_while_in_use) {
  Program program = build(kernel_of(R"(
    for (int i = 0; i < 100; ++i) {
      if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(out); })) atomic_inc(out + 1);
      if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(out); }))
        atomic_inc(out + 1);
    })"),
                          "-cl-std=CL2.0");
  Queue own = make_queue();
  cl_int error = CL_SUCCESS;
  for (int i = 0; i < 20; ++i) {
    Buffer out = make_buffer(std::vector<int>(2));
    Event start(clCreateUserEvent(context(), &error));
    ok(error);
    {
      Kernel k = kernel(program, "test");
      Queue q = device_queue(), standard = device_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT);
      set_args(k, out, q.get());
      const size_t global = 16;
      const cl_event waits[] = {start};
      ok(clEnqueueNDRangeKernel(own, k, 1, nullptr, &global, nullptr, 1, waits, nullptr));
    }
    ok(clSetUserEventStatus(start, CL_COMPLETE));
    ok(clFinish(own));
    // The default queue was gone before the kernel began.
    EXPECT_EQ((std::vector<int>{1600, 1600}), read<int>(out, 2));
  }
}

// CL_PROFILING_COMMAND_END is the end of the kernel itself, _COMPLETE that of all that it enqueued; of a command
// buffer's kernels both are.
TEST(DeviceEnqueue, the_hosts_event_ends_before_the_children) {
  Program program = build(kernel_of("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),"
                                    "  ^{ for (volatile int spin = 0; spin < 100000; ++spin) {} });"),
                          "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  Queue own = make_queue(CL_QUEUE_PROFILING_ENABLE), q = device_queue();
  Buffer out = make_buffer(4);
  set_args(k, out, q.get());
  const size_t one = 1;
  Event event;
  ok(clEnqueueNDRangeKernel(own, k, 1, nullptr, &one, nullptr, 0, nullptr, event.out()));
  ok(clFinish(own));
  auto time = [&](cl_profiling_info param) { return info<cl_ulong>(clGetEventProfilingInfo, event.get(), param); };
  EXPECT_GE(time(CL_PROFILING_COMMAND_END), time(CL_PROFILING_COMMAND_START));
  // 100,000 volatile increments take longer than 10 us.
  EXPECT_GT(time(CL_PROFILING_COMMAND_COMPLETE), time(CL_PROFILING_COMMAND_END) + 10000);
}

// A family's kernels leave workers to other queues.
TEST(DeviceEnqueue, other_queues_go_on) {
  if (info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP() << "one worker";
  Program program = build(R"(
    void link(global volatile int *out, queue_t q) {
      if (!atomic_add(out, 0))
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ link(out, q); });
    }
    kernel void test(global volatile int *out, queue_t q) { for (int i = 0; i < 64; ++i) link(out, q); }
    kernel void stop(global volatile int *out) { atomic_inc(out); })",
                          "-cl-std=CL2.0");
  Kernel k = kernel(program, "test"), stop = kernel(program, "stop");
  Queue one = make_queue(), other = make_queue(), q = device_queue();
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out, q.get());
  set_args(stop, out);
  const size_t items = 1;
  ok(clEnqueueNDRangeKernel(one, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  ok(clFlush(one));
  ok(clEnqueueNDRangeKernel(other, stop, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  ok(clFlush(other));
  ok(clFinish(one));  // hangs where the second queue's kernel does not come by
  ok(clFinish(other));
}

// A child's copy whose source the child overwrites is made, though its launch knows no buffers.
TEST(DeviceEnqueue, async_copies_of_children) {
  const std::string source = kernel_of(R"(
    for (int i = 0; i < 1024; ++i) out[i] = i;
    out[1024] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1024, 64), ^{
      local int tile[64];
      const int l = get_local_id(0), first = 64 * get_group_id(0);
      event_t copied = async_work_group_copy(tile, out + first, 64, 0);
      wait_group_events(1, &copied);
      for (int i = 0; i < 4; ++i) {
        out[first + l] += tile[63 - l];
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
    });)");
  std::vector<int> expected(1025);
  for (int i = 0; i < 1024; ++i) expected[size_t(i)] = i + 4 * (i / 64 * 64 + 63 - i % 64);
  EXPECT_EQ(expected, result(source, 1025));
}

// Random programs: a tree of blocks with events between them, against the sums that each must find.

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  std::string source() {
    std::ostringstream text;
    text << "kernel void test(global int *out, queue_t q) {\n";
    block(text, 0, 3);
    text << "}\n";
    return text.str();
  }
  // Of the kernel that the host enqueues.
  size_t global = 0, local = 0;
  // Each slot's number, and for each observation the slot whose number it must find.
  std::vector<int> sums, observed;

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // The body of a block of `depth` more generations; adds up numbers of its work-items in its slot.
  void block(std::ostream &text, int parent_slot, int depth, const std::string &before = "", bool has_tile = false) {
    const int slot = static_cast<int>(sums.size()), a = below(50), b = below(1000), offset = below(3);
    const bool top = depth == 3;
    const size_t n = 1 + static_cast<size_t>(below(70)), l = 1 + static_cast<size_t>(below(16));
    if (top)
      global = n, local = l;
    else
      sizes_ = {static_cast<size_t>(offset), n, l};
    sums.push_back(0);
    for (size_t i = 0; i < n; ++i)
      sums[static_cast<size_t>(slot)] += static_cast<int>(i + (top ? 0 : static_cast<size_t>(offset))) * a + b;
    const std::string id = "i" + std::to_string(slot);
    text << "const int " << id << " = get_global_id(0), v" << slot << " = " << id << " * " << a << " + " << b << ";\n";
    if (has_tile)
      text << "local int *t" << slot << " = tile; t" << slot << "[get_local_id(0)] = v" << slot
           << "; barrier(CLK_LOCAL_MEM_FENCE);\natomic_add(out + " << slot << ", t" << slot
           << "[get_local_size(0) - 1 - get_local_id(0)]);\n";
    else
      text << "atomic_add(out + " << slot << ", v" << slot << ");\n";
    text << "if (" << id << " == " << (top ? 0 : offset) << ") {\n" << before;
    const int children = depth ? below(4) : 0;
    std::vector<std::pair<std::string, std::vector<int>>> events;  // with the slots that have ended when they have
    const bool gate = children && below(3) == 0;
    if (gate) text << "clk_event_t gate" << slot << " = create_user_event();\n";
    for (int child = 0; child < children; ++child) {
      const int first = static_cast<int>(sums.size());
      const std::string name = std::to_string(first);
      std::vector<std::string> waits;
      std::string looks;
      auto look = [&](int at) {
        looks += "out[OBSERVED + " + std::to_string(observed.size()) + "] = out[" + std::to_string(at) + "];\n";
        observed.push_back(at);
      };
      if (gate && below(2)) waits.push_back("gate" + std::to_string(slot));
      for (auto &[event, slots] : events)
        if (below(2)) {
          waits.push_back(event);
          for (int at : slots) look(at);
        }
      const char *flags[] = {"NO_WAIT", "WAIT_KERNEL", "WAIT_WORK_GROUP"};
      const int flag = below(3);
      if (flag == 1) look(slot);
      const bool tile = below(3) == 0, wants_event = below(2);
      std::ostringstream body;
      block(body, slot, depth - 1, looks, tile);
      const auto [start, size, group] = sizes_;
      text << "clk_event_t e" << name << ";\n";
      if (!waits.empty()) {
        text << "clk_event_t w" << name << "[] = {";
        for (auto &wait : waits) text << wait << ", ";
        text << "};\n";
      }
      text << "if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_" << flags[flag] << ", ndrange_1D(" << start << ", " << size
           << ", " << group << "), " << waits.size() << ", " << (waits.empty() ? "NULL" : "w" + name) << ", "
           << (wants_event ? "&e" + name : "NULL") << ", ^" << (tile ? "(local void *tile) " : "") << "{\n"
           << body.str() << "}" << (tile ? ", (uint)" + std::to_string(4 * group) : "") << ")) out[FAILED] = 1;\n";
      if (wants_event) {
        std::vector<int> inside;
        for (int at = first; at < static_cast<int>(sums.size()); ++at) inside.push_back(at);
        events.push_back({"e" + name, inside});
        if (events.size() > 1 && below(3) == 0) {  // a marker for the last two
          auto &[one, some] = events[events.size() - 2];
          auto &[two, more] = events.back();
          text << "clk_event_t m" << name << ", p" << name << "[] = {" << one << ", " << two << "};\n"
               << "if (enqueue_marker(q, 2, p" << name << ", &m" << name << ")) out[FAILED] = 1;\n";
          std::vector<int> both = some;
          both.insert(both.end(), more.begin(), more.end());
          events.push_back({"m" + name, both});
        }
      }
    }
    if (gate) text << "set_user_event_status(gate" << slot << ", CL_COMPLETE); release_event(gate" << slot << ");\n";
    for (auto &[event, slots] : events) text << "release_event(" << event << ");\n";
    text << "}\n";
    if (!top) sizes_ = {static_cast<size_t>(offset), n, l};
    (void)parent_slot;
  }

  std::mt19937 random_;
  std::tuple<size_t, size_t, size_t> sizes_;
};

TEST(DeviceEnqueue, random_trees) {
  const char *count = std::getenv("WHERRY_RANDOM_TREES"), *seed = std::getenv("WHERRY_TEST_SEED");
  const unsigned first = seed ? static_cast<unsigned>(std::atoi(seed)) : 1;
  const unsigned number = count ? static_cast<unsigned>(std::atoi(count)) : 10;
  Queue q = device_queue();
  for (unsigned i = 0; i < number; ++i) {
    RandomTree tree(first + i);
    std::string text = tree.source();
    const size_t slots = tree.sums.size(), all = slots + tree.observed.size() + 1;
    SCOPED_TRACE("WHERRY_TEST_SEED=" + std::to_string(first + i) + "\n" + text);
    Program program = build(
        text, ("-cl-std=CL2.0 -DOBSERVED=" + std::to_string(slots) + " -DFAILED=" + std::to_string(all - 1)).c_str());
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(std::vector<int>(all));
    set_args(k, out, q.get());
    run(k, {tree.global}, {tree.local});
    std::vector<int> expected = tree.sums;
    for (int at : tree.observed) expected.push_back(tree.sums[static_cast<size_t>(at)]);
    expected.push_back(0);
    ASSERT_EQ(expected, read<int>(out, all));
  }
}

}  // namespace
