// SPDX-License-Identifier: Apache-2.0
// A rank's box of cells on its device, with the six faces that it exchanges.
#pragma once
#include "opencl.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

using Size3 = std::array<uint32_t, 3>;

// A face of a box: which cells it has. Faces 0 and 1 are those of the least and the greatest x, 2 and 3 of y, 4 and 5
// of z.
struct Face {
  uint64_t begin;   // the first of its cells that a neighbour needs
  uint64_t halo;    // the first of the cells beside it, which a neighbour fills
  uint32_t count;   // cells of a line
  uint64_t stride;  // from one cell of a line to the next
  uint32_t lines;
  uint64_t pitch;  // from one line to the next
  size_t cells() const { return size_t(count) * lines; }
};

class Box {
 public:
  // `first`: where in the whole field the box begins; cells beyond the whole field stay 0.
  Box(const Device &device, const std::string &source, Size3 size, Size3 first);

  const Face &face(int side) const { return faces_[side]; }
  // In shared virtual memory that the device and MPI use alike: a face as packed, and as a neighbour sent it.
  float *outgoing(int side) { return outgoing_[side]; }
  float *incoming(int side) { return incoming_[side]; }

  // Enqueues the packing of these sides' faces, then the step of all cells that need no halo. Returns after the
  // packing.
  void begin(const std::array<bool, 6> &sides);
  // Enqueues the unpacking of the faces that came, and the step of the cells beside them; waits for the whole step.
  void end(const std::array<bool, 6> &sides);
  // After `end`: when the inner cells of the step were done.
  std::chrono::steady_clock::time_point inner_end() const { return inner_end_; }

  std::vector<float> cells();  // without halos

 private:
  struct Memory {
    Memory(cl_context context, size_t floats);
    ~Memory() { clSVMFree(context, data); }
    Memory(const Memory &) = delete;
    operator float *() const { return data; }
    cl_context context;
    float *data;
  };

  void step(cl_command_queue queue, Size3 from, Size3 count, cl_event *event);
  void move(cl_kernel kernel, float *field, float *face, const Face &of, uint64_t begin);

  Size3 size_;
  uint64_t row_, plane_;
  std::array<Face, 6> faces_;
  Context context_;
  Queue faces_queue_, inner_queue_;  // one for what waits for neighbours, one for what does not
  Program program_;
  Kernel step_, pack_, unpack_;
  Memory from_, to_;
  float *now_, *next_;
  std::vector<std::unique_ptr<Memory>> memory_;
  std::array<float *, 6> outgoing_, incoming_;
  std::chrono::steady_clock::time_point inner_end_;
  std::atomic<bool> inner_done_{true};  // inner_end_ is that of this step
  size_t groups_;
};
