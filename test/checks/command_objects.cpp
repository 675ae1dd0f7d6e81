// SPDX-License-Identifier: Apache-2.0
// Commands on pipes, on program-scope variables, and on memory to which no argument leads.
#include <gtest/gtest.h>

#include "commands.h"

namespace wherry::test {

namespace {

struct Pipes : Commands {
  ~Pipes() { finish(); }

  Event launch(cl_command_queue on, const char *name, cl_mem memory, const std::vector<cl_event> &after = {}) {
    Kernel k = kernel(pipes, name);
    set_args(k, memory, out);
    const size_t items = 16;
    Event event;
    ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &items, nullptr, static_cast<cl_uint>(after.size()),
                              after.empty() ? nullptr : after.data(), event.out()));
    return event;
  }

  static Buffer make() {
    cl_int code = CL_SUCCESS;
    Buffer made(clCreatePipe(context(), CL_MEM_READ_WRITE, sizeof(cl_int), 256, nullptr, &code));
    ok(code);
    return made;
  }

  Program pipes = build(R"(
kernel void put(write_only pipe int to, global int *out) {
  int value = get_global_id(0);
  write_pipe(to, &value);
}
kernel void put_reserved(write_only pipe int to, global int *out) {
  int value = get_global_id(0);
  reserve_id_t id = work_group_reserve_write_pipe(to, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    write_pipe(to, id, get_local_id(0), &value);
    work_group_commit_write_pipe(to, id);
  }
}
kernel void get(read_only pipe int from, global int *out) {
  int value;
  if (read_pipe(from, &value) == 0) atomic_add(out, value);
}
kernel void get_there(read_only pipe int from, global int *out) { read_pipe(from, out + get_global_id(0)); }
kernel void ask(read_only pipe int from, global int *out) { atomic_max(out, get_pipe_num_packets(from)); }
)",
                        "-cl-std=CL3.0");
  Buffer pipe = make(), another = make(), out = make_buffer(kBytes);
};

TEST(CommandPipes, of_two_writers) {
  Pipes c;
  c.launch(c.a, "put", c.pipe);
  c.launch(c.b, "put_reserved", c.pipe);
  expect_race(c, {"kernel 'put' in queue", "line 4:", "kernel 'put_reserved' in queue",
                  "line 8:", "uses the write end of a pipe, which", "the queues differ"});
}

TEST(CommandPipes, of_two_readers) {
  Pipes c;
  c.launch(c.a, "put", c.pipe);
  ok(clFinish(c.a));
  c.launch(c.loose, "get", c.pipe);
  c.launch(c.loose, "get", c.pipe);
  expect_race(c, {"kernel 'get' in queue", "line 16:", "uses the read end of a pipe", "the queue is out of order"});
}

TEST(CommandPipes, of_a_writer_and_a_reader) {
  Pipes c;
  c.launch(c.a, "put", c.pipe);
  c.launch(c.b, "get", c.pipe);
  c.launch(c.a, "put_reserved", c.pipe);
  c.launch(c.b, "get", c.pipe);
  expect_none(c);
}

TEST(CommandPipes, of_ordered_writers) {
  Pipes c;
  Event put = c.launch(c.a, "put", c.pipe);
  c.launch(c.b, "put", c.pipe, {put});
  c.launch(c.loose, "put", c.another);
  expect_none(c);
}

TEST(CommandPipes, that_are_asked_for_their_packets) {
  Pipes c;
  c.launch(c.a, "get", c.pipe);
  c.launch(c.b, "ask", c.pipe);
  c.launch(c.loose, "ask", c.pipe);
  expect_none(c);
}

TEST(CommandPipes, whose_packets_go_to_buffers) {
  Pipes c;
  c.launch(c.a, "put", c.pipe);
  ok(clFinish(c.a));
  c.launch(c.a, "get_there", c.pipe);
  ok(clEnqueueFillBuffer(c.b, c.out, &c.pattern, sizeof c.pattern, 0, 64, 0, nullptr, nullptr));
  expect_race(c, {"kernel 'get_there'", "line 18:", "clEnqueueFillBuffer", "bytes 0 to 63 of "});
}

// Kernels that a kernel enqueues are its command's.
struct Children : Commands {
  ~Children() { finish(); }
  static Queue on_device() {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int code = CL_SUCCESS;
    Queue made(clCreateCommandQueueWithProperties(context(), device(), properties, &code));
    ok(code);
    return made;
  }
  Event launch(cl_command_queue on, const char *name, const std::vector<cl_event> &after = {}) {
    Kernel k = kernel(parents, name);
    set_args(k, buffer);
    const size_t items = 1;
    Event event;
    ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &items, nullptr, static_cast<cl_uint>(after.size()),
                              after.empty() ? nullptr : after.data(), event.out()));
    return event;
  }
  Queue standard = on_device();
  Program parents = build(R"(
kernel void child(global int *p) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16), ^{
    p[get_global_id(0)] = 1;
  });
}
kernel void grandchild(global int *p) {
  p[0] = 2;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
    p[0] += 1;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8), ^{
      p[get_global_id(0)] += 1;
    });
  });
}
)",
                          "-cl-std=CL3.0");
};

TEST(CommandChildren, that_write_what_another_command_writes) {
  Children c;
  c.launch(c.a, "child");
  c.write(c.b);
  expect_race(c, {"clEnqueueWriteBuffer in queue", "kernel '__child_block_invoke_kernel' in queue",
                  "line 4:", "bytes 0 to 63 of "});
}

TEST(CommandChildren, of_children) {
  Children c;
  c.launch(c.loose, "grandchild");
  c.fill(c.loose, {}, 4, 64);
  expect_race(c, {"clEnqueueFillBuffer in queue", "line 12:", "bytes 4 to 31 of "});
}

// What a child has overwritten its parent has accessed.
TEST(CommandChildren, and_what_their_parents_wrote) {
  Children c;
  c.launch(c.loose, "grandchild");
  c.fill(c.loose, {}, 0, 4);
  c.finish();
  EXPECT_FALSE(new_reports().empty());
}

TEST(CommandChildren, of_commands_that_are_ordered) {
  Children c;
  Event first = c.write(c.b), second = c.launch(c.a, "grandchild", {first}),
        third = c.launch(c.loose, "child", {second});
  c.read(c.b, {third});
  expect_none(c);
}

constexpr char kVariables[] = R"(
global int counters[64];
global int other = 5;
global atomic_int sum;
constant int table[4] = {1, 2, 3, 4};
kernel void set(int value) { counters[get_global_id(0)] = value + table[value & 3]; }
kernel void upper(int value) { counters[32 + get_global_id(0)] = value; }
kernel void read(global int *out) { out[get_global_id(0)] = counters[get_global_id(0)] + other; }
kernel void add(int value) { atomic_fetch_add_explicit(&sum, value, memory_order_relaxed, memory_scope_device); }
kernel void count(global int *out) {
  global static int calls;
  if (get_global_id(0) == 0) *out = ++calls;
}
)";

struct Variables : Commands {
  ~Variables() { finish(); }
  template <class Arg> Event launch(cl_command_queue on, const char *name, const Arg &arg) {
    Kernel k = kernel(variables, name);
    set_args(k, arg);
    const size_t items = 32;
    Event event;
    ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &items, nullptr, 0, nullptr, event.out()));
    return event;
  }
  Program variables = build(kVariables, "-cl-std=CL3.0");
  Buffer out = make_buffer(kBytes), out_too = make_buffer(kBytes);
};

TEST(CommandVariables, that_two_kernels_write) {
  Variables c;
  c.launch(c.a, "set", cl_int{1});
  c.launch(c.b, "set", cl_int{2});
  expect_race(c, {"kernel 'set' in queue", "line 6:", "of variable 'counters' (256 bytes)"});
}

TEST(CommandVariables, that_one_reads) {
  Variables c;
  c.launch(c.loose, "set", cl_int{1});
  c.launch(c.loose, "read", c.out);
  expect_race(c, {"kernel 'set'", "kernel 'read'", "line 8:", "of variable 'counters'"});
}

TEST(CommandVariables, in_a_function) {
  Variables c;
  c.launch(c.a, "count", c.out);
  c.launch(c.b, "count", c.out_too);
  expect_race(c, {"kernel 'count'", "line 12:", "of variable 'calls' (4 bytes)"});
}

TEST(CommandVariables, that_are_ordered_or_apart) {
  Variables c;
  c.launch(c.a, "set", cl_int{1});
  c.launch(c.b, "upper", cl_int{2});
  c.finish();
  c.launch(c.a, "read", c.out);
  c.launch(c.b, "read", c.out_too);
  c.finish();
  c.launch(c.a, "add", cl_int{1});
  c.launch(c.b, "add", cl_int{1});
  c.finish();
  c.launch(c.a, "set", cl_int{1});
  c.launch(c.a, "read", c.out);
  expect_none(c);
}

// Each program has its own, which may stand where another program's stood.
TEST(CommandVariables, of_programs_one_after_the_other) {
  Commands c;
  for (int i = 0; i < 12; ++i) {
    const std::string source = kVariables + std::string("constant int number = ") + std::to_string(i) + ";";
    Program program = build(source, "-cl-std=CL3.0");
    Kernel k = kernel(program, "set");
    set_args(k, cl_int{i});
    const size_t items = 32;
    Event done;
    ok(clEnqueueNDRangeKernel(i % 2 ? c.a : c.b, k, 1, nullptr, &items, nullptr, 0, nullptr, done.out()));
    ok(clFlush(i % 2 ? c.a : c.b));
  }
  expect_none(c);
}

constexpr char kPointers[] = R"(
struct List { global int *ints; };
kernel void follow(global struct List *list, int value) { list->ints[get_global_id(0)] = value; }
)";

TEST(CommandPointers, in_memory) {
  Commands c;
  Program program = build(kPointers, "-cl-std=CL3.0");
  auto *ints = static_cast<cl_int *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, kBytes, 0));
  auto *unused = static_cast<cl_int *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, kBytes, 0));
  ASSERT_TRUE(ints && unused);
  const auto launch = [&](cl_command_queue on, size_t first, size_t count) {
    cl_int *begin = ints + first;
    Buffer list = make_buffer(sizeof begin, &begin, CL_MEM_COPY_HOST_PTR);
    Kernel k = kernel(program, "follow");
    set_args(k, list, cl_int{3});
    void *reached = ints;
    ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, &reached));
    ok(clEnqueueNDRangeKernel(on, k, 1, nullptr, &count, nullptr, 0, nullptr, nullptr));
  };
  const auto fill = [&](cl_command_queue on, cl_int *begin) {
    ok(clEnqueueSVMMemFill(on, begin, &c.pattern, sizeof c.pattern, kBytes / 2, 0, nullptr, nullptr));
  };
  launch(c.a, 0, kInts / 2);
  fill(c.b, ints + kInts / 2);
  fill(c.loose, unused);
  expect_none(c);
  launch(c.a, kInts / 2, kInts / 2);
  fill(c.b, ints + kInts / 2);
  expect_race(c, {"kernel 'follow'", "line 3:", "clEnqueueSVMMemFill", "bytes 2048 to 4095 of shared memory"});
  clSVMFree(context(), ints);
  clSVMFree(context(), unused);
}

// What a native kernel accesses is not known: it may leave alone what another command writes.
TEST(CommandPointers, of_native_kernels) {
  Commands c;
  struct Args {
    void *memory;
  } args{nullptr};
  cl_mem memory = c.buffer;
  const void *place = &args.memory;
  const auto first_int = [](void *data) { *static_cast<cl_int *>(static_cast<Args *>(data)->memory) = 1; };
  ok(clEnqueueNativeKernel(c.a, first_int, &args, sizeof args, 1, &memory, &place, 0, nullptr, nullptr));
  c.fill(c.b, {}, 4, kBytes - 4);
  expect_none(c);
}

}  // namespace

}  // namespace wherry::test
