// SPDX-License-Identifier: Apache-2.0
// Sub-devices: parts of the device's compute units, with threads of their own.
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <fstream>
#include <numeric>
#include <thread>
#include <tuple>

#include "api/bad_calls.h"
#include "common/child.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

using Device = Owned<cl_device_id, clReleaseDevice>;
using Properties = std::vector<cl_device_partition_property>;

cl_uint units(cl_device_id of) { return info<cl_uint>(clGetDeviceInfo, of, CL_DEVICE_MAX_COMPUTE_UNITS); }

std::vector<Device> divide(cl_device_id whole, const Properties &properties) {
  cl_uint count = 0, again = 0;
  ok(clCreateSubDevices(whole, properties.data(), 0, nullptr, &count));
  std::vector<cl_device_id> handles(count);
  ok(clCreateSubDevices(whole, properties.data(), count, handles.data(), &again));
  EXPECT_EQ(count, again);
  std::vector<Device> parts;
  for (cl_device_id handle : handles) parts.emplace_back(handle);
  return parts;
}

std::vector<Device> singles(cl_device_id whole = device()) {
  return divide(whole, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
}

Context context_of(const std::vector<cl_device_id> &devices) {
  cl_int error;
  Context made(
      clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(), nullptr, nullptr, &error));
  ok(error);
  return made;
}

Queue queue_on(cl_context in, cl_device_id on, cl_command_queue_properties properties = 0) {
  cl_int error;
  Queue made(clCreateCommandQueue(in, on, properties, &error));
  ok(error);
  return made;
}

class SubDevices : public testing::Test {
 protected:
  void SetUp() override {
    if (units(device()) < 2) GTEST_SKIP() << "a device of one compute unit has no parts";
  }
};

constexpr char kSource[] = "kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }";

void check_work(cl_context in, cl_command_queue on) {
  Program program = build(kSource, "", in);
  Kernel add = kernel(program, "add");
  std::vector<int> numbers(100000), read(100000);
  std::iota(numbers.begin(), numbers.end(), 0);
  cl_int error;
  Buffer buffer(clCreateBuffer(in, CL_MEM_COPY_HOST_PTR, 400000, numbers.data(), &error));
  ok(error);
  set_args(add, buffer, 5);
  for (int i = 0; i < 10; ++i) ok(try_launch(on, add, {100000}));
  ok(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, 400000, read.data(), 0, nullptr, nullptr));
  for (int i = 0; i < 100000; ++i) ASSERT_EQ(i + 50, read[i]);
}

TEST_F(SubDevices, equally) {
  const cl_uint all = units(device());
  for (cl_uint each = 1; each < all; ++each) {
    const Properties properties{CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(each), 0};
    auto parts = divide(device(), properties);
    ASSERT_EQ(all / each, parts.size());
    for (auto &part : parts) {
      EXPECT_EQ(each, units(part));
      EXPECT_EQ(device(), info<cl_device_id>(clGetDeviceInfo, part.get(), CL_DEVICE_PARENT_DEVICE));
      EXPECT_EQ(properties,
                info_list<cl_device_partition_property>(clGetDeviceInfo, part.get(), CL_DEVICE_PARTITION_TYPE));
      EXPECT_EQ(each, info<cl_uint>(clGetDeviceInfo, part.get(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES));
      EXPECT_EQ(info_text(clGetDeviceInfo, device(), CL_DEVICE_NAME),
                info_text(clGetDeviceInfo, part.get(), CL_DEVICE_NAME));
      const bool divisible =
          info_list<cl_device_partition_property>(clGetDeviceInfo, part.get(), CL_DEVICE_PARTITION_PROPERTIES)[0] != 0;
      EXPECT_EQ(each > 1, divisible);
      Context c = context_of({part});
      check_work(c, queue_on(c, part));
    }
  }
}

TEST_F(SubDevices, by_counts_and_again) {
  const auto all = static_cast<cl_device_partition_property>(units(device()));
  const Properties properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, all - 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  auto parts = divide(device(), properties);
  ASSERT_EQ(2u, parts.size());
  EXPECT_EQ(1u, units(parts[0]));
  EXPECT_EQ(all - 1, units(parts[1]));
  EXPECT_EQ(Properties(properties.begin(), properties.end()),
            info_list<cl_device_partition_property>(clGetDeviceInfo, parts[1].get(), CL_DEVICE_PARTITION_TYPE));
  // A part of the parts outlives them.
  auto whole = divide(device(), {CL_DEVICE_PARTITION_BY_COUNTS, 2, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  auto halves = singles(whole[0]);
  ASSERT_EQ(2u, halves.size());
  EXPECT_EQ(whole[0].get(), info<cl_device_id>(clGetDeviceInfo, halves[0].get(), CL_DEVICE_PARENT_DEVICE));
  whole.clear();
  Context c = context_of({halves[0], halves[1]});
  check_work(c, queue_on(c, halves[1]));
}

struct Seen {
  std::atomic<unsigned> at_work{0}, most{0};
};

// No more commands at once than compute units; all of them where there is work for all.
TEST_F(SubDevices, threads_of_their_own) {
  auto parts = divide(device(), {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  Context c = context_of({parts[0], parts[1]});
  Queue queues[2];
  std::vector<Event> events;
  Seen seen[2];
  for (int i = 0; i < 2; ++i) queues[i] = queue_on(c, parts[i], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  static std::atomic<bool> together;
  together = false;
  auto work = [](void *data) {
    auto *all = *static_cast<Seen **>(data);
    const unsigned now = ++all->at_work;
    if (now > all->most) all->most = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --all->at_work;
  };
  for (int round = 0; round < 10; ++round)
    for (int i = 0; i < 2; ++i) {
      Seen *where = &seen[i];
      ok(clEnqueueNativeKernel(queues[i], work, &where, sizeof where, 0, nullptr, nullptr, 0, nullptr,
                               events.emplace_back().out()));
    }
  // Whoever waits would work too.
  for (auto &event : events)
    while (info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(1u, seen[0].most);
  EXPECT_EQ(1u, seen[1].most);
}

cpu_set_t mask() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) throw std::runtime_error("no affinity");
  return set;
}

// Each part's commands stay on its CPUs, whoever runs them, and a host thread is let go again.
TEST_F(SubDevices, by_affinity_domain) {
  const auto known = info<cl_device_affinity_domain>(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  if (!known) GTEST_SKIP() << "all CPUs share all caches, or are not told apart";
  EXPECT_TRUE(known & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  const cpu_set_t before = mask();
  bool next = true;
  for (cl_device_affinity_domain domain :
       {CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE}) {
    const auto value = static_cast<cl_device_partition_property>(domain);
    const Properties properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, value, 0};
    if (!(known & domain)) {
      EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, clCreateSubDevices(device(), properties.data(), 0, nullptr, nullptr));
      continue;
    }
    const Properties next_one{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
    auto parts = divide(device(), std::exchange(next, false) ? next_one : properties);
    EXPECT_GE(parts.size(), 2u);
    cpu_set_t all;
    CPU_ZERO(&all);
    for (auto &part : parts) {
      EXPECT_EQ(properties,
                info_list<cl_device_partition_property>(clGetDeviceInfo, part.get(), CL_DEVICE_PARTITION_TYPE));
      Context c = context_of({part});
      Queue q = queue_on(c, part);
      cpu_set_t sets[2];  // of a worker, of a host thread that waits
      for (cpu_set_t &set : sets) {
        cpu_set_t *place = &set;
        Event event;
        ok(clEnqueueNativeKernel(
            q, [](void *data) { **static_cast<cpu_set_t **>(data) = mask(); }, &place, sizeof place, 0, nullptr,
            nullptr, 0, nullptr, event.out()));
        if (&set == sets)
          while (info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE)
            std::this_thread::yield();
        ok(clFinish(q));
        if (units(device()) == static_cast<cl_uint>(CPU_COUNT(&before)))
          EXPECT_EQ(static_cast<int>(units(part)), CPU_COUNT(&set));
      }
      EXPECT_TRUE(CPU_EQUAL(&sets[0], &sets[1]));
      cpu_set_t both;
      CPU_AND(&both, &all, &sets[0]);
      EXPECT_EQ(0, CPU_COUNT(&both)) << "a CPU of two parts";
      CPU_OR(&all, &all, &sets[0]);
      check_work(c, q);
      const cpu_set_t after = mask();
      EXPECT_TRUE(CPU_EQUAL(&before, &after));
    }
    EXPECT_TRUE(CPU_EQUAL(&before, &all)) << "a CPU of no part";
  }
}

cl_int group_size_code(cl_kernel kernel, cl_device_id of) {
  size_t size;
  return clGetKernelWorkGroupInfo(kernel, of, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
}

TEST_F(SubDevices, contexts_and_programs_of_several) {
  auto parts = singles();
  Context c = context_of({parts[0], device(), parts[0], parts[1]});
  const std::vector<cl_device_id> expected{parts[0], device(), parts[1]};
  EXPECT_EQ(3u, info<cl_uint>(clGetContextInfo, c.get(), CL_CONTEXT_NUM_DEVICES));
  EXPECT_EQ(expected, info_list<cl_device_id>(clGetContextInfo, c.get(), CL_CONTEXT_DEVICES));
  for (cl_device_id one : expected) {
    Queue q = queue_on(c, one);
    EXPECT_EQ(one, info<cl_device_id>(clGetCommandQueueInfo, q.get(), CL_QUEUE_DEVICE));
    check_work(c, q);
  }

  Program program = build(kSource, "", c);
  EXPECT_EQ(3u, info<cl_uint>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_DEVICES));
  EXPECT_EQ(expected, info_list<cl_device_id>(clGetProgramInfo, program.get(), CL_PROGRAM_DEVICES));
  const auto sizes = info_list<size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES);
  ASSERT_EQ(3u, sizes.size());
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<unsigned char *> places;
  for (size_t size : sizes) places.push_back(binaries.emplace_back(size).data());
  ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, places.size() * sizeof(char *), places.data(), nullptr));
  EXPECT_EQ(binaries[0], binaries[2]);
  EXPECT_LT(100u, binaries[0].size());

  const cl_device_id two[] = {parts[0], parts[1]};
  const unsigned char *sources[] = {binaries[0].data(), binaries[2].data()};
  cl_int status[2], error;
  Program loaded(clCreateProgramWithBinary(c, 2, two, sizes.data(), sources, status, &error));
  ok(error);
  EXPECT_EQ(2u, info<cl_uint>(clGetProgramInfo, loaded.get(), CL_PROGRAM_NUM_DEVICES));
  // Each is looked at.
  const auto try_with = [&](std::vector<unsigned char> first, std::vector<unsigned char> second) {
    const unsigned char *both[] = {first.data(), second.data()};
    const size_t lengths[] = {first.size(), second.size()};
    status[0] = status[1] = 77;
    const Program made(clCreateProgramWithBinary(c, 2, two, lengths, both, status, &error));
    EXPECT_EQ(error == CL_SUCCESS, made.get() != nullptr);
    return std::tuple(error, status[0], status[1]);
  };
  EXPECT_EQ(std::tuple(CL_INVALID_BINARY, CL_INVALID_BINARY, CL_SUCCESS), try_with({1, 2, 3}, binaries[0]));
  EXPECT_EQ(std::tuple(CL_INVALID_VALUE, CL_SUCCESS, CL_INVALID_VALUE), try_with(binaries[0], {}));
  const cl_device_id whole = device();
  EXPECT_EQ(CL_INVALID_DEVICE, clBuildProgram(loaded, 1, &whole, "", nullptr, nullptr));
  ok(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr));
  cl_build_status built;
  ok(clGetProgramBuildInfo(loaded, parts[1], CL_PROGRAM_BUILD_STATUS, sizeof built, &built, nullptr));
  EXPECT_EQ(CL_BUILD_SUCCESS, built);
  EXPECT_EQ(CL_INVALID_DEVICE,
            clGetProgramBuildInfo(loaded, device(), CL_PROGRAM_BUILD_STATUS, sizeof built, &built, nullptr));
  Kernel add = kernel(loaded, "add");
  EXPECT_EQ(CL_SUCCESS, group_size_code(add, parts[1]));
  EXPECT_EQ(CL_INVALID_DEVICE, group_size_code(add, device()));
  EXPECT_EQ(CL_INVALID_DEVICE, group_size_code(add, nullptr));
}

// A context of two parts, a queue on each.
struct Pair {
  Pair() {
    for (int i = 0; i < 2; ++i) queues[i] = queue_on(both, parts[i]);
  }
  Program create(const char *source) const {
    cl_int error;
    Program made(clCreateProgramWithSource(both, 1, &source, nullptr, &error));
    ok(error);
    return made;
  }
  // For the first part, the second, or, where that is negative, for both.
  cl_int build(cl_program program, int part, const char *options = "") const {
    return clBuildProgram(program, part < 0 ? 0 : 1, part < 0 ? nullptr : handles + part, options, nullptr, nullptr);
  }
  cl_int compile(cl_program program, int part) const {
    return clCompileProgram(program, part < 0 ? 0 : 1, part < 0 ? nullptr : handles + part, "", 0, nullptr, nullptr,
                            nullptr, nullptr);
  }
  cl_build_status status(cl_program program, int part) const {
    cl_build_status answer = 77;
    ok(clGetProgramBuildInfo(program, handles[part], CL_PROGRAM_BUILD_STATUS, sizeof answer, &answer, nullptr));
    return answer;
  }
  cl_program_binary_type type(cl_program program, int part) const {
    cl_program_binary_type answer = 77;
    ok(clGetProgramBuildInfo(program, handles[part], CL_PROGRAM_BINARY_TYPE, sizeof answer, &answer, nullptr));
    return answer;
  }
  std::string text(cl_program program, int part, cl_program_build_info param) const {
    char answer[1000] = "";
    ok(clGetProgramBuildInfo(program, handles[part], param, sizeof answer, answer, nullptr));
    return answer;
  }
  // What a kernel writes to its only argument, an int, on the part.
  int result(cl_kernel kernel, int part) const {
    cl_int error;
    int number = -1;
    Buffer out(clCreateBuffer(both, 0, sizeof number, nullptr, &error));
    ok(error);
    set_args(kernel, out);
    ok(try_launch(queues[part], kernel, {1}));
    ok(clEnqueueReadBuffer(queues[part], out, CL_TRUE, 0, sizeof number, &number, 0, nullptr, nullptr));
    return number;
  }

  const std::vector<Device> parts =
      divide(device(), {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  const cl_device_id handles[2] = {parts[0], parts[1]};
  const Context both = context_of({parts[0], parts[1]});
  Queue queues[2];
};

constexpr char kNumber[] = "kernel void number(global int *out) { *out = N; }";

TEST_F(SubDevices, a_program_built_for_the_whole_device) {
  const Pair pair;
  const Context all = context_of({pair.parts[0], device(), pair.parts[1]});
  const char *text = kNumber;
  cl_int error;
  const Program program(clCreateProgramWithSource(all, 1, &text, nullptr, &error));
  ok(error);
  const cl_device_id whole = device();
  ok(clBuildProgram(program, 1, &whole, "-DN=6", nullptr, nullptr));
  for (const cl_device_id each : {cl_device_id{pair.parts[0]}, whole, cl_device_id{pair.parts[1]}}) {
    cl_build_status status = CL_BUILD_NONE;
    ok(clGetProgramBuildInfo(program, each, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr));
    EXPECT_EQ(CL_BUILD_SUCCESS, status);
    const Queue queue(clCreateCommandQueueWithProperties(all, each, nullptr, &error));
    ok(error);
    int number = -1;
    const Buffer out(clCreateBuffer(all, 0, sizeof number, nullptr, &error));
    ok(error);
    const Kernel made = kernel(program, "number");
    set_args(made, out);
    ok(try_launch(queue, made, {1}));
    ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof number, &number, 0, nullptr, nullptr));
    EXPECT_EQ(6, number);
  }
}

TEST_F(SubDevices, a_program_built_for_one_of_two) {
  const Pair pair;
  Program program = pair.create(kNumber);
  ASSERT_EQ(CL_SUCCESS, pair.build(program, 0, "-DN=5"));
  EXPECT_EQ(CL_BUILD_SUCCESS, pair.status(program, 0));
  EXPECT_EQ("-DN=5", pair.text(program, 0, CL_PROGRAM_BUILD_OPTIONS));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE), pair.type(program, 0));
  EXPECT_EQ(CL_BUILD_NONE, pair.status(program, 1));
  EXPECT_EQ("", pair.text(program, 1, CL_PROGRAM_BUILD_OPTIONS));
  EXPECT_EQ("", pair.text(program, 1, CL_PROGRAM_BUILD_LOG));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE), pair.type(program, 1));

  const auto sizes = info_list<size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES);
  ASSERT_EQ(2u, sizes.size());
  EXPECT_EQ(0u, sizes[1]);
  std::vector<unsigned char> binary(sizes[0]), untouched(8, 7);
  unsigned char *places[] = {binary.data(), untouched.data()};
  ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof places, places, nullptr));
  EXPECT_EQ(std::vector<unsigned char>(8, 7), untouched);
  places[0] = places[1] = nullptr;
  ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof places, places, nullptr));

  {
    Kernel number = kernel(program, "number");
    EXPECT_EQ(5, pair.result(number, 0));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, try_launch(pair.queues[1], number, {1}));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, try_launch(pair.queues[1], number, {0}));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, clEnqueueTask(pair.queues[1], number, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, group_size_code(number, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE, group_size_code(number, pair.parts[1]));
  }
  // The other build leaves the first as it is.
  ASSERT_EQ(CL_SUCCESS, pair.build(program, 1, "-DN=6"));
  EXPECT_EQ("-DN=5", pair.text(program, 0, CL_PROGRAM_BUILD_OPTIONS));
  {
    Kernel number = kernel(program, "number");
    EXPECT_EQ(5, pair.result(number, 0));
    EXPECT_EQ(6, pair.result(number, 1));
    EXPECT_EQ(CL_INVALID_DEVICE, group_size_code(number, nullptr));
  }
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, pair.build(program, 1, "-DN=nothing"));
  EXPECT_EQ(CL_BUILD_ERROR, pair.status(program, 1));
  EXPECT_EQ(CL_BUILD_SUCCESS, pair.status(program, 0));
  EXPECT_NE("", pair.text(program, 1, CL_PROGRAM_BUILD_LOG));
  EXPECT_EQ(5, pair.result(kernel(program, "number"), 0));
}

TEST_F(SubDevices, binaries_that_differ) {
  const Pair pair;
  const auto binaries =
      std::array{binary_of(build("kernel void number(global int *out) { *out = 1; } kernel void other(int i) {}")),
                 binary_of(build("kernel void number(global int *out) { *out = 2; } kernel void other(float f) {}"
                                 "kernel void third(global int *out) { *out = 3; }"))};
  const unsigned char *bytes[] = {binaries[0].data(), binaries[1].data()};
  const size_t sizes[] = {binaries[0].size(), binaries[1].size()};
  cl_int status[2], error;
  Program program(clCreateProgramWithBinary(pair.both, 2, pair.handles, sizes, bytes, status, &error));
  ok(error);
  EXPECT_EQ(CL_SUCCESS, status[0]);
  EXPECT_EQ(CL_SUCCESS, status[1]);
  EXPECT_EQ(CL_BUILD_NONE, pair.status(program, 1));
  ASSERT_EQ(CL_SUCCESS, pair.build(program, -1));
  EXPECT_EQ(std::vector(sizes, sizes + 2), info_list<size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES));
  EXPECT_EQ("number;third", info_text(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
  Kernel number = kernel(program, "number"), third = kernel(program, "third");
  EXPECT_EQ(1, pair.result(number, 0));
  EXPECT_EQ(2, pair.result(number, 1));
  EXPECT_EQ(3, pair.result(third, 1));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, try_launch(pair.queues[0], third, {1}));
  EXPECT_EQ(nullptr, clCreateKernel(program, "other", &error));
  EXPECT_EQ(CL_INVALID_KERNEL_DEFINITION, error);
  cl_kernel made[3] = {};
  cl_uint count = 77;
  ok(clCreateKernelsInProgram(program, 3, made, &count));
  EXPECT_EQ(2u, count);
  for (cl_uint i = 0; i < count; ++i) ok(clReleaseKernel(made[i]));
}

// "All other cases": objects for a device from some of the inputs alone.
TEST_F(SubDevices, compiled_and_linked_for_some) {
  const Pair pair;
  Program main_part = pair.create("int seven(void); kernel void number(global int *out) { *out = seven(); }");
  Program seven = pair.create("int seven(void) { return 7; }");
  ASSERT_EQ(CL_SUCCESS, pair.compile(main_part, -1));
  ASSERT_EQ(CL_SUCCESS, pair.compile(seven, 0));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT), pair.type(seven, 0));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE), pair.type(seven, 1));
  const cl_program inputs[] = {main_part, seven};
  const auto link = [&](cl_uint devices, const cl_device_id *list, cl_uint programs, cl_int &error) {
    return Program(clLinkProgram(pair.both, devices, list, "", programs, inputs, nullptr, nullptr, &error));
  };
  cl_int error;
  EXPECT_FALSE(link(0, nullptr, 2, error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
  Program first = link(1, pair.handles, 2, error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(1u, info<cl_uint>(clGetProgramInfo, first.get(), CL_PROGRAM_NUM_DEVICES));
  EXPECT_EQ(7, pair.result(kernel(first, "number"), 0));
  // For a device without any object there is no link.
  Program alone = pair.create("kernel void number(global int *out) { *out = 8; }");
  ASSERT_EQ(CL_SUCCESS, pair.compile(alone, 1));
  const cl_program only[] = {alone};
  Program second(clLinkProgram(pair.both, 0, nullptr, "", 1, only, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_BUILD_NONE, pair.status(second, 0));
  EXPECT_EQ(CL_BUILD_SUCCESS, pair.status(second, 1));
  Kernel number = kernel(second, "number");
  EXPECT_EQ(8, pair.result(number, 1));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, try_launch(pair.queues[0], number, {1}));
}

TEST_F(SubDevices, each_has_its_program_scope_variables) {
  const Pair pair;
  Program program = pair.create("global int count = 10; kernel void number(global int *out) { *out = ++count; }");
  ASSERT_EQ(CL_SUCCESS, pair.build(program, -1, "-cl-std=CL3.0"));
  Kernel number = kernel(program, "number");
  EXPECT_EQ(11, pair.result(number, 0));
  EXPECT_EQ(12, pair.result(number, 0));
  EXPECT_EQ(11, pair.result(number, 1));
}

TEST_F(SubDevices, only_devices_of_the_context) {
  auto parts = singles();
  Context c = context_of({parts[0]});
  cl_int error;
  EXPECT_EQ(nullptr, clCreateCommandQueue(c, parts[1], 0, &error));
  EXPECT_EQ(CL_INVALID_DEVICE, error);
  EXPECT_EQ(nullptr, clCreateCommandQueueWithProperties(c, device(), nullptr, &error));
  EXPECT_EQ(CL_INVALID_DEVICE, error);
  EXPECT_EQ(nullptr, clCreateCommandQueue(context(), parts[0], 0, &error));
  EXPECT_EQ(CL_INVALID_DEVICE, error);
}

TEST_F(SubDevices, references) {
  auto parts = singles();
  auto count = [&] { return info<cl_uint>(clGetDeviceInfo, parts[0].get(), CL_DEVICE_REFERENCE_COUNT); };
  EXPECT_EQ(1u, count());
  ok(clRetainDevice(parts[0]));
  EXPECT_EQ(2u, count());
  ok(clReleaseDevice(parts[0]));
  EXPECT_EQ(1u, count());
  Context c = context_of({parts[0]});
  Queue q = queue_on(c, parts[0]);
  parts.clear();  // the context and its queue keep it
  check_work(c, q);
}

// Releasing parts gives their threads to the next.
TEST_F(SubDevices, many_one_after_another) {
  auto threads = [] {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("Threads:")) return std::stoul(line.substr(8));
    return 0ul;
  };
  auto nothing = [](void *) {};
  unsigned long after_ten = 0;
  for (int i = 0; i < 200; ++i) {
    if (i == 10) after_ten = threads();
    auto parts = singles();
    Context c = context_of({parts[0], parts[1]});
    Queue first = queue_on(c, parts[0]), second = queue_on(c, parts[1]);
    for (cl_command_queue q : {first.get(), second.get()}) {
      Event event;
      ok(clEnqueueNativeKernel(q, nothing, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, event.out()));
      // By a worker, and then nothing of it is left there.
      while (info<cl_uint>(clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT) > 1) std::this_thread::yield();
    }
  }
  EXPECT_LE(threads(), after_ten + units(device()));
}

TEST_F(SubDevices, after_fork) {
  auto parts = singles();
  Context c = context_of({parts[0]});
  Queue q = queue_on(c, parts[0]);
  check_work(c, q);
  EXPECT_EQ(0, in_child([&] {
              end_if_hung();
              check_work(c, q);
              auto mine = singles();
              Context other = context_of({mine[1]});
              check_work(other, queue_on(other, mine[1]));
              return testing::Test::HasFailure() ? 1 : 0;
            }));
}

// An image of the context: parts write, sample, copy, fill and map it in turns, ordered by events.
TEST_F(SubDevices, images) {
  const Pair pair;
  const Program program = pair.create(R"(
kernel void paint(write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, (float4)(at.x, at.y, at.x * at.y, 1));
}
kernel void shift(read_only image2d_t from, sampler_t sampler, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, sampler, convert_float2(at) + (float2)(1, 0.5f)));
})");
  ok(pair.build(program, -1));
  const Kernel paint = kernel(program, "paint"), shift = kernel(program, "shift");
  constexpr size_t kWidth = 37, kHeight = 19;
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = kWidth, description.image_height = kHeight;
  cl_int error;
  const auto image = [&] {
    Buffer made(clCreateImage(pair.both, CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
    ok(error);
    return made;
  };
  const Buffer painted = image(), shifted = image(), copied = image();
  const Owned<cl_sampler, clReleaseSampler> sampler(
      clCreateSampler(pair.both, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error));
  ok(error);
  const size_t all[2] = {kWidth, kHeight}, origin[3] = {0, 0, 0}, region[3] = {kWidth, kHeight, 1},
               corner[3] = {2, 2, 1};
  for (int turn = 0; turn < 8; ++turn) {
    const cl_command_queue first = pair.queues[turn % 2], second = pair.queues[1 - turn % 2];
    cl_event done[3];
    set_args(paint, painted);
    ok(clEnqueueNDRangeKernel(first, paint, 2, nullptr, all, nullptr, 0, nullptr, &done[0]));
    set_args(shift, painted, sampler.get(), shifted);
    ok(clEnqueueNDRangeKernel(second, shift, 2, nullptr, all, nullptr, 1, &done[0], &done[1]));
    ok(clEnqueueCopyImage(first, shifted, copied, origin, origin, region, 1, &done[1], &done[2]));
    const float colour[4] = {-1, -2, -3, -4};
    ok(clEnqueueFillImage(second, copied, colour, origin, corner, 1, &done[2], nullptr));
    size_t pitch = 0;
    const auto *rows = static_cast<const char *>(clEnqueueMapImage(second, copied, CL_TRUE, CL_MAP_READ, origin, region,
                                                                   &pitch, nullptr, 0, nullptr, nullptr, &error));
    ok(error);
    for (size_t y = 0; y < kHeight; ++y)
      for (size_t x = 0; x < kWidth; ++x) {
        const auto *texel = reinterpret_cast<const float *>(rows + y * pitch) + 4 * x;
        if (x < 2 && y < 2) {
          EXPECT_EQ(-3, texel[2]);
          continue;
        }
        // Halfway between the texels x and x + 1, clamped.
        const float left = float(x), right = float(std::min(x + 1, kWidth - 1));
        ASSERT_EQ((left + right) / 2, texel[0]) << x << ", " << y;
        ASSERT_EQ(float(y), texel[1]) << x << ", " << y;
        ASSERT_EQ((left + right) / 2 * float(y), texel[2]) << x << ", " << y;
      }
    ok(clEnqueueUnmapMemObject(second, copied, const_cast<char *>(rows), 0, nullptr, nullptr));
    ok(clFinish(second));
    for (cl_event event : done) ok(clReleaseEvent(event));
  }
}

TEST_F(SubDevices, wrong_arguments) {
  const auto all = static_cast<cl_device_partition_property>(units(device()));
  auto error = [](const Properties &properties) {
    cl_device_id out[1] = {nullptr};
    cl_uint count = 77;
    const cl_int code = clCreateSubDevices(device(), properties.data(), 1, out, &count);
    EXPECT_EQ(nullptr, out[0]);
    EXPECT_EQ(77u, count);
    return code;
  };
  EXPECT_EQ(CL_INVALID_VALUE, error({0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_EQUALLY, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_EQUALLY, -1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_EQUALLY, 1, 0})) << "room for one";
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, error({CL_DEVICE_PARTITION_EQUALLY, all, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, error({CL_DEVICE_PARTITION_EQUALLY, all + 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_BY_COUNTS, 0, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, error({CL_DEVICE_PARTITION_BY_COUNTS, all, 1, 0, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, error({CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 9, 0}));
  auto parts = singles();
  const Properties one{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, clCreateSubDevices(parts[0], one.data(), 0, nullptr, nullptr));
}

}  // namespace
