// Sub-devices: parts of the device's compute units, with threads of their own.
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <fstream>
#include <numeric>
#include <thread>

#include "api/bad_calls.h"
#include "common/child.h"

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
  // One that differs is refused, not run in place of the other; each is looked at.
  const auto try_with = [&](std::vector<unsigned char> first, std::vector<unsigned char> second) {
    const unsigned char *both[] = {first.data(), second.data()};
    const size_t lengths[] = {first.size(), second.size()};
    status[0] = status[1] = 77;
    EXPECT_FALSE(Program(clCreateProgramWithBinary(c, 2, two, lengths, both, status, &error)));
    EXPECT_EQ(CL_INVALID_BINARY, error);
    return std::pair(status[0], status[1]);
  };
  const std::vector<unsigned char> other = binary_of(build("kernel void other() {}"));
  EXPECT_EQ(std::pair(CL_SUCCESS, CL_INVALID_BINARY), try_with(binaries[0], other));
  EXPECT_EQ(std::pair(CL_INVALID_BINARY, CL_SUCCESS), try_with({1, 2, 3}, binaries[0]));
  const cl_device_id whole = device();
  EXPECT_EQ(CL_INVALID_DEVICE, clBuildProgram(loaded, 1, &whole, "", nullptr, nullptr));
  ok(clBuildProgram(loaded, 1, two, "", nullptr, nullptr));
  cl_build_status built;
  ok(clGetProgramBuildInfo(loaded, parts[1], CL_PROGRAM_BUILD_STATUS, sizeof built, &built, nullptr));
  EXPECT_EQ(CL_BUILD_SUCCESS, built);
  EXPECT_EQ(CL_INVALID_DEVICE,
            clGetProgramBuildInfo(loaded, device(), CL_PROGRAM_BUILD_STATUS, sizeof built, &built, nullptr));
  Kernel add = kernel(loaded, "add");
  size_t size;
  auto group_size = [&](cl_device_id of) {
    return clGetKernelWorkGroupInfo(add, of, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, group_size(parts[1]));
  EXPECT_EQ(CL_INVALID_DEVICE, group_size(device()));
  EXPECT_EQ(CL_INVALID_DEVICE, group_size(nullptr));
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
              alarm(60);
              check_work(c, q);
              auto mine = singles();
              Context other = context_of({mine[1]});
              check_work(other, queue_on(other, mine[1]));
              return testing::Test::HasFailure() ? 1 : 0;
            }));
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
