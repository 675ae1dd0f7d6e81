// SPDX-License-Identifier: Apache-2.0
// Sub-groups against the host: each function and type, shape of group, width; met by all of a sub-group, by some, in
// loops that its work-items leave one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "common/cl.h"
#include "shape.h"

using namespace wherry::test;

namespace {

// T is what the functions work on, IO how it is handed over. `how` decides who comes to the functions: in round r those
// whose `rounds` is more.
const char *const source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define EACH(f, x) f(add, x) f(min, x) f(max, x)
#define NEXT(value) to[n++] = (IO)(value);
#define UNIFORM(name, x) NEXT(sub_group_reduce_##name(x)) NEXT(sub_group_scan_inclusive_##name(x)) \
                         NEXT(sub_group_scan_exclusive_##name(x))
#define NON_UNIFORM(name, x) NEXT(sub_group_non_uniform_reduce_##name(x)) \
                             NEXT(sub_group_non_uniform_scan_inclusive_##name(x)) \
                             NEXT(sub_group_non_uniform_scan_exclusive_##name(x)) \
                             NEXT(sub_group_clustered_reduce_##name(x, 1u)) NEXT(sub_group_clustered_reduce_##name(x, 4u)) \
                             NEXT(sub_group_clustered_reduce_##name(x, 8u))
void values(T x, T factor, uint other, uint same, global IO *to) {
  int n = 0;
  NON_UNIFORM(add, x) NON_UNIFORM(min, x) NON_UNIFORM(max, x) NON_UNIFORM(mul, factor)
#if INTEGER
  NON_UNIFORM(and, x) NON_UNIFORM(or, x) NON_UNIFORM(xor, x)
#endif
  NEXT(sub_group_non_uniform_broadcast(x, 2)) NEXT(sub_group_broadcast_first(x))
  NEXT(sub_group_non_uniform_all_equal(x)) NEXT(sub_group_non_uniform_all_equal((T)same))
  NEXT(sub_group_shuffle(x, other)) NEXT(sub_group_shuffle_xor(x, 5)) NEXT(sub_group_shuffle_xor(x, same))
  NEXT(sub_group_shuffle_up(x, 3)) NEXT(sub_group_shuffle_down(x, 1))
  NEXT(sub_group_rotate(x, 3)) NEXT(sub_group_rotate(x, -(int)same)) NEXT(sub_group_clustered_rotate(x, 3, 4u))
}
void whole(T x, uint same, global IO *to) {
  int n = 0;
  EACH(UNIFORM, x)
  NEXT(get_sub_group_size() > 1 ? sub_group_broadcast(x, 1) : x) NEXT(sub_group_broadcast(x, same))
}
kernel void by_some(global const IO *in, global const IO *factors, global const uint *others, global const uint *rounds,
                    uint how, global IO *out) {
  size_t i = get_global_linear_id();
  T x = (T)in[i], factor = (T)factors[i];
  uint mine = rounds[i];
  global IO *to = out + i * COUNT * 4;
  if (how == 0) {
    values(x, factor, others[i], how + 2, to);
  } else if (how == 1) {
    if (mine > 0) values(x, factor, others[i], how + 1, to);
  } else {
    for (uint r = 0; r < mine; ++r) values(x, factor, others[i], how, to + r * COUNT);
  }
}
kernel void by_all(global const IO *in, global IO *out) {
  size_t i = get_global_linear_id();
  whole((T)in[i], get_sub_group_size() / 2, out + i * COUNT);
}
)";

size_t items_of(const Sizes &sizes) { return at(sizes, 0) * at(sizes, 1) * at(sizes, 2); }

// Calls visit(global linear ids of a sub-group's items in order, its number in its group).
template <class Visit> void each_sub_group(const Shape &shape, size_t width, Visit visit) {
  std::array<size_t, 3> first{}, size{};
  for (first[2] = 0; first[2] < at(shape.global, 2); first[2] += at(shape.local, 2))
    for (first[1] = 0; first[1] < at(shape.global, 1); first[1] += at(shape.local, 1))
      for (first[0] = 0; first[0] < at(shape.global, 0); first[0] += at(shape.local, 0)) {
        for (size_t d = 0; d < 3; ++d) size[d] = std::min(at(shape.local, d), at(shape.global, d) - first[d]);
        std::vector<size_t> items;
        for (size_t i = 0; i < size[0] * size[1] * size[2]; ++i) {
          const size_t x = i % size[0], y = i / size[0] % size[1], z = i / size[0] / size[1];
          items.push_back(((first[2] + z) * at(shape.global, 1) + first[1] + y) * at(shape.global, 0) + first[0] + x);
        }
        for (size_t begin = 0; begin < items.size(); begin += width)
          visit(std::vector<size_t>(items.begin() + ptrdiff_t(begin),
                                    items.begin() + ptrdiff_t(std::min(begin + width, items.size()))),
                begin / width);
      }
}

// The lanes that come to a function together, by their numbers: nothing where one does not.
template <class V> using Lanes = std::vector<std::optional<V>>;
template <class V> using Join = std::function<V(V, V)>;

template <class V> V joined(const Lanes<V> &lanes, size_t from, size_t to, V start, const Join<V> &join) {
  for (size_t lane = from; lane < std::min(to, lanes.size()); ++lane)
    if (lanes[lane]) start = join(start, *lanes[lane]);
  return start;
}

template <class V> struct Operation {
  Join<V> join;
  V neutral;
  bool factors = false;
};
template <class V> std::vector<Operation<V>> operations(bool integer) {
  using Limits = std::numeric_limits<V>;
  constexpr bool real = std::is_floating_point_v<V>;
  std::vector<Operation<V>> all{
      {[](V a, V b) { return static_cast<V>(a + b); }, V{}},
      {[](V a, V b) { return std::min(a, b); }, real ? Limits::infinity() : Limits::max()},
      {[](V a, V b) { return std::max(a, b); }, real ? -Limits::infinity() : Limits::lowest()},
      {[](V a, V b) { return static_cast<V>(a * b); }, V{1}, true},
  };
  if constexpr (!real)
    if (integer) {
      all.push_back({[](V a, V b) { return static_cast<V>(a & b); }, static_cast<V>(~V{})});
      all.push_back({[](V a, V b) { return static_cast<V>(a | b); }, V{}});
      all.push_back({[](V a, V b) { return static_cast<V>(a ^ b); }, V{}});
    }
  return all;
}

// What `values` gives in one lane; nothing where OpenCL says nothing.
template <class V>
Lanes<V> expected_values(const Lanes<V> &x, const Lanes<V> &factors, size_t lane, size_t width, size_t other,
                         size_t same) {
  Lanes<V> all;
  for (const Operation<V> &one : operations<V>(true)) {
    const Lanes<V> &of = one.factors ? factors : x;
    auto range = [&](size_t from, size_t to) { return joined<V>(of, from, to, one.neutral, one.join); };
    all.push_back(range(0, width));
    all.push_back(range(0, lane + 1));
    all.push_back(range(0, lane));
    for (size_t size : {1, 4, 8}) all.push_back(range(lane / size * size, lane / size * size + size));
  }
  auto of = [&](size_t from) { return from < x.size() ? x[from] : std::nullopt; };
  auto first = std::find_if(x.begin(), x.end(), [](auto &one) { return one.has_value(); });
  all.push_back(of(2));
  all.push_back(*first);
  all.push_back(std::all_of(first, x.end(), [&](auto &one) { return !one || *one == **first; }));
  all.push_back(V{1});
  all.push_back(of(other));
  all.push_back(of(lane ^ 5));
  all.push_back(of(lane ^ same));
  all.push_back(lane >= 3 ? of(lane - 3) : std::nullopt);
  all.push_back(of(lane + 1));
  all.push_back(of((lane + 3) % width));
  all.push_back(of((lane - same) % width));
  all.push_back(of(lane / 4 * 4 + (lane + 3) % 4));
  return all;
}

template <class V> V value_of(Random &random) {
  const auto small = static_cast<int>(random.below(31)) - 15;
  return static_cast<V>(std::is_signed_v<V> ? small : small & 0xff);
}

size_t width_of(cl_kernel k) {
  const size_t local = 1;
  size_t width = 0;
  ok(clGetKernelSubGroupInfo(k, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof width,
                             &width, nullptr));
  return width;
}

// V: the host's type with the same arithmetic.
template <class V, class Io = V>
void check_values(const std::string &type, const std::string &io, const std::string &options,
                  const std::string &attribute, const std::vector<Shape> &shapes) {
  const bool integer = !std::is_floating_point_v<V>;
  const size_t count = integer ? 54 : 36;
  std::string text = source;
  if (!attribute.empty())
    for (size_t place = 0; (place = text.find("kernel void", place)) != std::string::npos;
         place += attribute.size() + 11)
      text.insert(place, attribute + " ");
  Program program = build("#define T " + type + "\n#define IO " + io + "\n#define INTEGER " + std::to_string(integer) +
                              "\n#define COUNT " + std::to_string(count) + "\n" + text,
                          ("-cl-std=CL3.0 " + options).c_str());
  Kernel by_some = kernel(program, "by_some"), by_all = kernel(program, "by_all");
  const size_t width = width_of(by_some);
  for (const Shape &shape : shapes) {
    SCOPED_TRACE(type + " " + testing::PrintToString(shape) + " " + options + attribute);
    Random random(seed());
    const size_t items = items_of(shape.global);
    std::vector<Io> in(items), factors(items);
    std::vector<uint32_t> others(items), rounds(items);
    for (size_t i = 0; i < items; ++i) {
      in[i] = value_of<V>(random);
      factors[i] = static_cast<V>(i % 8 == 0 ? 2 : std::is_signed_v<V> && random.below(2) ? -1 : 1);
      others[i] = static_cast<uint32_t>(random.below(width));
      rounds[i] = static_cast<uint32_t>(random.below(5));
    }
    Buffer in_buffer = make_buffer(in), factor_buffer = make_buffer(factors), other_buffer = make_buffer(others),
           round_buffer = make_buffer(rounds);
    for (uint32_t how : {0u, 1u, 2u}) {
      SCOPED_TRACE(how);
      std::vector<Io> out(items * count * 4, Io{77});
      Buffer out_buffer = make_buffer(out);
      set_args(by_some, in_buffer, factor_buffer, other_buffer, round_buffer, how, out_buffer);
      run(by_some, shape.global, shape.local);
      out = read<Io>(out_buffer, out.size());
      each_sub_group(shape, width, [&](const std::vector<size_t> &lanes, size_t) {
        for (uint32_t round = 0; round < 4; ++round) {
          Lanes<V> x(lanes.size()), f(lanes.size());
          for (size_t lane = 0; lane < lanes.size(); ++lane) {
            const uint32_t mine = how == 0 ? 1 : how == 1 ? rounds[lanes[lane]] > 0 : rounds[lanes[lane]];
            if (mine > round) x[lane] = static_cast<V>(in[lanes[lane]]), f[lane] = static_cast<V>(factors[lanes[lane]]);
          }
          for (size_t lane = 0; lane < lanes.size(); ++lane) {
            if (!x[lane]) continue;
            const Lanes<V> expected = expected_values<V>(x, f, lane, width, others[lanes[lane]], 2);
            ASSERT_EQ(count, expected.size());
            for (size_t n = 0; n < count; ++n)
              if (expected[n])
                ASSERT_EQ(*expected[n], out[(lanes[lane] * 4 + round) * count + n])
                    << "form " << n << ", item " << lanes[lane] << ", lane " << lane << " of " << lanes.size()
                    << ", round " << round;
          }
        }
      });
    }
    Buffer out_buffer = make_buffer(items * count * sizeof(Io));
    set_args(by_all, in_buffer, out_buffer);
    run(by_all, shape.global, shape.local);
    const auto out = read<Io>(out_buffer, items * count);
    each_sub_group(shape, width, [&](const std::vector<size_t> &lanes, size_t) {
      Lanes<V> x;
      for (size_t item : lanes) x.push_back(static_cast<V>(in[item]));
      for (size_t lane = 0; lane < lanes.size(); ++lane) {
        Lanes<V> expected;
        for (size_t one = 0; one < 3; ++one) {
          const Operation<V> operation = operations<V>(false)[one];
          for (size_t to : {width, lane + 1, lane})
            expected.push_back(joined<V>(x, 0, to, operation.neutral, operation.join));
        }
        expected.push_back(lanes.size() > 1 ? x[1] : std::nullopt);
        expected.push_back(x[lanes.size() / 2]);
        for (size_t n = 0; n < expected.size(); ++n)
          if (expected[n]) ASSERT_EQ(*expected[n], out[lanes[lane] * count + n]) << "whole, form " << n;
      }
    });
  }
}

const std::vector<Shape> all_shapes{{{64}, {64}},       {{100}, {37}},          {{5}, {1}},
                                    {{21}, {7}},        {{600}, {300}},         {{30, 20}, {8, 6}},
                                    {{64, 3}, {32, 2}}, {{7, 6, 5}, {3, 4, 2}}, {{16, 4, 2}, {16, 2, 2}}};
const std::vector<Shape> few_shapes{{{75}, {50}}, {{12, 5}, {6, 5}}};

TEST(SubGroups, int_in_every_shape) { check_values<int32_t>("int", "int", "", "", all_shapes); }
TEST(SubGroups, int_not_optimised) { check_values<int32_t>("int", "int", "-cl-opt-disable", "", few_shapes); }
TEST(SubGroups, int_for_a_debugger) { check_values<int32_t>("int", "int", "-g", "", few_shapes); }
TEST(SubGroups, int_where_nothing_else_is_vectorised) {
  check_values<int32_t>("int", "int", "-cl-wherry-vector-width=1", "", few_shapes);
}
TEST(SubGroups, int_of_other_widths) {
  for (const char *size : {"8", "16", "32"})
    check_values<int32_t>("int", "int", "", "__attribute__((intel_reqd_sub_group_size(" + std::string(size) + ")))",
                          few_shapes);
}
TEST(SubGroups, int_without_wide_registers) {
  for (const char *options : {"-cl-wherry-cpu-level=1", "-cl-wherry-cpu-level=3"})
    check_values<int32_t>("int", "int", options, "", few_shapes);
}
TEST(SubGroups, int_of_required_groups) {
  check_values<int32_t>("int", "int", "-cl-uniform-work-group-size", "__attribute__((reqd_work_group_size(1, 1, 1)))",
                        {{{3}, {1}}});
  check_values<int32_t>("int", "int", "-cl-uniform-work-group-size", "__attribute__((reqd_work_group_size(3, 5, 2)))",
                        {{{6, 5, 2}, {3, 5, 2}}});
}
TEST(SubGroups, char_and_uchar) {
  check_values<int8_t, int32_t>("char", "int", "", "", few_shapes);
  check_values<uint8_t, int32_t>("uchar", "int", "", "", few_shapes);
}
TEST(SubGroups, short_and_ushort) {
  check_values<int16_t, int32_t>("short", "int", "", "", few_shapes);
  check_values<uint16_t, int32_t>("ushort", "int", "", "", few_shapes);
}
TEST(SubGroups, uint) { check_values<uint32_t>("uint", "uint", "", "", few_shapes); }
TEST(SubGroups, long_and_ulong) {
  check_values<int64_t>("long", "long", "", "", few_shapes);
  check_values<uint64_t>("ulong", "ulong", "", "", few_shapes);
}
TEST(SubGroups, half) { check_values<float>("half", "float", "", "", few_shapes); }
TEST(SubGroups, float_and_double) {
  check_values<float>("float", "float", "", "", few_shapes);
  check_values<double>("double", "double", "", "", few_shapes);
}

// What tells work-items of their sub-group, votes and ballots, truths joined.
const char *const votes = R"(
#define NEXT(value) to[n++] = (uint)(value);
#define JOINED(name, p) NEXT(sub_group_non_uniform_reduce_logical_##name(p)) \
                        NEXT(sub_group_non_uniform_scan_inclusive_logical_##name(p)) \
                        NEXT(sub_group_non_uniform_scan_exclusive_logical_##name(p)) \
                        NEXT(sub_group_clustered_reduce_logical_##name(p, 4u))
kernel void test(global const uint *rounds, global const uint *bits, global uint *out) {
  size_t i = get_global_linear_id();
  int p = (int)(bits[i] & 4);
  uint4 some = (uint4)(bits[i], 0, 0, 0);
  for (uint r = 0; r < rounds[i]; ++r) {
    global uint *to = out + (i * 4 + r) * COUNT;
    int n = 0;
    uint4 ballot = sub_group_ballot(p);
    NEXT(ballot.x) NEXT(ballot.y | ballot.z | ballot.w)
    NEXT(sub_group_elect())
    NEXT(sub_group_non_uniform_all(p)) NEXT(sub_group_non_uniform_any(p))
    NEXT(sub_group_inverse_ballot(some)) NEXT(sub_group_ballot_bit_extract(some, 3))
    NEXT(sub_group_ballot_bit_count(some)) NEXT(sub_group_ballot_inclusive_scan(some))
    NEXT(sub_group_ballot_exclusive_scan(some))
    NEXT(sub_group_ballot_find_lsb(some)) NEXT(sub_group_ballot_find_msb(some))
    NEXT(get_sub_group_eq_mask().x) NEXT(get_sub_group_ge_mask().x) NEXT(get_sub_group_gt_mask().x)
    NEXT(get_sub_group_le_mask().x) NEXT(get_sub_group_lt_mask().x)
    NEXT(get_sub_group_size()) NEXT(get_max_sub_group_size()) NEXT(get_num_sub_groups())
    NEXT(get_enqueued_num_sub_groups()) NEXT(get_sub_group_id()) NEXT(get_sub_group_local_id())
    JOINED(and, p) JOINED(or, p) JOINED(xor, p)
  }
}
kernel void whole(global const uint *bits, global uint *out) {
  size_t i = get_global_linear_id();
  out[i * 2] = (uint)sub_group_all((int)(bits[i] & 12));
  out[i * 2 + 1] = (uint)sub_group_any((int)(bits[i] & 1));
}
)";

TEST(SubGroups, votes) {
  constexpr size_t count = 35;
  Program program = build("#define COUNT 35\n" + std::string(votes), "-cl-std=CL3.0");
  Kernel test = kernel(program, "test"), whole = kernel(program, "whole");
  const size_t width = width_of(test);
  const auto all_lanes = static_cast<uint32_t>((uint64_t{1} << width) - 1);
  for (const Shape &shape : all_shapes) {
    SCOPED_TRACE(testing::PrintToString(shape));
    Random random(seed());
    const size_t items = items_of(shape.global);
    std::vector<uint32_t> rounds(items), bits(items);
    for (size_t i = 0; i < items; ++i) {
      rounds[i] = static_cast<uint32_t>(random.below(5));
      bits[i] = static_cast<uint32_t>(random.next()) | 1u << random.below(width);
    }
    Buffer out_buffer = make_buffer(items * 4 * count * 4), bit_buffer = make_buffer(bits),
           round_buffer = make_buffer(rounds), whole_buffer = make_buffer(items * 2 * 4);
    set_args(test, round_buffer, bit_buffer, out_buffer);
    run(test, shape.global, shape.local);
    set_args(whole, bit_buffer, whole_buffer);
    run(whole, shape.global, shape.local);
    const auto out = read<uint32_t>(out_buffer, items * 4 * count), of_whole = read<uint32_t>(whole_buffer, items * 2);
    const size_t enqueued = items_of(shape.local);
    each_sub_group(shape, width, [&](const std::vector<size_t> &lanes, size_t number) {
      const bool all = std::ranges::all_of(lanes, [&](size_t item) { return bits[item] & 12; });
      const bool any = std::ranges::any_of(lanes, [&](size_t item) { return bits[item] & 1; });
      for (uint32_t round = 0; round < 4; ++round) {
        uint32_t active = 0, truths = 0;
        for (size_t lane = 0; lane < lanes.size(); ++lane)
          if (rounds[lanes[lane]] > round) {
            active |= 1u << lane;
            if (bits[lanes[lane]] & 4) truths |= 1u << lane;
          }
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
          ASSERT_EQ(of_whole[lanes[lane] * 2], all);
          ASSERT_EQ(of_whole[lanes[lane] * 2 + 1], any);
          if (!(active >> lane & 1)) continue;
          const uint32_t here = 1u << lane, below = here - 1, some = bits[lanes[lane]], seen = some & all_lanes;
          const uint32_t *got = &out[(lanes[lane] * 4 + round) * count];
          std::vector<uint32_t> expected{truths,
                                         0,
                                         (active & below) == 0,
                                         truths == active,
                                         truths != 0,
                                         (some & here) != 0,
                                         some >> 3 & 1,
                                         uint32_t(std::popcount(seen)),
                                         uint32_t(std::popcount(some & (below | here))),
                                         uint32_t(std::popcount(some & below)),
                                         uint32_t(std::countr_zero(seen)),
                                         uint32_t(31 - std::countl_zero(seen)),
                                         here,
                                         all_lanes & ~below,
                                         all_lanes & ~below & ~here,
                                         below | here,
                                         below,
                                         uint32_t(lanes.size()),
                                         uint32_t(width)};
          for (size_t n = 0; n < expected.size(); ++n)
            ASSERT_EQ(expected[n], got[n]) << "form " << n << ", lane " << lane;
          ASSERT_EQ((enqueued + width - 1) / width, got[20]);
          ASSERT_GT(got[19], number);
          ASSERT_LE(got[19], got[20]);
          ASSERT_EQ(number, got[21]);
          ASSERT_EQ(lane, got[22]);
          const uint32_t cluster = 15u << (lane & ~size_t{3});
          size_t n = 23;
          for (uint32_t range : {~0u, below | here, below, cluster}) {
            const uint32_t there = active & range, true_there = truths & range;
            ASSERT_EQ(there == true_there, got[n]) << "and " << n;
            ASSERT_EQ(true_there != 0, got[n + 4]) << "or " << n;
            ASSERT_EQ(std::popcount(true_there) & 1, int(got[n + 8])) << "xor " << n;
            ++n;
          }
        }
      }
    });
  }
}

// By components.
TEST(SubGroups, vectors_of_others) {
  std::string text;
  for (const char *type : {"char", "ushort", "int", "float", "double", "long", "half"})
    for (const char *count : {"2", "3", "4", "8", "16"}) {
      const std::string vector = std::string(type) + count;
      text += "{ " + vector + " x = (" + vector + ")((" + type + ")get_sub_group_local_id()); x.s1 += (" + type +
              ")20;\n  " + vector + " a = sub_group_broadcast(x, 3), b = sub_group_non_uniform_broadcast(x, 2);\n" +
              "  good += a.s0 == 3 && a.s1 == 23 && b.s0 == 2 && b.s1 == 22; }\n";
    }
  Program program =
      build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void test(global int *out) {\n int good = 0;\n" +
                text + " out[get_global_id(0)] = good;\n}",
            "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  Buffer out = make_buffer(20 * 4);
  set_args(test, out);
  run(test, {20}, {20});
  for (int32_t good : read<int32_t>(out, 20)) EXPECT_EQ(7 * 5, good);
}

// Not computed again behind the barrier, where `x` has changed, but kept in memory.
TEST(SubGroups, truth_values_kept_across_a_barrier) {
  Program program = build(R"(kernel void test(global int *x) {
    int at = get_local_id(0);
    int4 above = (int4)(x[at]) > (int4)(0, 1, 2, 3);
    x[at] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int4 bits = above ? (int4)(1, 2, 4, 8) : (int4)(0);
    x[at] = sub_group_scan_inclusive_add(bits.s0 + bits.s1 + bits.s2 + bits.s3);
  })",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  Buffer x = make_buffer(std::vector<int32_t>{0, 1, 2, 3, 4});
  set_args(test, x);
  run(test, {5}, {5});
  EXPECT_EQ((std::vector<int32_t>{0, 1, 4, 11, 26}), read<int32_t>(x, 5));
}

// The lane whose number is 0 does not divide by it.
// Lanes' narrow vectors that a lane of each work-item's own choice hands out: LLVM's code generator crashes where it
// optimises (permuted_lanes_fault.ll), and the program is built without.
TEST(SubGroups, broadcasts_of_short3) {
  Program program = build(R"(kernel void test(global const short3 *in, global int4 *lanes, global short3 *out) {
    int at = get_global_id(0);
    lanes[at].x = get_sub_group_local_id();
    short3 x = in[at];
    if (lanes[at].x < (get_sub_group_size() >> 1))
      out[at] = sub_group_non_uniform_broadcast(x, lanes[at].z);
    else
      out[at] = sub_group_non_uniform_broadcast(x, lanes[at].w);
  })",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  constexpr size_t kItems = 64;
  const size_t width = width_of(test), low = 1, high = width - 2;
  std::vector<int16_t> in(4 * kItems);
  std::iota(in.begin(), in.end(), int16_t{0});
  std::vector<cl_int> lanes(4 * kItems);
  for (size_t i = 0; i < kItems; ++i)
    lanes[4 * i + 2] = static_cast<cl_int>(low), lanes[4 * i + 3] = static_cast<cl_int>(high);
  Buffer from = make_buffer(in), chosen = make_buffer(lanes), out = make_buffer(in.size() * sizeof in[0]);
  set_args(test, from, chosen, out);
  run(test, {kItems}, {kItems});
  const auto got = read<int16_t>(out, in.size());
  for (size_t i = 0; i < kItems; ++i) {
    const size_t lane = i / width * width + (i % width < width / 2 ? low : high);
    for (size_t k = 0; k < 3; ++k) EXPECT_EQ(in[4 * lane + k], got[4 * i + k]) << i;
  }
}

TEST(SubGroups, division_by_the_lane) {
  Program program = build(R"(kernel void test(global uint *x) {
    uint lane = get_sub_group_local_id(), at = get_global_id(0);
    x[at] = lane ? at % lane + 1000 / lane : at;
  })",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  Buffer x = make_buffer(37 * 4);
  set_args(test, x);
  run(test, {37}, {37});
  const auto got = read<uint32_t>(x, 37);
  const auto width = static_cast<uint32_t>(width_of(test));
  for (uint32_t at = 0; at < 37; ++at) {
    const uint32_t lane = at % width;
    EXPECT_EQ(lane ? at % lane + 1000 / lane : at, got[at]) << at;
  }
}

TEST(SubGroups, sizes_that_are_not_there) {
  for (int size : {1, 3, 64}) {
    const std::string text =
        "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) kernel void k() {}";
    EXPECT_THROW(build(text, "-cl-std=CL3.0"), std::exception) << size;
  }
}

}  // namespace
