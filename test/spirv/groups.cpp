// SPDX-License-Identifier: Apache-2.0
// What work-items of a group do together: barriers, votes, reductions, shuffles, async copies.
#include <gtest/gtest.h>

#include <tuple>

#include "spirv/instructions.h"

namespace wherry::test {
namespace {

constexpr char kWorkGroup[] = "%int_2", kSubGroupScope[] = "%int_3";

// By both scopes; `suffix`: of OpenCL C's functions work_group_... and sub_group_...
std::vector<InstructionCase> reductions(const std::vector<std::pair<const char *, const char *>> &operations,
                                        const std::string &types, const char *needs = "") {
  const std::pair<const char *, const char *> forms[] = {
      {"Reduce", "reduce"}, {"InclusiveScan", "scan_inclusive"}, {"ExclusiveScan", "scan_exclusive"}};
  std::vector<InstructionCase> cases;
  for (auto [instruction, operation] : operations)
    for (auto [form, function] : forms)
      for (const char *scope : {kWorkGroup, kSubGroupScope}) {
        const std::string group = scope == kWorkGroup ? "work_group_" : "sub_group_";
        cases.push_back({std::string(instruction) + " " + form, types, group + function + "_" + operation + "(a)",
                         "%r = " + std::string(instruction) + " %$r " + scope + " " + form + " %a", "", needs});
      }
  return cases;
}

TEST(SpirvInstructions, reductions_of_groups) {
  expect_same(
      reductions({{"OpGroupIAdd", "add"}, {"OpGroupSMin", "min"}, {"OpGroupSMax", "max"}}, "int > int | long > long"));
  expect_same(reductions({{"OpGroupUMin", "min"}, {"OpGroupUMax", "max"}}, "uint > uint | ulong > ulong"));
  expect_same(reductions({{"OpGroupFAdd", "add"}, {"OpGroupFMin", "min"}, {"OpGroupFMax", "max"}},
                         "float. > float | double. > double | half. > half"));
}

// OpenCL C has these by sub-groups; work-groups' are in the API's tests.
std::vector<InstructionCase> non_uniform(const std::vector<std::pair<const char *, const char *>> &operations,
                                         const std::string &types, const char *values = "%a", const char *c = "a") {
  const std::string needs = "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformClustered";
  const std::pair<const char *, const char *> forms[] = {{"Reduce", "sub_group_non_uniform_reduce"},
                                                         {"InclusiveScan", "sub_group_non_uniform_scan_inclusive"},
                                                         {"ExclusiveScan", "sub_group_non_uniform_scan_exclusive"}};
  std::vector<InstructionCase> cases;
  for (auto [instruction, operation] : operations) {
    auto add = [&, op = std::string(instruction),
                suffix = std::string(operation)](const std::string &form, const std::string &function,
                                                 const std::string &behind, const std::string &last) {
      cases.push_back({op + " " + form, types, function + "_" + suffix + "(" + c + behind + ")",
                       "%r = " + op + " %$r %int_3 " + form + " " + values + last, "", needs, 3});
    };
    for (auto [form, function] : forms) add(form, function, "", "");
    add("ClusteredReduce", "sub_group_clustered_reduce", ", 4", " %int_4");
  }
  return cases;
}

TEST(SpirvInstructions, reductions_of_those_that_arrive) {
  expect_same(non_uniform({{"OpGroupNonUniformIAdd", "add"},
                           {"OpGroupNonUniformIMul", "mul"},
                           {"OpGroupNonUniformSMin", "min"},
                           {"OpGroupNonUniformSMax", "max"},
                           {"OpGroupNonUniformBitwiseAnd", "and"},
                           {"OpGroupNonUniformBitwiseOr", "or"},
                           {"OpGroupNonUniformBitwiseXor", "xor"}},
                          "int > int | char > char | long > long"));
  expect_same(non_uniform({{"OpGroupNonUniformUMin", "min"}, {"OpGroupNonUniformUMax", "max"}},
                          "uint > uint | ushort > ushort"));
  expect_same(non_uniform({{"OpGroupNonUniformFAdd", "add"},
                           {"OpGroupNonUniformFMul", "mul"},
                           {"OpGroupNonUniformFMin", "min"},
                           {"OpGroupNonUniformFMax", "max"}},
                          "float. > float | half. > half"));
  expect_same(non_uniform({{"OpGroupNonUniformLogicalAnd", "logical_and"},
                           {"OpGroupNonUniformLogicalOr", "logical_or"},
                           {"OpGroupNonUniformLogicalXor", "logical_xor"}},
                          "bool > bool"));
}

TEST(SpirvInstructions, votes_and_ballots) {
  const std::string needs =
      "OpCapability GroupNonUniformVote\nOpCapability GroupNonUniformBallot\nOpCapability GroupNonUniform";
  const std::vector<InstructionCase> cases{
      {"OpGroupAll", "bool > bool | bool= > bool", "work_group_all(a)", "%r = OpGroupAll %bool %int_2 %a"},
      {"OpGroupAny", "bool > bool", "work_group_any(a)", "%r = OpGroupAny %bool %int_2 %a"},
      {"OpGroupAll", "bool > bool", "sub_group_all(a)", "%r = OpGroupAll %bool %int_3 %a"},
      {"OpGroupAny", "bool > bool", "sub_group_any(a)", "%r = OpGroupAny %bool %int_3 %a"},
      {"OpGroupBroadcast", "int > int | float > float | double > double", "work_group_broadcast(a, 5)",
       "%r = OpGroupBroadcast %$r %int_2 %a %long_5"},
      {"OpGroupBroadcast", "int > int | half > half | long > long", "sub_group_broadcast(a, 5)",
       "%r = OpGroupBroadcast %$r %int_3 %a %int_5"},
      {"OpGroupNonUniformElect", "bool > bool", "a && sub_group_elect()",
       "OpBranchConditional %a %then %end\n%then = OpLabel\n%x = OpGroupNonUniformElect %bool %int_3\nOpBranch "
       "%end\n%end = OpLabel\n%r = OpPhi %bool %false %entry %x %then"},
      {"OpGroupNonUniformAll", "bool > bool", "sub_group_non_uniform_all(a)",
       "%r = OpGroupNonUniformAll %bool %int_3 %a"},
      {"OpGroupNonUniformAny", "bool > bool", "sub_group_non_uniform_any(a)",
       "%r = OpGroupNonUniformAny %bool %int_3 %a"},
      {"OpGroupNonUniformAllEqual", "int > bool | int= > bool | float= > bool", "sub_group_non_uniform_all_equal(a)",
       "%r = OpGroupNonUniformAllEqual %bool %int_3 %a"},
      {"OpGroupNonUniformBroadcast", "int > int | float > float", "sub_group_non_uniform_broadcast(a, 6)",
       "%r = OpGroupNonUniformBroadcast %$r %int_3 %a %int_6"},
      {"OpGroupNonUniformBroadcast", "float4 > float4", "sub_group_non_uniform_broadcast(a, 6)",
       "%r = OpGroupNonUniformBroadcast %$r %int_3 %a %int_6"},
      {"OpGroupNonUniformBroadcastFirst", "int > int | double > double", "sub_group_broadcast_first(a)",
       "%r = OpGroupNonUniformBroadcastFirst %$r %int_3 %a"},
      {"OpGroupNonUniformBallot", "bool > uint4", "sub_group_ballot(a)",
       "%r = OpGroupNonUniformBallot %int4 %int_3 %a"},
      {"OpGroupNonUniformInverseBallot", "uint4 > bool",
       "sub_group_inverse_ballot(sub_group_non_uniform_broadcast(a, 0))",
       "%x = OpGroupNonUniformBroadcast %int4 %int_3 %a %int_0\n%r = OpGroupNonUniformInverseBallot %bool %int_3 %x"},
      {"OpGroupNonUniformBallotBitExtract", "uint4 uint~ > bool", "sub_group_ballot_bit_extract(a, b)",
       "%r = OpGroupNonUniformBallotBitExtract %bool %int_3 %a %b"},
      {"OpGroupNonUniformBallotBitCount", "uint4 > uint", "sub_group_ballot_bit_count(a)",
       "%r = OpGroupNonUniformBallotBitCount %int %int_3 Reduce %a"},
      {"OpGroupNonUniformBallotBitCount", "uint4 > uint", "sub_group_ballot_inclusive_scan(a)",
       "%r = OpGroupNonUniformBallotBitCount %int %int_3 InclusiveScan %a"},
      {"OpGroupNonUniformBallotBitCount", "uint4 > uint", "sub_group_ballot_exclusive_scan(a)",
       "%r = OpGroupNonUniformBallotBitCount %int %int_3 ExclusiveScan %a"},
      {"OpGroupNonUniformBallotFindLSB", "bool > uint", "sub_group_ballot_find_lsb(sub_group_ballot(a || l % 8 == 7))",
       "%m = OpUMod %long %l %long_8\n%last = OpIEqual %bool %m %long_7\n%s = OpLogicalOr %bool %a %last\n%x = "
       "OpGroupNonUniformBallot %int4 %int_3 %s\n%r = OpGroupNonUniformBallotFindLSB %int %int_3 %x"},
      {"OpGroupNonUniformBallotFindMSB", "bool > uint", "sub_group_ballot_find_msb(sub_group_ballot(a || l % 8 == 0))",
       "%m = OpUMod %long %l %long_8\n%last = OpIEqual %bool %m %long_0\n%s = OpLogicalOr %bool %a %last\n%x = "
       "OpGroupNonUniformBallot %int4 %int_3 %s\n%r = OpGroupNonUniformBallotFindMSB %int %int_3 %x"},
  };
  expect_same(with_needs(cases, needs, 3));
}

TEST(SpirvInstructions, shuffles) {
  const std::string needs = "OpCapability GroupNonUniformShuffle\nOpCapability GroupNonUniformShuffleRelative\n"
                            "OpCapability GroupNonUniformRotateKHR\nOpExtension \"SPV_KHR_subgroup_rotate\"";
  const std::string types = "int uint~ > int | float uint~ > float | char uint~ > char | double uint~ > double";
  // Behind the sub-group's ends a shuffle's result is not defined.
  const std::string fixed = "int > int | half > half | long > long";
  auto inside = [](const char *name, const char *comparison) {
    return "%m = OpUMod %long %l %long_8\n%x = " + std::string(name) + " %$r %int_3 %a %int_3\n%in = " + comparison +
           "\n%r = OpSelect %$r %in %x %a";
  };
  const std::vector<InstructionCase> cases{
      {"OpGroupNonUniformShuffle", types, "sub_group_shuffle(a, b)", "%r = OpGroupNonUniformShuffle %$r %int_3 %a %b"},
      {"OpGroupNonUniformShuffleXor", types, "sub_group_shuffle_xor(a, 5)",
       "%r = OpGroupNonUniformShuffleXor %$r %int_3 %a %int_5"},
      {"OpGroupNonUniformShuffleUp", fixed, "({ $a x = sub_group_shuffle_up(a, 3); l % 8 >= 3 ? x : a; })",
       inside("OpGroupNonUniformShuffleUp", "OpUGreaterThanEqual %bool %m %long_3")},
      {"OpGroupNonUniformShuffleDown", fixed, "({ $a x = sub_group_shuffle_down(a, 3); l % 8 < 5 ? x : a; })",
       inside("OpGroupNonUniformShuffleDown", "OpULessThan %bool %m %long_5")},
      {"OpGroupNonUniformRotateKHR", fixed, "sub_group_rotate(a, 3)",
       "%r = OpGroupNonUniformRotateKHR %$r %int_3 %a %int_3"},
      {"OpGroupNonUniformRotateKHR clustered", fixed, "sub_group_clustered_rotate(a, 3, 4)",
       "%r = OpGroupNonUniformRotateKHR %$r %int_3 %a %int_3 %int_4"},
  };
  expect_same(with_needs(cases, needs, 3));
}

TEST(SpirvInstructions, intel_shuffles) {
  const std::string one = "int uint~ > int | float4 uint~ > float4 | char uint~ > char | double uint~ > double";
  const std::string two = "int int uint~ > int | half half uint~ > half | float3 float3 uint~ > float3 | "
                          "short8 short8 uint~ > short8 | long long uint~ > long";
  expect_same(with_needs(
      {
          {"OpSubgroupShuffleINTEL", one, "intel_sub_group_shuffle(a, b)"},
          {"OpSubgroupShuffleXorINTEL", one, "intel_sub_group_shuffle_xor(a, b)"},
          {"OpSubgroupShuffleDownINTEL", two, "intel_sub_group_shuffle_down(a, b, c)"},
          {"OpSubgroupShuffleUpINTEL", two, "intel_sub_group_shuffle_up(a, b, c)"},
      },
      "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\""));
}

// A sub-group's own part of pa and of pr.
TEST(SpirvInstructions, blocks) {
  const std::string needs = "OpCapability SubgroupBufferBlockIOINTEL\nOpExtension \"SPV_INTEL_subgroups\"";
  auto begin = [](const std::string &of) {
    return "%n = OpUDiv %long %i %long_8\n%first = OpIMul %long %n %long_8\n"
           "%at = OpInBoundsPtrAccessChain %global_$a " +
           of + " %first\n";
  };
  std::vector<InstructionCase> cases;
  const std::tuple<const char *, const char *, const char *> types[] = {
      {"char", "uchar", "_uc"}, {"short", "ushort", "_us"}, {"int", "uint", "_ui"},
      {"long", "ulong", "_ul"}, {"float", "uint", "_ui"},   {"half", "ushort", "_us"}};
  for (auto [type, integer, suffix] : types)
    for (const std::string count : {"", "2", "4", "8", "16"}) {
      if (count == "16" && suffix[2] != 'c' && suffix[2] != 's') continue;
      const std::string data = type + count, both = data + " > " + data,
                        pointer = "(global " + std::string(integer) + " *)";
      const std::string place = count.empty() ? "%p = OpCopyObject %global_$a %at\n"
                                              : "%p = OpBitcast %global_" + std::string(type) + " %at\n";
      cases.push_back(
          {"OpSubgroupBlockReadINTEL", both,
           "as_" + data + "(intel_sub_group_block_read" + suffix + count + "(" + pointer + "(pa + i / 8 * 8)))",
           begin("%pa") + place + "%r = OpSubgroupBlockReadINTEL %$r %p"});
      cases.push_back({"OpSubgroupBlockWriteINTEL", both,
                       "({ intel_sub_group_block_write" + std::string(suffix) + count + "(" + pointer +
                           "(pr + i / 8 * 8), as_" + integer + count +
                           "(a)); sub_group_barrier(CLK_GLOBAL_MEM_FENCE); pr[i]; })",
                       begin("%pr") + place +
                           "OpSubgroupBlockWriteINTEL %p %a\nOpControlBarrier %int_3 %int_3 %semantics\n"
                           "%mine = OpInBoundsPtrAccessChain %global_$a %pr %i\n%r = OpLoad %$a %mine",
                       "%semantics = OpConstant %int 0x208"});
    }
  cases.push_back({"OpSubgroupBlockWriteINTEL to local memory", "int > int", "pa[i - l % 8 + 7 - l % 8]",
                   "%s = OpUDiv %long %l %long_8\n%place = OpIMul %long %s %long_8\n"
                   "%p = OpInBoundsAccessChain %local_int %tile %place\nOpSubgroupBlockWriteINTEL %p %a\n"
                   "%lane = OpUMod %long %l %long_8\n%back = OpISub %long %long_7 %lane\n"
                   "%theirs_at = OpIAdd %long %place %back\nOpControlBarrier %int_2 %int_2 %semantics\n"
                   "%theirs = OpInBoundsAccessChain %local_int %tile %theirs_at\n%r = OpLoad %int %theirs",
                   "%array = OpTypeArray %int %long_16\n%array_pointer = OpTypePointer Workgroup %array\n"
                   "%tile = OpVariable %array_pointer Workgroup\n%semantics = OpConstant %int 0x108\n"});
  // 202829 is three words of OpSubgroupBlockPrefetchINTEL.
  cases.push_back({"OpSubgroupBlockPrefetchINTEL", "int > int", "a",
                   begin("%pa") + "%p = OpCopyObject %global_int %at\n!202829 %p %int_4\n%r = OpCopyObject %int %a", "",
                   "OpCapability !6220\nOpExtension \"SPV_INTEL_subgroup_buffer_prefetch\""});
  expect_same(with_needs(cases, needs));
}

TEST(SpirvInstructions, barriers_and_async_copies) {
  const std::string tile = "%array = OpTypeArray %int %long_16\n%array_pointer = OpTypePointer Workgroup %array\n"
                           "%tile = OpVariable %array_pointer Workgroup\n%semantics = OpConstant %int 0x108\n";
  const std::string event =
      "%event = OpTypeEvent\n%event_pointer = OpTypePointer Function %event\n%no_event = OpConstantNull %event\n";
  const std::string group =
      "%n = OpUDiv %long %i %long_16\n%first = OpIMul %long %n %long_16\n"
      "%from = OpPtrAccessChain %global_int %pa %first\n%to = OpInBoundsAccessChain %local_int %tile %long_0\n";
  expect_same({
      {"OpControlBarrier", "int > int", "pa[i - l + 15 - l]",
       "%mine = OpInBoundsAccessChain %local_int %tile %l\nOpStore %mine %a\nOpControlBarrier %int_2 %int_2 "
       "%semantics\n%m = OpISub %long %long_15 %l\n"
       "%theirs = OpInBoundsAccessChain %local_int %tile %m\n%r = OpLoad %int %theirs",
       tile},
      {"OpGroupAsyncCopy", "int > int", "pa[i - l + 15 - l]",
       "%e = OpVariable %event_pointer Function\n" + group +
           "%x = OpGroupAsyncCopy %event %int_2 %to %from %long_16 %long_1 %no_event\nOpStore %e %x\nOpGroupWaitEvents "
           "%int_2 %int_1 %e\n"
           "%m = OpISub %long %long_15 %l\n%theirs = OpInBoundsAccessChain %local_int %tile %m\n%r = OpLoad %int "
           "%theirs",
       tile + event},
      // The element is the array's.
      {"OpGroupAsyncCopy by pointers to arrays", "int > int", "l == 0 ? pa[i] : (int)l",
       "%e = OpVariable %event_pointer Function\n" + group +
           "%mine = OpInBoundsAccessChain %local_int %tile %l\n%number = OpUConvert %int %l\nOpStore %mine %number\n"
           "OpControlBarrier %int_2 %int_2 %semantics\n%whole = OpBitcast %global_array %from\n"
           "%x = OpGroupAsyncCopy %event %int_2 %tile %whole %long_1 %long_1 %no_event\nOpStore %e %x\n"
           "OpGroupWaitEvents %int_2 %int_1 %e\n%r = OpLoad %int %mine",
       tile + event + "%global_array = OpTypePointer CrossWorkgroup %array\n"},
      // Two copies of every second int, with one event for both.
      {"OpGroupAsyncCopy with a stride", "int > int", "l < 8 ? pa[i - l + 2 * l] : pa[i - l + 2 * (l - 8) + 1]",
       "%e = OpVariable %event_pointer Function\n" + group +
           "%x = OpGroupAsyncCopy %event %int_2 %to %from %long_8 %long_2 %no_event\n"
           "%odd = OpPtrAccessChain %global_int %from %long_1\n%behind = OpInBoundsAccessChain %local_int %tile "
           "%long_8\n%y = OpGroupAsyncCopy %event %int_2 %behind %odd %long_8 %long_2 %x\nOpStore %e %y\n"
           "OpGroupWaitEvents %int_2 %int_1 %e\n%theirs = OpInBoundsAccessChain %local_int %tile %l\n%r = OpLoad %int "
           "%theirs",
       tile + event},
      {"OpGroupWaitEvents of a copy out", "int > int", "pa[i - l + 15 - l]",
       "%e = OpVariable %event_pointer Function\n" + group +
           "%m = OpISub %long %long_15 %l\n%mine = OpInBoundsAccessChain %local_int %tile %m\nOpStore %mine "
           "%a\nOpControlBarrier %int_2 %int_2 %semantics\n"
           "%out = OpPtrAccessChain %global_int %pr %first\n%x = OpGroupAsyncCopy %event %int_2 %out %to %long_16 "
           "%long_1 %no_event\nOpStore %e %x\nOpGroupWaitEvents %int_2 %int_1 %e\n"
           "%at = OpPtrAccessChain %global_int %pr %i\n%r = OpLoad %int %at",
       tile + event},
  });
}

// Ids and sizes: variables that a module decorates.
TEST(SpirvInstructions, builtin_variables) {
  auto scalar = [](const char *name, const char *type, const char *c) {
    return InstructionCase{name, "int > " + std::string(type), c, "%r = OpLoad %$r %v",
                           "OpDecorate %v BuiltIn " + std::string(name) +
                               "\n%pointer = OpTypePointer Input %$r\n%v = OpVariable %pointer Input"};
  };
  auto vector = [](const char *name, const char *c) {
    return InstructionCase{name, "int > ulong", c,
                           "%all = OpLoad %long3 %v\n%x = OpCompositeExtract %long %all 0\n%y = OpCompositeExtract "
                           "%long %all 1\n%ten = OpIMul %long %y %long_10\n%r = OpIAdd %long %x %ten",
                           "OpDecorate %v BuiltIn " + std::string(name) + "\n%v = OpVariable %pointer_ids Input"};
  };
  expect_same({
      scalar("WorkDim", "uint", "get_work_dim()"),
      vector("GlobalSize", "get_global_size(0) + 10 * get_global_size(1)"),
      vector("GlobalInvocationId", "get_global_id(0) + 10 * get_global_id(1)"),
      vector("WorkgroupSize", "get_local_size(0) + 10 * get_local_size(1)"),
      vector("EnqueuedWorkgroupSize", "get_enqueued_local_size(0) + 10 * get_enqueued_local_size(1)"),
      vector("LocalInvocationId", "get_local_id(0) + 10 * get_local_id(1)"),
      vector("NumWorkgroups", "get_num_groups(0) + 10 * get_num_groups(1)"),
      vector("WorkgroupId", "get_group_id(0) + 10 * get_group_id(1)"),
      vector("GlobalOffset", "get_global_offset(0) + 10 * get_global_offset(1)"),
      scalar("GlobalLinearId", "ulong", "get_global_linear_id()"),
      scalar("LocalInvocationIndex", "ulong", "get_local_linear_id()"),
      scalar("SubgroupSize", "uint", "get_sub_group_size()"),
      scalar("SubgroupMaxSize", "uint", "get_max_sub_group_size()"),
      scalar("NumSubgroups", "uint", "get_num_sub_groups()"),
      scalar("NumEnqueuedSubgroups", "uint", "get_enqueued_num_sub_groups()"),
      scalar("SubgroupId", "uint", "get_sub_group_id()"),
      scalar("SubgroupLocalInvocationId", "uint", "get_sub_group_local_id()"),
  });
}

}  // namespace
}  // namespace wherry::test
