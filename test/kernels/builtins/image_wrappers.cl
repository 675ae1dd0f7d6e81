// SPDX-License-Identifier: Apache-2.0
// Plain functions over arrays, to call the image functions from the host: of Clang's own types, in whose places the
// build puts a pointer and 64 bits, as the compiler does.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifdef PLAIN
#define PREFIX "plain_"
#else
#define PREFIX ""
#endif

// `colours`: a texel for each of the coordinates, read or written, as the bits of floats or integers.
#define PARAMETERS(kind, access) \
  (long n, access image##kind##_t image, sampler_t sampler, __global uint4 *colours, const __global float4 *floats, \
   const __global int4 *ints, const __global float4 *by_x, const __global float4 *by_y)
#define LOOP(name, kind, access, body) \
  void name PARAMETERS(kind, access) __asm(PREFIX #name); \
  void name PARAMETERS(kind, access) { \
    for (long i = 0; i < n; i++) body; \
  }

#define FIRST_1 .x
#define FIRST_2 .xy
#define FIRST_3
#define FIRST_4
#define FROM_f(x) as_uint4(x)
#define FROM_h(x) as_uint4(convert_float4(x))
#define FROM_i(x) as_uint4(x)
#define FROM_ui(x) (x)
#define FROM_depth(x) ((uint4)(as_uint(x), 0, 0, 0))
#define TO_f(x) as_float4(x)
#define TO_h(x) convert_half4(as_float4(x))
#define TO_i(x) as_int4(x)
#define TO_ui(x) (x)
#define TO_depth(colour) as_float((colour).x)

#define READ(name, kind, access, as, ...) LOOP(name##_##kind, kind, access, colours[i] = FROM_##as(__VA_ARGS__))
#define BARE(kind, c, f, as) \
  READ(read_##as##_bare, kind, read_only, as, read_image##f(image, ints[i] FIRST_##c)) \
  READ(read_##as##_bare_rw, kind, read_write, as, read_image##f(image, ints[i] FIRST_##c)) \
  LOOP(write_##as##_##kind, kind, write_only, write_image##f(image, ints[i] FIRST_##c, TO_##as(colours[i]))) \
  LOOP(write_##as##_rw_##kind, kind, read_write, write_image##f(image, ints[i] FIRST_##c, TO_##as(colours[i])))
#define SAMPLED(kind, c, f, as) \
  READ(read_##as##_int, kind, read_only, as, read_image##f(image, sampler, ints[i] FIRST_##c)) \
  READ(read_##as##_float, kind, read_only, as, read_image##f(image, sampler, floats[i] FIRST_##c))
#define MIPMAP(kind, c, d, f, as) \
  READ(read_##as##_lod, kind, read_only, as, read_image##f(image, sampler, floats[i] FIRST_##c, by_x[i].x)) \
  READ(read_##as##_gradient, kind, read_only, as, \
       read_image##f(image, sampler, floats[i] FIRST_##c, by_x[i] FIRST_##d, by_y[i] FIRST_##d)) \
  LOOP(write_##as##_lod_##kind, kind, write_only, \
       write_image##f(image, ints[i] FIRST_##c, (int)by_x[i].x, TO_##as(colours[i])))

#define HEIGHT_1(x) 1
#define HEIGHT_2(x) get_image_height(x)
#define HEIGHT_3(x) get_image_height(x)
#define DEPTH_1(x) 1
#define DEPTH_2(x) 1
#define DEPTH_3(x) get_image_depth(x)
#define DIM_1(x) ((int4)0)
#define DIM_2(x) ((int4)(get_image_dim(x), 0, 0))
#define DIM_3(x) get_image_dim(x)
#define LAYERS_true(x) (uint)get_image_array_size(x)
#define LAYERS_false(x) 1
#define QUERY(kind, d, layers, access, levels) \
  LOOP(query_##access##_##kind, kind, access, { \
    colours[0] = (uint4)(get_image_width(image), HEIGHT_##d(image), DEPTH_##d(image), LAYERS_##layers(image)); \
    colours[1] = as_uint4(DIM_##d(image)); \
    colours[2] = (uint4)(get_image_channel_data_type(image), get_image_channel_order(image), levels, 0); \
  })
#define QUERIES(kind, d, layers, levels) \
  QUERY(kind, d, layers, read_only, levels) QUERY(kind, d, layers, write_only, levels) \
  QUERY(kind, d, layers, read_write, levels)

#define BUFFER(kind, c, d, layers) \
  BARE(kind, c, f, f) BARE(kind, c, h, h) BARE(kind, c, i, i) BARE(kind, c, ui, ui) QUERIES(kind, d, layers, 1)
#define IMAGE(kind, c, d, layers) \
  BARE(kind, c, f, f) BARE(kind, c, h, h) BARE(kind, c, i, i) BARE(kind, c, ui, ui) \
  SAMPLED(kind, c, f, f) SAMPLED(kind, c, h, h) SAMPLED(kind, c, i, i) SAMPLED(kind, c, ui, ui) \
  MIPMAP(kind, c, d, f, f) MIPMAP(kind, c, d, i, i) MIPMAP(kind, c, d, ui, ui) \
  QUERIES(kind, d, layers, get_image_num_mip_levels(image))
#define DEPTH(kind, c, d, layers) \
  BARE(kind, c, f, depth) SAMPLED(kind, c, f, depth) MIPMAP(kind, c, d, f, depth) \
  QUERIES(kind, d, layers, get_image_num_mip_levels(image))
#include "images.def"

// A literal sampler.
constant sampler_t kLiteral = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
LOOP(read_literal_2d, 2d, read_only, colours[i] = FROM_f(read_imagef(image, kLiteral, floats[i].xy)))
