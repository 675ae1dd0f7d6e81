// SPDX-License-Identifier: Apache-2.0
#include "picture.h"

#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;

std::runtime_error failure(const std::string &path, const std::string &why) {
  return std::runtime_error(path + ": " + why);
}

Picture read_png(const std::string &path, std::FILE *file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_stdio(&image, file)) throw failure(path, image.message);
  image.format = PNG_FORMAT_RGBA;
  try {
    Picture picture(int(image.width), int(image.height));
    if (!png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr)) throw failure(path, image.message);
    return picture;
  } catch (...) {
    png_image_free(&image);
    throw;
  }
}

struct JpegErrors {
  jpeg_error_mgr base;
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};

void jpeg_failed(j_common_ptr info) {
  auto *errors = reinterpret_cast<JpegErrors *>(info->err);
  info->err->format_message(info, errors->message);
  std::longjmp(errors->jump, 1);
}

// libjpeg leaves by longjmp: nothing here has a destructor. Returns malloc'ed pixels, or null with errors.message set.
uint8_t *decode_jpeg(std::FILE *file, JpegErrors &errors, int *width, int *height) {
  jpeg_decompress_struct info;
  uint8_t *volatile pixels = nullptr;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jpeg_failed;
  if (setjmp(errors.jump)) {
    jpeg_destroy_decompress(&info);
    std::free(pixels);
    return nullptr;
  }
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&info);
  *width = int(info.output_width);
  *height = int(info.output_height);
  size_t pitch = 4 * size_t(*width);
  pixels = static_cast<uint8_t *>(std::malloc(pitch * size_t(*height)));
  if (!pixels) {
    std::snprintf(errors.message, sizeof errors.message, "too large for this machine's memory");
    std::longjmp(errors.jump, 1);
  }
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = pixels + pitch * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return pixels;
}

Picture read_jpeg(const std::string &path, std::FILE *file) {
  JpegErrors errors{};
  int width = 0, height = 0;
  std::unique_ptr<uint8_t, void (*)(void *)> pixels(decode_jpeg(file, errors, &width, &height), std::free);
  if (!pixels) throw failure(path, errors.message);
  Picture picture(width, height);
  std::memcpy(picture.rgba.data(), pixels.get(), picture.bytes());
  return picture;
}

}  // namespace

Picture read_picture(const std::string &path) {
  File file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw failure(path, std::strerror(errno));
  unsigned char magic[8] = {};
  size_t got = std::fread(magic, 1, sizeof magic, file.get());
  if (got == 0) throw failure(path, std::ferror(file.get()) ? std::strerror(errno) : "the file is empty");
  std::rewind(file.get());
  try {
    if (got == 8 && png_sig_cmp(magic, 0, 8) == 0) return read_png(path, file.get());
    if (magic[0] == 0xFF && magic[1] == 0xD8 && magic[2] == 0xFF) return read_jpeg(path, file.get());
  } catch (const std::bad_alloc &) {
    throw failure(path, "too large for this machine's memory");
  }
  throw failure(path, "neither a PNG nor a JPEG");
}

void write_png(const std::string &path, const Picture &picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(picture.width);
  image.height = png_uint_32(picture.height);
  image.flags = picture.bytes() > 2'000'000 ? PNG_IMAGE_FLAG_FAST : 0;
  image.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> rgb(picture.bytes() / 4 * 3);
  for (size_t from = 0, to = 0; from < picture.bytes(); from += 4, to += 3) {
    std::memcpy(&rgb[to], &picture.rgba[from], 3);
    if (picture.rgba[from + 3] != 255) image.format = PNG_FORMAT_RGBA;
  }
  const uint8_t *pixels = image.format == PNG_FORMAT_RGB ? rgb.data() : picture.rgba.data();
  if (!png_image_write_to_file(&image, path.c_str(), 0, pixels, 0, nullptr)) throw failure(path, image.message);
}

Picture synthetic_picture(int width, int height) {
  Picture picture(width, height);
  uint32_t noise = 1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      noise = noise * 1664525u + 1013904223u;
      uint8_t *pixel = picture.at(x, y);
      pixel[0] = uint8_t(255 * int64_t(x) / width);
      pixel[1] = uint8_t((x / 16 + y / 16) % 2 ? 208 : 48);
      pixel[2] = uint8_t(noise >> 24);
      pixel[3] = uint8_t(255 - (x + y) % 7);
    }
  return picture;
}

// How much neighbouring pixels of a square differ, over every second pixel.
static int64_t detail(const Picture &picture, int left, int top, int width, int height) {
  int64_t sum = 0;
  for (int y = top; y < top + height; y += 2)
    for (int x = left; x + 1 < left + width; x += 2)
      sum += std::abs(int(picture.at(x, y)[1]) - int(picture.at(x + 1, y)[1]));
  return sum;
}

Picture side_by_side(const Picture &before, const Picture &after, int side, int zoom) {
  int width = std::min(side, before.width), height = std::min(side, before.height);
  int left = 0, top = 0;
  int64_t most = -1;
  for (int y = 0; y + height <= before.height; y += std::max(height / 2, 1))
    for (int x = 0; x + width <= before.width; x += std::max(width / 2, 1))
      if (int64_t found = detail(before, x, y, width, height); found > most) most = found, left = x, top = y;

  const int gap = 4;
  Picture both(2 * width * zoom + gap, height * zoom);
  std::fill(both.rgba.begin(), both.rgba.end(), uint8_t(255));
  for (int y = 0; y < height * zoom; ++y)
    for (int x = 0; x < width * zoom; ++x) {
      std::memcpy(both.at(x, y), before.at(left + x / zoom, top + y / zoom), 4);
      std::memcpy(both.at(x + width * zoom + gap, y), after.at(left + x / zoom, top + y / zoom), 4);
    }
  return both;
}
