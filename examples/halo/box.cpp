// SPDX-License-Identifier: Apache-2.0
#include "box.h"

#include <algorithm>

namespace {

// The first field: any numbers that do not repeat, the same for the same cell of the whole.
float first_value(uint32_t x, uint32_t y, uint32_t z) {
  uint32_t hash = x * 73856093u ^ y * 19349663u ^ z * 83492791u;
  hash = (hash ^ hash >> 15) * 2654435761u;
  return static_cast<float>(hash >> 8) / 16777216.0f;
}

constexpr float kRate = 0.1f;        // below 1/6, where the scheme is stable
constexpr size_t kLineOfItems = 64;  // work-items that share the copies of a line: one vector's worth and more

}  // namespace

Box::Memory::Memory(cl_context context, size_t floats)
    : context(context), data(static_cast<float *>(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                                             std::max<size_t>(floats, 1) * sizeof(float), 64))) {
  if (!data) throw std::runtime_error("the device has no fine-grained shared virtual memory, or not enough");
  std::fill_n(data, floats, 0.0f);
}

static Context make_context(const Device &device) {
  cl_int error = CL_SUCCESS;
  Context context(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error));
  check(error, "clCreateContext");
  return context;
}

static Queue make_queue(cl_context context, const Device &device) {
  cl_int error = CL_SUCCESS;
  Queue queue(clCreateCommandQueueWithProperties(context, device.id, nullptr, &error));
  check(error, "clCreateCommandQueueWithProperties");
  return queue;
}

Box::Box(const Device &device, const std::string &source, Size3 size, Size3 first)
    : size_(size), row_(size[0] + 2), plane_(row_ * (size[1] + 2)), context_(make_context(device)),
      faces_queue_(make_queue(context_, device)), inner_queue_(make_queue(context_, device)),
      program_(build_program(context_, device, source, "-DLINE=" + std::to_string(std::max(size[0], size[1])))),
      step_(make_kernel(program_, "step")), pack_(make_kernel(program_, "pack")),
      unpack_(make_kernel(program_, "unpack")), from_(context_, plane_ * (size[2] + 2)),
      to_(context_, plane_ * (size[2] + 2)), now_(from_), next_(to_),
      groups_(2 * device_info<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS)) {
  auto at = [&](uint64_t x, uint64_t y, uint64_t z) { return z * plane_ + y * row_ + x; };
  auto [w, h, d] = size_;
  faces_ = {{{at(1, 1, 1), at(0, 1, 1), h, row_, d, plane_},
             {at(w, 1, 1), at(w + 1, 1, 1), h, row_, d, plane_},
             {at(1, 1, 1), at(1, 0, 1), w, 1, d, plane_},
             {at(1, h, 1), at(1, h + 1, 1), w, 1, d, plane_},
             {at(1, 1, 1), at(1, 1, 0), w, 1, h, row_},
             {at(1, 1, d), at(1, 1, d + 1), w, 1, h, row_}}};
  for (int side = 0; side < 6; ++side)
    for (float **face : {&outgoing_[side], &incoming_[side]})
      *face = *memory_.emplace_back(std::make_unique<Memory>(context_, faces_[side].cells()));
  for (uint32_t z = 0; z < d; ++z)
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x)
        now_[at(x + 1, y + 1, z + 1)] = first_value(first[0] + x, first[1] + y, first[2] + z);
}

void Box::step(cl_command_queue queue, Size3 from, Size3 count, cl_event *event) {
  if (!count[0] || !count[1] || !count[2]) return;
  set_args(step_, nullptr, nullptr, row_, plane_, from[0], from[1], from[2], kRate);
  check(clSetKernelArgSVMPointer(step_, 0, now_), "clSetKernelArgSVMPointer");
  check(clSetKernelArgSVMPointer(step_, 1, next_), "clSetKernelArgSVMPointer");
  size_t global[] = {count[0], count[1], count[2]};
  check(clEnqueueNDRangeKernel(queue, step_, 3, nullptr, global, nullptr, 0, nullptr, event), "clEnqueueNDRangeKernel");
}

void Box::move(cl_kernel kernel, float *field, float *face, const Face &of, uint64_t begin) {
  set_args(kernel, nullptr, nullptr, begin, of.count, of.stride, of.lines, of.pitch);
  check(clSetKernelArgSVMPointer(kernel, 0, field), "clSetKernelArgSVMPointer");
  check(clSetKernelArgSVMPointer(kernel, 1, face), "clSetKernelArgSVMPointer");
  size_t local = kLineOfItems, global = local * std::min<size_t>(groups_, of.lines);
  check(clEnqueueNDRangeKernel(faces_queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

void Box::begin(const std::array<bool, 6> &sides) {
  for (int side = 0; side < 6; ++side)
    if (sides[side]) move(pack_, now_, outgoing_[side], faces_[side], faces_[side].begin);
  check(clFlush(faces_queue_), "clFlush");
  auto inner = [](uint32_t cells) { return cells > 2 ? cells - 2 : 0; };
  cl_event event = nullptr;
  inner_end_ = std::chrono::steady_clock::now();
  step(inner_queue_, {2, 2, 2}, {inner(size_[0]), inner(size_[1]), inner(size_[2])}, &event);
  if (Event owned{event}; event) {
    inner_done_ = false;
    auto done = [](cl_event, cl_int, void *box) {
      static_cast<Box *>(box)->inner_end_ = std::chrono::steady_clock::now();
      static_cast<Box *>(box)->inner_done_ = true;
      static_cast<Box *>(box)->inner_done_.notify_one();
    };
    check(clSetEventCallback(event, CL_COMPLETE, done, this), "clSetEventCallback");
  }
  check(clFlush(inner_queue_), "clFlush");
  check(clFinish(faces_queue_), "clFinish");
}

void Box::end(const std::array<bool, 6> &sides) {
  for (int side = 0; side < 6; ++side)
    if (sides[side]) move(unpack_, now_, incoming_[side], faces_[side], faces_[side].halo);
  // The shell of the box in slabs that share no cell: two whole ones of z, then what is left of y's, then of x's.
  auto [w, h, d] = size_;
  const uint32_t inner_h = h > 2 ? h - 2 : 0, inner_d = d > 2 ? d - 2 : 0;
  step(faces_queue_, {1, 1, 1}, {w, h, 1}, nullptr);
  if (d > 1) step(faces_queue_, {1, 1, d}, {w, h, 1}, nullptr);
  step(faces_queue_, {1, 1, 2}, {w, 1, inner_d}, nullptr);
  if (h > 1) step(faces_queue_, {1, h, 2}, {w, 1, inner_d}, nullptr);
  step(faces_queue_, {1, 2, 2}, {1, inner_h, inner_d}, nullptr);
  if (w > 1) step(faces_queue_, {w, 2, 2}, {1, inner_h, inner_d}, nullptr);
  check(clFinish(faces_queue_), "clFinish");
  check(clFinish(inner_queue_), "clFinish");
  inner_done_.wait(false);  // the callback may come after clFinish
  std::swap(now_, next_);
}

std::vector<float> Box::cells() {
  std::vector<float> result;
  for (uint32_t z = 1; z <= size_[2]; ++z)
    for (uint32_t y = 1; y <= size_[1]; ++y)
      result.insert(result.end(), now_ + z * plane_ + y * row_ + 1, now_ + z * plane_ + y * row_ + 1 + size_[0]);
  return result;
}
