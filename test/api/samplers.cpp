// SPDX-License-Identifier: Apache-2.0
// Samplers: creation and queries.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>

#include "api/bad_calls.h"

using namespace wherry::test;

namespace {

using Sampler = Owned<cl_sampler, clReleaseSampler>;

Sampler create(const cl_sampler_properties *properties) {
  cl_int error;
  Sampler made(clCreateSamplerWithProperties(context(), properties, &error));
  ok(error);
  return made;
}

template <class T> T query(cl_sampler sampler, cl_sampler_info param) {
  return info<T>(clGetSamplerInfo, sampler, param);
}

TEST(Samplers, all_modes) {
  for (const cl_bool normalised : {CL_TRUE, CL_FALSE})
    for (const cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        cl_int error;
        Sampler sampler(clCreateSampler(context(), normalised, addressing, filter, &error));
        ok(error);
        EXPECT_EQ(normalised, query<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS));
        EXPECT_EQ(addressing, query<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE));
        EXPECT_EQ(filter, query<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE));
        EXPECT_EQ(context(), query<cl_context>(sampler, CL_SAMPLER_CONTEXT));
        EXPECT_TRUE(info_list<cl_sampler_properties>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES).empty());
        ok(clRetainSampler(sampler));
        EXPECT_EQ(2u, query<cl_uint>(sampler, CL_SAMPLER_REFERENCE_COUNT));
        ok(clReleaseSampler(sampler));
      }
}

TEST(Samplers, defaults) {
  Sampler sampler = create(nullptr);
  EXPECT_EQ(cl_bool(CL_TRUE), query<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_EQ(cl_addressing_mode(CL_ADDRESS_CLAMP), query<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(cl_filter_mode(CL_FILTER_NEAREST), query<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(cl_filter_mode(CL_FILTER_NEAREST), query<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR));
  EXPECT_EQ(0.f, query<float>(sampler, CL_SAMPLER_LOD_MIN_KHR));
  EXPECT_EQ(FLT_MAX, query<float>(sampler, CL_SAMPLER_LOD_MAX_KHR));
}

TEST(Samplers, properties) {
  const cl_sampler_properties list[] = {CL_SAMPLER_FILTER_MODE,
                                        CL_FILTER_LINEAR,
                                        CL_SAMPLER_LOD_MAX_KHR,
                                        std::bit_cast<cl_uint>(3.5f),
                                        CL_SAMPLER_NORMALIZED_COORDS,
                                        CL_FALSE,
                                        CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                        CL_FILTER_LINEAR,
                                        CL_SAMPLER_LOD_MIN_KHR,
                                        std::bit_cast<cl_uint>(0.25f),
                                        CL_SAMPLER_ADDRESSING_MODE,
                                        CL_ADDRESS_NONE,
                                        0};
  Sampler sampler = create(list);
  EXPECT_EQ(std::vector<cl_sampler_properties>(std::begin(list), std::end(list)),
            info_list<cl_sampler_properties>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES));
  EXPECT_EQ(cl_bool(CL_FALSE), query<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_EQ(cl_addressing_mode(CL_ADDRESS_NONE), query<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(cl_filter_mode(CL_FILTER_LINEAR), query<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(cl_filter_mode(CL_FILTER_LINEAR), query<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR));
  EXPECT_EQ(0.25f, query<float>(sampler, CL_SAMPLER_LOD_MIN_KHR));
  EXPECT_EQ(3.5f, query<float>(sampler, CL_SAMPLER_LOD_MAX_KHR));
  const cl_sampler_properties none[] = {0};
  EXPECT_EQ(1u, info_list<cl_sampler_properties>(clGetSamplerInfo, create(none).get(), CL_SAMPLER_PROPERTIES).size());
}

cl_int with(std::vector<cl_sampler_properties> list) {
  list.push_back(0);
  return created([&](cl_int *error) { return clCreateSamplerWithProperties(context(), list.data(), error); });
}
cl_int plain(cl_context in, cl_bool normalised, cl_addressing_mode addressing, cl_filter_mode filter) {
  return created([&](cl_int *error) { return clCreateSampler(in, normalised, addressing, filter, error); });
}

const BadCall calls[] = {
    {"null context", CL_INVALID_CONTEXT,
     [](World &) { return plain(nullptr, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST); }},
    {"not a context", CL_INVALID_CONTEXT,
     [](World &w) { return plain(w.wrong_context(), CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST); }},
    {"coordinates", CL_INVALID_VALUE, [](World &w) { return plain(w.context, 2, CL_ADDRESS_NONE, CL_FILTER_NEAREST); }},
    {"addressing", CL_INVALID_VALUE, [](World &w) { return plain(w.context, CL_TRUE, 0x1135, CL_FILTER_NEAREST); }},
    {"filter", CL_INVALID_VALUE, [](World &w) { return plain(w.context, CL_TRUE, CL_ADDRESS_NONE, 0x1142); }},
    {"unknown property", CL_INVALID_VALUE, [](World &) { return with({CL_SAMPLER_CONTEXT, 1}); }},
    {"property twice", CL_INVALID_VALUE,
     [](World &) { return with({CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE}); }},
    {"property: coordinates", CL_INVALID_VALUE, [](World &) { return with({CL_SAMPLER_NORMALIZED_COORDS, 7}); }},
    {"property: addressing", CL_INVALID_VALUE, [](World &) { return with({CL_SAMPLER_ADDRESSING_MODE, 7}); }},
    {"property: filter", CL_INVALID_VALUE, [](World &) { return with({CL_SAMPLER_FILTER_MODE, 7}); }},
    {"property: mip filter", CL_INVALID_VALUE, [](World &) { return with({CL_SAMPLER_MIP_FILTER_MODE_KHR, 7}); }},
    {"property: level", CL_INVALID_VALUE,
     [](World &) { return with({CL_SAMPLER_LOD_MIN_KHR, std::bit_cast<cl_uint>(-1.f)}); }},
    {"retain: a buffer", CL_INVALID_SAMPLER, [](World &w) { return clRetainSampler(w.wrong<cl_sampler>()); }},
    {"release: null", CL_INVALID_SAMPLER, [](World &) { return clReleaseSampler(nullptr); }},
    {"info: null", CL_INVALID_SAMPLER,
     [](World &w) { return clGetSamplerInfo(nullptr, CL_SAMPLER_CONTEXT, 8, w.bytes, nullptr); }},
    {"info: unknown", CL_INVALID_VALUE,
     [](World &w) { return clGetSamplerInfo(create(nullptr), CL_IMAGE_WIDTH, 8, w.bytes, nullptr); }},
    {"info: place too small", CL_INVALID_VALUE,
     [](World &w) { return clGetSamplerInfo(create(nullptr), CL_SAMPLER_CONTEXT, 4, w.bytes, nullptr); }},
};

TEST(Samplers, wrong_arguments) { expect_errors(calls); }

}  // namespace
