// SPDX-License-Identifier: Apache-2.0
// Random sequences of copies, waits, fences and barriers, run by a kernel that reads them as a script, and
// compared with the host. WHERRY_TEST_SEED replays a failure.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "common/cl.h"
#include "common/reports.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
typedef struct { int what, type, local_at, global_at, n, stride, lines, slot, count; } Op;
#define COPY(T)                                                                                             \
  switch (op.what) {                                                                                        \
    case 0: ev[op.slot] = async_work_group_copy((local T *)in_tile, (global const T *)from, op.n, ev[op.slot]); break; \
    case 1: ev[op.slot] = async_work_group_copy((global T *)to, (const local T *)in_tile, op.n, ev[op.slot]); break;   \
    case 2: ev[op.slot] = async_work_group_strided_copy((local T *)in_tile, (global const T *)from, op.n,   \
                                                        op.stride, ev[op.slot]); break;                     \
    case 3: ev[op.slot] = async_work_group_strided_copy((global T *)to, (const local T *)in_tile, op.n,     \
                                                        op.stride, ev[op.slot]); break;                     \
    case 4: ev[op.slot] = async_work_group_copy_2D2D(in_tile, 0, from, 0, sizeof(T), op.n, op.lines,        \
                                                     op.stride, op.n, ev[op.slot]); break;                  \
    case 5: ev[op.slot] = async_work_group_copy_2D2D(to, 0, in_tile, 0, sizeof(T), op.n, op.lines,          \
                                                     op.n, op.stride, ev[op.slot]); break;                  \
  }
kernel void script(global const Op *ops, int num_ops, global const uchar *src, global uchar *dst, int dst_bytes,
                   local uchar *tile, int tile_bytes, global uchar *dump, int waits, global uint *sums) {
  uint sum = 0;
  event_t ev[8];
  const event_t none = 0;
  for (int k = 0; k < 8; ++k) ev[k] = none;
  int group = get_group_id(0);
  for (int k = get_local_id(0); k < tile_bytes; k += get_local_size(0)) tile[k] = group + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < num_ops; ++k) {
    Op op = ops[k];
    local uchar *in_tile = tile + op.local_at;
    global const uchar *from = src + op.global_at;
    global uchar *to = dst + group * dst_bytes + op.global_at;
    if (op.what == 6) {
      wait_group_events(op.count, ev + op.slot);
      for (int j = 0; j < op.count; ++j) ev[op.slot + j] = none;
    } else if (op.what == 7) {
      barrier(CLK_LOCAL_MEM_FENCE);
    } else if (op.what == 8) {
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    } else if (op.what == 9) {
      for (int i = get_local_id(0); i < op.n; i += get_local_size(0)) sum += in_tile[i];
      barrier(CLK_LOCAL_MEM_FENCE);
    } else if (op.type == 0) {
      COPY(uchar)
    } else if (op.type == 1) {
      COPY(short)
    } else if (op.type == 2) {
      COPY(int3)
    } else {
      COPY(double16)
    }
  }
  for (int k = 0; k < 8; ++k)
    if (waits & 1 << k) wait_group_events(1, ev + k);
  for (int k = get_local_id(0); k < tile_bytes; k += get_local_size(0)) dump[group * tile_bytes + k] = tile[k];
  sums[get_global_id(0)] = sum;
}
)";

enum What : cl_int { copy_in, copy_out, gather, scatter, tile_in, tile_out, wait, barrier, fence, read };
struct Op {
  cl_int what, type, local_at, global_at, n, stride, lines, slot, count;
};
constexpr size_t element_sizes[] = {1, 2, 16, 128};
constexpr size_t slots = 8, pieces = 8;
constexpr int max_outputs = 40;

// The script and its meaning, at once: no piece of the tile takes part in two copies in flight, unless a
// fence stands between them, nor is read then, and each copy out has its own area of the destination.
class Script {
 public:
  Script(Random &random, size_t piece_bytes)
      : random_(random), piece_bytes_(piece_bytes), area_bytes_(6 * piece_bytes + size_t{8} * 128) {
    int length = 20 + static_cast<int>(random.below(60));
    for (int k = 0; k < length; ++k) step();
  }

  const std::vector<Op> &ops() const { return ops_; }
  size_t tile_bytes() const { return pieces * piece_bytes_; }
  size_t src_bytes() const { return area_bytes_; }
  size_t dst_bytes() const { return static_cast<size_t>(outputs_ + 1) * area_bytes_; }
  size_t copies() const { return copies_; }
  // A bit for each slot that is waited for at the end.
  cl_int waits() const { return checked() ? pending_ : 0xff; }

  // Returns the sum of what is read.
  uint32_t model(const std::vector<uint8_t> &src, uint8_t *dst, uint8_t *tile) const {
    uint32_t sum = 0;
    for (auto &op : ops_) {
      if (op.what == read)
        for (cl_int i = 0; i < op.n; ++i) sum += tile[op.local_at + i];
      if (op.what > tile_out) continue;
      const bool lines = op.what >= tile_in, in = op.what % 2 == 0;
      const size_t element = element_sizes[op.type] * static_cast<size_t>(lines ? op.n : 1);
      const size_t step = (op.what < gather ? 1 : static_cast<size_t>(op.stride)) * element_sizes[op.type];
      for (size_t i = 0, n = static_cast<size_t>(lines ? op.lines : op.n); i < n; ++i) {
        uint8_t *in_tile = tile + static_cast<size_t>(op.local_at) + i * element;
        const size_t in_memory = static_cast<size_t>(op.global_at) + i * step;
        if (in)
          std::memcpy(in_tile, &src[in_memory], element);
        else
          std::memcpy(dst + in_memory, in_tile, element);
      }
    }
    return sum;
  }

 private:
  void step() {
    uint64_t choice = random_.below(10);
    if (choice < 2) {
      cl_int slot = static_cast<cl_int>(random_.below(slots));
      wait_for(slot, 1 + static_cast<cl_int>(random_.below(slots - static_cast<size_t>(slot))));
    } else if (choice < 3) {
      ops_.push_back({barrier, 0, 0, 0, 0, 0, 0, 0, 0});
    } else if (const size_t piece = random_.below(pieces); choice < 5 && busy_[piece] < 0) {
      // Meanwhile copies of other pieces may be made by the loop.
      ops_.push_back({read, -1, static_cast<cl_int>(piece * piece_bytes_), 0,
                      static_cast<cl_int>(random_.below(piece_bytes_ + 1)), 0, 0, 0, 0});
    } else {
      copy();
    }
  }

  // A slot without a copy holds no event, which the checked mode would report.
  void wait_for(cl_int slot, cl_int count) {
    if (checked()) {
      count = 0;
      while (slot + count < cl_int(slots) && (pending_ >> (slot + count) & 1)) ++count;
    }
    ops_.push_back({wait, 0, 0, 0, 0, 0, 0, slot, count});
    pending_ &= ~(((1 << count) - 1) << slot);
    for (auto &busy : busy_)
      if (busy >= slot && busy < slot + count) busy = -1;
  }

  void copy() {
    size_t piece = random_.below(pieces);
    if (busy_[piece] >= 0) {
      if (random_.below(3) == 0) {
        ops_.push_back({fence, 0, 0, 0, 0, 0, 0, 0, 0});
        // Behind one event, so that one wait waits for all of the piece's copies.
        return copy(piece, busy_[piece]);
      }
      wait_for(busy_[piece], 1);
    }
    copy(piece, static_cast<cl_int>(random_.below(slots)));
  }

  void copy(size_t piece, cl_int slot) {
    cl_int type = static_cast<cl_int>(random_.below(std::size(element_sizes)));
    What what = static_cast<What>(random_.below(6));
    bool out = what % 2;
    if (out && outputs_ == max_outputs) return;
    size_t element = element_sizes[type], most = piece_bytes_ / element;
    size_t skip = random_.below(4), n = random_.below(most - skip + 1);
    size_t stride = 1 + random_.below(5), lines = 1;
    size_t global_element = random_.below(7);  // the farthest byte: (6 + n * 5) + 1 elements, inside each area
    if (what >= tile_in) {
      lines = 1 + random_.below(std::min<size_t>(n + 1, 20));
      n /= lines;
      stride = n + random_.below(4 * n + 2);
    }
    size_t global_at = global_element * element + (out ? static_cast<size_t>(outputs_++) * area_bytes_ : 0);
    ops_.push_back({what, type, static_cast<cl_int>(piece * piece_bytes_ + skip * element),
                    static_cast<cl_int>(global_at), static_cast<cl_int>(n), static_cast<cl_int>(stride),
                    static_cast<cl_int>(lines), slot, 0});
    busy_[piece] = slot;
    ++copies_;
    pending_ |= 1 << slot;
  }

  Random &random_;
  const size_t piece_bytes_, area_bytes_;
  std::vector<Op> ops_;
  std::array<cl_int, pieces> busy_ = {-1, -1, -1, -1, -1, -1, -1, -1};
  int outputs_ = 0;
  size_t copies_ = 0;
  cl_int pending_ = 0;  // a bit for each slot
};

// Resident memory, in KiB.
size_t resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmRSS:") {
      size_t kib = 0;
      status >> kib;
      return kib;
    }
  return 0;
}

// WHERRY_SOAK_COPIES=10000000: until so many copies have been made.
TEST(AsyncRandom, scripts_match_the_host) {
  Program program = build(source, "-cl-std=CL3.0");
  Kernel k = kernel(program, "script");
  Random random(seed());
  const char *soak = std::getenv("WHERRY_SOAK_COPIES");
  const uint64_t least = soak ? std::strtoull(soak, nullptr, 10) : 0;
  uint64_t copies = 0;
  size_t early = 0;
  auto told = std::chrono::steady_clock::now();
  for (int round = 0; round < 60 || copies < least; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + " of seed " + std::to_string(seed()));
    Script script(random, round % 8 == 7 ? 24576 : 1024);
    const size_t local_sizes[] = {1, 3, 16, 64};
    size_t local = local_sizes[random.below(4)], last = 1 + random.below(local);
    size_t groups = 1 + random.below(soak && script.tile_bytes() < 10000 ? 60 : 6);
    std::vector<uint8_t> src = random.bytes(script.src_bytes()), dst(groups * script.dst_bytes(), 0xEE);
    std::vector<uint8_t> dump(groups * script.tile_bytes());
    Buffer ops_buffer = make_buffer(script.ops()), src_buffer = make_buffer(src), dst_buffer = make_buffer(dst);
    const size_t items = (groups - 1) * local + last;
    Buffer dump_buffer = make_buffer(dump.size()), sums_buffer = make_buffer(items * sizeof(cl_uint));
    set_args(k, ops_buffer, cl_int(script.ops().size()), src_buffer, dst_buffer, cl_int(script.dst_bytes()),
             LocalBytes{script.tile_bytes()}, cl_int(script.tile_bytes()), dump_buffer, script.waits(), sums_buffer);
    run(k, {items}, {local});
    std::vector<uint32_t> sums(groups);
    for (size_t group = 0; group < groups; ++group) {
      std::memset(&dump[group * script.tile_bytes()], static_cast<int>(group + 1), script.tile_bytes());
      sums[group] = script.model(src, &dst[group * script.dst_bytes()], &dump[group * script.tile_bytes()]);
    }
    const auto got = wherry::test::read<uint32_t>(sums_buffer, items);
    for (size_t item = 0; item < items; ++item) sums[item / local] -= got[item];
    ASSERT_EQ(sums, std::vector<uint32_t>(groups)) << "what was read differs";
    ASSERT_TRUE(wherry::test::read<uint8_t>(dst_buffer, dst.size()) == dst) << "global memory differs";
    ASSERT_TRUE(wherry::test::read<uint8_t>(dump_buffer, dump.size()) == dump) << "local memory differs";
    copies += script.copies() * groups;
    if (copies > least / 5 && early == 0) early = resident();
    if (soak && std::chrono::steady_clock::now() - told > std::chrono::seconds(10)) {
      told = std::chrono::steady_clock::now();
      std::printf("%llu copies, %zu MiB resident\n", static_cast<unsigned long long>(copies), resident() >> 10);
      std::fflush(stdout);
    }
  }
  if (soak) EXPECT_LT(resident(), early + 65536) << "memory grew";
}

}  // namespace
