// Random sequences of copies, waits and barriers, run by a kernel that reads them as a script, and
// compared with the host. WHERRY_TEST_SEED replays a failure.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
typedef struct { int what, type, local_at, global_at, n, stride, slot, count; } Op;
#define COPY(T)                                                                                             \
  switch (op.what) {                                                                                        \
    case 0: ev[op.slot] = async_work_group_copy((local T *)in_tile, (global const T *)from, op.n, ev[op.slot]); break; \
    case 1: ev[op.slot] = async_work_group_copy((global T *)to, (const local T *)in_tile, op.n, ev[op.slot]); break;   \
    case 2: ev[op.slot] = async_work_group_strided_copy((local T *)in_tile, (global const T *)from, op.n,   \
                                                        op.stride, ev[op.slot]); break;                     \
    case 3: ev[op.slot] = async_work_group_strided_copy((global T *)to, (const local T *)in_tile, op.n,     \
                                                        op.stride, ev[op.slot]); break;                     \
  }
kernel void script(global const Op *ops, int num_ops, global const uchar *src, global uchar *dst, int dst_bytes,
                   local uchar *tile, int tile_bytes, global uchar *dump) {
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
    if (op.what == 4) {
      wait_group_events(op.count, ev + op.slot);
      for (int j = 0; j < op.count; ++j) ev[op.slot + j] = none;
    } else if (op.what == 5) {
      barrier(CLK_LOCAL_MEM_FENCE);
    } else if (op.type == 0) {
      COPY(uchar)
    } else if (op.type == 1) {
      COPY(short)
    } else {
      COPY(int3)
    }
  }
  wait_group_events(8, ev);
  for (int k = get_local_id(0); k < tile_bytes; k += get_local_size(0)) dump[group * tile_bytes + k] = tile[k];
}
)";

enum What : cl_int { copy_in, copy_out, gather, scatter, wait, barrier };
struct Op {
  cl_int what, type, local_at, global_at, n, stride, slot, count;
};
constexpr size_t element_sizes[] = {1, 2, 16};
constexpr size_t slots = 8, pieces = 8, piece_bytes = 1024, tile_bytes = pieces * piece_bytes;
constexpr size_t src_bytes = 16384, out_bytes = 8192;  // bytes of source, and of one output area
constexpr int max_outputs = 40;

// The script and its meaning, at once: no piece of the tile takes part in two copies in flight, and
// each copy out has its own area of the destination.
class Script {
 public:
  explicit Script(Random &random) : random_(random) {
    int length = 20 + static_cast<int>(random.below(60));
    for (int k = 0; k < length; ++k) step();
  }

  const std::vector<Op> &ops() const { return ops_; }
  size_t dst_bytes() const { return static_cast<size_t>(outputs_ + 1) * out_bytes; }

  void model(const std::vector<uint8_t> &src, uint8_t *dst, uint8_t *tile) const {
    for (auto &op : ops_) {
      if (op.what > scatter) continue;
      size_t element = element_sizes[op.type];
      for (int i = 0; i < op.n; ++i) {
        size_t in_tile = static_cast<size_t>(op.local_at) + static_cast<size_t>(i) * element;
        size_t step = op.what == gather || op.what == scatter ? static_cast<size_t>(op.stride) : 1;
        size_t in_memory = static_cast<size_t>(op.global_at) + static_cast<size_t>(i) * step * element;
        if (op.what == copy_in || op.what == gather)
          std::memcpy(tile + in_tile, &src[in_memory], element);
        else
          std::memcpy(dst + in_memory, tile + in_tile, element);
      }
    }
  }

 private:
  void step() {
    uint64_t choice = random_.below(10);
    if (choice < 2) {
      cl_int slot = static_cast<cl_int>(random_.below(slots));
      wait_for(slot, 1 + static_cast<cl_int>(random_.below(slots - static_cast<size_t>(slot))));
    } else if (choice < 3) {
      ops_.push_back({barrier, 0, 0, 0, 0, 0, 0, 0});
    } else {
      copy();
    }
  }

  void wait_for(cl_int slot, cl_int count) {
    ops_.push_back({wait, 0, 0, 0, 0, 0, slot, count});
    for (auto &busy : busy_)
      if (busy >= slot && busy < slot + count) busy = -1;
  }

  void copy() {
    size_t piece = random_.below(pieces);
    if (busy_[piece] >= 0) wait_for(busy_[piece], 1);
    cl_int type = static_cast<cl_int>(random_.below(std::size(element_sizes)));
    What what = static_cast<What>(random_.below(4));
    bool out = what == copy_out || what == scatter;
    if (out && outputs_ == max_outputs) return;
    size_t element = element_sizes[type];
    size_t skip = random_.below(4), n = random_.below(piece_bytes / element - skip + 1);
    size_t stride = 1 + random_.below(5);
    size_t global_element = random_.below(7);  // the farthest byte: (6 + 1023 * 5) + 1, inside each area
    size_t global_at = global_element * element + (out ? static_cast<size_t>(outputs_++) * out_bytes : 0);
    cl_int slot = static_cast<cl_int>(random_.below(slots));
    ops_.push_back({what, type, static_cast<cl_int>(piece * piece_bytes + skip * element),
                    static_cast<cl_int>(global_at), static_cast<cl_int>(n), static_cast<cl_int>(stride), slot, 0});
    busy_[piece] = slot;
  }

  Random &random_;
  std::vector<Op> ops_;
  std::array<cl_int, pieces> busy_ = {-1, -1, -1, -1, -1, -1, -1, -1};
  int outputs_ = 0;
};

TEST(AsyncRandom, scripts_match_the_host) {
  Program program = build(source, "-cl-std=CL3.0");
  Kernel k = kernel(program, "script");
  Random random(seed());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + " of seed " + std::to_string(seed()));
    Script script(random);
    const size_t local_sizes[] = {1, 3, 16, 64};
    size_t local = local_sizes[random.below(4)], last = 1 + random.below(local), groups = 1 + random.below(6);
    std::vector<uint8_t> src = random.bytes(src_bytes), dst(groups * script.dst_bytes(), 0xEE);
    std::vector<uint8_t> dump(groups * tile_bytes);
    Buffer ops_buffer = make_buffer(script.ops()), src_buffer = make_buffer(src), dst_buffer = make_buffer(dst);
    Buffer dump_buffer = make_buffer(dump.size());
    set_args(k, ops_buffer, cl_int(script.ops().size()), src_buffer, dst_buffer, cl_int(script.dst_bytes()),
             LocalBytes{tile_bytes}, cl_int(tile_bytes), dump_buffer);
    run(k, {(groups - 1) * local + last}, {local});
    for (size_t group = 0; group < groups; ++group) {
      std::memset(&dump[group * tile_bytes], static_cast<int>(group + 1), tile_bytes);
      script.model(src, &dst[group * script.dst_bytes()], &dump[group * tile_bytes]);
    }
    ASSERT_TRUE(read<uint8_t>(dst_buffer, dst.size()) == dst) << "global memory differs";
    ASSERT_TRUE(read<uint8_t>(dump_buffer, dump.size()) == dump) << "local memory differs";
  }
}

}  // namespace
