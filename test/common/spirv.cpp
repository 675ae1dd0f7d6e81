// SPDX-License-Identifier: Apache-2.0
#include "common/spirv.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace wherry::test {
namespace {

// Files that are gone with it.
struct Scratch {
  std::string directory = "/tmp/wherry-spirv-XXXXXX";

  Scratch() {
    if (!mkdtemp(directory.data())) throw std::runtime_error("cannot make a directory in /tmp");
  }
  ~Scratch() {
    for (const char *name : {"/k.cl", "/k.spvasm", "/k.spv", "/optimised.spv", "/log"})
      unlink((directory + name).c_str());
    rmdir(directory.c_str());
  }
  std::string read(const char *name) const {
    std::ifstream file(directory + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

// Clang 22 writes the OpConstantNull of an event with more words than the instruction has. The driver passes over them,
// spirv-opt refuses the module.
std::string without_surplus_of_nulls(const std::string &module) {
  constexpr uint32_t kOpConstantNull = 46, kHeaderWords = 5, kNullWords = 3;
  std::string result = module.substr(0, kHeaderWords * 4);
  for (size_t at = result.size(); at + 4 <= module.size();) {
    uint32_t first;
    std::memcpy(&first, &module[at], 4);
    const size_t words = std::max(first >> 16, 1u);
    const bool surplus = (first & 0xffff) == kOpConstantNull && words > kNullWords;
    const uint32_t kept = surplus ? kNullWords << 16 | kOpConstantNull : first;
    result.append(reinterpret_cast<const char *>(&kept), 4);
    result += module.substr(at + 4, (surplus ? kNullWords : words) * 4 - 4);
    at += words * 4;
  }
  return result;
}

// The back end uses extensions only where it is told to.
constexpr char kExtensions[] =
    " -mllvm --spirv-ext=+SPV_KHR_subgroup_rotate,+SPV_KHR_expect_assume,+SPV_KHR_integer_dot_product,"
    "+SPV_KHR_bit_instructions,+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float16_add,"
    "+SPV_EXT_shader_atomic_float_min_max,+SPV_KHR_no_integer_wrap_decoration,+SPV_KHR_float_controls,"
    "+SPV_KHR_linkonce_odr,+SPV_KHR_shader_clock,+SPV_INTEL_subgroups,+SPV_INTEL_bfloat16_conversion ";

// What Clang declares in its header alone, behind macros that only our front end defines. The header takes a fifth of a
// second to read.
constexpr char kHeader[] =
    " -include opencl-c.h -Dcl_intel_subgroups -Dcl_intel_subgroups_char -Dcl_intel_subgroups_short"
    " -Dcl_intel_subgroups_long -Dcl_intel_subgroup_local_block_io -Dcl_intel_bfloat16_conversions"
    " -Dcl_khr_kernel_clock -D__opencl_c_kernel_clock_scope_device=1 -D__opencl_c_kernel_clock_scope_work_group=1"
    " -D__opencl_c_kernel_clock_scope_sub_group=1 ";

}  // namespace

std::string spirv_of(const std::string &source, const std::string &options) {
  const Scratch scratch;
  std::ofstream(scratch.directory + "/k.cl") << source;
  const char *way = std::getenv("WHERRY_TEST_SPIRV");
  const std::string level = way && *way ? way : "O0";
  std::string command =
      WHERRY_TEST_CLANG " -target spirv64-unknown-unknown -w -c -Dcl_khr_expect_assume -Xclang -cl-ext=+all -";
  command += level.substr(0, level.find('+')) + kExtensions;
  for (const char *functions : {"intel_sub_group_", "intel_convert_", "clock_read_"})
    if (source.find(functions) != std::string::npos) {
      command += kHeader;
      break;
    }
  // Tests' options need no quotes but for this shell's sake.
  std::istringstream words(options);
  for (std::string word; words >> word;)
    if (!word.starts_with("-cl-wherry-") && word != "-cl-uniform-work-group-size") command += "'" + word + "' ";
  command += scratch.directory + "/k.cl -o " + scratch.directory + "/k.spv > " + scratch.directory + "/log 2>&1";
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("Clang makes no SPIR-V of this:\n" + scratch.read("/log"));
  if (level.find('+') == std::string::npos) return scratch.read("/k.spv");
  const std::string module = without_surplus_of_nulls(scratch.read("/k.spv"));
  std::ofstream(scratch.directory + "/k.spv", std::ios::binary) << module;
  command = WHERRY_TEST_OPTIMISER " -O --skip-validation " + scratch.directory + "/k.spv -o " + scratch.directory +
            "/optimised.spv > " + scratch.directory + "/log 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("spirv-opt fails:\n" + scratch.read("/log"));
  return scratch.read("/optimised.spv");
}

std::string fault_of(const std::string &module) {
  const Scratch scratch;
  std::ofstream(scratch.directory + "/k.spv", std::ios::binary) << module;
  const std::string command =
      WHERRY_TEST_VALIDATOR " --target-env spv1.6 " + scratch.directory + "/k.spv > " + scratch.directory + "/log 2>&1";
  return std::system(command.c_str()) == 0 ? "" : "spirv-val: " + scratch.read("/log");
}

std::string assembled(const std::string &text, const std::string &version) {
  const Scratch scratch;
  std::ofstream(scratch.directory + "/k.spvasm") << text;
  const std::string command = WHERRY_TEST_ASSEMBLER " --target-env spv" + version + " " + scratch.directory +
                              "/k.spvasm -o " + scratch.directory + "/k.spv > " + scratch.directory + "/log 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("spirv-as refuses this:\n" + scratch.read("/log"));
  return scratch.read("/k.spv");
}

}  // namespace wherry::test
