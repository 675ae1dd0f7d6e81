// SPDX-License-Identifier: Apache-2.0
// Every id of 1 to 3 dimensions, with offsets and smaller last groups, against the host.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
kernel void ids(global ulong *out) {
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
         z = get_global_id(2) - get_global_offset(2);
  global ulong *to = out + ((z * get_global_size(1) + y) * get_global_size(0) + x) * 24;
  for (uint d = 0; d < 3; ++d) {
    *to++ = get_global_id(d);
    *to++ = get_local_id(d);
    *to++ = get_group_id(d);
    *to++ = get_num_groups(d);
    *to++ = get_local_size(d);
    *to++ = get_enqueued_local_size(d);
    *to++ = get_global_size(d);
  }
  *to++ = get_work_dim();
  *to++ = get_global_linear_id();
  *to++ = get_local_linear_id();
}
kernel void neighbours(global int *out, local int *shared) {
  size_t self = get_local_linear_id(), n = get_local_size(0) * get_local_size(1) * get_local_size(2);
  shared[self] = (int)get_global_linear_id();
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = 0;
  for (size_t k = 0; k < n; ++k) total += shared[k];
  out[get_global_linear_id()] = total;
}
)";

struct Range {
  Sizes global, local, offset;
};

std::ostream &operator<<(std::ostream &out, const Range &range) {
  const std::pair<const char *, const Sizes &> parts[] = {
      {"global", range.global}, {"local", range.local}, {"offset", range.offset}};
  for (auto &[name, sizes] : parts) {
    out << name << ' ';
    for (size_t size : sizes) out << size << ' ';
  }
  return out;
}

size_t at(const Sizes &sizes, size_t d, size_t otherwise) { return d < sizes.size() ? sizes[d] : otherwise; }

class NonUniform : public testing::TestWithParam<Range> {
 protected:
  // Calls visit(global linear index, position) for every work-item.
  template <class Visit> void each_item(Visit visit) {
    const Range &r = GetParam();
    size_t linear = 0;
    for (size_t z = 0; z < at(r.global, 2, 1); ++z)
      for (size_t y = 0; y < at(r.global, 1, 1); ++y)
        for (size_t x = 0; x < r.global[0]; ++x) visit(linear++, std::array<size_t, 3>{x, y, z});
  }
  size_t items() {
    size_t n = 1;
    for (size_t size : GetParam().global) n *= size;
    return n;
  }
  // The size of the group that holds `position`.
  static size_t group_size(const Range &r, size_t d, size_t position) {
    size_t local = at(r.local, d, 1), global = at(r.global, d, 1);
    return std::min(local, global - position / local * local);
  }
  static cl_program program() {
    static Program built = build(source, "-cl-std=CL3.0");
    return built;
  }
};

TEST_P(NonUniform, ids) {
  const Range &r = GetParam();
  std::vector<uint64_t> expected(items() * 24);
  each_item([&](size_t linear, std::array<size_t, 3> position) {
    uint64_t *to = &expected[linear * 24];
    size_t local_linear = 0;
    for (size_t d = 3; d-- > 0;)
      local_linear = local_linear * group_size(r, d, position[d]) + position[d] % at(r.local, d, 1);
    for (size_t d = 0; d < 3; ++d) {
      size_t local = at(r.local, d, 1), global = at(r.global, d, 1);
      *to++ = position[d] + at(r.offset, d, 0);
      *to++ = position[d] % local;
      *to++ = position[d] / local;
      *to++ = (global + local - 1) / local;
      *to++ = group_size(r, d, position[d]);
      *to++ = local;
      *to++ = global;
    }
    *to++ = r.global.size();
    *to++ = linear;
    *to++ = local_linear;
  });
  Kernel k = kernel(program(), "ids");
  Buffer out = make_buffer(std::vector<uint64_t>(expected.size()));
  set_args(k, out);
  run(k, r.global, r.local, r.offset);
  EXPECT_TRUE(expected == read<uint64_t>(out, expected.size()));
}

TEST_P(NonUniform, barriers) {
  const Range &r = GetParam();
  std::vector<int> expected(items());
  each_item([&](size_t linear, std::array<size_t, 3> position) {
    std::array<size_t, 3> first, size;
    for (size_t d = 0; d < 3; ++d) {
      first[d] = position[d] / at(r.local, d, 1) * at(r.local, d, 1);
      size[d] = group_size(r, d, position[d]);
    }
    for (size_t z = first[2]; z < first[2] + size[2]; ++z)
      for (size_t y = first[1]; y < first[1] + size[1]; ++y)
        for (size_t x = first[0]; x < first[0] + size[0]; ++x)
          expected[linear] += static_cast<int>((z * at(r.global, 1, 1) + y) * r.global[0] + x);
  });
  size_t local = 1;
  for (size_t one : r.local) local *= one;
  Kernel k = kernel(program(), "neighbours");
  Buffer out = make_buffer(std::vector<int>(expected.size()));
  set_args(k, out, LocalBytes{local * 4});
  run(k, r.global, r.local, r.offset);
  EXPECT_EQ(expected, read<int>(out, expected.size()));
}

INSTANTIATE_TEST_SUITE_P(Ranges, NonUniform,
                         testing::Values(Range{{1}, {1}, {}}, Range{{64}, {16}, {5}}, Range{{65}, {16}, {}},
                                         Range{{7}, {16}, {1}}, Range{{100}, {99}, {}}, Range{{12, 6}, {4, 2}, {3, 1}},
                                         Range{{13, 7}, {4, 2}, {}}, Range{{13, 7}, {16, 16}, {100, 200}},
                                         Range{{5, 33}, {5, 8}, {}}, Range{{6, 5, 4}, {2, 5, 1}, {1, 2, 3}},
                                         Range{{7, 5, 3}, {4, 2, 2}, {}}, Range{{7, 5, 3}, {2, 3, 4}, {9, 8, 7}},
                                         Range{{1, 1, 17}, {1, 1, 4}, {}}));

}  // namespace
