// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/lacking.h"

#include "llvm/ADT/Twine.h"

namespace wherry::compiler {
namespace {

struct Lacking {
  llvm::StringLiteral owner;
  llvm::StringLiteral names;  // with spaces between; "*" stands for any characters
};

// Names in OpenCL C of the extensions in Khronos' registry that the device lacks, and of other vendors' compilers.
constexpr Lacking kLacking[] = {
    {"cl_amd_media_ops", "amd_bitalign amd_bytealign amd_lerp amd_pack amd_sad amd_sad4 amd_sadhi amd_unpack?"},
    {"cl_amd_media_ops2",
     "amd_bfe amd_bfm amd_max3 amd_median3 amd_min3 amd_mqsad amd_msad amd_qsad amd_sadd amd_sadw"},
    {"cl_arm_integer_dot_product_int8", "arm_dot* arm_udot*"},
    {"cl_arm_matrix_multiply", "arm_matrix_multiply*"},
    {"cl_ext_atomic_counters_32", "counter32_t"},
    {"cl_ext_atomic_counters_64", "counter64_t"},
    {"cl_intel_device_side_avc_motion_estimation", "intel_sub_group_avc_* CLK_AVC_*"},
    {"cl_intel_media_block_io", "intel_sub_group_media_block_*"},
    {"cl_intel_subgroup_2d_block_io", "intel_sub_group_2d_block_*"},
    {"cl_intel_subgroup_matrix_multiply_accumulate", "intel_sub_group_*_matrix_mad_*"},
    {"cl_intel_split_work_group_barrier", "intel_work_group_barrier_*"},
    {"cl_intel_channels", "*_channel_intel *_channel_nb_intel"},
    {"cl_khr_gl_msaa_sharing",
     "image2d_msaa_t image2d_array_msaa_t image2d_msaa_depth_t image2d_array_msaa_depth_t get_image_num_samples"},
    {"cl_qcom extensions", "qcom_* QCOM_*"},
    {"functions of AMD's GPUs", "__builtin_amdgcn_* __builtin_r600_* __amdgcn_* __ockl_* __ocml_*"},
    {"functions of NVIDIA's GPUs", "__nvvm_* __nv_*"},
    {"functions of a CPU's own", "__builtin_ia32_* __builtin_arm_* __builtin_neon_*"},
    {"inline assembly", "asm __asm"},
};

bool fits(llvm::StringRef name, llvm::StringRef pattern) {
  while (!pattern.empty() && pattern[0] != '*') {
    if (name.empty() || (pattern[0] != '?' && pattern[0] != name[0])) return false;
    name = name.drop_front(), pattern = pattern.drop_front();
  }
  if (pattern.empty()) return name.empty();
  for (size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (fits(name.drop_front(skipped), pattern.drop_front())) return true;
  return false;
}

}  // namespace

std::string why_lacking(llvm::StringRef name) {
  for (const auto &[owner, names] : kLacking)
    for (llvm::StringRef rest = names; !rest.empty();) {
      auto [pattern, behind] = rest.split(' ');
      if (fits(name, pattern)) return ("this device has no " + owner + ", which '" + name + "' belongs to").str();
      rest = behind;
    }
  return "";
}

}  // namespace wherry::compiler
