// SPDX-License-Identifier: Apache-2.0
#include "objects/image_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "wherry/cl_newer.h"

namespace wherry::runtime {
namespace {

constexpr uint32_t kZero = abi::kComponentZero, kOne = abi::kComponentOne;

constexpr uint32_t four(uint32_t first, uint32_t second, uint32_t third, uint32_t fourth) {
  return first | second << 4 | third << 8 | fourth << 12;
}

enum Types : uint32_t {
  kNorm8 = 1,  // UNORM_INT8
  kDepth = 2,  // UNORM_INT16, FLOAT
  kIntensity = 4,
  kByte = 8,  // each of eight bits
  kAll = 16,  // each with a place for every channel
  kPackedRgb = 32,
  kPackedRgba = 64,
  kRaw = 128,  // bits of neighbouring texels share a byte
};

struct Order {
  cl_channel_order order;
  uint32_t num_channels;
  uint32_t read_from;     // of ImageFormat
  uint32_t written_from;  // of ImageFormat; a channel named x gets alpha
  uint32_t types;
  bool listed = true;  // by supported_formats()
};
// The order in which supported_formats() lists them. Supported, and not listed, since Khronos' tests take all formats
// that are listed: CL_Rx, which has two channels in the specification, and one in Khronos' tests; CL_RGBx and CL_sRGBx,
// whose border is transparent in the specification, and opaque in Khronos' tests. Not supported: CL_RGx and CL_sRGB,
// whose three channels take no power of two of bits.
constexpr Order kOrders[] = {
    {CL_RGBA, 4, four(0, 1, 2, 3), four(0, 1, 2, 3), kAll | kPackedRgba},
    {CL_BGRA, 4, four(2, 1, 0, 3), four(2, 1, 0, 3), kByte},
    {CL_ARGB, 4, four(1, 2, 3, 0), four(3, 0, 1, 2), kByte},
    {CL_ABGR, 4, four(3, 2, 1, 0), four(3, 2, 1, 0), kByte},
    {CL_sRGBA, 4, four(0, 1, 2, 3), four(0, 1, 2, 3), kNorm8},
    {CL_sBGRA, 4, four(2, 1, 0, 3), four(2, 1, 0, 3), kNorm8},
    {CL_sRGBx, 4, four(0, 1, 2, kOne), four(0, 1, 2, 3), kNorm8, false},
    {CL_RGBx, 4, four(0, 1, 2, kOne), four(0, 1, 2, 3), kAll | kPackedRgb, false},
    {CL_Rx, 2, four(0, kZero, kZero, kOne), four(0, 3, 0, 0), kAll, false},
    {CL_RGB, 3, four(0, 1, 2, kOne), four(0, 1, 2, 0), kPackedRgb},
    {CL_RG, 2, four(0, 1, kZero, kOne), four(0, 1, 0, 0), kAll},
    {CL_RA, 2, four(0, kZero, kZero, 1), four(0, 3, 0, 0), kAll},
    {CL_R, 1, four(0, kZero, kZero, kOne), 0, kAll | kRaw},
    {CL_A, 1, four(kZero, kZero, kZero, 0), four(3, 0, 0, 0), kAll},
    {CL_INTENSITY, 1, four(0, 0, 0, 0), 0, kIntensity},
    {CL_LUMINANCE, 1, four(0, 0, 0, kOne), 0, kIntensity},
    {CL_DEPTH, 1, four(0, kZero, kZero, kOne), 0, kDepth},
};
constexpr cl_channel_order kOtherOrders[] = {CL_RGx, CL_sRGB, CL_DEPTH_STENCIL};

struct Type {
  cl_channel_type type;
  // Bytes of a channel; with a packed type, of the texel; with a raw type, of the texel's part that shares no byte with
  // other texels.
  uint32_t bytes;
  uint32_t kinds;
};
constexpr Type kTypes[] = {
    {CL_UNORM_INT8, 1, kNorm8 | kIntensity | kByte | kAll},
    {CL_UNORM_INT16, 2, kDepth | kIntensity | kAll},
    {CL_SNORM_INT8, 1, kIntensity | kByte | kAll},
    {CL_SNORM_INT16, 2, kIntensity | kAll},
    {CL_SIGNED_INT8, 1, kByte | kAll},
    {CL_SIGNED_INT16, 2, kAll},
    {CL_SIGNED_INT32, 4, kAll},
    {CL_UNSIGNED_INT8, 1, kByte | kAll},
    {CL_UNSIGNED_INT16, 2, kAll},
    {CL_UNSIGNED_INT32, 4, kAll},
    {CL_HALF_FLOAT, 2, kIntensity | kAll},
    {CL_FLOAT, 4, kDepth | kIntensity | kAll},
    {CL_UNORM_SHORT_565, 2, kPackedRgb},
    {CL_UNORM_SHORT_555, 2, kPackedRgb},
    {CL_UNORM_INT_101010, 4, kPackedRgb},
    {CL_UNORM_INT_101010_2, 4, kPackedRgba},
    {CL_UNSIGNED_INT_RAW10_EXT, 1, kRaw},
    {CL_UNSIGNED_INT_RAW12_EXT, 1, kRaw},
};

const Order *find(cl_channel_order order) {
  const auto found = std::ranges::find(kOrders, order, &Order::order);
  return found == std::end(kOrders) ? nullptr : found;
}
const Type *find_type(cl_channel_type type) {
  const auto found = std::ranges::find(kTypes, type, &Type::type);
  return found == std::end(kTypes) ? nullptr : found;
}
bool is_packed(const Type &type) { return type.kinds & (kPackedRgb | kPackedRgba); }
bool is_raw(const abi::ImageFormat &format) {
  return format.channel_type == CL_UNSIGNED_INT_RAW10_EXT || format.channel_type == CL_UNSIGNED_INT_RAW12_EXT;
}

// OpenCL C's convert_..._sat_rte. Not-a-number becomes 0.
int32_t rounded(float value, float least, float greatest) {
  return value == value ? static_cast<int32_t>(std::nearbyint(std::clamp(value, least, greatest))) : 0;
}
uint32_t unorm(float value, unsigned bits) {
  const auto greatest = static_cast<float>((1u << bits) - 1);
  return static_cast<uint32_t>(rounded(value * greatest, 0, greatest));
}
int32_t snorm(float value, float greatest) { return rounded(value * greatest, -greatest - 1, greatest); }

// The conversion that the specification of OpenCL C gives for write_imagef.
float to_srgb(float linear) {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 1;
  return linear < 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

// IEEE half precision, to the nearest even. Not-a-number stays one.
uint16_t half_bits(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // rounds to 65536 or more
  if (magnitude < 0x38800000)                                                // subnormal: in units of 2^-24
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(std::ldexp(std::fabs(value), 24))));
  const uint32_t odd = magnitude >> 13 & 1;
  return static_cast<uint16_t>(sign | (magnitude - 0x38000000 + 0xfff + odd) >> 13);
}

// One channel of a type that is not packed; `value` points to a float, an int or an unsigned int.
void store_channel(cl_channel_type type, const std::byte *value, std::byte *to) {
  const auto read = [&](auto kind) {
    std::memcpy(&kind, value, sizeof kind);
    return kind;
  };
  const auto store = [&](auto channel) { std::memcpy(to, &channel, sizeof channel); };
  const auto store_int = [&]<class T>(T) {
    store(static_cast<T>(
        std::clamp<int32_t>(read(int32_t{}), std::numeric_limits<T>::min(), std::numeric_limits<T>::max())));
  };
  const auto store_uint = [&]<class T>(T) {
    store(static_cast<T>(std::min<uint32_t>(read(uint32_t{}), std::numeric_limits<T>::max())));
  };
  switch (type) {
  case CL_UNORM_INT8: return store(static_cast<uint8_t>(unorm(read(0.f), 8)));
  case CL_UNORM_INT16: return store(static_cast<uint16_t>(unorm(read(0.f), 16)));
  case CL_SNORM_INT8: return store(static_cast<int8_t>(snorm(read(0.f), 127)));
  case CL_SNORM_INT16: return store(static_cast<int16_t>(snorm(read(0.f), 32767)));
  case CL_SIGNED_INT8: return store_int(int8_t{});
  case CL_SIGNED_INT16: return store_int(int16_t{});
  case CL_UNSIGNED_INT8: return store_uint(uint8_t{});
  case CL_UNSIGNED_INT16: return store_uint(uint16_t{});
  case CL_HALF_FLOAT: return store(half_bits(read(0.f)));
  default: return store(read(uint32_t{}));  // SIGNED_INT32, UNSIGNED_INT32, FLOAT
  }
}

}  // namespace

std::optional<abi::ImageFormat> stored_format(const cl_image_format &format) {
  const Order *order = find(format.image_channel_order);
  const Type *type = find_type(format.image_channel_data_type);
  if (!order || !type || !(order->types & type->kinds)) return {};
  const uint32_t channels = order->num_channels;
  const uint32_t bytes = is_packed(*type) ? type->bytes : type->bytes * channels;
  return abi::ImageFormat{
      type->type, order->order, bytes, channels, order->read_from, order->written_from & ((1u << 4 * channels) - 1), 0,
      0};
}

bool is_valid_format(const cl_image_format &format) {
  const cl_channel_order order = format.image_channel_order;
  const Order *known = find(order);
  const Type *type = find_type(format.image_channel_data_type);
  if (!known && std::ranges::find(kOtherOrders, order) == std::end(kOtherOrders)) return false;
  if (!type) return format.image_channel_data_type == CL_UNORM_INT24 && order == CL_DEPTH_STENCIL;
  // "The channel order must be CL_RGB or CL_RGBx", "must be CL_RGBA", "must be CL_R".
  if (is_packed(*type) || type->kinds & kRaw) return known && (known->types & type->kinds);
  // "The number of bits per element determined by the image_channel_data_type and image_channel_order must be a power
  // of two."
  return order != CL_RGB;
}

bool suits(const cl_image_format &format, cl_mem_object_type type) {
  return format.image_channel_order != CL_DEPTH || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

std::vector<cl_image_format> supported_formats(cl_mem_object_type type, cl_mem_flags flags) {
  const bool lists_raw = type == CL_MEM_OBJECT_IMAGE2D && flags & CL_MEM_READ_ONLY;
  std::vector<cl_image_format> formats;
  for (const Order &order : kOrders)
    for (const Type &channel : kTypes) {
      if (!order.listed) continue;
      const uint32_t kinds = order.types & channel.kinds & ~(lists_raw ? 0u : kRaw);
      if (const cl_image_format format{order.order, channel.type}; kinds && suits(format, type))
        formats.push_back(format);
    }
  return formats;
}

bool is_view(cl_channel_order of, cl_channel_order order) {
  constexpr std::pair<cl_channel_order, cl_channel_order> kLinear[] = {
      {CL_BGRA, CL_sBGRA}, {CL_RGBA, CL_sRGBA}, {CL_RGB, CL_sRGB}, {CL_RGBx, CL_sRGBx}};
  for (auto [linear, srgb] : kLinear)
    if ((of == linear && order == srgb) || (of == srgb && order == linear)) return true;
  return of == CL_R && order == CL_DEPTH;
}

TexelBlock block_of(const abi::ImageFormat &format) {
  switch (format.channel_type) {
  case CL_UNSIGNED_INT_RAW10_EXT: return {4, 5};
  case CL_UNSIGNED_INT_RAW12_EXT: return {2, 3};
  default: return {1, format.texel_bytes};
  }
}

size_t element_bytes(const abi::ImageFormat &format) { return is_raw(format) ? 2 : format.texel_bytes; }

std::array<std::byte, kMaxTexelBytes> fill_block(const abi::ImageFormat &format, const void *colour) {
  std::array<std::byte, kMaxTexelBytes> texel{};
  std::array<float, 4> values{};  // or the bits of integers
  std::memcpy(values.data(), colour, format.channel_order == CL_DEPTH ? sizeof(float) : sizeof values);
  switch (format.channel_order) {
  case CL_sRGBA:
  case CL_sBGRA:
  case CL_sRGBx:
    for (int i = 0; i < 3; ++i) values[i] = to_srgb(values[i]);
    break;
  default: break;
  }
  const auto packed = [&](auto zero, std::initializer_list<unsigned> widths) {
    uint32_t bits = 0;  // the first channel is the highest
    const float *value = values.data();
    for (unsigned width : widths) bits = bits << width | unorm(*value++, width);
    const auto whole = static_cast<decltype(zero)>(bits);
    std::memcpy(texel.data(), &whole, sizeof whole);
  };
  if (is_raw(format)) {
    // A byte for each texel's high bits, then one for the low bits of all.
    const auto [texels, bytes] = block_of(format);
    const unsigned low_bits = texels == 4 ? 2 : 4, most = (256u << low_bits) - 1;
    const uint32_t value = std::min(std::bit_cast<uint32_t>(values[0]), most);
    uint32_t low = 0;
    for (size_t i = 0; i < texels; ++i) {
      texel[i] = std::byte(value >> low_bits);
      low = low << low_bits | (value & ((1u << low_bits) - 1));
    }
    texel[bytes - 1] = std::byte(low);
    return texel;
  }
  switch (format.channel_type) {
  case CL_UNORM_SHORT_565: packed(uint16_t{}, {5, 6, 5}); return texel;
  case CL_UNORM_SHORT_555: packed(uint16_t{}, {5, 5, 5}); return texel;
  case CL_UNORM_INT_101010: packed(uint32_t{}, {10, 10, 10}); return texel;
  case CL_UNORM_INT_101010_2: packed(uint32_t{}, {10, 10, 10, 2}); return texel;
  default: break;
  }
  const size_t bytes = format.texel_bytes / format.num_channels;
  for (uint32_t i = 0; i < format.num_channels; ++i) {
    const uint32_t component = format.written_from >> 4 * i & 15;
    store_channel(format.channel_type, reinterpret_cast<const std::byte *>(&values[component]),
                  texel.data() + i * bytes);
  }
  return texel;
}

}  // namespace wherry::runtime
