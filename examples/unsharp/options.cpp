// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <getopt.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

static const char kHelp[] =
    R"(Sharpens a picture by OpenCL: each work-group walks over tiles that async copies bring and take away.

  unsharp [options] picture.{png,jpg} [result.png]

  --platform NAME    the OpenCL platform, by a part of its name (Wherry, else the first)
  --sigma S          the blur's standard deviation in pixels, 0.1 to 20 (2)
  --radius R         the blur's reach in pixels, 1 to 60 (three times sigma)
  --amount A         how much detail is added, -1 to 20 (1); -1 leaves the blur
  --repeat N         timed runs of each version, of which the median counts, 1 to 1000 (5)
  --tile WxH         a tile's size in pixels (the largest up to 128x32 that local memory holds)
  --synthetic WxH    a made-up picture of this size in place of a file
  --help

Writes result.png (without a name: picture-sharp.png, in the current folder) and, beside it,
result-before-after.png: the same part of both, enlarged. Ends with 1 where the device's result is
not the host's, bit by bit.
)";

// All of `text` as a number from `least` to `most`.
template <class T> static T number(const char *option, const char *text, T least, T most) {
  T value{};
  auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  if (error != std::errc() || *end != 0 || !(value >= least && value <= most))
    throw std::runtime_error(std::string("--") + option + " takes a number from " + std::to_string(least) + " to " +
                             std::to_string(most) + ", not \"" + text + "\"");
  return value;
}

static void size(const char *option, const std::string &text, int most, int *width, int *height) {
  size_t cross = text.find('x');
  if (cross == std::string::npos)
    throw std::runtime_error(std::string("--") + option + " takes a size like 64x32, not \"" + text + "\"");
  *width = number(option, text.substr(0, cross).c_str(), 1, most);
  *height = number(option, text.substr(cross + 1).c_str(), 1, most);
}

Options parse_options(int argc, char **argv) {
  static const option known[] = {
      {"platform", 1, nullptr, 'p'},  {"sigma", 1, nullptr, 's'},  {"radius", 1, nullptr, 'r'},
      {"amount", 1, nullptr, 'a'},    {"repeat", 1, nullptr, 'n'}, {"tile", 1, nullptr, 't'},
      {"synthetic", 1, nullptr, 'y'}, {"help", 0, nullptr, 'h'},   {nullptr, 0, nullptr, 0}};
  Options options;
  for (int found; (found = getopt_long(argc, argv, "h", known, nullptr)) != -1;) {
    switch (found) {
    case 'p': options.platform = optarg; break;
    case 's': options.sigma = number("sigma", optarg, 0.1f, 20.0f); break;
    case 'r': options.radius = number("radius", optarg, 1, 60); break;
    case 'a': options.amount = number("amount", optarg, -1.0f, 20.0f); break;
    case 'n': options.repeat = number("repeat", optarg, 1, 1000); break;
    case 't': size("tile", optarg, 4096, &options.tile_width, &options.tile_height); break;
    case 'y': size("synthetic", optarg, 1000000, &options.synthetic_width, &options.synthetic_height); break;
    case 'h': std::fputs(kHelp, stdout); std::exit(0);
    default: throw std::runtime_error("see unsharp --help");
    }
  }
  if (options.radius == 0) options.radius = int(std::ceil(3 * options.sigma));
  if (options.synthetic_width) {
    options.input = "synthetic.png";
  } else {
    if (optind == argc) throw std::runtime_error("no picture is named; see unsharp --help");
    options.input = argv[optind++];
  }
  options.output = std::filesystem::path(options.input).stem().string() + "-sharp.png";
  if (optind < argc) options.output = argv[optind++];
  if (optind < argc) throw std::runtime_error(std::string("what is \"") + argv[optind] + "\"? See unsharp --help");
  return options;
}
