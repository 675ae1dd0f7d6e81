// SPDX-License-Identifier: Apache-2.0
#include "objects/sampler.h"

#include "kernel_abi/abi.h"

using namespace wherry;

namespace {

// In 1/256 of a level, as far as 16 bits go: no image has as many levels. Not-a-number is 0.
uint64_t lod_bits(float lod) {
  if (!(lod > 0)) return 0;
  return lod < 255 ? static_cast<uint64_t>(lod * 256) : 0xFFFF;
}

uint64_t addressing_bits(cl_addressing_mode mode) {
  switch (mode) {
  case CL_ADDRESS_CLAMP_TO_EDGE: return abi::kSamplerClampToEdge;
  case CL_ADDRESS_CLAMP: return abi::kSamplerClamp;
  case CL_ADDRESS_REPEAT: return abi::kSamplerRepeat;
  case CL_ADDRESS_MIRRORED_REPEAT: return abi::kSamplerMirroredRepeat;
  default: return abi::kSamplerAddressNone;
  }
}

}  // namespace

uint64_t _cl_sampler::bits() const {
  return (sampling.normalised ? abi::kSamplerNormalised : 0) | addressing_bits(sampling.addressing) |
         (sampling.filter == CL_FILTER_LINEAR ? abi::kSamplerLinear : abi::kSamplerNearest) |
         (sampling.mip_filter == CL_FILTER_LINEAR ? abi::kSamplerMipLinear : abi::kSamplerMipNearest) |
         lod_bits(sampling.lod_min) << abi::kSamplerLodMinShift |
         lod_bits(sampling.lod_max) << abi::kSamplerLodMaxShift;
}
