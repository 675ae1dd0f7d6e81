// SPDX-License-Identifier: Apache-2.0
// Pictures in memory and in files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// 8-bit red, green, blue, opacity; rows from the top, without gaps.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> rgba;

  Picture() = default;
  Picture(int width, int height) : width(width), height(height), rgba(4 * size_t(width) * size_t(height)) {}
  size_t bytes() const { return rgba.size(); }
  uint8_t *at(int x, int y) { return rgba.data() + 4 * (size_t(y) * size_t(width) + size_t(x)); }
  const uint8_t *at(int x, int y) const { return const_cast<Picture *>(this)->at(x, y); }
};

// Reads a PNG or a JPEG, known by its first bytes. Throws std::runtime_error, which names the file and the reason.
Picture read_picture(const std::string &path);

// Writes a PNG, without opacity where all is opaque. Throws as above.
void write_png(const std::string &path, const Picture &picture);

// Stripes, gradients and noise: a picture of any size where there is no file.
Picture synthetic_picture(int width, int height);

// The same part of two pictures side by side, a line between them: about `side` pixels square, from where the first
// picture has the most detail, enlarged by `zoom`.
Picture side_by_side(const Picture &before, const Picture &after, int side, int zoom);
