// SPDX-License-Identifier: Apache-2.0
#include "objects/sampler.h"

#include <bit>

#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Sampler;
using runtime::Sampling;

namespace {

// "CL_INVALID_VALUE if addressing_mode, filter_mode, normalized_coords or a combination of these arguments are not
// valid." Repeated images with coordinates that are not normalised only leave the results undefined.
cl_bool check_bool(cl_ulong value) {
  if (value > CL_TRUE) throw Error{CL_INVALID_VALUE};
  return static_cast<cl_bool>(value);
}
cl_addressing_mode check_addressing(cl_ulong mode) {
  if (mode < CL_ADDRESS_NONE || mode > CL_ADDRESS_MIRRORED_REPEAT) throw Error{CL_INVALID_VALUE};
  return static_cast<cl_addressing_mode>(mode);
}
cl_filter_mode check_filter(cl_ulong mode) {
  if (mode != CL_FILTER_NEAREST && mode != CL_FILTER_LINEAR) throw Error{CL_INVALID_VALUE};
  return static_cast<cl_filter_mode>(mode);
}
// The property's value holds the bits of a float.
float check_lod(cl_ulong bits) {
  const auto lod = std::bit_cast<float>(static_cast<cl_uint>(bits));
  if (bits > CL_UINT_MAX || !(lod >= 0)) throw Error{CL_INVALID_VALUE};
  return lod;
}

}  // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing,
                                       cl_filter_mode filter, cl_int *err) {
  return entry(err, [&] {
    Context &owner = check(context);
    Sampling sampling;
    sampling.normalised = check_bool(normalised);
    sampling.addressing = check_addressing(addressing);
    sampling.filter = check_filter(filter);
    return Ref<Sampler>::make(owner, sampling, std::vector<cl_sampler_properties>());
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *properties,
                                                     cl_int *err) {
  return entry(err, [&] {
    Context &owner = check(context);
    Sampling sampling;
    std::vector<cl_sampler_properties> list;
    for (; properties && *properties; properties += 2) {
      // "CL_INVALID_VALUE if the property name in sampler_properties is not a supported property name, if the value
      // specified for a supported property name is not valid, or if the same property name is specified more than
      // once."
      for (size_t i = 0; i < list.size(); i += 2)
        if (list[i] == properties[0]) throw Error{CL_INVALID_VALUE};
      const cl_ulong value = properties[1];
      switch (properties[0]) {
      case CL_SAMPLER_NORMALIZED_COORDS: sampling.normalised = check_bool(value); break;
      case CL_SAMPLER_ADDRESSING_MODE: sampling.addressing = check_addressing(value); break;
      case CL_SAMPLER_FILTER_MODE: sampling.filter = check_filter(value); break;
      case CL_SAMPLER_MIP_FILTER_MODE_KHR: sampling.mip_filter = check_filter(value); break;
      case CL_SAMPLER_LOD_MIN_KHR: sampling.lod_min = check_lod(value); break;
      case CL_SAMPLER_LOD_MAX_KHR: sampling.lod_max = check_lod(value); break;
      default: throw Error{CL_INVALID_VALUE};
      }
      list.insert(list.end(), properties, properties + 2);
    }
    if (properties) list.push_back(0);
    return Ref<Sampler>::make(owner, sampling, std::move(list));
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) { return retain(sampler); }
cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) { return release(sampler); }

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param, size_t size, void *value,
                                    size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    const Sampler &self = check(sampler);
    switch (param) {
    case CL_SAMPLER_REFERENCE_COUNT: return answer(self.references());
    case CL_SAMPLER_CONTEXT: return answer(cl_context{&self.context()});
    case CL_SAMPLER_NORMALIZED_COORDS: return answer(self.sampling.normalised);
    case CL_SAMPLER_ADDRESSING_MODE: return answer(self.sampling.addressing);
    case CL_SAMPLER_FILTER_MODE: return answer(self.sampling.filter);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR: return answer(self.sampling.mip_filter);
    case CL_SAMPLER_LOD_MIN_KHR: return answer(self.sampling.lod_min);
    case CL_SAMPLER_LOD_MAX_KHR: return answer(self.sampling.lod_max);
    case CL_SAMPLER_PROPERTIES: return answer(self.properties);
    default: return unknown_query();
    }
  });
}
