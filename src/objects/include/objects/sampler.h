// SPDX-License-Identifier: Apache-2.0
// Samplers: how kernels read images.
#pragma once
#include <cfloat>
#include <vector>

#include "objects/platform.h"

namespace wherry::runtime {

// Initialised with the defaults of clCreateSamplerWithProperties.
struct Sampling {
  cl_bool normalised = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  cl_filter_mode mip_filter = CL_FILTER_NEAREST;
  float lod_min = 0, lod_max = FLT_MAX;
};

}  // namespace wherry::runtime

struct _cl_sampler final : wherry::runtime::Object<_cl_sampler> {
  // `properties`: the user's list with the final 0; empty if there was none.
  _cl_sampler(wherry::runtime::Context &context, const wherry::runtime::Sampling &sampling,
              std::vector<cl_sampler_properties> properties)
      : sampling(sampling), properties(std::move(properties)), context_(context) {}

  wherry::runtime::Context &context() const { return *context_; }
  // As kernels get it: abi::SamplerBits.
  uint64_t bits() const;
  const wherry::runtime::Sampling sampling;
  const std::vector<cl_sampler_properties> properties;

 private:
  const wherry::runtime::Ref<wherry::runtime::Context> context_;
};
