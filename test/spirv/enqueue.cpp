// SPDX-License-Identifier: Apache-2.0
// Device-side enqueue.
#include <gtest/gtest.h>

#include "common/cl.h"
#include "common/spirv.h"

namespace wherry::test {
namespace {

// Kernel k(global int *r, queue_t q) of one work-item. %add is a block's function: adds the literal's value to each
// work-item's number in r; %turn adds the local id of the work-item opposite in the work-group, by local memory.
std::string module(const std::string &body, const std::string &more, const std::string &modes = "") {
  return R"(
  OpCapability Kernel
  OpCapability Addresses
  OpCapability Int64
  OpCapability Int8
  OpCapability GenericPointer
  OpCapability Linkage
  OpCapability DeviceEnqueue
  OpCapability SubgroupDispatch
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %k "k" %id %local_id %local_size
  OpEntryPoint Kernel %add "block_of_k" %id %local_id %local_size
)" + modes +
         R"(
  OpDecorate %id BuiltIn GlobalInvocationId
  OpDecorate %local_id BuiltIn LocalInvocationId
  OpDecorate %local_size BuiltIn WorkgroupSize
  %void = OpTypeVoid
  %bool = OpTypeBool
  %char = OpTypeInt 8 0
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %long3 = OpTypeVector %long 3
  %ids = OpTypePointer Input %long3
  %ints = OpTypePointer CrossWorkgroup %int
  %longs = OpTypePointer CrossWorkgroup %long
  %local_int = OpTypePointer Workgroup %int
  %queue = OpTypeQueue
  %event = OpTypeDeviceEvent
  %id = OpVariable %ids Input
  %local_id = OpVariable %ids Input
  %local_size = OpVariable %ids Input
  %i0 = OpConstant %int 0
  %i1 = OpConstant %int 1
  %i2 = OpConstant %int 2
  %i3 = OpConstant %int 3
  %i8 = OpConstant %int 8
  %i16 = OpConstant %int 16
  %i100 = OpConstant %int 100
  %l0 = OpConstant %long 0
  %l1 = OpConstant %long 1
  %l2 = OpConstant %long 2
  %l4 = OpConstant %long 4
  %l5 = OpConstant %long 5
  %l8 = OpConstant %long 8
  %l9 = OpConstant %long 9
  %l10 = OpConstant %long 10
  %l11 = OpConstant %long 11
  %l12 = OpConstant %long 12
  %l13 = OpConstant %long 13
  %l14 = OpConstant %long 14
  %l15 = OpConstant %long 15
  %sizes = OpTypeArray %long %i3
  %pair = OpTypeArray %long %i2
  %range = OpTypeStruct %int %sizes %sizes %sizes
  %range_place = OpTypePointer Function %range
  %event_place = OpTypePointer Function %event
  %events = OpTypePointer Generic %event
  %no_events = OpConstantNull %events
  %no_event = OpConstantNull %event
  %no_queue = OpConstantNull %queue
  %literal = OpTypeStruct %ints %int
  %literal_place = OpTypePointer Function %literal
  %literal_generic = OpTypePointer Generic %literal
  %place_of_ints = OpTypePointer Function %ints
  %place_of_int = OpTypePointer Function %int
  %generic_ints = OpTypePointer Generic %ints
  %generic_int = OpTypePointer Generic %int
  %bytes = OpTypePointer Generic %char
  %local_bytes = OpTypePointer Workgroup %char
  %block_type = OpTypeFunction %void %bytes
  %tile_type = OpTypeFunction %void %bytes %local_bytes
  %type = OpTypeFunction %void %ints %queue
)" + more +
         R"(
  %add = OpFunction %void None %block_type
  %add_p = OpFunctionParameter %bytes
  %add_entry = OpLabel
  %add_l = OpBitcast %literal_generic %add_p
  %add_at = OpInBoundsAccessChain %generic_ints %add_l %i0
  %add_r = OpLoad %ints %add_at Aligned 8
  %add_vat = OpInBoundsAccessChain %generic_int %add_l %i1
  %add_v = OpLoad %int %add_vat Aligned 4
  %add_ids = OpLoad %long3 %id
  %add_i = OpCompositeExtract %long %add_ids 0
  %add_to = OpInBoundsPtrAccessChain %ints %add_r %add_i
  %add_old = OpAtomicIAdd %int %add_to %i1 %i0 %add_v
  OpReturn
  OpFunctionEnd
  %turn = OpFunction %void None %tile_type
  %turn_p = OpFunctionParameter %bytes
  %turn_tile = OpFunctionParameter %local_bytes
  %turn_entry = OpLabel
  %turn_l = OpBitcast %literal_generic %turn_p
  %turn_at = OpInBoundsAccessChain %generic_ints %turn_l %i0
  %turn_r = OpLoad %ints %turn_at Aligned 8
  %tile = OpBitcast %local_int %turn_tile
  %turn_ids = OpLoad %long3 %local_id
  %turn_i = OpCompositeExtract %long %turn_ids 0
  %turn_sizes = OpLoad %long3 %local_size
  %turn_n = OpCompositeExtract %long %turn_sizes 0
  %turn_int = OpUConvert %int %turn_i
  %mine = OpInBoundsPtrAccessChain %local_int %tile %turn_i
  OpStore %mine %turn_int Aligned 4
  OpControlBarrier %i2 %i2 %turn_semantics
  %turn_1 = OpISub %long %turn_n %turn_i
  %turn_2 = OpISub %long %turn_1 %l1
  %theirs = OpInBoundsPtrAccessChain %local_int %tile %turn_2
  %turn_v = OpLoad %int %theirs Aligned 4
  %turn_to = OpInBoundsPtrAccessChain %ints %turn_r %turn_i
  %turn_old = OpAtomicIAdd %int %turn_to %i1 %i0 %turn_v
  OpReturn
  OpFunctionEnd
  %k = OpFunction %void None %type
  %r = OpFunctionParameter %ints
  %q = OpFunctionParameter %queue
  %entry = OpLabel
  %l = OpVariable %literal_place Function
  %first = OpVariable %event_place Function
  %second = OpVariable %event_place Function
  %stored_range = OpVariable %range_place Function
  %l_r = OpInBoundsAccessChain %place_of_ints %l %i0
  OpStore %l_r %r Aligned 8
  %l_v = OpInBoundsAccessChain %place_of_int %l %i1
  OpStore %l_v %i100 Aligned 4
  %l_generic = OpPtrCastToGeneric %literal_generic %l
  %p = OpBitcast %bytes %l_generic
  %first_generic = OpPtrCastToGeneric %events %first
  %second_generic = OpPtrCastToGeneric %events %second
)" + body +
         "\nOpReturn\nOpFunctionEnd\n";
}

// What the bodies below need beside.
constexpr char kConstants[] = R"(
  %turn_semantics = OpConstant %int 0x110
  %sizes7 = OpConstantComposite %pair %l2 %l1
  %local7 = OpConstantComposite %pair %l1 %l1
  %offset7 = OpConstantComposite %pair %l2 %l0
)";

std::string store(const std::string &value, const std::string &index) {
  return "%to" + index + " = OpInBoundsPtrAccessChain %ints %r %l" + index + "\nOpStore %to" + index + " %" + value +
         " Aligned 4\n";
}

std::string store_truth(const std::string &value, const std::string &index) {
  return "%as_int" + index + " = OpSelect %int %" + value + " %i1 %i0\n" + store("as_int" + index, index);
}

Program program_of(const std::string &text) {
  const std::string words = assembled(text);
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), words.data(), words.size(), &error));
  ok(error);
  return program;
}

Queue device_queue(cl_command_queue_properties more = 0) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more, 0};
  cl_int error = CL_SUCCESS;
  Queue made(clCreateCommandQueueWithProperties(context(), device(), list, &error));
  ok(error);
  return made;
}

std::vector<int> result(const std::string &body, cl_command_queue q, const std::string &modes = "") {
  Program program = program_of(module(body, kConstants, modes));
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)) << build_log(program);
  Kernel k = kernel(program, "k");
  Buffer r = make_buffer(std::vector<int>(16));
  set_args(k, r, q);
  run(k, {1}, {1});
  return read<int>(r, 16);
}

// By ranges of each kind: a value and in memory; two work-items of four on the default queue, by an event after a user
// event and a marker.
TEST(SpirvEnqueue, kernels_events_markers) {
  Queue q = device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  const std::vector<int> got = result(R"(
    %eight = OpBuildNDRange %range %l8 %l8 %l0
    %code0 = OpEnqueueKernel %int %q %i0 %eight %i0 %no_events %no_events %turn %p %i16 %i8 %i100
    %start = OpCreateUserEvent %event
    OpStore %second %start
    OpStore %l_v %i100 Aligned 4
    %two = OpBuildNDRange %range %l2 %l1 %l2
    OpStore %stored_range %two
    %code1 = OpEnqueueKernel %int %q %i0 %stored_range %i1 %second_generic %first_generic %add %p %i16 %i8
    %after = OpLoad %event %first
    %valid = OpIsValidEvent %bool %after
    %invalid = OpIsValidEvent %bool %no_event
    %default = OpGetDefaultQueue %queue
    %code2 = OpEnqueueMarker %int %default %i1 %first_generic %second_generic
    %marked = OpLoad %event %second
    %seven = OpBuildNDRange %range %sizes7 %local7 %offset7
    %code3 = OpEnqueueKernel %int %default %i0 %seven %i1 %second_generic %no_events %add %p %i16 %i8
    OpRetainEvent %after
    OpReleaseEvent %after
    OpSetUserEventStatus %start %i0
    OpReleaseEvent %start
    OpReleaseEvent %after
    OpReleaseEvent %marked
    %code4 = OpEnqueueKernel %int %no_queue %i0 %eight %i0 %no_events %no_events %add %p %i16 %i8
    %refused = OpINotEqual %bool %code4 %i0
    %codes01 = OpBitwiseOr %int %code0 %code1
    %codes23 = OpBitwiseOr %int %code2 %code3
    %codes = OpBitwiseOr %int %codes01 %codes23
  )" + store("codes", "8") + store_truth("valid", "9") +
                                          store_truth("invalid", "10") + store_truth("refused", "11"),
                                      q);
  EXPECT_EQ((std::vector<int>{7, 6, 205, 204, 3, 2, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0}), got);
}

// Though an entry point: compilers list blocks' functions among these.
TEST(SpirvEnqueue, an_enqueued_function_is_no_kernel) {
  Program program = program_of(module("%x = OpGetKernelWorkGroupSize %int %add %p %i16 %i8", kConstants));
  ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ("k", info_text(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
}

TEST(SpirvEnqueue, queries) {
  Queue q = device_queue();
  const std::vector<int> got = result(R"(
    %n = OpBuildNDRange %range %l8 %l4 %l0
    %size = OpGetKernelWorkGroupSize %int %add %p %i16 %i8
    %multiple = OpGetKernelPreferredWorkGroupSizeMultiple %int %add %p %i16 %i8
    %count = OpGetKernelNDrangeSubGroupCount %int %n %add %p %i16 %i8
    %most = OpGetKernelNDrangeMaxSubGroupSize %int %n %add %p %i16 %i8
  )" + store("size", "10") + store("multiple", "11") +
                                          store("count", "12") + store("most", "13"),
                                      q);
  EXPECT_EQ(4096, got[10]);
  EXPECT_EQ(16, got[11]);
  EXPECT_EQ(1, got[12]);
  EXPECT_EQ(4, got[13]);
}

// CLK_PROFILING_COMMAND_EXEC_TIME, of a kernel that waits for its own event's capture.
TEST(SpirvEnqueue, profiling) {
  Queue q = device_queue();
  const std::vector<int> got = result(R"(
    %eight = OpBuildNDRange %range %l8 %l8 %l0
    %start = OpCreateUserEvent %event
    OpStore %second %start
    %code = OpEnqueueKernel %int %q %i0 %eight %i1 %second_generic %first_generic %add %p %i16 %i8
    %done = OpLoad %event %first
    %times = OpInBoundsPtrAccessChain %ints %r %l12
    OpCaptureEventProfilingInfo %done %i1 %times
    OpSetUserEventStatus %start %i0
    OpReleaseEvent %done
    OpReleaseEvent %start
  )" + store("code", "8"),
                                      q);
  cl_ulong times[2];
  std::memcpy(times, got.data() + 12, sizeof times);
  EXPECT_EQ(0, got[8]);
  EXPECT_GT(times[0], 0u);
  EXPECT_GE(times[1], times[0]);
}

// A required size of an enqueued function's work-groups.
TEST(SpirvEnqueue, required_sizes) {
  Queue q = device_queue();
  const std::vector<int> got = result(R"(
    %chosen = OpBuildNDRange %range %l8 %l0 %l0
    %same = OpBuildNDRange %range %l8 %l4 %l0
    %other = OpBuildNDRange %range %l8 %l2 %l0
    %part = OpBuildNDRange %range %l9 %l4 %l0
    %code0 = OpEnqueueKernel %int %q %i0 %chosen %i0 %no_events %no_events %turn %p %i16 %i8 %i100
    %code1 = OpEnqueueKernel %int %q %i0 %same %i0 %no_events %no_events %turn %p %i16 %i8 %i100
    %code2 = OpEnqueueKernel %int %q %i0 %other %i0 %no_events %no_events %turn %p %i16 %i8 %i100
    %code3 = OpEnqueueKernel %int %q %i0 %part %i0 %no_events %no_events %turn %p %i16 %i8 %i100
    %good = OpBitwiseOr %int %code0 %code1
    %bad2 = OpINotEqual %bool %code2 %i0
    %bad3 = OpINotEqual %bool %code3 %i0
  )" + store("good", "8") + store_truth("bad2", "9") +
                                          store_truth("bad3", "10"),
                                      q, "OpExecutionMode %turn LocalSize 4 1 1\n");
  EXPECT_EQ((std::vector<int>{12, 8, 4, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0}), got);
}

TEST(SpirvEnqueue, what_is_wrong_is_a_build_log) {
  for (auto [body, said] :
       {std::pair("%x = OpEnqueueKernel %int %q %i0 %i1 %i0 %no_events %no_events %add %p %i16 %i8", "no ND-range"),
        {"%x = OpEnqueueKernel %int %r %i0 %i1 %i0 %no_events %no_events %add %p %i16 %i8", "no queue"},
        {"%n = OpBuildNDRange %range %l8 %l8 %l0\n"
         "%x = OpEnqueueKernel %int %q %i0 %n %i0 %no_events %no_events %turn %p %i16 %i8",
         "as many local sizes"},
        {"%x = OpGetKernelWorkGroupSize %int %k %p %i16 %i8", "takes a pointer to its block"},
        {"OpRetainEvent %q", "no event"},
        {"%n = OpBuildNDRange %range %l8 %sizes7 %l0", "1 to 3 dimensions"}}) {
    SCOPED_TRACE(body);
    Program program = program_of(module(body, kConstants));
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    EXPECT_NE(std::string::npos, build_log(program).find(said)) << build_log(program);
  }
}

}  // namespace
}  // namespace wherry::test
