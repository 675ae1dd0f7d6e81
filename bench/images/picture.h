// SPDX-License-Identifier: Apache-2.0
// Pictures in memory, and what each task makes of them, in C++ over numbers.h.
#pragma once
#include "numbers.h"
#include "tasks.h"

// `i` counts texels from p on.
template <Format format, class N> Four<N> load(const uint8_t *p, typename N::I i) {
  const typename N::F zero = typename N::F(0), one = zero + 1;
  if constexpr (format == Format::rgba8) {
    const typename N::I w = word(p, i * 4);
    return Four<N>{to_float(w & 255), to_float(w >> 8 & 255), to_float(w >> 16 & 255), to_float(w >> 24 & 255)} *
           (zero + 1.0f / 255);
  } else if constexpr (format == Format::r8) {
    return {to_float(byte(p, i)) * (1.0f / 255), zero, zero, one};
  } else if constexpr (format == Format::rgba16f) {
    const typename N::I a = word(p, i * 8), b = word(p, i * 8 + 4);
    return {half_of(a & 0xffff), half_of(a >> 16 & 0xffff), half_of(b & 0xffff), half_of(b >> 16 & 0xffff)};
  } else if constexpr (format == Format::rgba32f) {
    i *= 16;
    return {float_of(word(p, i)), float_of(word(p, i + 4)), float_of(word(p, i + 8)), float_of(word(p, i + 12))};
  } else if constexpr (format == Format::r32ui) {
    return {integer_of(word(p, i * 4)), zero, zero, one};
  } else {
    return {float_of(word(p, i * 8)), float_of(word(p, i * 8 + 4)), zero, one};
  }
}

// Neighbouring texels from the i-th on.
template <Format format, class N> Four<N> load_row(const uint8_t *p, int i) {
  const typename N::F zero = typename N::F(0), one = zero + 1;
  if constexpr (N::kLanes == 1) {
    return load<format, N>(p, i);
  } else if constexpr (format == Format::rgba8) {
    const auto w = loaded<Lanes::I>(p + i * 4);
    return Four<N>{to_float(w & 255), to_float(w >> 8 & 255), to_float(w >> 16 & 255), to_float(w >> 24 & 255)} *
           (zero + 1.0f / 255);
  } else if constexpr (format == Format::r8) {
    return {__builtin_convertvector(loaded<Lanes::Byte>(p + i), Lanes::F) * (1.0f / 255), zero, zero, one};
  } else if constexpr (format == Format::r32ui) {
    return {loaded<Lanes::F>(p + i * 4), zero, zero, one};
  } else {
    return load<format, N>(p, from<N>(i));
  }
}

inline Lanes::I rounded(Lanes::F x) {
  return to_int(__builtin_elementwise_roundeven(clamped(x * 255.0f, Lanes::F(0), Lanes::F(255))));
}
template <Format format> void store_row(uint8_t *p, int i, Four<Lanes> v) {
  if constexpr (format == Format::rgba8) {
    stored(p + i * 4, rounded(v.x) | rounded(v.y) << 8 | rounded(v.z) << 16 | rounded(v.w) << 24);
  } else if constexpr (format == Format::r8) {
    stored(p + i, __builtin_convertvector(rounded(v.x), Lanes::Byte));
  } else if constexpr (format == Format::r32ui) {
    stored(p + i * 4, v.x);
  } else {  // channels side by side
    const bool half = format == Format::rgba16f;
    using T = std::conditional_t<half, _Float16, float>;
    constexpr int kChannels = format == Format::rg32f ? 2 : 4;
    using Channel = T __attribute__((ext_vector_type(16)));
    using Two = T __attribute__((ext_vector_type(32)));
    const auto pair = [](Channel a, Channel b) -> Two {
      return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26,
                                     11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    };
    const Two xy = pair(__builtin_convertvector(v.x, Channel), __builtin_convertvector(v.y, Channel));
    uint8_t *to = p + size_t(i) * kChannels * sizeof(T);
    if constexpr (kChannels == 2) return stored(to, xy);
    const Two zw = pair(__builtin_convertvector(v.z, Channel), __builtin_convertvector(v.w, Channel));
    stored(to, __builtin_shufflevector(xy, zw, 0, 1, 32, 33, 2, 3, 34, 35, 4, 5, 36, 37, 6, 7, 38, 39, 8, 9, 40, 41, 10,
                                       11, 42, 43, 12, 13, 44, 45, 14, 15, 46, 47));
    stored(to + sizeof xy, __builtin_shufflevector(xy, zw, 16, 17, 48, 49, 18, 19, 50, 51, 20, 21, 52, 53, 22, 23, 54,
                                                   55, 24, 25, 56, 57, 26, 27, 58, 59, 28, 29, 60, 61, 30, 31, 62, 63));
  }
}

// What a task has: inputs, the result's extent, and that of the inputs' layers or of a volume's sides.
struct Scene {
  const uint8_t *in, *second, *before;
  int width, height, depth;
};

template <TaskId task, Format format, class N> class Painter {
  using F = typename N::F;
  using I = typename N::I;
  static constexpr Mode kMode = task_of(task).mode;

 public:
  explicit Painter(const Scene &scene) : s_(scene), w_(scene.width), h_(scene.height) {}

  // The pixels (x ..., y).
  Four<N> operator()(int column, int row) const {
    const I i = from<N>(column);
    const F x = to_float(i), y = F(row);
    if constexpr (task == TaskId::bare) return load_row<format, N>(s_.in, row * w_ + column);
    if constexpr (task == TaskId::nearest) return near(s_.in, i, row);
    if constexpr (task == TaskId::spin) {
      const auto [u, v] = rotated(x, y);
      return edge(s_.in, to_int(floor(u)), to_int(floor(v)));
    }
    if constexpr (task == TaskId::resize) return linear(s_.in, (x + 0.5f) * 0.77f, (y + 0.5f) * 0.77f);
    if constexpr (task == TaskId::rotate) {
      const auto [u, v] = rotated(x, y);
      return linear(s_.in, u, v);
    }
    if constexpr (task == TaskId::border || task == TaskId::repeat || task == TaskId::mirror)
      return linear(s_.in, x * 0.9f + y * 0.1f, y * 0.9f - x * 0.1f);
    if constexpr (task == TaskId::mean5x5) return mean(i, row);
    if constexpr (task == TaskId::write) {
      if constexpr (format == Format::r32ui) return {integer_of(i ^ I(row)), F(0), F(0), F(1)};
      return {x * (1.0f / 1024), y * (1.0f / 1024), F(0.5f), F(1)};
    }
    if constexpr (task == TaskId::array) return layers(x, y);
    if constexpr (task == TaskId::linear3d) return cube(x * 0.11f + y * 0.02f, y * 0.12f, (x + y) * 0.06f);
    if constexpr (task == TaskId::flow) return flow(i, row);
    if constexpr (task == TaskId::raycast) return raycast(x, y);
  }

 private:
  struct Point {
    F u, v;
  };
  Point rotated(F x, F y) const {  // by 30 degrees
    x -= float(w_ / 2), y -= float(h_ / 2);
    return {0.8660254f * x - 0.5f * y + float(w_ / 2), 0.5f * x + 0.8660254f * y + float(h_ / 2)};
  }
  Four<N> edge(const uint8_t *p, I i, I j) const {
    return load<format, N>(p, clamped(j, I(0), I(h_ - 1)) * w_ + clamped(i, I(0), I(w_ - 1)));
  }
  // `i` counts up by one.
  Four<N> near(const uint8_t *p, I i, int j) const {
    const int column = first(i), row = clamped(j, 0, h_ - 1);
    if (column < 0 || column + N::kLanes > w_) return edge(p, i, I(row));
    return load_row<format, N>(p, row * w_ + column);
  }
  Four<N> texel(const uint8_t *p, I i, I j) const {
    if constexpr (kMode == Mode::repeat) {
      i = i < 0 ? i + w_ : i > w_ - 1 ? i - w_ : i;
      j = j < 0 ? j + h_ : j > h_ - 1 ? j - h_ : j;
      return load<format, N>(p, j * w_ + i);
    }
    Four<N> v = edge(p, i, j);
    if constexpr (kMode == Mode::border) {
      const auto outside = (i < 0) | (j < 0) | (i >= w_) | (j >= h_);
      const F alpha = F(format == Format::r8 ? 1 : 0);
      v = {outside ? F(0) : v.x, outside ? F(0) : v.y, outside ? F(0) : v.z, outside ? alpha : v.w};
    }
    return v;
  }
  Four<N> linear(const uint8_t *p, F u, F v) const {
    if constexpr (kMode == Mode::repeat || kMode == Mode::mirror) {
      u /= float(w_), v /= float(h_);
      if constexpr (kMode == Mode::repeat)
        u -= floor(u), v -= floor(v);
      else
        u = mirrored(u), v = mirrored(v);
      u *= float(w_), v *= float(h_);
    }
    u -= 0.5f, v -= 0.5f;
    const F left = floor(u), top = floor(v), b = u - left, d = v - top, a = 1 - b, c = 1 - d;
    const I i = to_int(left), j = to_int(top);
    return texel(p, i, j) * (a * c) + texel(p, i + 1, j) * (b * c) + texel(p, i, j + 1) * (a * d) +
           texel(p, i + 1, j + 1) * (b * d);
  }
  static F mirrored(F s) { return __builtin_elementwise_abs(s - 2.0f * __builtin_elementwise_roundeven(0.5f * s)); }
  Four<N> mean(I i, int j) const {
    Four<N> sum{};
    for (int k = 0; k < 25; ++k) sum = sum + near(s_.in, i + (k % 5 - 2), j + k / 5 - 2) * F(1.0f / 25);
    return sum;
  }
  Four<N> layers(F x, F y) const {
    Four<N> sum{};
    for (int layer = 0; layer < s_.depth; ++layer) {
      const auto *p = s_.in + size_t(layer) * size_t(w_) * size_t(h_) * bytes_of(format);
      sum = sum + linear(p, x * 0.9f + y * 0.1f, y * 0.9f - x * 0.1f) * F(0.25f);
    }
    return sum;
  }
  Four<N> voxel(I i, I j, I k) const {
    const int n = s_.depth, last = n - 1;
    return load<format, N>(s_.in,
                           (clamped(k, I(0), I(last)) * n + clamped(j, I(0), I(last))) * n + clamped(i, I(0), I(last)));
  }
  Four<N> cube(F u, F v, F t) const {
    u -= 0.5f, v -= 0.5f, t -= 0.5f;
    const F left = floor(u), top = floor(v), front = floor(t), b = u - left, d = v - top, f = t - front, a = 1 - b,
            c = 1 - d, e = 1 - f;
    const I i = to_int(left), j = to_int(top), k = to_int(front);
    return voxel(i, j, k) * (a * c * e) + voxel(i + 1, j, k) * (b * c * e) + voxel(i, j + 1, k) * (a * d * e) +
           voxel(i + 1, j + 1, k) * (b * d * e) + voxel(i, j, k + 1) * (a * c * f) +
           voxel(i + 1, j, k + 1) * (b * c * f) + voxel(i, j + 1, k + 1) * (a * d * f) +
           voxel(i + 1, j + 1, k + 1) * (b * d * f);
  }
  Four<N> flow(I x, int y) const {
    const Four<N> d = load_row<Format::rg32f, N>(s_.before, y * w_ + first(x));
    F a = F(0), b = F(0), c = F(0), p = F(0), q = F(0);
    for (int k = 0; k < 9; ++k) {
      const I i = x + (k % 3 - 1);
      const int j = y + k / 3 - 1;
      const F gx = 0.5f * (near(s_.in, i + 1, j).x - near(s_.in, i - 1, j).x),
              gy = 0.5f * (near(s_.in, i, j + 1).x - near(s_.in, i, j - 1).x),
              gt = linear(s_.second, to_float(i) + d.x + 0.5f, F(j) + d.y + 0.5f).x - near(s_.in, i, j).x;
      a += gx * gx, b += gx * gy, c += gy * gy, p += gx * gt, q += gy * gt;
    }
    const F over = 1 / (a * c - b * b + 1e-3f);
    return {d.x - (c * p - b * q) * over, d.y - (a * q - b * p) * over, F(0), F(0)};
  }
  Four<N> raycast(F x, F y) const {
    const F u = x * (float(s_.depth) / float(w_)), v = y * (float(s_.depth) / float(h_));
    F light = F(1), colour = F(0);
    for (int k = 0; k < 64; ++k) {
      const auto goes_on = light > F(0.02f);
      if (!any(goes_on)) break;
      const float step = float(k);
      const F density = cube(u + step * 0.3f, v + step * 0.2f, F(step * float(s_.depth) / 64)).x;
      const F opacity = goes_on ? density * 0.1f : F(0);
      colour += light * opacity * density;
      light *= 1 - opacity;
    }
    return {colour, colour, colour, 1 - light};
  }

  const Scene &s_;
  const int w_, h_;
};

// Rows [begin, end) of the task's result. The last pixels of a row are computed with some of those before them.
template <TaskId task, Format format, Format to>
void paint(const Scene &scene, uint8_t *out, size_t begin, size_t end) {
  const Painter<task, format, Lanes> painter(scene);
  for (int y = int(begin); y < int(end); ++y)
    for (int x = 0; x < scene.width; x += Lanes::kLanes) {
      const int column = x < scene.width - Lanes::kLanes ? x : scene.width - Lanes::kLanes;
      store_row<to>(out, y * scene.width + column, painter(column, y));
    }
}
