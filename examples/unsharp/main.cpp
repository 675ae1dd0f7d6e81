// SPDX-License-Identifier: Apache-2.0
// Sharpens a picture by OpenCL, checks the result against the host's, and times the filter with and without async
// copies. The filter itself is unsharp.cl.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "opencl.h"
#include "options.h"
#include "picture.h"
#include "reference.h"
#include "wherry/cl_wherry.h"

namespace fs = std::filesystem;

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A line that says what is done now, and then how long it took.
class Step {
 public:
  explicit Step(const std::string &what) : start_(seconds()) {
    std::printf("%-44s", (what + " ...").c_str());
    std::fflush(stdout);
  }
  void done(const std::string &note = "") { std::printf("%7.2f s  %s\n", seconds() - start_, note.c_str()); }

 private:
  double start_;
};

struct Tile {
  int width, height;

  // What unsharp_async keeps in local memory.
  size_t local_bytes(int radius) const {
    size_t columns = size_t(width), rows = size_t(height), reach = 2 * size_t(radius);
    size_t tiles = 2 * sizeof(cl_uchar4) * (columns + reach) * (rows + reach);
    size_t sharp = 2 * sizeof(cl_uchar4) * columns * rows;
    size_t blur = sizeof(cl_float4) * (columns + 4) * (rows + reach);
    return tiles + sharp + blur + 3 * 128;  // each may be aligned
  }
};

static Tile choose_tile(const Device &device, const Options &options) {
  auto local = device_info<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  auto items = device_info<size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  std::vector<Tile> choices;
  if (options.tile_width) {
    choices = {{options.tile_width, options.tile_height}};
  } else {
    for (int width : {128, 64, 32, 16})
      for (int height : {32, 16, 8}) choices.push_back({width, height});
  }
  for (Tile tile : choices)
    if (tile.local_bytes(options.radius) <= local && size_t(tile.width) <= items) return tile;
  throw std::runtime_error("the device's local memory (" + std::to_string(local) + " bytes) or its work-groups (" +
                           std::to_string(items) + " work-items) are too small for such a tile or blur");
}

// The kernels lie beside the program.
static std::string kernel_source() {
  fs::path path = fs::read_symlink("/proc/self/exe").replace_filename("unsharp.cl");
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

// One way to compute the result: enqueues its kernels, returns the last one's event.
struct Version {
  std::string name;
  std::function<Event()> enqueue;
  std::vector<double> times;
  bool in_image = false;  // where the result stands

  double median() const {
    auto sorted = times;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

class Filter {
 public:
  Filter(const Device &device, const Options &options, const Picture &picture)
      : device_(device), options_(options), picture_(picture), tile_(choose_tile(device, options)) {
    size_t most = size_t(device_info<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    if (picture.bytes() > most)
      throw std::runtime_error("the picture takes " + std::to_string(picture.bytes()) +
                               " bytes, the device has at most " + std::to_string(most) + " for one buffer");
    cl_int error = CL_SUCCESS;
    context_ = Context(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error));
    check(error, "clCreateContext");
    queue_ = Queue(clCreateCommandQueueWithProperties(context_, device.id, nullptr, &error));
    check(error, "clCreateCommandQueueWithProperties");

    weights_ = gaussian_weights(options.sigma, options.radius);
    weights_buffer_ = make_buffer(context_, CL_MEM_READ_ONLY, weights_.size() * sizeof(float), weights_.data());
    in_ = make_buffer(context_, CL_MEM_READ_ONLY, picture.bytes(), picture.rgba.data());
    out_ = make_buffer(context_, CL_MEM_WRITE_ONLY, picture.bytes());
    if (4 * picture.bytes() <= most) blurred_ = make_buffer(context_, CL_MEM_READ_WRITE, 4 * picture.bytes());
    if (blurred_ && device_info<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) &&
        size_t(picture.width) <= device_info<size_t>(device, CL_DEVICE_IMAGE2D_MAX_WIDTH) &&
        size_t(picture.height) <= device_info<size_t>(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT)) {
      in_image_ = make_image(CL_MEM_READ_ONLY, CL_UNSIGNED_INT8, picture.rgba.data());
      out_image_ = make_image(CL_MEM_WRITE_ONLY, CL_UNSIGNED_INT8);
      blurred_image_ = make_image(CL_MEM_READ_WRITE, CL_FLOAT);
    }
  }

  const Tile &tile() const { return tile_; }
  const std::vector<float> &weights() const { return weights_; }

  void build() {
    std::string defines = "-DTILE_W=" + std::to_string(tile_.width) + " -DTILE_H=" + std::to_string(tile_.height) +
                          " -DRADIUS=" + std::to_string(options_.radius);
    program_ = build_program(context_, device_, kernel_source(), defines);
  }

  std::vector<Version> versions() {
    std::vector<Version> all;
    all.push_back({"async copies, double-buffered", tiled("unsharp_async"), {}});
    all.push_back({"plain loads into local memory", tiled("unsharp_plain"), {}});
    if (blurred_) all.push_back({"global memory only", global_only(), {}});
    if (out_image_) all.push_back({"images", images(), {}, true});
    return all;
  }

  // Runs to the end; the last kernel's event.
  Event run(const Version &version) {
    Event last = version.enqueue();
    check(clFinish(queue_), "clFinish");
    cl_int status = CL_COMPLETE;
    check(clGetEventInfo(last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    check(status, "the kernel");
    return last;
  }
  // The same; the time in seconds.
  double time(const Version &version) {
    double start = seconds();
    run(version);
    return seconds() - start;
  }

  // Forgets the result, so that the next run cannot pass by the one before.
  void clear_result(const Version &version) {
    if (version.in_image) {
      const cl_uint colour[4] = {0x5A, 0x5A, 0x5A, 0x5A};
      const size_t origin[3] = {};
      check(clEnqueueFillImage(queue_, out_image_, colour, origin, region().data(), 0, nullptr, nullptr),
            "clEnqueueFillImage");
      return;
    }
    cl_uint pattern = 0x5A5A5A5A;
    check(clEnqueueFillBuffer(queue_, out_, &pattern, sizeof pattern, 0, picture_.bytes(), 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  }
  Picture result(const Version &version) {
    Picture result(picture_.width, picture_.height);
    if (version.in_image) {
      const size_t origin[3] = {};
      check(clEnqueueReadImage(queue_, out_image_, CL_TRUE, origin, region().data(), 0, 0, result.rgba.data(), 0,
                               nullptr, nullptr),
            "clEnqueueReadImage");
      return result;
    }
    check(clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, result.bytes(), result.rgba.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return result;
  }

 private:
  std::array<size_t, 3> region() const { return {size_t(picture_.width), size_t(picture_.height), 1}; }
  Buffer make_image(cl_mem_flags flags, cl_channel_type type, const void *pixels = nullptr) {
    const cl_image_format format{CL_RGBA, type};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = size_t(picture_.width);
    desc.image_height = size_t(picture_.height);
    cl_int error = CL_SUCCESS;
    Buffer image(clCreateImage(context_, flags | (pixels ? CL_MEM_COPY_HOST_PTR : 0), &format, &desc,
                               const_cast<void *>(pixels), &error));
    check(error, "clCreateImage");
    return image;
  }

  Event enqueue(cl_kernel kernel, std::vector<size_t> global, const size_t *local) {
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(queue_, kernel, cl_uint(global.size()), nullptr, global.data(), local, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel");
    return Event(event);
  }

  // A few groups for each compute unit, so that they end together; several tiles for each group where there are so
  // many, so that its copies have something to run beside.
  std::function<Event()> tiled(const char *name) {
    cl_int across = (picture_.width - 1) / tile_.width + 1, down = (picture_.height - 1) / tile_.height + 1;
    cl_int tiles = across * down;
    auto units = cl_int(device_info<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS));
    cl_int groups = std::clamp(tiles / 4, std::min(tiles, units), 8 * units);
    auto kernel = std::make_shared<Kernel>(make_kernel(program_, name));
    set_args(*kernel, cl_mem(in_), cl_mem(out_), cl_int(picture_.width), cl_int(picture_.height), tiles,
             cl_mem(weights_buffer_), cl_float(options_.amount));
    size_t local = size_t(tile_.width);
    return [this, kernel, groups, local] { return enqueue(*kernel, {size_t(groups) * local}, &local); };
  }

  std::function<Event()> global_only() {
    auto rows = std::make_shared<Kernel>(make_kernel(program_, "unsharp_global_rows"));
    auto columns = std::make_shared<Kernel>(make_kernel(program_, "unsharp_global_columns"));
    cl_int width = picture_.width, height = picture_.height;
    set_args(*rows, cl_mem(in_), cl_mem(blurred_), width, height, cl_mem(weights_buffer_));
    set_args(*columns, cl_mem(in_), cl_mem(blurred_), cl_mem(out_), width, height, cl_mem(weights_buffer_),
             cl_float(options_.amount));
    return [this, rows, columns, size = std::vector<size_t>{size_t(width), size_t(height)}] {
      enqueue(*rows, size, nullptr);
      return enqueue(*columns, size, nullptr);
    };
  }

  std::function<Event()> images() {
    auto rows = std::make_shared<Kernel>(make_kernel(program_, "unsharp_image_rows"));
    auto columns = std::make_shared<Kernel>(make_kernel(program_, "unsharp_image_columns"));
    set_args(*rows, cl_mem(in_image_), cl_mem(blurred_image_), cl_mem(weights_buffer_));
    set_args(*columns, cl_mem(in_image_), cl_mem(blurred_image_), cl_mem(out_image_), cl_mem(weights_buffer_),
             cl_float(options_.amount));
    return [this, rows, columns, size = std::vector<size_t>{region()[0], region()[1]}] {
      enqueue(*rows, size, nullptr);
      return enqueue(*columns, size, nullptr);
    };
  }

  const Device &device_;
  const Options &options_;
  const Picture &picture_;
  Tile tile_;
  Context context_;
  Queue queue_;
  std::vector<float> weights_;
  Buffer weights_buffer_, in_, out_, blurred_, in_image_, out_image_, blurred_image_;
  Program program_;
};

// Throws where the device's picture is not the host's.
static void compare(const Picture &result, const Picture &expected, const std::string &version) {
  if (result.rgba == expected.rgba) return;
  size_t different = 0, first = 0;
  for (size_t i = expected.bytes(); i-- > 0;)
    if (result.rgba[i] != expected.rgba[i]) ++different, first = i;
  size_t pixel = first / 4, width = size_t(expected.width);
  throw std::runtime_error(version + ": " + std::to_string(different) + " of " + std::to_string(expected.bytes()) +
                           " values are not the host's; the first at column " + std::to_string(pixel % width) +
                           ", row " + std::to_string(pixel / width) + ": " + std::to_string(result.rgba[first]) +
                           ", not " + std::to_string(expected.rgba[first]));
}

// On Wherry only: other drivers do not know these queries.
static void report_copies(cl_event event) {
  auto count = [event](cl_event_info what) {
    cl_ulong value = 0;
    return clGetEventInfo(event, what, sizeof value, &value, nullptr) == CL_SUCCESS ? value : 0;
  };
  cl_ulong copies = count(CL_EVENT_ASYNC_COPIES_WHERRY);
  if (copies == 0) return;
  std::printf("  async copies in a run: %llu, which carried %.1f MB in and out of local memory\n",
              static_cast<unsigned long long>(copies), double(count(CL_EVENT_ASYNC_COPY_BYTES_WHERRY)) / 1e6);
  if (cl_ulong chunks = count(CL_EVENT_ASYNC_COPY_CHUNKS_WHERRY))
    std::printf("  large ones were cut into %llu chunks; other threads carried %llu of them\n",
                static_cast<unsigned long long>(chunks),
                static_cast<unsigned long long>(count(CL_EVENT_ASYNC_COPY_OFFLOADED_CHUNKS_WHERRY)));
}

static void report(const std::vector<Version> &versions, const Picture &picture, int repeat) {
  std::printf("\n  %-32s %10s %21s %8s %8s\n", "version", "median", "fastest .. slowest", "GB/s", "time");
  for (const Version &version : versions) {
    auto [least, most] = std::minmax_element(version.times.begin(), version.times.end());
    std::printf("  %-32s %7.2f ms %7.2f .. %7.2f ms %8.2f %7.2fx\n", version.name.c_str(), 1e3 * version.median(),
                1e3 * *least, 1e3 * *most, 2e-9 * double(picture.bytes()) / version.median(),
                version.median() / versions[0].median());
  }
  std::printf("  (%d runs of each, in turns; GB/s: the picture read once and written once)\n\n", repeat);
}

static int run(const Options &options) {
  Picture picture;
  {
    Step step("reading " + fs::path(options.input).filename().string());
    picture = options.synthetic_width ? synthetic_picture(options.synthetic_width, options.synthetic_height)
                                      : read_picture(options.input);
    step.done(std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels");
  }

  Device device = find_device(options.platform);
  std::printf("platform %s, device %s\n", device.platform_name.c_str(), device.name.c_str());
  Filter filter(device, options, picture);
  std::printf("sigma %g, radius %d, amount %g; tiles of %d x %d pixels, with halo %d x %d\n", double(options.sigma),
              options.radius, double(options.amount), filter.tile().width, filter.tile().height,
              filter.tile().width + 2 * options.radius, filter.tile().height + 2 * options.radius);
  {
    Step step("building the kernels");
    filter.build();
    step.done();
  }
  std::vector<Version> versions = filter.versions();
  if (versions.size() < 3) std::printf("without the version in global memory: it needs four times the buffer\n");
  if (versions.size() < 4) std::printf("without the version of images: the device has none of this size\n");

  Picture expected;
  {
    Step step("computing on the host, to compare");
    expected = unsharp_reference(picture, filter.weights(), options.amount);
    step.done();
  }
  Event with_copies;
  Picture sharp;
  for (size_t i = versions.size(); i-- > 0;) {  // the first one last: its result is kept
    Step step("checking: " + versions[i].name);
    filter.clear_result(versions[i]);
    with_copies = filter.run(versions[i]);
    sharp = filter.result(versions[i]);
    compare(sharp, expected, versions[i].name);
    step.done("the host's result, bit by bit");
  }
  {
    Step step("timing, " + std::to_string(options.repeat) + " runs of each");
    bool terminal = isatty(STDOUT_FILENO);
    for (int i = 0; i < options.repeat; ++i) {
      for (Version &version : versions) version.times.push_back(filter.time(version));
      if (terminal) {
        std::printf("%3d\b\b\b", options.repeat - i - 1);
        std::fflush(stdout);
      }
    }
    step.done();
  }
  report(versions, picture, options.repeat);
  report_copies(with_copies);

  fs::path beside = fs::path(options.output).replace_extension();
  beside += "-before-after.png";
  Step step("writing the pictures");
  write_png(options.output, sharp);
  write_png(beside, side_by_side(picture, sharp, 200, 2));
  step.done();
  std::printf("  the result:       %s\n  before and after: %s\n", options.output.c_str(), beside.c_str());
  return 0;
}

int main(int argc, char **argv) {
  try {
    return run(parse_options(argc, argv));
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "\nunsharp: too large for this machine's memory\n");
  } catch (const std::exception &error) {
    std::fprintf(stderr, "\nunsharp: %s\n", error.what());
  }
  return 1;
}
