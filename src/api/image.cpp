// SPDX-License-Identifier: Apache-2.0
// Creates images, and answers queries of them and of what can be created.
#include "objects/image.h"

#include <algorithm>

#include "info.h"
#include "memory_flags.h"
#include "memory_properties.h"
#include "objects/memory.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Device;
using runtime::ImageShape;
using runtime::Mem;

namespace {

bool is_image_type(cl_mem_object_type type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

// The greatest extents of images of a type. Coordinates as in runtime::Region.
std::array<size_t, 3> most_extent(cl_mem_object_type type) {
  using namespace runtime;
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D: return {kMaxImage2dSize, 1, 1};
  case CL_MEM_OBJECT_IMAGE1D_BUFFER: return {kMaxImageBufferTexels, 1, 1};
  case CL_MEM_OBJECT_IMAGE1D_ARRAY: return {kMaxImage2dSize, kMaxImageLayers, 1};
  case CL_MEM_OBJECT_IMAGE2D: return {kMaxImage2dSize, kMaxImage2dSize, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY: return {kMaxImage2dSize, kMaxImage2dSize, kMaxImageLayers};
  default: return {kMaxImage3dSize, kMaxImage3dSize, kMaxImage3dSize};
  }
}

std::array<size_t, 3> extent_of(const cl_image_desc &desc) {
  switch (desc.image_type) {
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_BUFFER: return {desc.image_width, 1, 1};
  case CL_MEM_OBJECT_IMAGE1D_ARRAY: return {desc.image_width, desc.image_array_size, 1};
  case CL_MEM_OBJECT_IMAGE2D: return {desc.image_width, desc.image_height, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY: return {desc.image_width, desc.image_height, desc.image_array_size};
  default: return {desc.image_width, desc.image_height, desc.image_depth};
  }
}

bool has_valid_size(const ImageShape &shape) {
  const auto most = most_extent(shape.type);
  // "The image width must be a multiple of 4 for images image_channel_data_type is CL_UNSIGNED_INT_RAW10_EXT. The image
  // width must be a multiple of 2 for images image_channel_data_type is CL_UNSIGNED_INT_RAW12_EXT."
  if (shape.extent[0] % runtime::block_of(shape.stored).texels) return false;
  for (int d = 0; d < 3; ++d)
    if (shape.extent[d] == 0 || shape.extent[d] > most[d]) return false;
  return true;
}

// Sets the pitches of a shape whose size is valid: `row` and `slice`, or those of an image without gaps where they are
// 0. Returns false if they do not follow the rules.
bool set_pitches(ImageShape &shape, size_t row, size_t slice) {
  const size_t texel = shape.stored.texel_bytes, least_row = runtime::block_of(shape.stored).bytes_of(shape.extent[0]);
  shape.row_pitch = row ? row : least_row;
  // "If image_row_pitch is non-zero, then it must be greater than or equal to the image_width times the size of an
  // image element in bytes, and must be a multiple of the size of an image element in bytes." Rows of raw formats may
  // have any pitch that holds them, as those of cameras do. A pitch beyond the largest allocation could overflow the
  // sizes below.
  if (shape.row_pitch < least_row || shape.row_pitch % texel || row > Device::instance().max_allocation_bytes)
    return false;
  shape.slice_pitch = 0;
  if (!shape.has_slices()) return true;  // "the size in bytes of each 2D slice in a 3D image, or ... image array"
  // "The image slice pitch must be >= the image row pitch x image_height for a 2D image array or a 3D image, must be >=
  // the image row pitch for a 1D image array, and must be a multiple of the image row pitch."
  const size_t least = shape.row_pitch * (shape.num_coordinates() == 3 ? shape.extent[1] : 1);
  shape.slice_pitch = slice ? slice : least;
  return shape.slice_pitch >= least && shape.slice_pitch % shape.row_pitch == 0 &&
         slice <= Device::instance().max_allocation_bytes;
}

// Checks levels and samples.
bool set_levels(ImageShape &shape, const cl_image_desc &desc) {
  shape.num_mip_levels = desc.num_mip_levels;
  // "num_samples must be 0."
  if (desc.num_samples) return false;
  // "Mip-mapped images cannot be created for CL_MEM_OBJECT_IMAGE1D_BUFFER images, depth images or multi-sampled
  // images." Khronos' tests create mipmaps of depth images, and nothing speaks against these. No limit is specified:
  // levels behind a level of one texel are like it.
  return shape.num_mip_levels <= (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 1 : runtime::kMaxMipLevels);
}

ImageShape shape_of(const cl_image_format &format, const cl_image_desc &desc) {
  return {
      desc.image_type, format, runtime::stored_format(format).value_or(abi::ImageFormat{}), extent_of(desc), 0, 0, 0};
}

struct Request {
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *desc;
  void *host_pointer;
  MemoryProperties properties;
  cl_int bad_pitch = CL_INVALID_IMAGE_DESCRIPTOR;  // clCreateImage2D and clCreateImage3D return another code
};

// The memory object that an image is to be created from, or null.
Mem *source_of(Context &context, const cl_image_desc *desc) {
  if (!desc || !desc->mem_object || !is_image_type(desc->image_type)) return nullptr;
  Mem *source = desc->mem_object;
  // "mem_object can be a buffer memory object if image_type is CL_MEM_OBJECT_IMAGE1D_BUFFER or CL_MEM_OBJECT_IMAGE2D,
  // or any other image_type if the cl_ext_image_from_buffer extension is supported. mem_object can be an image object
  // if image_type is CL_MEM_OBJECT_IMAGE2D. Otherwise it must be NULL."
  try {
    check(source);
  } catch (const Error &) {
    throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  const bool is_2d = source->image() && source->image()->shape.type == CL_MEM_OBJECT_IMAGE2D;
  if (!source->is_buffer() && !(is_2d && desc->image_type == CL_MEM_OBJECT_IMAGE2D))
    throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  if (&source->context() != &context) throw Error{CL_INVALID_CONTEXT};
  return source;
}

// "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format are not valid or if image_format is NULL."
void check_format(const cl_image_format *format) {
  if (!format || !(runtime::stored_format(*format) || runtime::is_valid_format(*format)))
    throw Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
}

// An image of another channel order in the memory of a 2D image. The specification of OpenCL 2.0 names the error:
// "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if a 2D image is created from a 2D image object and the rules described above are
// not followed."
void check_view(const ImageShape &shape, const cl_image_desc &desc, const ImageShape &of) {
  // "All of the values specified in image_desc must match the image descriptor information associated with mem_object,
  // except for mem_object. The image channel data type specified in image_format must match ... The image channel order
  // specified in image_format must be compatible with the image channel order associated with mem_object."
  if (shape.extent != of.extent || (desc.image_row_pitch && desc.image_row_pitch != of.row_pitch) ||
      desc.num_mip_levels != of.num_mip_levels || desc.num_samples ||
      shape.format.image_channel_data_type != of.format.image_channel_data_type ||
      !runtime::is_view(of.format.image_channel_order, shape.format.image_channel_order))
    throw Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
}

void check_host_pointer(cl_mem_flags flags, const void *pointer) {
  // "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in flags or if
  // host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags."
  if ((pointer != nullptr) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0))
    throw Error{CL_INVALID_HOST_PTR};
}

Ref<Mem> create_in(Mem &source, Request request) {
  // The image has the source's memory: an external handle would give it a second one.
  if (request.properties.external) throw Error{CL_INVALID_PROPERTY};
  // "CL_INVALID_VALUE ... if CL_MEM_IMMUTABLE_EXT is not set in flags and mem_object was created with
  // CL_MEM_IMMUTABLE_EXT."
  if ((source.flags & ~request.flags) & CL_MEM_IMMUTABLE_EXT) throw Error{CL_INVALID_VALUE};
  const cl_mem_flags flags = inherit_flags(request.flags, source.flags);
  check_format(request.format);
  ImageShape shape = shape_of(*request.format, *request.desc);
  const size_t texel = shape.stored.texel_bytes;
  // "CL_INVALID_IMAGE_SIZE if the image dimensions specified in image_desc are not valid or exceed the maximum image
  // dimensions."
  if (!has_valid_size(shape)) throw Error{CL_INVALID_IMAGE_SIZE};
  check_host_pointer(request.flags, request.host_pointer);
  if (!texel || !runtime::suits(shape.format, shape.type)) throw Error{CL_IMAGE_FORMAT_NOT_SUPPORTED};
  if (const runtime::Image *of = source.image()) {
    check_view(shape, *request.desc, of->shape);
    // The new image has the other one's pitches and levels.
    shape.row_pitch = of->shape.row_pitch;
    shape.num_mip_levels = of->shape.num_mip_levels;
  } else {
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR ... if an image is created from a buffer and the row pitch, or slice pitch,
    // if the cl_ext_image_from_buffer extension is supported, or base address alignment do not follow the rules
    // described for creating an image from a buffer": all of these are multiples of a texel.
    if (!set_pitches(shape, request.desc->image_row_pitch, request.desc->image_slice_pitch) ||
        reinterpret_cast<uintptr_t>(source.data()) % texel)
      throw Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
    if (!set_levels(shape, *request.desc)) throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
    // "CL_INVALID_IMAGE_SIZE ... if an image is created from a buffer and the buffer passed in mem_object is too small
    // to be used as a data store for the image."
    if (shape.bytes() > source.size) throw Error{CL_INVALID_IMAGE_SIZE};
  }
  return Ref<Mem>::make(source, flags, shape, std::move(request.properties.list));
}

Ref<Mem> create_image(Context &owner, Request request) {
  // "CL_INVALID_VALUE if values specified in flags are not valid."
  check_flags(request.flags);
  const cl_image_desc *desc = request.desc;
  if (Mem *source = source_of(owner, desc)) return create_in(*source, std::move(request));
  const bool is_external = request.properties.external.has_value();
  request.flags = complete_flags(request.flags, is_external);
  check_format(request.format);
  // "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid or if image_desc is NULL." A 1D image
  // buffer needs a buffer.
  if (!desc || !is_image_type(desc->image_type) || desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  ImageShape shape = shape_of(*request.format, *desc);
  // "CL_INVALID_IMAGE_SIZE if the image dimensions specified in image_desc are not valid or exceed the maximum image
  // dimensions."
  if (!has_valid_size(shape)) throw Error{CL_INVALID_IMAGE_SIZE};
  // "The image_row_pitch must be zero if host_ptr is NULL"; likewise image_slice_pitch. But the
  // exporter of external memory has chosen its pitches.
  if (!request.host_pointer && !is_external && (desc->image_row_pitch || desc->image_slice_pitch))
    throw Error{request.bad_pitch};
  const bool supported = shape.stored.texel_bytes && runtime::suits(shape.format, shape.type);
  if (supported && !set_pitches(shape, desc->image_row_pitch, desc->image_slice_pitch)) throw Error{request.bad_pitch};
  // The properties do not say where the levels of a mipmap in external memory begin.
  if (!set_levels(shape, *desc) || (is_external && shape.is_mipmap())) throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  // "CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR cannot be specified if a mipmapped image is created."
  if (shape.is_mipmap() && (request.flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    throw Error{CL_INVALID_VALUE};
  check_host_pointer(request.flags, request.host_pointer);
  // "CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that support image_format."
  if (!supported) throw Error{CL_IMAGE_FORMAT_NOT_SUPPORTED};
  if (shape.bytes() > Device::instance().max_allocation_bytes) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  auto external =
      import_memory(request.properties, request.flags, shape.bytes(), request.host_pointer, CL_INVALID_IMAGE_SIZE);
  return with_descriptor(Ref<Mem>::make(owner, request.flags, shape, request.host_pointer,
                                        std::move(request.properties.list), std::move(external)));
}

// "CL_INVALID_PROPERTY if a property name in properties is not a supported property name": none is.
void check_no_property(const cl_mem_properties *properties) {
  if (properties && *properties) throw Error{CL_INVALID_PROPERTY};
}

}  // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                 const cl_image_desc *desc, void *host_pointer, cl_int *err) {
  return entry(err, [&] { return create_image(check(context), {flags, format, desc, host_pointer, {}}); });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *format,
                                               const cl_image_desc *desc, void *host_pointer, cl_int *err) {
  return entry(err, [&] {
    Context &owner = check(context);
    return create_image(owner, {flags, format, desc, host_pointer, read_properties(owner, properties, false)});
  });
}

// "CL_INVALID_IMAGE_SIZE ... if values specified by image_row_pitch do not follow rules."
cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t row_pitch, void *host_pointer, cl_int *err) {
  return entry(err, [&] {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = width;
    desc.image_height = height;
    desc.image_row_pitch = row_pitch;
    return create_image(check(context), {flags, format, &desc, host_pointer, {}, CL_INVALID_IMAGE_SIZE});
  });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t depth, size_t row_pitch, size_t slice_pitch,
                                   void *host_pointer, cl_int *err) {
  return entry(err, [&] {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = width;
    desc.image_height = height;
    // "CL_INVALID_IMAGE_SIZE if image_width or image_height are 0 or if image_depth <= 1."
    desc.image_depth = depth > 1 ? depth : 0;
    desc.image_row_pitch = row_pitch;
    desc.image_slice_pitch = slice_pitch;
    return create_image(check(context), {flags, format, &desc, host_pointer, {}, CL_INVALID_IMAGE_SIZE});
  });
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                              cl_uint num_entries, cl_image_format *formats, cl_uint *num_formats) {
  return entry([&] {
    check(context);
    // "CL_INVALID_VALUE if flags is not valid, if image_type is not valid, or if num_entries is zero and image_formats
    // is not NULL."
    check_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
    if (!is_image_type(type) || (num_entries == 0 && formats)) throw Error{CL_INVALID_VALUE};
    const auto supported = runtime::supported_formats(type, flags);
    for (size_t i = 0; formats && i < num_entries && i < supported.size(); ++i) formats[i] = supported[i];
    if (num_formats) *num_formats = static_cast<cl_uint>(supported.size());
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    // "CL_INVALID_MEM_OBJECT if image is a not a valid image object."
    const Mem &self = check(image);
    if (!self.image()) throw Error{CL_INVALID_MEM_OBJECT};
    const ImageShape &shape = self.image()->shape;
    const cl_mem_object_type type = shape.type;
    const bool has_height = shape.num_coordinates() > 1 && type != CL_MEM_OBJECT_IMAGE1D_ARRAY;
    switch (param) {
    case CL_IMAGE_FORMAT: return answer(shape.format);
    case CL_IMAGE_ELEMENT_SIZE: return answer(runtime::element_bytes(shape.stored));
    case CL_IMAGE_ROW_PITCH: return answer(shape.row_pitch);
    case CL_IMAGE_SLICE_PITCH: return answer(shape.slice_pitch);
    case CL_IMAGE_WIDTH: return answer(shape.extent[0]);
    case CL_IMAGE_HEIGHT: return answer(has_height ? shape.extent[1] : 0);
    case CL_IMAGE_DEPTH: return answer(type == CL_MEM_OBJECT_IMAGE3D ? shape.extent[2] : 0);
    case CL_IMAGE_ARRAY_SIZE: return answer(shape.is_array() ? shape.extent[shape.num_coordinates() - 1] : 0);
    case CL_IMAGE_BUFFER: return answer(cl_mem{self.parent() && self.parent()->is_buffer() ? self.parent() : nullptr});
    case CL_IMAGE_NUM_MIP_LEVELS: return answer(shape.num_mip_levels);
    case CL_IMAGE_NUM_SAMPLES: return answer(cl_uint{0});
    default: return unknown_query();
    }
  });
}

namespace {

// Answers for the image types that have the queried dimension and that `desc` allows: without `desc`, or if its type is
// 0, all of them.
Answered most(const cl_image_desc *desc, std::span<const cl_mem_object_type> types, int dimension, InfoWriter answer) {
  size_t least = SIZE_MAX;
  for (const cl_mem_object_type type : types)
    if (!desc || !desc->image_type || desc->image_type == type) least = std::min(least, most_extent(type)[dimension]);
  // "If image_desc is not NULL, then image_type must be either 0, CL_MEM_OBJECT_IMAGE2D, ..., otherwise
  // CL_INVALID_IMAGE_DESCRIPTOR is returned."
  if (least == SIZE_MAX) throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  return answer(static_cast<cl_uint>(least));
}

// Checks the descriptor, apart from the object that it names.
void check_descriptor(const cl_image_format *format, const cl_image_desc &desc) {
  if (!is_image_type(desc.image_type)) throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
  ImageShape shape = shape_of(format ? *format : cl_image_format{CL_R, CL_UNORM_INT8}, desc);
  if (!has_valid_size(shape) || !set_levels(shape, desc) || !runtime::suits(shape.format, shape.type) ||
      (format && !set_pitches(shape, desc.image_row_pitch, desc.image_slice_pitch)))
    throw Error{CL_INVALID_IMAGE_DESCRIPTOR};
}

}  // namespace

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties,
                                                 cl_mem_flags flags, const cl_image_format *format,
                                                 const cl_image_desc *desc, cl_image_requirements_info_ext param,
                                                 size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    check(context);
    check_no_property(properties);
    check_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format are not valid."
    const auto stored = format ? runtime::stored_format(*format) : std::nullopt;
    if (format && !stored) throw Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
    constexpr cl_mem_object_type k1d = CL_MEM_OBJECT_IMAGE1D, kBuffer = CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                 k1dArray = CL_MEM_OBJECT_IMAGE1D_ARRAY, k2d = CL_MEM_OBJECT_IMAGE2D,
                                 k2dArray = CL_MEM_OBJECT_IMAGE2D_ARRAY, k3d = CL_MEM_OBJECT_IMAGE3D;
    switch (param) {
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT: break;  // most() checks the type, and the members may be 0
    default:
      if (desc) check_descriptor(format, *desc);
    }
    switch (param) {
    // A texel: of the largest format if there is none.
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
      return answer(stored ? size_t{stored->texel_bytes} : runtime::kMaxTexelBytes);
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT: {
      // "Both image_format and image_desc must be non-NULL, otherwise CL_INVALID_VALUE is returned."
      if (!format || !desc) throw Error{CL_INVALID_VALUE};
      ImageShape shape = shape_of(*format, *desc);
      set_pitches(shape, desc->image_row_pitch, desc->image_slice_pitch);
      set_levels(shape, *desc);
      return answer(shape.bytes());
    }
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
      return most(desc, std::array{k1d, kBuffer, k1dArray, k2d, k2dArray, k3d}, 0, answer);
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT: return most(desc, std::array{k2d, k2dArray, k3d}, 1, answer);
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT: return most(desc, std::array{k3d}, 2, answer);
    // The layers of all arrays are limited alike; of 1D arrays they are the second coordinate.
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
      if (desc && desc->image_type == k1dArray) return most(desc, std::array{k1dArray}, 1, answer);
      return most(desc, std::array{k2dArray}, 2, answer);
    default: return unknown_query();
    }
  });
}
