// SPDX-License-Identifier: Apache-2.0
// Programs that do not order their commands: each is reported, with both commands, the object and the bytes.
#include <gtest/gtest.h>

#include "commands.h"
#include "wherry/cl_command_buffer.h"

namespace wherry::test {

Commands::Commands() {
  program = build(R"(
kernel void put(global int *p, int first) { p[first + get_global_id(0)] = first; }
kernel void get(global const int *p, int first, global int *out) {
  out[get_global_id(0)] = p[first + get_global_id(0)];
}
kernel void add(global int *p, int first) { atomic_inc(p + first + get_global_id(0)); }
kernel void look(constant int *p, int first, global int *out) {
  out[get_global_id(0)] = p[first + get_global_id(0)];
}
kernel void odd(global int *p, int first) { p[2 * get_global_id(0) + 1] = first; }
kernel void even(global int *p, int first) { p[2 * get_global_id(0)] = first; }
kernel void set(global int *p) { p[get_global_id(0)] = 3; }
kernel void work(global int *p, int first) {
  for (int i = 0; i < 1000; ++i) p[first + get_global_id(0)] += i;
}
kernel void publish(global int *p, int first) {
  if (get_global_id(0) != 0) return;
  p[first] = 5;
  atomic_store_explicit((volatile global atomic_int *)p + first + 1, 1, memory_order_release, memory_scope_device);
}
kernel void subscribe(global int *p, int first) {
  if (get_global_id(0) == 0 && atomic_load_explicit((volatile global atomic_int *)p + first + 1, memory_order_acquire,
                                                    memory_scope_device))
    p[first] += 1;
}
kernel void enqueued(global int *p, int first) {
  if (get_global_id(0) != 0) return;
  p[first] = 1;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16), ^{ p[first + get_global_id(0)] += 1; });
}
)",
                  "-cl-std=CL3.0");
}

void Commands::finish() {
  for (cl_command_queue each : {a.get(), b.get(), loose.get()}) ok(clFinish(each));
}

static cl_uint count(const std::vector<cl_event> &events) { return static_cast<cl_uint>(events.size()); }
static const cl_event *list(const std::vector<cl_event> &events) { return events.empty() ? nullptr : events.data(); }

Event Commands::write(cl_command_queue on, const std::vector<cl_event> &after, size_t offset, size_t bytes) {
  Event event;
  ok(clEnqueueWriteBuffer(on, buffer, CL_FALSE, offset, bytes, from.data(), count(after), list(after), event.out()));
  return event;
}
Event Commands::read(cl_command_queue on, const std::vector<cl_event> &after, size_t offset, size_t bytes) {
  Event event;
  ok(clEnqueueReadBuffer(on, buffer, CL_FALSE, offset, bytes, (on == a ? to : to_too).data(), count(after), list(after),
                         event.out()));
  return event;
}
Event Commands::fill(cl_command_queue on, const std::vector<cl_event> &after, size_t offset, size_t bytes) {
  Event event;
  ok(clEnqueueFillBuffer(on, buffer, &pattern, sizeof pattern, offset, bytes, count(after), list(after), event.out()));
  return event;
}
Event Commands::copy(cl_command_queue on, const std::vector<cl_event> &after, size_t offset, size_t bytes) {
  Event event;
  ok(clEnqueueCopyBuffer(on, buffer, other, offset, offset, bytes, count(after), list(after), event.out()));
  return event;
}
Event Commands::run(cl_command_queue on, const char *name, const std::vector<cl_event> &after, size_t items,
                    cl_int first) {
  Kernel k = kernel(program, name);
  set_args(k, buffer, first);
  const std::string text = name;
  if (text == "get" || text == "look") set_arg(k, 2, other);
  Event event;
  ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &items, nullptr, count(after), list(after), event.out()));
  return event;
}
Event Commands::run_on(cl_command_queue on, const char *name, cl_mem memory, size_t items) {
  Kernel k = kernel(program, name);
  set_arg(k, 0, memory);
  Event event;
  ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &items, nullptr, 0, nullptr, event.out()));
  return event;
}

void expect_race(Commands &commands, const std::vector<std::string> &parts) {
  commands.finish();
  const auto reports = new_reports();
  ASSERT_EQ(1u, reports.size()) << (reports.empty() ? "none" : reports.back());
  EXPECT_NE(std::string::npos, reports[0].find("race of commands")) << reports[0];
  for (const std::string &part : parts) EXPECT_NE(std::string::npos, reports[0].find(part)) << reports[0];
}

void expect_none(Commands &commands) {
  commands.finish();
  EXPECT_EQ(std::vector<std::string>(), new_reports());
}

namespace {

TEST(CommandRaces, write_and_kernel_in_two_queues) {
  Commands c;
  c.write(c.a);
  c.run(c.b, "get");
  expect_race(c, {"clEnqueueWriteBuffer in queue", "kernel 'get' in queue", "line 4:27", "bytes 0 to 4095 of ",
                  "(4096 bytes)", "the queues differ"});
}

TEST(CommandRaces, kernel_and_read_that_does_not_wait) {
  Commands c;
  c.run(c.a, "put");
  c.read(c.b);
  expect_race(c, {"kernel 'put'", "line 2:", "clEnqueueReadBuffer"});
}

TEST(CommandRaces, out_of_order_without_an_event) {
  Commands c;
  c.run(c.loose, "put");
  c.run(c.loose, "get");
  expect_race(c, {"kernel 'put'", "kernel 'get'", "the queue is out of order"});
}

TEST(CommandRaces, fill_and_copy) {
  Commands c;
  c.fill(c.loose);
  c.copy(c.loose);
  expect_race(c, {"clEnqueueFillBuffer", "clEnqueueCopyBuffer", "bytes 0 to 4095"});
}

TEST(CommandRaces, two_writes_that_share_some_bytes) {
  Commands c;
  c.write(c.a, {}, 0, 100);
  c.write(c.b, {}, 96, 100);
  expect_race(c, {"writes bytes 96 to 99 of a buffer (4096 bytes), which clEnqueueWriteBuffer"});
}

TEST(CommandRaces, overlapping_sub_buffers) {
  Commands c;
  const cl_buffer_region first{0, 2048}, second{1024, 2048};
  cl_int code = CL_SUCCESS;
  Buffer one(clCreateSubBuffer(c.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &first, &code));
  ok(code);
  Buffer two(clCreateSubBuffer(c.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &second, &code));
  ok(code);
  c.run_on(c.a, "set", one, 512);
  c.run_on(c.b, "set", two, 512);
  expect_race(c, {"kernel 'set'", "argument 0 'p' (2048 bytes)"});
}

TEST(CommandRaces, map_and_kernel) {
  Commands c;
  c.run(c.a, "put");
  cl_int code = CL_SUCCESS;
  void *mapped = clEnqueueMapBuffer(c.b, c.buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &code);
  ok(code);
  ok(clEnqueueUnmapMemObject(c.b, c.buffer, mapped, 0, nullptr, nullptr));
  expect_race(c, {"clEnqueueMapBuffer", "kernel 'put'", "bytes 0 to 63"});
}

TEST(CommandRaces, unmap_and_kernel) {
  Commands c;
  cl_int code = CL_SUCCESS;
  void *mapped =
      clEnqueueMapBuffer(c.a, c.buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, 0, nullptr, nullptr, &code);
  ok(code);
  ok(clEnqueueUnmapMemObject(c.a, c.buffer, mapped, 0, nullptr, nullptr));
  c.run(c.b, "get");
  expect_race(c, {"clEnqueueUnmapMemObject", "kernel 'get'", "bytes 0 to 63"});
}

TEST(CommandRaces, shared_virtual_memory) {
  Commands c;
  void *memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, kBytes, 0);
  ASSERT_TRUE(memory);
  Kernel k = kernel(c.program, "set");
  ok(clSetKernelArgSVMPointer(k, 0, memory));
  const size_t items = kInts;
  ok(clEnqueueNDRangeKernel(c.a, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  ok(clEnqueueSVMMemFill(c.b, memory, &c.pattern, sizeof c.pattern, kBytes, 0, nullptr, nullptr));
  expect_race(c, {"kernel 'set'", "clEnqueueSVMMemFill"});
  ok(clEnqueueSVMMemcpy(c.a, CL_FALSE, c.to.data(), memory, kBytes, 0, nullptr, nullptr));
  ok(clEnqueueSVMMap(c.b, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, memory, kBytes, 0, nullptr, nullptr));
  expect_race(c, {"clEnqueueSVMMemcpy", "clEnqueueSVMMap", "of shared memory (4096 bytes)"});
  ok(clEnqueueSVMUnmap(c.b, memory, 0, nullptr, nullptr));
  c.finish();
  clSVMFree(context(), memory);
}

TEST(CommandRaces, constants_and_write) {
  Commands c;
  c.run(c.a, "look");
  c.write(c.b);
  expect_race(c, {"kernel 'look'", "clEnqueueWriteBuffer"});
}

TEST(CommandRaces, atomics_and_read) {
  Commands c;
  c.run(c.a, "add");
  c.read(c.b);
  expect_race(c, {"kernel 'add'", "updates atomically", "clEnqueueReadBuffer"});
}

TEST(CommandRaces, rectangles) {
  Commands c;
  const size_t origin[3] = {0, 1, 0}, host[3] = {}, region[3] = {16, 2, 1};
  ok(clEnqueueWriteBufferRect(c.a, c.buffer, CL_FALSE, origin, host, region, 64, 0, 16, 0, c.from.data(), 0, nullptr,
                              nullptr));
  c.run(c.b, "put", {}, 1, 35);
  expect_race(c, {"clEnqueueWriteBufferRect", "kernel 'put'", "bytes 140 to 143"});
}

TEST(CommandRaces, event_of_another_command) {
  Commands c;
  Event earlier = c.run(c.a, "get");
  c.write(c.a);
  c.run(c.b, "put", {earlier});
  expect_race(c, {"clEnqueueWriteBuffer", "kernel 'put'"});
}

TEST(CommandRaces, host_waits_for_the_wrong_command) {
  Commands c;
  Event first = c.read(c.a);
  c.run(c.a, "put");
  ok(clWaitForEvents(1, &static_cast<const cl_event &>(first.get())));
  c.read(c.b);
  expect_race(c, {"kernel 'put'", "clEnqueueReadBuffer"});
}

TEST(CommandRaces, commands_before_a_user_event) {
  Commands c;
  cl_int code = CL_SUCCESS;
  Event gate(clCreateUserEvent(context(), &code));
  ok(code);
  c.write(c.a, {gate});
  c.run(c.b, "put", {gate});
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  expect_race(c, {"clEnqueueWriteBuffer", "kernel 'put'"});
}

TEST(CommandRaces, barrier_of_another_queue) {
  Commands c;
  c.write(c.a);
  ok(clEnqueueBarrierWithWaitList(c.loose, 0, nullptr, nullptr));
  c.copy(c.loose);
  expect_race(c, {"clEnqueueWriteBuffer", "clEnqueueCopyBuffer"});
}

TEST(CommandRaces, command_buffers) {
  Commands c;
  const auto create = extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
  cl_command_queue on = c.a;
  cl_int code = CL_SUCCESS;
  cl_command_buffer_khr made = create(1, &on, nullptr, &code);
  ok(code);
  ok(extension<decltype(&wherry::khr::clCommandFillBufferKHR)>("clCommandFillBufferKHR")(
      made, nullptr, nullptr, c.buffer, &c.pattern, 4, 0, 64, 0, nullptr, nullptr, nullptr));
  ok(extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(made));
  ok(extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR")(0, nullptr, made, 0, nullptr, nullptr));
  c.write(c.b);
  expect_race(c, {"clEnqueueCommandBufferKHR (command 1)", "clEnqueueWriteBuffer", "bytes 0 to 63"});
  ok(extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(made));
}

TEST(CommandRaces, commands_of_a_command_buffer) {
  Commands c;
  const auto create = extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
  const auto fill = extension<decltype(&wherry::khr::clCommandFillBufferKHR)>("clCommandFillBufferKHR");
  const auto barrier =
      extension<decltype(&wherry::khr::clCommandBarrierWithWaitListKHR)>("clCommandBarrierWithWaitListKHR");
  const auto enqueue = extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
  enum Order { by_queue, by_point, by_barrier, none };
  for (const Order order : {by_queue, by_point, by_barrier, none}) {
    cl_command_queue on = order == by_queue ? c.a : c.loose;
    cl_int code = CL_SUCCESS;
    cl_command_buffer_khr made = create(1, &on, nullptr, &code);
    ok(code);
    cl_sync_point_khr point;
    ok(fill(made, nullptr, nullptr, c.buffer, &c.pattern, 4, 0, 64, 0, nullptr, &point, nullptr));
    if (order == by_barrier) ok(barrier(made, nullptr, nullptr, 0, nullptr, nullptr, nullptr));
    ok(fill(made, nullptr, nullptr, c.buffer, &c.pattern, 4, 32, 64, order == by_point,
            order == by_point ? &point : nullptr, nullptr, nullptr));
    ok(extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(made));
    Event ended, again;
    ok(enqueue(0, nullptr, made, 0, nullptr, ended.out()));
    const cl_event first = ended;
    ok(enqueue(0, nullptr, made, 1, &first, again.out()));  // behind all of the first
    c.write(c.b, {again});
    if (order == none) {
      expect_race(c, {"clEnqueueCommandBufferKHR (command 1) in queue",
                      "clEnqueueCommandBufferKHR (command 2) in queue", "bytes 32 to 63"});
    } else {
      c.finish();
      EXPECT_EQ(std::vector<std::string>(), new_reports()) << order;
    }
    ok(extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(made));
  }
}

// Neither kernel's accesses are lost where both run at the same time.
TEST(CommandRaces, of_kernels_that_run_at_the_same_time) {
  for (int i = 0; i < 5; ++i) {
    Commands c;
    c.run(c.a, "work");
    c.run(c.b, "work");
    expect_race(c, {"kernel 'work'", "line 14:"});
  }
}

TEST(CommandRaces, parts_of_a_command_buffer_of_two_queues) {
  Commands c;
  const auto create = extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
  const auto fill = extension<decltype(&wherry::khr::clCommandFillBufferKHR)>("clCommandFillBufferKHR");
  const auto enqueue = extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
  for (const bool ordered : {true, false}) {
    cl_command_queue on[] = {c.a, c.b};
    cl_int code = CL_SUCCESS;
    cl_command_buffer_khr made = create(2, on, nullptr, &code);
    ok(code);
    cl_sync_point_khr point;
    ok(fill(made, c.a, nullptr, c.buffer, &c.pattern, 4, 0, 64, 0, nullptr, &point, nullptr));
    ok(fill(made, c.b, nullptr, c.buffer, &c.pattern, 4, 0, 64, ordered, ordered ? &point : nullptr, nullptr, nullptr));
    ok(extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(made));
    ok(enqueue(2, on, made, 0, nullptr, nullptr));
    c.finish();
    if (ordered)
      EXPECT_EQ(std::vector<std::string>(), new_reports());
    else
      expect_race(c, {"clEnqueueCommandBufferKHR", "bytes 0 to 63"});
    ok(extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(made));
  }
}

TEST(CommandRaces, are_reported_once_for_two_places) {
  Commands c;
  for (int i = 0; i < 4; ++i) {
    c.write(c.a);
    c.run(c.b, "put");
  }
  expect_race(c, {"clEnqueueWriteBuffer", "kernel 'put'"});
}

}  // namespace

}  // namespace wherry::test
