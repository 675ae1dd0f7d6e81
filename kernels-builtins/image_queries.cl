// SPDX-License-Identifier: Apache-2.0
// Built-in Image Query Functions.
#include "images.h"

#define QUERY(kind, image_name, access, result, name, answer) \
  result CAT(name##_##access##_, kind)(ImageRef image) __asm(name##_prefix image_name #access) \
      __attribute__((always_inline, pure)); \
  result CAT(name##_##access##_, kind)(ImageRef image) { return answer; }
#define ACCESSES(kind, image_name, coordinates, dimensions, layers, ...) \
  QUERY(kind, image_name, ro, __VA_ARGS__) QUERY(kind, image_name, wo, __VA_ARGS__) \
  QUERY(kind, image_name, rw, __VA_ARGS__)

#define width_prefix "_Z15get_image_width"
#define height_prefix "_Z16get_image_height"
#define depth_prefix "_Z15get_image_depth"
#define array_size_prefix "_Z20get_image_array_size"
#define dim_prefix "_Z13get_image_dim"
#define channel_type_prefix "_Z27get_image_channel_data_type"
#define channel_order_prefix "_Z23get_image_channel_order"
#define levels_prefix "_Z24get_image_num_mip_levels"

FOR_COLOUR_KINDS(ACCESSES, int, width, (int)image->base.extent[0])
FOR_DEPTH_KINDS(ACCESSES, int, width, (int)image->base.extent[0])
FOR_COLOUR_KINDS(ACCESSES, int, channel_type, (int)image->format.channel_type)
FOR_DEPTH_KINDS(ACCESSES, int, channel_type, (int)image->format.channel_type)
FOR_COLOUR_KINDS(ACCESSES, int, channel_order, (int)image->format.channel_order)
FOR_DEPTH_KINDS(ACCESSES, int, channel_order, (int)image->format.channel_order)
FOR_SAMPLED_KINDS(ACCESSES, int, levels, (int)image->num_levels)
FOR_DEPTH_KINDS(ACCESSES, int, levels, (int)image->num_levels)

#define FOR_PLANAR_KINDS(m, ...) KIND_2D(m, __VA_ARGS__) KIND_2D_ARRAY(m, __VA_ARGS__) FOR_DEPTH_KINDS(m, __VA_ARGS__)
FOR_PLANAR_KINDS(ACCESSES, int, height, (int)image->base.extent[1])
KIND_3D(ACCESSES, int, height, (int)image->base.extent[1])
KIND_3D(ACCESSES, int, depth, (int)image->base.extent[2])
FOR_PLANAR_KINDS(ACCESSES, int2, dim, (int2)((int)image->base.extent[0], (int)image->base.extent[1]))
KIND_3D(ACCESSES, int4, dim, (int4)((int)image->base.extent[0], (int)image->base.extent[1], (int)image->base.extent[2], 0))

KIND_1D_ARRAY(ACCESSES, size_t, array_size, image->base.extent[1])
KIND_2D_ARRAY(ACCESSES, size_t, array_size, image->base.extent[2])
KIND_2D_ARRAY_DEPTH(ACCESSES, size_t, array_size, image->base.extent[2])
