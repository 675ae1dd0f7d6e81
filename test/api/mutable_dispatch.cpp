// SPDX-License-Identifier: Apache-2.0
// cl_khr_command_buffer_mutable_dispatch.
#include <gtest/gtest.h>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"

using namespace wherry::test;
namespace khr = wherry::khr;

namespace {

using Properties = std::vector<cl_properties>;
using Config = khr::cl_mutable_dispatch_config_khr;
const Properties kMutable{CL_COMMAND_BUFFER_FLAGS_KHR,
                          CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
constexpr cl_mutable_dispatch_fields_khr kAll = 31;

CommandBuffer create(cl_command_queue on = queue(), const Properties &properties = kMutable) {
  cl_int error;
  CommandBuffer made(clCreateCommandBuffer(1, &on, properties.data(), &error));
  ok(error);
  return made;
}

cl_int try_record(const CommandBuffer &into, cl_kernel k, cl_mutable_command_khr *command, const Sizes &global,
                  const Sizes &local = {}, const Properties &properties = {}, const Sizes &offset = {}) {
  return clCommandNDRangeKernel(into.get(), nullptr, properties.empty() ? nullptr : properties.data(), k,
                                static_cast<cl_uint>(global.size()), offset.empty() ? nullptr : offset.data(),
                                global.data(), local.empty() ? nullptr : local.data(), 0, nullptr, nullptr, command);
}
template <class... More> cl_mutable_command_khr record(const CommandBuffer &into, cl_kernel k, const More &...more) {
  cl_mutable_command_khr command = nullptr;
  ok(try_record(into, k, &command, more...));
  EXPECT_TRUE(command);
  return command;
}

cl_int try_update(const CommandBuffer &buffer, const std::vector<Config> &configs) {
  std::vector<cl_uint> types(configs.size(), CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR);
  std::vector<const void *> list;
  for (auto &config : configs) list.push_back(&config);
  return clUpdateMutableCommands(buffer.get(), static_cast<cl_uint>(list.size()), types.data(), list.data());
}
cl_int update_arg(const CommandBuffer &buffer, cl_mutable_command_khr command, cl_uint index, const auto &value) {
  const cl_mutable_dispatch_arg_khr arg{index, sizeof value, &value};
  return try_update(buffer, {{.command = command, .num_args = 1, .arg_list = &arg}});
}
cl_int update_sizes(const CommandBuffer &buffer, cl_mutable_command_khr command, const Sizes &offset,
                    const Sizes &global, const Sizes &local, cl_uint dims = 0) {
  auto given = [](const Sizes &sizes) { return sizes.empty() ? nullptr : sizes.data(); };
  return try_update(buffer, {{.command = command,
                              .work_dim = dims,
                              .global_work_offset = given(offset),
                              .global_work_size = given(global),
                              .local_work_size = given(local)}});
}

void enqueue(const CommandBuffer &buffer, cl_event after = nullptr) {
  ok(clEnqueueCommandBuffer(0, nullptr, buffer.get(), after ? 1 : 0, after ? &after : nullptr, nullptr));
}
cl_uint state(const CommandBuffer &buffer) {
  cl_uint value = 77;
  ok(clGetCommandBufferInfo(buffer.get(), CL_COMMAND_BUFFER_STATE_KHR, sizeof value, &value, nullptr));
  return value;
}

constexpr char kSource[] =
    "kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }"
    "kernel void sizes(global int *p) { if (get_local_id(0) == 0) atomic_add(p + get_num_groups(0), 1);"
    "  p[32 + get_global_id(0)] = (int)get_local_size(0); }"
    "kernel void twice(global int *to, local int *tile) { tile[get_local_id(0)] = to[get_global_id(0)];"
    "  barrier(CLK_LOCAL_MEM_FENCE); to[get_global_id(0)] += tile[get_local_size(0) - 1 - get_local_id(0)]; }";

cl_program program() {
  static const auto *built = new Program(build(kSource));
  return *built;
}

TEST(MutableDispatch, the_device_can_all_of_it) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_khr_command_buffer_mutable_dispatch"));
  EXPECT_EQ(kAll, info<cl_mutable_dispatch_fields_khr>(clGetDeviceInfo, device(),
                                                       CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR));
}

// The old argument's last use ends with the update, and its callback may look at the command buffer.
TEST(MutableDispatch, callbacks_of_what_is_replaced) {
  struct Seen {
    const CommandBuffer *buffer;
    cl_uint state = 77;
  } seen;
  Kernel add = kernel(program(), "add");
  Buffer a = make_buffer(std::vector<int>(64)), b = make_buffer(std::vector<int>(64));
  ok(clSetMemObjectDestructorCallback(
      a, [](cl_mem, void *to) { static_cast<Seen *>(to)->state = state(*static_cast<Seen *>(to)->buffer); }, &seen));
  set_args(add, a, 1);
  CommandBuffer buffer = create();
  seen.buffer = &buffer;
  const auto command = record(buffer, add, Sizes{64});
  ok(clFinalizeCommandBuffer(buffer.get()));
  set_args(add, b, 1);
  a.reset();
  EXPECT_EQ(77u, seen.state);
  ok(update_arg(buffer, command, 0, b.get()));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR), seen.state);
}

// What has been enqueued keeps its arguments, and the kernel its own.
TEST(MutableDispatch, arguments_of_later_enqueues) {
  for (cl_command_queue_properties mode : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(mode);
    Kernel add = kernel(program(), "add");
    Buffer a = make_buffer(std::vector<int>(64)), b = make_buffer(std::vector<int>(64));
    auto *shared = static_cast<int *>(clSVMAlloc(context(), 0, 256, 0));
    std::fill_n(shared, 64, 0);
    set_args(add, a, 1);
    CommandBuffer buffer = create(q);
    const auto command = record(buffer, add, Sizes{64});
    ok(clFinalizeCommandBuffer(buffer.get()));
    Event user(clCreateUserEvent(context(), nullptr));
    enqueue(buffer, user);
    ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
    ok(update_arg(buffer, command, 1, 10));
    enqueue(buffer, user);
    ok(update_arg(buffer, command, 0, b.get()));
    enqueue(buffer, user);
    const cl_mutable_dispatch_arg_khr pointer{0, 0, shared + 1};
    ok(try_update(buffer, {{.command = command, .num_svm_args = 1, .arg_svm_list = &pointer},
                           {.command = command, .work_dim = 1, .global_work_size = std::array{size_t{3}}.data()}}));
    enqueue(buffer, user);
    ok(clSetUserEventStatus(user, CL_COMPLETE));
    ok(clFinish(q));
    EXPECT_EQ(std::vector<int>(64, 11), read<int>(a, 64));
    EXPECT_EQ(std::vector<int>(64, 10), read<int>(b, 64));
    EXPECT_EQ((std::vector<int>{0, 10, 10, 10, 0}), std::vector<int>(shared, shared + 5));
    ok(try_launch(q, add, {1}));  // still (a, 1)
    ok(clFinish(q));
    EXPECT_EQ(12, read<int>(a, 1)[0]);
    clSVMFree(context(), shared);
  }
}

// Other images and samplers for a recorded kernel; the replaced image may go.
TEST(MutableDispatch, images_and_samplers) {
  Program sampled = build("kernel void sample(read_only image1d_t image, sampler_t how, global float *out) {"
                          "  *out = read_imagef(image, how, 1.5f).x; }");
  Kernel k = kernel(sampled, "sample");
  const auto image = [](float first, float second, float third) {
    const cl_image_format format{CL_R, CL_FLOAT};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE1D;
    desc.image_width = 3;
    float texels[] = {first, second, third};
    cl_int error;
    Buffer made(clCreateImage(context(), CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &error));
    ok(error);
    return made;
  };
  using Sampler = Owned<cl_sampler, clReleaseSampler>;
  const auto sampler = [](cl_bool normalised) {
    cl_int error;
    Sampler made(clCreateSampler(context(), normalised, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error));
    ok(error);
    return made;
  };
  Buffer first = image(1, 2, 3), second = image(4, 5, 6), out = make_buffer(4);
  Sampler texels = sampler(CL_FALSE), fractions = sampler(CL_TRUE);
  set_args(k, first, texels.get(), out);
  auto buffer = create();
  auto command = record(buffer, k, Sizes{1});
  ok(clFinalizeCommandBuffer(buffer.get()));
  const auto result = [&] {
    enqueue(buffer);
    return read<float>(out, 1)[0];
  };
  EXPECT_EQ(2, result());
  ok(update_arg(buffer, command, 0, second.get()));
  first.reset();
  EXPECT_EQ(5, result());
  ok(update_arg(buffer, command, 1, fractions.get()));
  fractions.reset();
  EXPECT_EQ(6, result());
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, update_arg(buffer, command, 0, out.get()));
  EXPECT_EQ(CL_INVALID_SAMPLER, update_arg(buffer, command, 1, out.get()));
  EXPECT_EQ(6, result());
}

TEST(MutableDispatch, sizes_and_local_memory) {
  Kernel sizes = kernel(program(), "sizes"), twice = kernel(program(), "twice");
  Buffer memory = make_buffer(std::vector<int>(128)), tiles = make_buffer(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  set_args(sizes, memory);
  set_args(twice, tiles, LocalBytes{8});
  CommandBuffer buffer = create();
  const auto of_sizes = record(buffer, sizes, Sizes{64}, Sizes{8});
  const auto of_tiles = record(buffer, twice, Sizes{8}, Sizes{2});
  ok(clFinalizeCommandBuffer(buffer.get()));
  ok(update_sizes(buffer, of_sizes, {4}, {32}, {16}, 1));
  const cl_mutable_dispatch_arg_khr local{1, 16, nullptr};
  const size_t four = 4;
  ok(try_update(buffer, {{.command = of_tiles, .num_args = 1, .arg_list = &local, .local_work_size = &four}}));
  enqueue(buffer);
  ok(clFinish(queue()));
  auto found = read<int>(memory, 128);
  EXPECT_EQ(2, found[2]);
  EXPECT_EQ(0, found[32 + 3]);
  EXPECT_EQ(16, found[32 + 4]);
  EXPECT_EQ(16, found[32 + 35]);
  EXPECT_EQ(0, found[32 + 36]);
  EXPECT_EQ((std::vector<int>{5, 5, 5, 5, 13, 13, 13, 13}), read<int>(tiles, 8));
  size_t got = 0, size = 0;
  ok(clGetMutableCommandInfo(of_sizes, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, sizeof got, &got, &size));
  EXPECT_EQ(4u, got);
  EXPECT_EQ(sizeof got, size);
  ok(clGetMutableCommandInfo(of_sizes, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, sizeof got, &got, nullptr));
  EXPECT_EQ(16u, got);
}

TEST(MutableDispatch, arguments_may_come_later) {
  Kernel add = kernel(program(), "add");
  Buffer memory = make_buffer(std::vector<int>(8));
  CommandBuffer buffer = create();
  const Properties arguments{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  cl_mutable_command_khr command;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, try_record(buffer, add, &command, {8}));
  command = record(buffer, add, Sizes{8}, Sizes{}, arguments);
  const auto second = record(buffer, add, Sizes{8}, Sizes{}, arguments);
  ok(clFinalizeCommandBuffer(buffer.get()));
  EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(buffer));
  for (auto each : {command, second}) {
    EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueCommandBuffer(0, nullptr, buffer.get(), 0, nullptr, nullptr));
    ok(update_arg(buffer, each, 1, 7));
    EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(buffer));
    ok(update_arg(buffer, each, 0, memory.get()));
  }
  EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state(buffer));
  enqueue(buffer);
  EXPECT_EQ(std::vector<int>(8, 14), read<int>(memory, 8));
}

// All of an update, or nothing of it.
TEST(MutableDispatch, a_failed_update_changes_nothing) {
  Kernel add = kernel(program(), "add");
  Buffer memory = make_buffer(std::vector<int>(8));
  set_args(add, memory, 1);
  CommandBuffer buffer = create();
  const auto first = record(buffer, add, Sizes{8}), second = record(buffer, add, Sizes{8});
  ok(clFinalizeCommandBuffer(buffer.get()));
  const int value = 100;
  const cl_mutable_dispatch_arg_khr good{1, sizeof value, &value}, bad{1, 1, &value};
  const Config one{.command = first, .num_args = 1, .arg_list = &good};
  EXPECT_EQ(CL_INVALID_ARG_SIZE, try_update(buffer, {one, {.command = second, .num_args = 1, .arg_list = &bad}}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, update_sizes(buffer, first, {}, {16}, {0}));
  enqueue(buffer);
  EXPECT_EQ(std::vector<int>(8, 2), read<int>(memory, 8));
}

TEST(MutableDispatch, info) {
  Kernel add = kernel(program(), "add");
  Buffer memory = make_buffer(std::vector<int>(64));
  set_args(add, memory, 1);
  CommandBuffer buffer = create();
  const Properties properties{CL_MUTABLE_DISPATCH_ASSERTS_KHR, CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR,
                              CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  const auto command = record(buffer, add, Sizes{8, 2, 1}, Sizes{4, 1, 1}, properties, Sizes{1, 2, 3});
  const auto plain = record(buffer, add, Sizes{8, 2});
  auto get = [](cl_mutable_command_khr of, cl_mutable_command_info_khr param, auto value) {
    size_t size = 0;
    ok(clGetMutableCommandInfo(of, param, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    EXPECT_EQ(CL_INVALID_VALUE, clGetMutableCommandInfo(of, param, size - 1, &value, nullptr));
    return value;
  };
  using Size2 = std::array<size_t, 2>;
  using Size3 = std::array<size_t, 3>;
  EXPECT_EQ(queue(), get(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, cl_command_queue{}));
  EXPECT_EQ(buffer.get(), get(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, cl_command_buffer_khr{}));
  EXPECT_EQ(cl_command_type{CL_COMMAND_NDRANGE_KERNEL},
            get(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, cl_command_type{}));
  EXPECT_EQ(properties,
            info_list<cl_properties>(clGetMutableCommandInfo, command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR));
  EXPECT_TRUE(
      info_list<cl_properties>(clGetMutableCommandInfo, plain, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR).empty());
  EXPECT_EQ(add.get(), get(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, cl_kernel{}));
  EXPECT_EQ(3u, get(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, cl_uint{}));
  EXPECT_EQ((Size3{1, 2, 3}), get(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, Size3{}));
  EXPECT_EQ((Size3{8, 2, 1}), get(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, Size3{}));
  EXPECT_EQ((Size3{4, 1, 1}), get(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, Size3{}));
  EXPECT_EQ((Size2{0, 0}), get(plain, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, Size2{}));
  EXPECT_EQ((Size2{0, 0}), get(plain, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, Size2{}));
  EXPECT_EQ(CL_INVALID_VALUE, clGetMutableCommandInfo(command, 7, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR,
            clGetMutableCommandInfo(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr));
}

// A finalized buffer with a launch of w.kernel, 8 items in groups of 4, of which `updatable` may change.
struct Recorded {
  explicit Recorded(World &w, cl_mutable_dispatch_fields_khr updatable = kAll, const Properties &properties = kMutable)
      : buffer(create(w.queue, properties)),
        command(record(buffer, w.kernel, Sizes{8}, Sizes{4},
                       Properties{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, updatable, 0})) {
    ok(clFinalizeCommandBuffer(buffer.get()));
  }
  CommandBuffer buffer;
  cl_mutable_command_khr command;
  cl_int update(Config config) const {
    config.command = command;
    return try_update(buffer, {config});
  }
};
constexpr size_t kFour = 4, kSeven = 7;
const cl_mutable_dispatch_arg_khr kArg{1, sizeof(int), &kFour};
const cl_mutable_dispatch_exec_info_khr kInfo{CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), &kFour},
    kBadInfo{7, sizeof(void *), &kFour};

cl_int raw(const Recorded &in, cl_uint count, const cl_uint *types, const void **configs) {
  return clUpdateMutableCommands(in.buffer.get(), count, types, configs);
}
cl_int recorded_with(World &w, const Properties &properties, const Sizes &local = {4},
                     const Properties &of_buffer = kMutable) {
  cl_mutable_command_khr command;
  return try_record(create(w.queue, of_buffer), w.kernel, &command, {8}, local, properties);
}

const BadCall calls[] = {
    {"record: unknown field", CL_INVALID_VALUE,
     [](World &w) { return recorded_with(w, {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 32, 0}); }},
    {"record: unknown property", CL_INVALID_VALUE, [](World &w) { return recorded_with(w, {7, 1, 0}); }},
    {"record: unknown assertion", CL_INVALID_VALUE,
     [](World &w) { return recorded_with(w, {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}); }},
    {"record: a property twice", CL_INVALID_VALUE,
     [](World &w) {
       return recorded_with(w, {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0});
     }},
    {"record: asserted without a local size", CL_INVALID_VALUE,
     [](World &w) { return recorded_with(w, {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}, {}); }},
    {"record: asserted of the buffer without a local size", CL_INVALID_VALUE,
     [](World &w) { return recorded_with(w, {}, {}, {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}); }},
    {"record: no dimension", CL_INVALID_WORK_DIMENSION,
     [](World &w) {
       cl_mutable_command_khr command;
       return try_record(create(w.queue), w.kernel, &command, {});
     }},
    {"record: no kernel", CL_INVALID_KERNEL,
     [](World &w) {
       cl_mutable_command_khr command;
       return try_record(create(w.queue), nullptr, &command, {8});
     }},
    {"record: another context", CL_INVALID_CONTEXT,
     [](World &w) {
       cl_mutable_command_khr command;
       return try_record(create(w.other_queue), w.kernel, &command, {8});
     }},
    {"update: no buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     [](World &) { return clUpdateMutableCommands(nullptr, 0, nullptr, nullptr); }},
    {"update: recording", CL_INVALID_OPERATION,
     [](World &w) { return clUpdateMutableCommands(create(w.queue).get(), 0, nullptr, nullptr); }},
    {"update: not mutable", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll, {CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}).update({}); }},
    {"update: a count and nothing", CL_INVALID_VALUE, [](World &w) { return raw(Recorded(w), 1, nullptr, nullptr); }},
    {"update: types without a count", CL_INVALID_VALUE,
     [](World &w) {
       const cl_uint type = 0;
       return raw(Recorded(w), 0, &type, nullptr);
     }},
    {"update: unknown type", CL_INVALID_VALUE,
     [](World &w) {
       const cl_uint type = 1;
       const Config config{};
       const void *configs[] = {&config};
       return raw(Recorded(w), 1, &type, configs);
     }},
    {"update: null", CL_INVALID_VALUE,
     [](World &w) {
       const cl_uint type = 0;
       const void *configs[] = {nullptr};
       return raw(Recorded(w), 1, &type, configs);
     }},
    {"update: no command", CL_INVALID_MUTABLE_COMMAND_KHR,
     [](World &w) { return try_update(Recorded(w).buffer, {Config{}}); }},
    {"update: no good command", CL_INVALID_MUTABLE_COMMAND_KHR,
     [](World &w) { return try_update(Recorded(w).buffer, {{.command = w.wrong<cl_mutable_command_khr>()}}); }},
    {"update: another buffer's command", CL_INVALID_MUTABLE_COMMAND_KHR,
     [](World &w) {
       Recorded other(w);
       return try_update(Recorded(w).buffer, {{.command = other.command}});
     }},
    {"update: another dimension", CL_INVALID_OPERATION, [](World &w) { return Recorded(w).update({.work_dim = 2}); }},
    {"update: offset not to be updated", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll & ~1u).update({.global_work_offset = &kFour}); }},
    {"update: global size not to be updated", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll & ~2u).update({.global_work_size = &kFour}); }},
    {"update: local size not to be updated", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll & ~4u).update({.local_work_size = &kFour}); }},
    {"update: arguments not to be updated", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll & ~8u).update({.num_args = 1, .arg_list = &kArg}); }},
    {"update: information not to be updated", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w, kAll & ~16u).update({.num_exec_infos = 1, .exec_info_list = &kInfo}); }},
    {"update: uniform groups to others", CL_INVALID_OPERATION,
     [](World &w) { return Recorded(w).update({.global_work_size = &kSeven}); }},
    {"update: a count without arguments", CL_INVALID_VALUE,
     [](World &w) { return Recorded(w).update({.num_args = 1}); }},
    {"update: arguments without a count", CL_INVALID_VALUE,
     [](World &w) { return Recorded(w).update({.arg_list = &kArg}); }},
    {"update: a count without pointers", CL_INVALID_VALUE,
     [](World &w) { return Recorded(w).update({.num_svm_args = 1}); }},
    {"update: information without a count", CL_INVALID_VALUE,
     [](World &w) { return Recorded(w).update({.exec_info_list = &kInfo}); }},
    {"update: unknown information", CL_INVALID_VALUE,
     [](World &w) { return Recorded(w).update({.num_exec_infos = 1, .exec_info_list = &kBadInfo}); }},
    {"update: index", CL_INVALID_ARG_INDEX,
     [](World &w) {
       const cl_mutable_dispatch_arg_khr arg{3, 4, &kFour};
       return Recorded(w).update({.num_args = 1, .arg_list = &arg});
     }},
    {"update: no buffer of its context", CL_INVALID_CONTEXT,
     [](World &w) {
       const cl_mem other = w.other_buffer;
       const cl_mutable_dispatch_arg_khr arg{0, sizeof other, &other};
       return Recorded(w).update({.num_args = 1, .arg_list = &arg});
     }},
    {"update: a pointer for a value", CL_INVALID_ARG_VALUE,
     [](World &w) {
       const cl_mutable_dispatch_arg_khr arg{1, 0, w.bytes};
       return Recorded(w).update({.num_svm_args = 1, .arg_svm_list = &arg});
     }},
    {"update: group too large", CL_INVALID_WORK_ITEM_SIZE,
     [](World &w) {
       const size_t huge = 1 << 30;
       return Recorded(w).update({.global_work_size = &huge, .local_work_size = &huge});
     }},
};

TEST(MutableDispatch, wrong_arguments) { expect_errors(calls); }

}  // namespace
