// SPDX-License-Identifier: Apache-2.0
// Pipes: the host's calls, and OpenCL C's functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "api/bad_calls.h"

using namespace wherry::test;

namespace {

Buffer create(cl_uint packet_size, cl_uint packets, cl_context in = context()) {
  cl_int error;
  Buffer made(clCreatePipe(in, 0, packet_size, packets, nullptr, &error));
  ok(error);
  return made;
}

constexpr char kSource[] = R"(
typedef struct { char a; int b; short3 c; } Record;

kernel void put(global const int *from, write_only pipe int out, global int *failed) {
  if (write_pipe(out, &from[get_global_id(0)])) atomic_inc(failed);
}
int take(read_only pipe int in, int *to) { return read_pipe(in, to); }
kernel void get(read_only pipe int in, global int *to, global int *failed) {
  int got = -1;
  if (take(in, &got)) atomic_inc(failed);
  to[get_global_id(0)] = got;
}
kernel void put_records(write_only pipe Record out) {
  const int i = get_global_id(0);
  const Record record = {i, -i, (short3)(i, i + 1, i + 2)};
  write_pipe(out, &record);
}
kernel void get_records(read_only pipe Record in, global int *wrong) {
  Record got;
  if (read_pipe(in, &got) || got.b != -got.a || got.c.z != got.a + 2) atomic_inc(wrong);
}

// One work-item: reservations committed in another order than they were made in.
kernel void reserve(write_only pipe int out, read_only pipe int in, global int *to) {
  reserve_id_t ids[3];
  int value = 0, n = 0;
  for (int i = 0; i < 3; ++i) {
    ids[i] = reserve_write_pipe(out, 2);
    to[n++] = is_valid_reserve_id(ids[i]);
  }
  to[n++] = is_valid_reserve_id(reserve_write_pipe(out, 3));
  for (int i = 2; i >= 0; --i)
    for (uint k = 0; k < 2; ++k) {
      value = 10 * i + k;
      to[n++] = write_pipe(out, ids[i], k, &value);
    }
  to[n++] = write_pipe(out, ids[0], 2, &value);
  value = 99;
  to[n++] = write_pipe(out, &value);
  commit_write_pipe(out, ids[1]);
  to[n++] = get_pipe_num_packets(in);
  commit_write_pipe(out, ids[0]);
  to[n++] = get_pipe_num_packets(in);
  commit_write_pipe(out, ids[2]);
  to[n++] = get_pipe_num_packets(out);
  to[n++] = get_pipe_max_packets(in);
  to[n++] = write_pipe(out, ids[2], 0, &value);
}
kernel void reserve_reads(read_only pipe int in, write_only pipe int out, global int *to) {
  int n = 0;
  to[n++] = is_valid_reserve_id(reserve_read_pipe(in, 8));
  reserve_id_t first = reserve_read_pipe(in, 3), second = reserve_read_pipe(in, 2);
  for (int i = 0; i < 3; ++i) read_pipe(in, first, i, to + n++);
  for (int i = 1; i >= 0; --i) read_pipe(in, second, i, to + n++);
  int more = 7;
  to[n++] = get_pipe_num_packets(in);
  to[n++] = write_pipe(out, &more);
  commit_read_pipe(in, second);
  to[n++] = write_pipe(out, &more);
  commit_read_pipe(in, first);
  to[n++] = write_pipe(out, &more);
}

kernel void group_put(global const int *from, write_only pipe int out, global int *failed) {
  local reserve_id_t id;
  id = work_group_reserve_write_pipe(out, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    write_pipe(out, id, get_local_id(0), &from[get_global_id(0)]);
    work_group_commit_write_pipe(out, id);
  } else
    atomic_inc(failed);
}
kernel void group_get(read_only pipe int in, global int *to, global int *failed) {
  for (uint round = 0; round < 2; ++round) {
    reserve_id_t id = work_group_reserve_read_pipe(in, get_local_size(0));
    if (is_valid_reserve_id(id)) {
      read_pipe(in, id, get_local_size(0) - 1 - get_local_id(0),
                &to[(get_group_id(0) * 2 + round) * get_local_size(0) + get_local_id(0)]);
      work_group_commit_read_pipe(in, id);
    } else
      atomic_inc(failed);
  }
}

kernel void sub_group_put(global const int *from, write_only pipe int out, global int *failed) {
  reserve_id_t id = sub_group_reserve_write_pipe(out, get_sub_group_size());
  if (is_valid_reserve_id(id)) {
    write_pipe(out, id, get_sub_group_local_id(), &from[get_global_id(0)]);
    sub_group_commit_write_pipe(out, id);
  } else
    atomic_inc(failed);
}
// The packets of one sub-group, not mixed with another's, backwards.
kernel void sub_group_get(read_only pipe int in, global int *to, global int *failed) {
  reserve_id_t id = sub_group_reserve_read_pipe(in, get_sub_group_size());
  if (is_valid_reserve_id(id)) {
    read_pipe(in, id, get_sub_group_size() - 1 - get_sub_group_local_id(), &to[get_global_id(0)]);
    sub_group_commit_read_pipe(in, id);
  } else
    atomic_inc(failed);
}

// Through a narrow pipe, at the same time.
kernel void produce(write_only pipe uint out, uint each) {
  for (uint i = 0; i < each;) {
    const uint value = get_global_id(0) * each + i;
    i += write_pipe(out, &value) == 0;
  }
}
kernel void consume(read_only pipe uint in, uint each, global uint *seen) {
  for (uint i = 0; i < each;) {
    uint got;
    if (read_pipe(in, &got)) continue;
    atomic_inc(seen + got);
    ++i;
  }
}
)";

class Pipes : public testing::TestWithParam<const char *> {
 protected:
  Program program = build(kSource, GetParam());
  Kernel kernel(const char *name) { return wherry::test::kernel(program, name); }
};
INSTANTIATE_TEST_SUITE_P(, Pipes, testing::Values("-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"),
                         [](const auto &tested) { return tested.index ? "AsWritten" : "Optimised"; });

TEST_P(Pipes, packets_come_out_as_they_went_in) {
  constexpr int n = 1000;
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 5);
  Buffer pipe = create(4, n), from = make_buffer(numbers), to = make_buffer(std::vector<int>(2 * n));
  Buffer failed = make_buffer(std::vector<int>{0});
  Kernel put = kernel("put"), get = kernel("get");
  set_args(put, from, pipe, failed);
  set_args(get, pipe, to, failed);
  for (int round = 0; round < 3; ++round) {  // it wraps
    run(put, {n});
    run(get, {n});
    auto got = read<int>(to, n);
    std::sort(got.begin(), got.end());
    EXPECT_EQ(numbers, got);
    EXPECT_EQ(0, read<int>(failed, 1)[0]);
    run(get, {n / 2});  // of nothing
    run(put, {n});
    run(get, {n / 2});
    EXPECT_EQ(n / 2, read<int>(failed, 1)[0]);
    run(put, {n});  // half of them find no place
    EXPECT_EQ(n, read<int>(failed, 1)[0]);
    run(get, {2 * n});
    EXPECT_EQ(2 * n, read<int>(failed, 1)[0]);
    failed = make_buffer(std::vector<int>{0});
    set_args(put, from, pipe, failed);
    set_args(get, pipe, to, failed);
  }
  for (size_t i = 0; i < 3; ++i) run(put, {1}, {}, {10 * i});  // in order
  run(get, {1});
  EXPECT_EQ(5, read<int>(to, 1)[0]);
  run(get, {1});
  EXPECT_EQ(15, read<int>(to, 1)[0]);
}

TEST_P(Pipes, structures) {
  Buffer pipe = create(16, 100), wrong = make_buffer(std::vector<int>{0});
  Kernel put = kernel("put_records"), get = kernel("get_records");
  set_args(put, pipe);
  set_args(get, pipe, wrong);
  run(put, {100});
  run(get, {100});
  EXPECT_EQ(0, read<int>(wrong, 1)[0]);
  run(get, {1});
  EXPECT_EQ(1, read<int>(wrong, 1)[0]);
}

TEST_P(Pipes, reservations_keep_their_order) {
  Buffer pipe = create(4, 8), to = make_buffer(std::vector<int>(32, 55));
  Kernel reserve = kernel("reserve"), reserve_reads = kernel("reserve_reads");
  set_args(reserve, pipe, pipe, to);
  run(reserve, {1});
  EXPECT_EQ((std::vector<int>{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 4, 7, 8, -1}), read<int>(to, 17));
  set_args(reserve_reads, pipe, pipe, to);
  run(reserve_reads, {1});
  EXPECT_EQ((std::vector<int>{0, 0, 1, 10, 20, 11, 2, 0, -1, 0}), read<int>(to, 10));
}

TEST_P(Pipes, work_groups_reserve_together) {
  constexpr int group = 24, groups = 40, n = group * groups;
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  Buffer pipe = create(4, n), from = make_buffer(numbers), to = make_buffer(std::vector<int>(n));
  Buffer failed = make_buffer(std::vector<int>{0});
  Kernel put = kernel("group_put"), get = kernel("group_get");
  set_args(put, from, pipe, failed);
  set_args(get, pipe, to, failed);
  run(put, {n}, {group});
  run(get, {n / 2}, {group});
  EXPECT_EQ(0, read<int>(failed, 1)[0]);
  auto got = read<int>(to, n);
  std::vector<int> firsts;
  for (int g = 0; g < groups; ++g) {
    firsts.push_back(got[g * group + group - 1]);
    for (int i = 0; i < group; ++i) EXPECT_EQ(firsts.back() + group - 1 - i, got[g * group + i]);
  }
  std::sort(firsts.begin(), firsts.end());
  for (int g = 0; g < groups; ++g) EXPECT_EQ(g * group, firsts[g]);
  run(get, {group}, {group});
  EXPECT_EQ(2 * group, read<int>(failed, 1)[0]);
}

// Each side spins until the other comes: they must be run by two workers.
TEST_P(Pipes, sub_groups_reserve_together) {
  constexpr size_t n = 960, group = 96;
  Kernel put = kernel("sub_group_put"), get = kernel("sub_group_get");
  size_t sub_group = 0, local = group;
  ok(clGetKernelSubGroupInfo(put, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local,
                             sizeof sub_group, &sub_group, nullptr));
  ASSERT_EQ(group % sub_group, 0u);
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 5);
  Buffer pipe = create(4, n), from = make_buffer(numbers), to = make_buffer(std::vector<int>(n));
  Buffer failed = make_buffer(std::vector<int>{0});
  set_args(put, from, pipe, failed);
  set_args(get, pipe, to, failed);
  for (int round = 0; round < 2; ++round) {
    run(put, {n}, {group});
    EXPECT_EQ(0, read<int>(failed, 1)[0]);
    run(get, {n}, {group});
    EXPECT_EQ(0, read<int>(failed, 1)[0]);
    auto got = read<int>(to, n);
    for (size_t i = 0; i < n; i += sub_group)
      for (size_t k = 1; k < sub_group; ++k) ASSERT_EQ(got[i] - int(k), got[i + k]) << i << ' ' << k;
    std::sort(got.begin(), got.end());
    EXPECT_EQ(numbers, got);
  }
  run(get, {n}, {group});  // of nothing
  EXPECT_EQ(int(n), read<int>(failed, 1)[0]);
}

TEST_P(Pipes, between_kernels_that_run_at_once) {
  if (info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP() << "one worker";
  constexpr cl_uint each = 5000;
  Buffer pipe = create(4, 64), seen = make_buffer(std::vector<cl_uint>(each));
  Kernel produce = kernel("produce"), consume = kernel("consume");
  set_args(produce, pipe, each);
  set_args(consume, pipe, each, seen);
  Queue in = make_queue(), out = make_queue();
  ok(try_launch(in, produce, {1}));
  ok(clFlush(in));
  ok(try_launch(out, consume, {1}));
  ok(clFinish(out));
  ok(clFinish(in));
  EXPECT_EQ(std::vector<cl_uint>(each, 1), read<cl_uint>(seen, each));
}

TEST(PipeCalls, compiled_apart) {
  const char *library = "int take(read_only pipe int in, int *to) { return read_pipe(in, to); }";
  const char *user = "int take(read_only pipe int in, int *to);"
                     "kernel void get(read_only pipe int in, global int *to) { int got; *to = take(in, &got); }";
  cl_int error;
  Program parts[] = {Program(clCreateProgramWithSource(context(), 1, &library, nullptr, &error)),
                     Program(clCreateProgramWithSource(context(), 1, &user, nullptr, &error))};
  for (auto &part : parts)
    ok(clCompileProgram(part, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr));
  const cl_program both[] = {parts[0], parts[1]};
  Program linked(clLinkProgram(context(), 0, nullptr, nullptr, 2, both, nullptr, nullptr, &error));
  ok(error);
  Buffer pipe = create(4, 4), to = make_buffer(std::vector<int>{7});
  Kernel get = kernel(linked, "get");
  set_args(get, pipe, to);
  run(get, {1});
  EXPECT_EQ(-1, read<int>(to, 1)[0]);
  EXPECT_EQ(cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_PIPE}, [&] {
    cl_kernel_arg_type_qualifier found = 0;
    ok(clGetKernelArgInfo(get, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof found, &found, nullptr));
    return found;
  }());
}

TEST(PipeCalls, info) {
  EXPECT_LE(16u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_PIPE_ARGS));
  EXPECT_LE(1u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS));
  EXPECT_LE(1024u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_PIPE_MAX_PACKET_SIZE));
  Buffer pipe = create(12, 34);
  EXPECT_EQ(12u, info<cl_uint>(clGetPipeInfo, pipe.get(), CL_PIPE_PACKET_SIZE));
  EXPECT_EQ(34u, info<cl_uint>(clGetPipeInfo, pipe.get(), CL_PIPE_MAX_PACKETS));
  EXPECT_TRUE(info_list<cl_pipe_properties>(clGetPipeInfo, pipe.get(), CL_PIPE_PROPERTIES).empty());
  EXPECT_EQ(cl_mem_object_type{CL_MEM_OBJECT_PIPE}, info<cl_uint>(clGetMemObjectInfo, pipe.get(), CL_MEM_TYPE));
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
            info<cl_mem_flags>(clGetMemObjectInfo, pipe.get(), CL_MEM_FLAGS));
  EXPECT_EQ(size_t{12 * 34}, info<size_t>(clGetMemObjectInfo, pipe.get(), CL_MEM_SIZE));
  EXPECT_EQ(context(), info<cl_context>(clGetMemObjectInfo, pipe.get(), CL_MEM_CONTEXT));
}

cl_int creation(cl_context in, cl_mem_flags flags, cl_uint size, cl_uint count,
                const cl_pipe_properties *properties = nullptr) {
  return created([&](cl_int *error) { return clCreatePipe(in, flags, size, count, properties, error); });
}
const Buffer &one() {
  static const auto *made = new Buffer(create(4, 16));
  return *made;
}
Kernel &reader() {
  static auto *program = new Program(build("kernel void k(read_only pipe int in) {}", "-cl-std=CL3.0"));
  static auto *made = new Kernel(kernel(*program, "k"));
  return *made;
}
cl_int pass(cl_kernel k, cl_mem mem, size_t size = sizeof(cl_mem)) { return clSetKernelArg(k, 0, size, &mem); }

const BadCall calls[] = {
    {"create: no context", CL_INVALID_CONTEXT, [](World &) { return creation(nullptr, 0, 4, 16); }},
    {"create: read-only", CL_INVALID_VALUE, [](World &w) { return creation(w.context, CL_MEM_READ_ONLY, 4, 16); }},
    {"create: host pointer", CL_INVALID_VALUE,
     [](World &w) { return creation(w.context, CL_MEM_ALLOC_HOST_PTR, 4, 16); }},
    {"create: properties", CL_INVALID_VALUE,
     [](World &w) {
       const cl_pipe_properties none = 0;
       return creation(w.context, 0, 4, 16, &none);
     }},
    {"create: no packet size", CL_INVALID_PIPE_SIZE, [](World &w) { return creation(w.context, 0, 0, 16); }},
    {"create: no packets", CL_INVALID_PIPE_SIZE, [](World &w) { return creation(w.context, 0, 4, 0); }},
    {"create: packets too large", CL_INVALID_PIPE_SIZE, [](World &w) { return creation(w.context, 0, ~0u, 1); }},
    {"create: more than there is", CL_MEM_OBJECT_ALLOCATION_FAILURE,
     [](World &w) { return creation(w.context, 0, 1 << 16, ~0u); }},
    {"info: none", CL_INVALID_MEM_OBJECT,
     [](World &w) { return clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 100, w.bytes, nullptr); }},
    {"info: a buffer", CL_INVALID_MEM_OBJECT,
     [](World &w) { return clGetPipeInfo(w.buffer, CL_PIPE_PACKET_SIZE, 100, w.bytes, nullptr); }},
    {"info: unknown", CL_INVALID_VALUE, [](World &w) { return clGetPipeInfo(one(), 7, 100, w.bytes, nullptr); }},
    {"info: no room", CL_INVALID_VALUE,
     [](World &w) { return clGetPipeInfo(one(), CL_PIPE_PACKET_SIZE, 3, w.bytes, nullptr); }},
    {"argument: a buffer for a pipe", CL_INVALID_MEM_OBJECT, [](World &w) { return pass(reader(), w.buffer); }},
    {"argument: a pipe for a buffer", CL_INVALID_MEM_OBJECT, [](World &w) { return pass(w.kernel, one()); }},
    {"argument: no pipe", CL_INVALID_MEM_OBJECT, [](World &) { return pass(reader(), nullptr); }},
    {"argument: size", CL_INVALID_ARG_SIZE, [](World &) { return pass(reader(), one(), 4); }},
    {"argument: another context", CL_INVALID_CONTEXT,
     [](World &w) { return pass(reader(), create(4, 4, w.other_context)); }},
    {"argument: a pointer for a pipe", CL_INVALID_ARG_VALUE,
     [](World &w) { return clSetKernelArgSVMPointer(reader(), 0, w.bytes); }},
    {"read", CL_INVALID_MEM_OBJECT,
     [](World &w) { return clEnqueueReadBuffer(w.queue, one(), CL_TRUE, 0, 4, w.bytes, 0, nullptr, nullptr); }},
    {"copy", CL_INVALID_MEM_OBJECT,
     [](World &w) { return clEnqueueCopyBuffer(w.queue, w.buffer, one(), 0, 0, 4, 0, nullptr, nullptr); }},
    {"map", CL_INVALID_MEM_OBJECT,
     [](World &w) {
       return created([&](cl_int *error) {
         return clEnqueueMapBuffer(w.queue, one(), CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, error);
       });
     }},
    {"sub-buffer", CL_INVALID_MEM_OBJECT,
     [](World &) {
       const cl_buffer_region region{0, 4};
       return created(
           [&](cl_int *error) { return clCreateSubBuffer(one(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error); });
     }},
};

TEST(PipeCalls, wrong_arguments) { expect_errors(calls); }

// A kernel that takes other packets than the pipe has gets none.
TEST(PipeCalls, packets_of_another_size) {
  Program program = build("kernel void k(read_only pipe long in, write_only pipe long out, global int *to) {"
                          "  long value = 1; to[0] = write_pipe(out, &value); to[1] = read_pipe(in, &value);"
                          "  reserve_id_t id = reserve_write_pipe(out, 1); to[2] = write_pipe(out, id, 0, &value); }",
                          "-cl-std=CL3.0");
  Buffer pipe = create(4, 16), to = make_buffer(std::vector<int>(3));
  Kernel k = kernel(program, "k");
  set_args(k, pipe, pipe, to);
  run(k, {1});
  EXPECT_EQ(std::vector<int>(3, -1), read<int>(to, 3));
}

}  // namespace
