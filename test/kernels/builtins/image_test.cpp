// SPDX-License-Identifier: Apache-2.0
// The image functions, compiled for this machine, against the specification's equations (image_reference.h).
#include "image_reference.h"

#include <cstdlib>

namespace wherry {
namespace {

TEST(Images, ReadsByFloatCoordinates) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      if (!functions.by_float) return;
      for (uint64_t mode : kModes)
        for (uint64_t filter : {abi::kSamplerNearest, abi::kSamplerLinear})
          for (uint64_t normalised : {0, 1}) {
            const bool repeats = mode == abi::kSamplerRepeat || mode == abi::kSamplerMirroredRepeat;
            if (repeats && !normalised) continue;
            if (filter == abi::kSamplerLinear && !format.is_float()) continue;
            const uint64_t sampler = mode | filter | normalised;
            const Picture picture(kind, format, 1, filter == abi::kSamplerLinear);
            const auto at = float_coordinates(picture, sampler, 24);
            const auto got = functions.by_float(picture.image, sampler, at, {});
            for (size_t i = 0; i < at.size(); ++i) {
              check(got[i], expected(picture, 0, sampler, at[i]), as, is_exact(format, sampler),
                    read_bound(sampler, as),
                    std::string(kind.name) + " " + format.name() + " sampler " + std::to_string(sampler) + " at " +
                        std::to_string(at[i][0]) + " " + std::to_string(at[i][1]) + " " + std::to_string(at[i][2]));
              if (HasFatalFailure()) return;
            }
          }
    });
}

TEST(Images, ReadsByIntCoordinates) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      for (uint64_t mode : {abi::kSamplerAddressNone, abi::kSamplerClampToEdge, abi::kSamplerClamp}) {
        const uint64_t sampler = mode | abi::kSamplerNearest;
        const Picture picture(kind, format, 1, false);
        const auto at = int_coordinates(picture, 32);
        for (const Call &call : {functions.by_int, functions.bare, functions.bare_rw}) {
          const bool sampled = call.native == functions.by_int.native;
          if (!call || (!sampled && mode != abi::kSamplerAddressNone)) continue;
          const auto got = call(picture.image, sampler, {}, at);
          for (size_t i = 0; i < at.size(); ++i) {
            const Floats f = {float(at[i][0]), float(at[i][1]), float(at[i][2]), 0};
            check(got[i], expected(picture, 0, sampler, f), as, is_exact(format, sampler), 1.5,
                  std::string(kind.name) + " " + format.name());
            if (HasFatalFailure()) return;
          }
        }
      }
    });
}

// As many samples of each format as WHERRY_IMAGE_SAMPLES says: of images of any kind and size, by any sampler, between,
// on and beyond texels.
TEST(Images, RandomSamples) {
  const char *given = std::getenv("WHERRY_IMAGE_SAMPLES");
  const long samples = given ? std::atol(given) : 1000;
  constexpr int kPoints = 200;
  const float strange[] = {NAN, INFINITY, -INFINITY, 0x1p31f, -0x1p31f, 3e38f, -3e38f, -0.0f, 0x1p-149f};
  struct Sampled {
    Format format;
    As as;
    std::vector<std::pair<const Kind *, Call>> calls;
  };
  std::vector<Sampled> all;
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      if (!functions.by_float) return;
      auto found = std::ranges::find_if(all, [&](const Sampled &other) {
        return other.format.type == format.type && other.format.order == format.order && other.as == as;
      });
      if (found == all.end()) found = all.insert(all.end(), {format, as, {}});
      found->calls.emplace_back(&kind, functions.by_float);
    });
  for (const auto &[format, as, calls] : all)
    for (long done = 0; done < samples; done += kPoints) {
      const auto &[kind, call] = calls[size_t(below(int(calls.size())))];
      uint64_t sampler = kModes[below(std::size(kModes))] | uint64_t(below(2));
      if ((sampler & abi::kSamplerAddressing) >= abi::kSamplerRepeat) sampler |= abi::kSamplerNormalised;
      sampler |= format.is_float() && below(2) ? abi::kSamplerLinear : abi::kSamplerNearest;
      const int most = below(4) ? 20 : 300 >> 2 * (kind->dimensions - 1);
      const Picture picture(*kind, format, 1, sampler & abi::kSamplerLinear,
                            {uint32_t(1 + below(most)), uint32_t(1 + below(most)), uint32_t(1 + below(most))});
      auto at = float_coordinates(picture, sampler, kPoints);
      for (Floats &one : at)
        if (below(16) == 0) one[size_t(below(kind->coordinates))] = strange[below(std::size(strange))];
      const auto got = call(picture.image, sampler, at, {});
      for (size_t i = 0; i < at.size(); ++i) {
        // No value is specified where a coordinate is infinite or not a number, or is so in texels.
        if (!std::ranges::all_of(at[i], [](float x) { return std::isfinite(x * 512); })) continue;
        char where[200];
        std::snprintf(where, sizeof where, "%s %s sampler %lx extent %u %u %u at %a %a %a", kind->name,
                      format.name().c_str(), sampler, picture.levels[0].extent[0], picture.levels[0].extent[1],
                      picture.levels[0].extent[2], double(at[i][0]), double(at[i][1]), double(at[i][2]));
        check(got[i], expected(picture, 0, sampler, at[i]), as, is_exact(format, sampler), read_bound(sampler, as),
              where);
        if (HasFatalFailure()) return;
      }
    }
}

// What the specification leaves open reads some texel of the image, or none.
TEST(Images, ReadsStayInside) {
  const float strange[] = {NAN, INFINITY, -INFINITY, 0x1p31f, -0x1p31f, 3e38f, -3e38f, -0.0f, 0x1p-149f, 1e9f};
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As, const Functions &functions) {
      if (!functions.by_float || (format.order->order != CL_RGBA && format.order->order != CL_R)) return;
      const Picture picture(kind, format, 3, false);
      for (uint64_t sampler = 0; sampler < 0x400; ++sampler) {
        if ((sampler & abi::kSamplerAddressing) > abi::kSamplerMirroredRepeat || (sampler & 0xC0)) continue;
        if (below(16)) continue;
        std::vector<Floats> at(8);
        for (Floats &one : at)
          for (float &x : one) x = strange[below(std::size(strange))];
        functions.by_float(picture.image, sampler, at, {});
        functions.by_int(picture.image, sampler, {}, int_coordinates(picture, 8));
        const uint64_t lods = uint64_t(random_bits()) << 32;
        if (functions.lod) functions.lod(picture.image, sampler | lods, at, {}, at, at);
        if (functions.gradient) functions.gradient(picture.image, sampler | lods, at, {}, at, at);
      }
    });
}

TEST(Images, ReadsLevelsOfMipmaps) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      if (!functions.lod) return;
      for (uint64_t mode : kModes)
        for (uint64_t filter : {abi::kSamplerNearest, abi::kSamplerLinear})
          for (uint64_t mip : {uint64_t(0), uint64_t(abi::kSamplerMipNearest), uint64_t(abi::kSamplerMipLinear)})
            for (int use : {0, 1}) {
              const bool by_gradient = use;
              if ((filter == abi::kSamplerLinear || mip == abi::kSamplerMipLinear) && !format.is_float()) continue;
              const float least = float(below(3)) / 4, most = 1 + float(below(6)) / 4;
              uint64_t sampler = mode | filter | mip | abi::kSamplerNormalised;
              if (mip)
                sampler |= uint64_t(least * 256) << abi::kSamplerLodMinShift | uint64_t(most * 256)
                                                                                   << abi::kSamplerLodMaxShift;
              const Picture picture(kind, format, 4, true);
              const auto at = float_coordinates(picture, sampler, 8);
              std::vector<Floats> by_x(at.size()), by_y(at.size());
              std::vector<double> lods;
              for (size_t i = 0; i < at.size(); ++i) {
                double lod = between(-1, 5);
                by_x[i] = {float(lod), 0, 0, 0};
                if (by_gradient) {
                  double x = 0, y = 0;
                  for (int d = 0; d < kind.dimensions; ++d) {
                    const double size = picture.levels[0].extent[d];
                    by_x[i][size_t(d)] = between(-1, 1);
                    by_y[i][size_t(d)] = between(-1, 1);
                    x += std::pow(by_x[i][size_t(d)] * size, 2);
                    y += std::pow(by_y[i][size_t(d)] * size, 2);
                  }
                  lod = std::log2(std::sqrt(std::max(x, y)));
                }
                if (mip) lod = std::min(std::max(lod, double(least)), double(most));
                lods.push_back(std::clamp(lod, 0.0, 3.0));
              }
              const auto got =
                  (by_gradient ? functions.gradient : functions.lod)(picture.image, sampler, at, {}, by_x, by_y);
              for (size_t i = 0; i < at.size(); ++i) {
                const double lod = lods[i];
                if (std::fabs(lod - std::floor(lod) - 0.5) < 1e-5) continue;  // either level
                Expected wanted;
                if (mip == abi::kSamplerMipLinear) {
                  const int first = int(lod), second = std::min(first + 1, 3);
                  const Expected a = expected(picture, first, sampler, at[i]),
                                 b = expected(picture, second, sampler, at[i]);
                  const double weight = lod - first;
                  wanted.known = a.known && b.known;
                  for (size_t c = 0; c < 4; ++c) {
                    wanted.colour[c] = (1 - weight) * a.colour[c] + weight * b.colour[c];
                    wanted.greatest[c] = std::max(a.greatest[c], b.greatest[c]);
                  }
                } else {
                  wanted = expected(picture, int(std::lround(lod)), sampler, at[i]);
                }
                const double bound = mip == abi::kSamplerMipLinear ? (by_gradient ? 400 : 40) : read_bound(sampler, as);
                check(got[i], wanted, as, is_exact(format, sampler) && mip != abi::kSamplerMipLinear, bound,
                      std::string(kind.name) + " " + format.name() + " sampler " + std::to_string(sampler) + " lod " +
                          std::to_string(lod));
                if (HasFatalFailure()) return;
              }
            }
    });
}

// Every value of normalised integers, and of sRGB, in one row.
TEST(Images, ReadsEveryChannelValue) {
  const Kind &kind = kKinds[0];
  for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
    const auto widths = packed(format.type);
    if (!format.is_float() || format.type == CL_FLOAT || format.channels() > 1 + 2 * !widths.empty()) return;
    Picture picture(kind, format, 1, false);
    std::vector<uint8_t> data;
    std::vector<Ints> at;
    for (int i = 0; i < 1 << std::min(16u, 8 * format.texel_bytes()); ++i) {
      const uint32_t texel = format.texel_bytes() == 4 ? uint32_t(i % 1024) * 0x100401 : uint32_t(i);
      const auto *bytes = reinterpret_cast<const uint8_t *>(&texel);
      data.insert(data.end(), bytes, bytes + format.texel_bytes());
      at.push_back({i, 0, 0, 0});
    }
    picture.levels[0].extent[0] = uint32_t(at.size());
    picture.levels[0].data = reinterpret_cast<std::byte *>(data.data());
    picture.image.base = picture.levels[0];
    const auto got = functions.bare(picture.image, 0, {}, at);
    for (size_t i = 0; i < at.size(); ++i) {
      const Expected wanted = expected(picture, 0, 0, {float(i), 0, 0, 0});
      check(got[i], wanted, as, is_exact(format, 0), 1.5, format.name() + " of " + std::to_string(i));
      for (size_t c = 0; c < 4; ++c)
        if (std::fabs(wanted.colour[c]) == 1) ASSERT_EQ(as_float(got[i][c]), wanted.colour[c]) << format.name();
      if (HasFatalFailure()) return;
    }
  });
}

double to_srgb(double y) { return y < 0.0031308 ? 12.92 * y : 1.055 * std::pow(y, 1 / 2.4) - 0.055; }

// Compares the channels of a texel with the colour that has been written to it.
void check_channels(const Picture &picture, int level, const std::array<long, 3> &place, const Bits &colour,
                    const std::string &where) {
  const Format &format = picture.format;
  for (uint32_t channel = 0; channel < format.channels(); ++channel) {
    const auto [bits, width] = picture.bits(level, place, channel);
    if (format.order->stored[channel] == 'x') continue;
    const uint32_t given = colour[format.component(channel)];
    const double x = as_float(given);
    const auto name = where + " of " + std::to_string(x);
    const double most = std::ldexp(1.0, int(width)) - 1, most_signed = std::ldexp(1.0, int(width) - 1) - 1;
    const int number = int32_t(bits << (32 - width)) >> (32 - width);
    switch (format.type) {
    case CL_FLOAT:
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32: ASSERT_TRUE(bits == given || (std::isnan(x) && format.is_float())) << name; break;
    case CL_HALF_FLOAT:
      if (std::isnan(x))
        ASSERT_TRUE(std::isnan(float(std::bit_cast<_Float16>(uint16_t(bits))))) << name;
      else
        ASSERT_EQ(bits, std::bit_cast<uint16_t>(_Float16(float(x)))) << name;
      break;
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
      ASSERT_EQ(number, std::clamp(int32_t(given), int(-most_signed - 1), int(most_signed))) << where;
      break;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT_RAW10_EXT:
    case CL_UNSIGNED_INT_RAW12_EXT: ASSERT_EQ(bits, std::min(given, uint32_t(most))) << where; break;
    case CL_SNORM_INT8:
    case CL_SNORM_INT16: {
      const double f = std::isnan(x) ? 0 : std::clamp(x * most_signed, -most_signed - 1, most_signed);
      ASSERT_LE(std::fabs(number - f), 0.5 + 1e-2) << name;
      break;
    }
    default: {
      const bool srgb = is_srgb(*format.order) && format.order->stored[channel] != 'a';
      const double linear = std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0);
      ASSERT_LE(std::fabs(bits - most * (srgb ? to_srgb(linear) : linear)), 0.5 + 1e-2) << name;
    }
    }
  }
}

// Writes one texel, and compares the whole image.
void check_write(const Kind &kind, const Format &format, As as, const Call &call, int num_levels) {
  const Picture picture(kind, format, num_levels, false);
  for (int i = 0; i < 12; ++i) {
    const std::vector<Ints> at = int_coordinates(picture, 1);
    const int level = num_levels > 1 ? below(num_levels + 2) - 1 : 0;
    Bits colour;
    for (uint32_t &c : colour) {
      const float tie = (float(below(256)) + 0.5f) / 255;
      const float special[] = {0, 1, -1, NAN, INFINITY, -INFINITY, 2, -2, 0.0031308f, tie, -0.0f, 65504, 65520, 1e-7f};
      const float x = below(2) ? between(-0.2f, 1.2f) : below(2) ? special[below(std::size(special))] : between(-1, 1);
      c = std::bit_cast<uint32_t>(as == kHalf ? float(_Float16(x)) : x);
      if (as == kInt || as == kUint) c = uint32_t(below(2) ? random_bits() : unsigned(below(600) - 300));
    }
    std::vector<std::vector<uint8_t>> before;
    for (const auto &memory : picture.memory) before.emplace_back(memory->begin, memory->begin + memory->size);
    std::vector<std::vector<uint8_t>> results[2];
    for (int plain = 0; plain < 2; ++plain) {
      for (size_t l = 0; l < before.size(); ++l) std::ranges::copy(before[l], picture.memory[l]->begin);
      const Floats lod = {float(level), 0, 0, 0};
      Bits copy = colour;
      (plain ? call.plain : call.native)(1, &picture.image, 0, &copy, nullptr, at.data(), &lod, nullptr);
      for (const auto &memory : picture.memory)
        results[plain].emplace_back(memory->begin, memory->begin + memory->size);
    }
    ASSERT_EQ(results[0], results[1]) << "bytes depend on the machine";
    std::array<long, 3> place = {at[0][0], at[0][1], at[0][2]};
    for (int d = kind.coordinates; d < 3; ++d) place[size_t(d)] = 0;
    const bool written = level >= 0 && level < num_levels && picture.inside(level, place);
    const std::string where = std::string(kind.name) + " " + format.name();
    size_t first = 0, last = 0;
    if (written) {
      first = size_t(picture.texel(level, place) - picture.memory[size_t(level)]->begin);
      last = first + format.texel_bytes();
    }
    if (written && raw_texels(format.type)) {
      const Picture::Low low = picture.low(level, place);
      const auto at_byte = size_t(low.byte - picture.memory[size_t(level)]->begin);
      uint8_t &shared = before[size_t(level)][at_byte];
      const int mask = ((1 << low.bits) - 1) << low.first;
      shared = uint8_t((shared & ~mask) | (*low.byte & mask));
    }
    for (size_t l = 0; l < before.size(); ++l)
      for (size_t b = 0; b < before[l].size(); ++b)
        if (!written || int(l) != level || b < first || b >= last) ASSERT_EQ(results[0][l][b], before[l][b]) << where;
    if (!written) continue;
    check_channels(picture, level, place, colour, where);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Images, Writes) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      for (const Call &call : {functions.write, functions.write_rw}) {
        check_write(kind, format, as, call, 1);
        if (HasFatalFailure()) return;
      }
      if (functions.write_lod) check_write(kind, format, as, functions.write_lod, 3);
    });
}

// What is read from an image of 8 or 16 bits and written again stays.
TEST(Images, WritesWhatWasRead) {
  const Kind &kind = kKinds[0];
  for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
    if (as != kFloat || !format.is_float() || std::strchr(format.order->stored, 'x')) return;
    Picture from(kind, format, 1, true), to(kind, format, 1, true);
    std::vector<Ints> at;
    for (int x = 0; x < int(from.levels[0].extent[0]); ++x) at.push_back({x, 0, 0, 0});
    for (int i = 0; i < 20; ++i) {
      from.fill(*from.memory[0], true);
      auto colours = functions.bare(from.image, 0, {}, at);
      functions.write.native(long(at.size()), &to.image, 0, colours.data(), nullptr, at.data(), nullptr, nullptr);
      for (const Ints &one : at)
        for (uint32_t c = 0; c < format.channels(); ++c)
          ASSERT_EQ(from.channel(0, {one[0], 0, 0}, c), to.channel(0, {one[0], 0, 0}, c)) << format.name();
    }
  });
}

TEST(Images, Queries) {
  for (const Kind &kind : kKinds) {
    const Picture picture(kind, {CL_UNORM_INT8, &kOrders[4]}, 3, false);
    for (const Call &query : kind.queries) {
      Bits got[3];
      query.native(1, &picture.image, 0, got, nullptr, nullptr, nullptr, nullptr);
      const auto &extent = picture.levels[0].extent;
      const int d = kind.dimensions;
      const uint32_t height = d > 1 ? extent[1] : 1, depth = d > 2 ? extent[2] : 1;
      EXPECT_EQ(got[0], (Bits{extent[0], height, depth, kind.layers ? extent[d] : 1})) << kind.name;
      EXPECT_EQ(got[1], d == 1 ? Bits{} : (Bits{extent[0], height, d > 2 ? depth : 0, 0})) << kind.name;
      const uint32_t levels = std::string(kind.name) == "1d_buffer" ? 1 : 3;
      EXPECT_EQ(got[2], (Bits{CL_UNORM_INT8, CL_RGBA, levels, 0})) << kind.name;
    }
  }
}

TEST(Images, LiteralSamplers) {
  const Kind &kind = kKinds[2];
  const Picture picture(kind, {CL_UNORM_INT8, &kOrders[4]}, 1, false);
  const uint64_t sampler = abi::kSamplerNormalised | abi::kSamplerRepeat | abi::kSamplerLinear;
  const auto at = float_coordinates(picture, sampler, 64);
  std::vector<Bits> literal(at.size()), argument(at.size());
  const Call call = CALL(read_literal_2d);
  call.native(long(at.size()), &picture.image, 0, literal.data(), at.data(), nullptr, nullptr, nullptr);
  kind.of[kFloat].by_float.native(long(at.size()), &picture.image, sampler, argument.data(), at.data(), nullptr,
                                  nullptr, nullptr);
  EXPECT_EQ(literal, argument);
}

}  // namespace
}  // namespace wherry
