// SPDX-License-Identifier: Apache-2.0
// Images, samplers, pipes; and what a module says beside its instructions.
#include <gtest/gtest.h>

#include "common/cl.h"
#include "common/spirv.h"

namespace wherry::test {
namespace {

constexpr char kTypes[] = R"(
  %void = OpTypeVoid
  %bool = OpTypeBool
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %float = OpTypeFloat 32
  %int2 = OpTypeVector %int 2
  %int3 = OpTypeVector %int 3
  %int4 = OpTypeVector %int 4
  %float2 = OpTypeVector %float 2
  %float4 = OpTypeVector %float 4
  %long3 = OpTypeVector %long 3
  %ids = OpTypePointer Input %long3
  %ints = OpTypePointer CrossWorkgroup %int
  %variable = OpTypePointer Function %int
  %id = OpVariable %ids Input
  %zero = OpConstant %int 0
  %one = OpConstant %int 1
  %two = OpConstant %int 2
  %four = OpConstant %int 4
  %level = OpConstant %float 0
)";

std::string module(const std::string &capabilities, const std::string &entry, const std::string &rest) {
  return "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Linkage\n" + capabilities +
         "\nOpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %id\n" + entry +
         "\nOpDecorate %id BuiltIn GlobalInvocationId\n" + kTypes + rest;
}

Program built(const std::string &text, const std::string &version = "1.0") {
  const std::string words = assembled(text, version);
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), words.data(), words.size(), &error));
  ok(error);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << build_log(program);
  return program;
}

// A line of `count` ints in r: names are %r0, %r1, ...; each is stored by one work-item.
std::string stores(const std::vector<std::string> &values) {
  std::string text;
  for (size_t n = 0; n < values.size(); ++n) {
    const std::string index = std::to_string(n);
    text += "%at" + index + " = OpInBoundsPtrAccessChain %ints %r %place" + index + "\nOpStore %at" + index + " %" +
            values[n] + " Aligned 4\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

std::string places(size_t count) {
  std::string text;
  for (size_t n = 0; n < count; ++n)
    text += "%place" + std::to_string(n) + " = OpConstant %long " + std::to_string(n) + "\n";
  return text;
}

Buffer image(const cl_image_format &format, const cl_image_desc &about, void *texels, cl_mem_flags access) {
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateImage(context(), access | (texels ? CL_MEM_COPY_HOST_PTR : 0), &format, &about, texels, &error));
  ok(error);
  return made;
}

TEST(SpirvObjects, images_and_samplers) {
  // Texel (x, y) of layer z: {x, y, z, 255}.
  std::vector<cl_uchar> texels;
  for (cl_uchar z = 0; z < 4; ++z)
    for (cl_uchar y = 0; y < 3; ++y)
      for (cl_uchar x = 0; x < 5; ++x) texels.insert(texels.end(), {x, y, z, 255});
  const cl_image_format bytes{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc about{};
  about.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
  about.image_width = 5;
  about.image_height = 3;
  about.image_array_size = 4;
  Buffer layers = image(bytes, about, texels.data(), CL_MEM_READ_ONLY);
  about.image_type = CL_MEM_OBJECT_IMAGE2D;
  about.image_array_size = 0;
  const cl_image_format floats{CL_RGBA, CL_FLOAT};
  Buffer out = image(floats, about, nullptr, CL_MEM_READ_WRITE);
  cl_int error = CL_SUCCESS;
  Owned<cl_sampler, clReleaseSampler> sampler(
      clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error));
  ok(error);
  const std::vector<std::string> values{"width",       "height",  "layer",    "lod_width", "lod_height",
                                        "lod_layers",  "type_of", "order",    "sampled",   "outside",
                                        "by_constant", "fetched", "read_back"};
  Program program = built(module("OpCapability ImageBasic\nOpCapability LiteralSampler", "", places(values.size()) + R"(
    %image2d = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
    %layers_type = OpTypeImage %void 2D 0 1 0 0 Unknown ReadOnly
    %sampler = OpTypeSampler
    %sampled_type = OpTypeSampledImage %layers_type
    %repeat = OpConstantSampler %sampler ClampToEdge 0 Nearest
    %coordinate = OpConstantComposite %int4 %two %one %four %zero
    %inside3 = OpConstantComposite %int4 %four %two %one %zero
    %minus = OpConstant %int 0xffffffff
    %outside_at = OpConstantComposite %int4 %minus %zero %two %zero
    %written_at = OpConstantComposite %int2 %four %one
    %half = OpConstant %float 0.5
    %texel = OpConstantComposite %float4 %half %level %half %level
    %type = OpTypeFunction %void %layers_type %image2d %sampler %ints
    %k = OpFunction %void None %type
    %in = OpFunctionParameter %layers_type
    %out = OpFunctionParameter %image2d
    %s = OpFunctionParameter %sampler
    %r = OpFunctionParameter %ints
    %entry = OpLabel
    %size = OpImageQuerySize %int3 %in
    %width = OpCompositeExtract %int %size 0
    %height = OpCompositeExtract %int %size 1
    %layer = OpCompositeExtract %int %size 2
    %lod = OpImageQuerySizeLod %int3 %in %zero
    %lod_width = OpCompositeExtract %int %lod 0
    %lod_height = OpCompositeExtract %int %lod 1
    %lod_layers = OpCompositeExtract %int %lod 2
    %type_of = OpImageQueryFormat %int %in
    %order = OpImageQueryOrder %int %in
    %si = OpSampledImage %sampled_type %in %s
    %sample = OpImageSampleExplicitLod %int4 %si %inside3 Lod %level
    %x = OpCompositeExtract %int %sample 0
    %y = OpCompositeExtract %int %sample 1
    %z = OpCompositeExtract %int %sample 2
    %x4 = OpShiftLeftLogical %int %x %four
    %xy = OpIAdd %int %x4 %y
    %xy4 = OpShiftLeftLogical %int %xy %four
    %sampled = OpIAdd %int %xy4 %z
    %border = OpImageSampleExplicitLod %int4 %si %outside_at Lod %level
    %outside = OpCompositeExtract %int %border 3
    %si2 = OpSampledImage %sampled_type %in %repeat
    %edge = OpImageSampleExplicitLod %int4 %si2 %outside_at Lod %level
    %by_constant = OpCompositeExtract %int %edge 3
    %image_of = OpImage %layers_type %si
    %fetch = OpImageFetch %int4 %image_of %inside3
    %fetched = OpCompositeExtract %int %fetch 1
    %read = OpImageRead %int4 %in %inside3
    %read_back = OpCompositeExtract %int %read 2
    OpImageWrite %out %written_at %texel
  )" + stores(values)));
  Kernel k = kernel(program, "k");
  Buffer r = make_buffer(std::vector<int>(values.size(), -1));
  set_args(k, layers, out, sampler.get(), r);
  run(k, {1}, {});
  // SPIR-V numbers channel types and orders from 0: UnsignedInt8 is 10, RGBA 5.
  EXPECT_EQ(read<int>(r, values.size()), (std::vector<int>{5, 3, 4, 5, 3, 4, 10, 5, 0x421, 0, 255, 2, 1}));
  const size_t origin[] = {4, 1, 0}, region[] = {1, 1, 1};
  float written[4] = {};
  ok(clEnqueueReadImage(queue(), out, CL_TRUE, origin, region, 0, 0, written, 0, nullptr, nullptr));
  EXPECT_EQ(written[0], 0.5f);
  EXPECT_EQ(written[1], 0.0f);
}

TEST(SpirvObjects, levels_of_a_mipmap) {
  cl_image_desc about{};
  about.image_type = CL_MEM_OBJECT_IMAGE2D;
  about.image_width = about.image_height = 16;
  Program program = built(module("OpCapability ImageBasic\nOpCapability ImageMipmap", "", places(1) + R"(
    %image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
    %type = OpTypeFunction %void %image %ints
    %k = OpFunction %void None %type
    %in = OpFunctionParameter %image
    %r = OpFunctionParameter %ints
    %entry = OpLabel
    %levels = OpImageQueryLevels %int %in
  )" + stores({"levels"})));
  for (const cl_uint levels : {2u, 4u}) {
    about.num_mip_levels = levels;
    Buffer in = image({CL_RGBA, CL_UNSIGNED_INT8}, about, nullptr, CL_MEM_READ_ONLY), r = make_buffer(4);
    Kernel k = kernel(program, "k");
    set_args(k, in, r);
    run(k, {1}, {});
    EXPECT_EQ(levels, read<cl_uint>(r, 1)[0]);
  }
}

// A sub-group of 8 moves two rows of 16 bytes from one image to another.
TEST(SpirvObjects, blocks_of_images) {
  std::vector<cl_uchar> texels(16 * 4 * 4), none(texels.size(), 200);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<cl_uchar>(i * 5);
  const cl_image_format bytes{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc about{};
  about.image_type = CL_MEM_OBJECT_IMAGE2D;
  about.image_width = 16;
  about.image_height = 4;
  auto text = [](const std::string &access) {
    return module("OpCapability Int16\nOpCapability ImageBasic\nOpCapability SubgroupDispatch\n"
                  "OpCapability SubgroupImageBlockIOINTEL\nOpExtension \"SPV_INTEL_subgroups\"",
                  "OpExecutionMode %k LocalSize 8 1 1\nOpExecutionMode %k SubgroupSize 8", R"(
    %short = OpTypeInt 16 0
    %short2 = OpTypeVector %short 2
    %in_type = OpTypeImage %void 2D 0 0 0 0 Unknown )" + access + R"(
    %out_type = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
    %eight = OpConstant %int 8
    %from = OpConstantComposite %int2 %four %one
    %to = OpConstantComposite %int2 %eight %zero
    %type = OpTypeFunction %void %in_type %out_type
    %k = OpFunction %void None %type
    %in = OpFunctionParameter %in_type
    %out = OpFunctionParameter %out_type
    %entry = OpLabel
    %data = OpSubgroupImageBlockReadINTEL %short2 %in %from
    OpSubgroupImageBlockWriteINTEL %out %to %data
    OpReturn
    OpFunctionEnd
  )");
  };
  for (const char *access : {"ReadOnly", "ReadWrite"}) {
    Program program = built(text(access));
    Buffer in = image(bytes, about, texels.data(), CL_MEM_READ_WRITE),
           out = image(bytes, about, none.data(), CL_MEM_READ_WRITE);
    Kernel k = kernel(program, "k");
    set_args(k, in, out);
    run(k, {8}, {8});
    std::vector<cl_uchar> expected = none, written(none.size());
    for (size_t row = 0; row < 2; ++row)
      for (size_t byte = 0; byte < 16; ++byte) expected[row * 64 + 8 + byte] = texels[(row + 1) * 64 + 4 + byte];
    const size_t origin[] = {0, 0, 0}, region[] = {16, 4, 1};
    ok(clEnqueueReadImage(queue(), out, CL_TRUE, origin, region, 0, 0, written.data(), 0, nullptr, nullptr));
    EXPECT_EQ(expected, written) << access;
  }
  // What cannot be read is said.
  const std::string words = assembled(text("WriteOnly"));
  cl_int error = CL_SUCCESS;
  Program refused(clCreateProgramWithIL(context(), words.data(), words.size(), &error));
  ok(error);
  EXPECT_EQ(clBuildProgram(refused, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(build_log(refused).find("OpSubgroupImageBlockReadINTEL"), std::string::npos) << build_log(refused);
}

// One work-item writes 0 to 7 by each kind of instruction; the same reads them.
TEST(SpirvObjects, pipes) {
  const std::vector<std::string> values{"wrote", "valid", "wrote_reserved", "wrote_in_group", "packets", "most",
                                        "got",   "first", "reserved_first", "group_first",    "empty"};
  const std::string text = module("OpCapability Pipes\nOpCapability Groups", "", places(values.size()) + R"(
    %out_type = OpTypePipe WriteOnly
    %in_type = OpTypePipe ReadOnly
    %reservation = OpTypeReserveId
    %seven = OpConstant %int 7
    %eight = OpConstant %int 8
    %nine = OpConstant %int 9
    %type = OpTypeFunction %void %out_type %ints
    %k = OpFunction %void None %type
    %pipe = OpFunctionParameter %out_type
    %r = OpFunctionParameter %ints
    %entry = OpLabel
    %v = OpVariable %variable Function
    OpStore %v %seven
    %wrote = OpWritePipe %int %pipe %v %four %four
    %id1 = OpReserveWritePipePackets %reservation %pipe %one %four %four
    %good = OpIsValidReserveId %bool %id1
    %valid = OpSelect %int %good %one %zero
    OpStore %v %eight
    %wrote_reserved = OpReservedWritePipe %int %pipe %id1 %zero %v %four %four
    OpCommitWritePipe %pipe %id1 %four %four
    %id2 = OpGroupReserveWritePipePackets %reservation %two %pipe %one %four %four
    OpStore %v %nine
    %wrote_in_group = OpReservedWritePipe %int %pipe %id2 %zero %v %four %four
    OpGroupCommitWritePipe %two %pipe %id2 %four %four
    %packets = OpGetNumPipePackets %int %pipe %four %four
    %most = OpGetMaxPipePackets %int %pipe %four %four
  )");
  Program writes = built(text + stores({values.begin(), values.begin() + 6}));
  Program reads = built(module("OpCapability Pipes\nOpCapability Groups", "", places(5) + R"(
    %in_type = OpTypePipe ReadOnly
    %reservation = OpTypeReserveId
    %type = OpTypeFunction %void %in_type %ints
    %k = OpFunction %void None %type
    %pipe = OpFunctionParameter %in_type
    %r = OpFunctionParameter %ints
    %entry = OpLabel
    %v = OpVariable %variable Function
    %got = OpReadPipe %int %pipe %v %four %four
    %first = OpLoad %int %v
    %id1 = OpReserveReadPipePackets %reservation %pipe %one %four %four
    %read1 = OpReservedReadPipe %int %pipe %id1 %zero %v %four %four
    %reserved_first = OpLoad %int %v
    OpCommitReadPipe %pipe %id1 %four %four
    %id2 = OpGroupReserveReadPipePackets %reservation %two %pipe %one %four %four
    %read2 = OpReservedReadPipe %int %pipe %id2 %zero %v %four %four
    %group_first = OpLoad %int %v
    OpGroupCommitReadPipe %two %pipe %id2 %four %four
    %more = OpReadPipe %int %pipe %v %four %four
    %is_empty = OpSLessThan %bool %more %zero
    %empty = OpSelect %int %is_empty %one %zero
  )" + stores({values.begin() + 6, values.end()})));
  cl_int error = CL_SUCCESS;
  Buffer pipe(clCreatePipe(context(), 0, 4, 5, nullptr, &error));
  ok(error);
  Kernel put = kernel(writes, "k"), get = kernel(reads, "k");
  Buffer r = make_buffer(std::vector<int>(6, -1)), s = make_buffer(std::vector<int>(5, -1));
  set_args(put, pipe, r);
  run(put, {1}, {1});
  EXPECT_EQ(read<int>(r, 6), (std::vector<int>{0, 1, 0, 0, 3, 5}));
  set_args(get, pipe, s);
  run(get, {1}, {1});
  EXPECT_EQ(read<int>(s, 5), (std::vector<int>{0, 7, 8, 9, 1}));
}

// Names, sources, lines, decorations singly, in groups and of members: none changes what a kernel computes, and some
// tell the host of it.
TEST(SpirvObjects, annotations) {
  Program program = built(module("OpCapability Int8\nOpCapability Float16Buffer", R"(
    OpExecutionMode %k LocalSizeHint 8 1 1
    %file = OpString "a.cl"
    OpSource OpenCL_C 200000 %file "kernel void k"
    OpSourceContinued "(global int *r) {}"
    OpSourceExtension "cl_khr_fp16"
    OpName %k "k"
    OpName %r "results"
    OpName %packed "Packed"
    OpMemberName %packed 0 "first"
    OpDecorate %read NonWritable
    OpDecorate %read FuncParamAttr NoAlias
    %read = OpDecorationGroup
    OpDecorate %packed CPacked
    OpDecorate %natural Alignment 4
    %natural = OpDecorationGroup
    OpGroupDecorate %natural %v
    OpGroupDecorate %read %r
    OpGroupMemberDecorate %member %packed 0
    %member = OpDecorationGroup
    OpDecorate %opaque_pointer UserSemantic "nothing"
  )",
                                 R"(
    %char = OpTypeInt 8 0
    %packed = OpTypeStruct %char %int
    %packed_pointer = OpTypePointer Function %packed
    %char_pointer = OpTypePointer Function %char
    %opaque = OpTypeOpaque "thing"
    %opaque_pointer = OpTypePointer CrossWorkgroup %opaque
    %any_size = OpTypeRuntimeArray %int
    %any_pointer = OpTypePointer CrossWorkgroup %any_size
    %letter = OpConstant %char 65
    %long0 = OpConstant %long 0
    %type = OpTypeFunction %void %ints
    OpLine %file 2 1
    %k = OpFunction %void None %type
    OpLine %file 2 20
    %r = OpFunctionParameter %ints
    OpLine %file 3 7
    %entry = OpLabel
    %v = OpVariable %packed_pointer Function
    %bytes = OpBitcast %char_pointer %v
    %p = OpInBoundsAccessChain %variable %v %one
    %from = OpConvertPtrToU %long %bytes
    OpLine %file 4 1
    %to = OpConvertPtrToU %long %p
    %distance = OpISub %long %to %from
    %d = OpUConvert %int %distance
    OpNoLine
    %list = OpBitcast %any_pointer %r
    %first = OpAccessChain %ints %list %long0
    OpStore %first %d Aligned 4
    OpReturn
    OpFunctionEnd
  )"));
  Kernel k = kernel(program, "k");
  Buffer r = make_buffer(std::vector<int>(1, -1));
  set_args(k, r);
  run(k, {1}, {});
  EXPECT_EQ(read<int>(r, 1), std::vector<int>{1}) << "a packed struct's second member stands at byte 1";
}

// What later versions of SPIR-V have for the same: by ids, and of strings.
TEST(SpirvObjects, later_annotations) {
  Program program = built(module("", R"(
    OpExecutionModeId %k LocalSizeId %four %two %one
    OpModuleProcessed "by hand"
    OpDecorateId %v AlignmentId %bytes
    OpDecorateString %r UserSemantic "results"
    OpMemberDecorateString %pair 1 UserSemantic "second"
  )",
                                 R"(
    %bytes = OpConstant %int 64
    %pair = OpTypeStruct %int %int
    %pointer = OpTypePointer Function %pair
    %type = OpTypeFunction %void %ints
    %k = OpFunction %void None %type
    %r = OpFunctionParameter %ints
    %entry = OpLabel
    %unaligned = OpVariable %variable Function
    %v = OpVariable %pointer Function
    %second = OpInBoundsAccessChain %variable %v %one
    OpStore %second %four
    OpStore %unaligned %one
    %address = OpConvertPtrToU %long %v
    %low = OpUConvert %int %address
    %modulo = OpUMod %int %low %bytes
    %stored = OpLoad %int %second
    %first = OpLoad %int %unaligned
    %sum = OpIAdd %int %stored %modulo
    %all = OpIAdd %int %sum %first
    OpStore %r %all Aligned 4
    OpReturn
    OpFunctionEnd
  )"),
                          "1.4");
  Kernel k = kernel(program, "k");
  const std::vector<size_t> size{4, 2, 1};
  size_t required[3] = {};
  ok(clGetKernelWorkGroupInfo(k, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required, nullptr));
  EXPECT_EQ(size, std::vector<size_t>(required, required + 3));
  Buffer r = make_buffer(4);
  set_args(k, r);
  run(k, size, size);
  EXPECT_EQ(5, read<int>(r, 1)[0]);
}

}  // namespace
}  // namespace wherry::test
