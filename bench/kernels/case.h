// SPDX-License-Identifier: Apache-2.0
// A case: what is launched on which buffers, and what a right result is. It is made in the child that runs it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// The host's side of a buffer: what goes in; of a result, what came out.
struct HostBuffer {
  enum Role { in, out, inout } role;
  size_t bytes;
  std::unique_ptr<void, void (*)(void *)> data;
  std::vector<unsigned char> before{};  // of inout: the contents that each run begins with
  // Of an image, OpenCL's numbers of its format. Width 0: a buffer. Depth 1: a 2D image; else a volume, or an array of
  // 2D images.
  struct Image {
    uint32_t order = 0, type = 0;
    size_t width = 0, height = 0, depth = 1;
    bool is_array = false;
  } image{};
};

template <class T> struct Array {
  HostBuffer *buffer;
  T *data() const { return static_cast<T *>(buffer->data.get()); }
  size_t size() const { return buffer->bytes / sizeof(T); }
  T &operator[](size_t i) const { return data()[i]; }
  T *begin() const { return data(); }
  T *end() const { return data() + size(); }
};

struct LocalBytes {
  size_t bytes;
};

struct Argument {
  const HostBuffer *buffer = nullptr;
  size_t bytes = 0;  // of local memory where there is no value, else of the value
  std::array<unsigned char, 8> value{};
  bool is_local = false;
};

struct Launch {
  std::string kernel{};
  std::vector<size_t> global{}, local{};  // local may be empty: the driver chooses
  std::vector<Argument> arguments{};
  // In place of a kernel, a command on arrays: a copy from the first argument to the second, or a fill of the first
  // with one byte. `region` of images, and of buffers as if they were images of four bytes a texel and rows of `pitch`
  // bytes; empty: all.
  enum Command { ndrange, copy, fill } command = ndrange;
  std::vector<size_t> origin{}, region{};
  size_t pitch = 0;
  unsigned char fill_byte = 0;
};

class Case {
 public:
  explicit Case(bool quick) : quick_(quick) {}

  // What stands in a case's function.
  template <class T> T size(T full, T quick) const { return quick_ ? quick : full; }
  // What the launches do, in units of `unit` times a second: 1e-9 of the bytes for "GB/s".
  void rate(double work, const char *unit) { work_ = work, unit_ = unit; }
  // An input holds fill(i) in its i-th element; an inout too, before each run. A result holds bytes of 0xff.
  template <class T, class Fill> Array<T> in(size_t n, Fill fill) { return filled<T>(HostBuffer::in, n, fill); }
  template <class T, class Fill> Array<T> inout(size_t n, Fill fill) {
    const Array<T> array = filled<T>(HostBuffer::inout, n, fill);
    const auto *bytes = reinterpret_cast<const unsigned char *>(array.data());
    array.buffer->before.assign(bytes, bytes + array.buffer->bytes);
    return array;
  }
  template <class T> Array<T> out(size_t n) { return {add(HostBuffer::out, n * sizeof(T))}; }
  // Makes it an image, whose rows follow each other without gaps.
  template <class T> static void as_image(const Array<T> &array, HostBuffer::Image image) {
    array.buffer->image = image;
  }
  // One of the kernels that a run enqueues, in order. Arguments: arrays, LocalBytes, values.
  template <class... Args>
  void launch(const char *kernel, std::vector<size_t> global, std::vector<size_t> local, const Args &...args) {
    launches_.push_back(
        {.kernel = kernel, .global = std::move(global), .local = std::move(local), .arguments = {argument(args)...}});
  }
  // got[i] is want(i), but for `tolerance` times the larger of 1 and |want(i)|. Of `outliers`, a share, nothing is
  // asked: where rounding decides between two ways, results may be far apart.
  template <class T, class Want> void expect(Array<T> got, double tolerance, Want want, double outliers = 0) {
    checks_.push_back({got.size(), tolerance, outliers, [got](size_t i) { return double(got[i]); },
                       [want](size_t i) { return double(want(i)); }});
  }
  void launch(Launch launch) { launches_.push_back(std::move(launch)); }
  template <class T> static Argument argument(const Array<T> &array) { return {.buffer = array.buffer}; }
  static Argument argument(LocalBytes local) { return {.bytes = local.bytes, .is_local = true}; }
  template <class T>
    requires std::is_arithmetic_v<T>
  static Argument argument(T value) {
    Argument made{.bytes = sizeof value};
    std::memcpy(made.value.data(), &value, sizeof value);
    return made;
  }
  // Build options, such as "-cl-std=CL3.0".
  void options(std::string text) { options_ = std::move(text); }
  // What a device may be without: "sub_groups" or "work_group_functions".
  void needs(std::string feature) { needs_ = std::move(feature); }
  // All launches so far so often in a run, where one run would be too short to measure; rate() is of one.
  void repeat(int times) {
    const std::vector<Launch> once = launches_;
    for (repeats_ = times; --times > 0;) launches_.insert(launches_.end(), once.begin(), once.end());
  }
  // Part of what C++ does: work(begin, end) for parts of 0 .. n in multiples of `grain`.
  void native(size_t n, size_t grain, std::function<void(size_t, size_t)> work) {
    native_size_ = n, native_grain_ = grain, native_ = std::move(work);
  }

  // What runners do with it: reset the host's buffers, run, check. check() throws Wrong.
  void reset();
  void check(uint32_t seed, bool whole) const;
  double work() const { return work_ * repeats_; }
  const std::string &unit() const { return unit_; }
  const std::string &options() const { return options_; }
  const std::string &needs() const { return needs_; }
  const std::vector<std::unique_ptr<HostBuffer>> &buffers() const { return buffers_; }
  const std::vector<Launch> &launches() const { return launches_; }
  bool has_native() const { return bool(native_); }
  size_t native_parts() const { return parts_of_one() * size_t(repeats_); }
  void run_native(size_t part) const {
    const size_t begin = part % parts_of_one() * native_grain_;
    native_(begin, std::min(native_size_, begin + native_grain_));
  }

 private:
  struct Check {
    size_t count;
    double tolerance, outliers;
    std::function<double(size_t)> got, want;
  };

  size_t parts_of_one() const { return (native_size_ + native_grain_ - 1) / native_grain_; }
  HostBuffer *add(HostBuffer::Role role, size_t bytes);
  template <class T, class Fill> Array<T> filled(HostBuffer::Role role, size_t n, Fill fill) {
    const Array<T> array{add(role, n * sizeof(T))};
    for (size_t i = 0; i < n; ++i) array[i] = T(fill(i));
    return array;
  }

  bool quick_;
  double work_ = 0;
  int repeats_ = 1;
  std::string unit_, options_, needs_;
  std::vector<std::unique_ptr<HostBuffer>> buffers_;
  std::vector<Launch> launches_;
  std::vector<Check> checks_;
  size_t native_size_ = 0, native_grain_ = 1;
  std::function<void(size_t, size_t)> native_;
};

// Numbers without a state: the same everywhere.
inline uint32_t random_word(size_t i, uint32_t seed = 1) {
  uint32_t x = uint32_t(i) * 2654435761u + seed * 40503u;
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}
inline auto uniform(float low, float high, uint32_t seed = 1) {
  return [=](size_t i) { return low + (high - low) * float(random_word(i, seed) >> 8) * 0x1p-24f; };
}
inline float zero(size_t) { return 0; }

struct CaseEntry {
  std::string name;  // of the .cl file, too; cases with the same name up to a dot are run in turns
  std::function<void(Case &)> make;
  bool native = false;  // has a loop in C++ to be compared with
};
extern const std::vector<CaseEntry> kLinearCases, kImageCases, kPhysicsCases, kDataCases;
std::vector<CaseEntry> all_cases();
