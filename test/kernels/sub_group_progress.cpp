// SPDX-License-Identifier: Apache-2.0
// Sub-groups of a work-group that wait for each other in loops, in either order: with and without sub-group functions,
// in local and global memory, at any vector width. A test that hangs ends the process.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"
#include "shape.h"

using namespace wherry::test;

namespace {

// Each kernel adds to out[work-item] what says that it has come by in order. `flags` are zeros, kFlags for each group.
const char *const source = R"(
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define FLAGS 1024
size_t group(void) { return get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)); }
size_t item(void) { return get_global_linear_id(); }
bool leads(void) { return get_sub_group_local_id() == 0; }
#define ME get_sub_group_id()
#define ALL get_num_sub_groups()
#define MINE(flags) ((flags) + group() * FLAGS)

// A sub-group waits for the one behind it, the last one for none; then the other way round.
kernel void chains(global atomic_uint *flags, global uint *out) {
  global atomic_uint *back = MINE(flags), *forth = back + FLAGS / 2;
  uint before = 0, behind = 0;
  if (leads()) {
    if (ME + 1 < ALL) while ((behind = atomic_load(back + ME + 1)) == 0) ;
    atomic_store(back + ME, behind + 1);
    if (ME > 0) while ((before = atomic_load(forth + ME - 1)) == 0) ;
    atomic_store(forth + ME, before + 1);
  }
  out[item()] = sub_group_broadcast(behind, 0) * 1000 + sub_group_broadcast(before, 0);
}
// The same in local memory, twice with a barrier behind.
kernel void local_chains(global uint *flags, global uint *out) {
  local atomic_uint back[512], forth[512];
  uint sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (leads()) atomic_store(back + ME, 0u), atomic_store(forth + ME, 0u);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (leads()) {
      uint behind = 0, before = 0;
      if (ME + 1 < ALL) while ((behind = atomic_load(back + ME + 1)) == 0) ;
      atomic_store(back + ME, behind + 1);
      if (ME > 0) while ((before = atomic_load(forth + ME - 1)) == 0) ;
      atomic_store(forth + ME, before + 1);
      sum += behind * 1000 + before;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[item()] = sub_group_broadcast(sum, 0);
}
// Turns are taken from the last to the first; what the lock guards is no atomic.
kernel void ticket_lock(global atomic_uint *flags, global uint *out) {
  global atomic_uint *serving = MINE(flags);
  global uint *count = (global uint *)(serving + 1);
  uint seen = 0;
  if (leads()) {
    while (atomic_load(serving) != ALL - 1 - ME) ;
    seen = *count;
    *count = seen + 3;
    atomic_fetch_add(serving, 1u);
  }
  out[item()] = sub_group_broadcast(seen, 0);
}
// Who has the lock waits until all others ask for it.
kernel void mutex(volatile global uint *flags, global uint *out) {
  volatile global uint *lock = MINE(flags), *asking = lock + 1, *count = lock + 2;
  uint seen = 0;
  if (leads()) {
    atomic_inc(asking);
    while (atomic_cmpxchg(lock, 0u, 1u) != 0) ;
    while (*asking < ALL) ;
    seen = *count;
    *count = seen + 1;
    atomic_xchg(lock, 0u);
  }
  seen = sub_group_broadcast(seen, 0);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[item()] = (seen < ALL) * 1000 + *count;
}
// A barrier by hand, of all sub-groups, some rounds of it; the first and the last one play ball in between.
kernel void barrier_by_hand(global uint *flags, global uint *out) {
  local atomic_uint arrived, round_of, ball;
  local uint values[512];
  if (get_local_linear_id() == 0) atomic_init(&arrived, 0u), atomic_init(&round_of, 0u), atomic_init(&ball, 0u);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint round = 0; round < 4; ++round) {
    if (leads()) values[ME] = ME + round;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (leads()) {
      if (atomic_fetch_add(&arrived, 1u) == ALL - 1) {
        atomic_store(&arrived, 0u);
        atomic_fetch_add(&round_of, 1u);
      } else {
        while (atomic_load(&round_of) <= round) ;
      }
    }
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    sum += values[ALL - 1 - ME];
    if (leads()) {
      if (atomic_fetch_add(&arrived, 1u) == ALL - 1) {
        atomic_store(&arrived, 0u);
        atomic_fetch_add(&ball, 1u);
      } else {
        while (atomic_load(&ball) <= round) ;
      }
    }
  }
  out[item()] = sum;
}
// Each lane waits for a flag of its own, of the sub-group on the other side.
kernel void by_lane(global atomic_uint *flags, global uint *out) {
  local atomic_uint seen[4096];
  uint lane = get_sub_group_local_id(), width = get_max_sub_group_size(), i = get_local_linear_id(), value = 0;
  uint other = (ALL - 1 - ME) * width + lane, items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  atomic_store(seen + i, 0u);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_store(seen + i, i + 1);
  if (other < items) while ((value = atomic_load(seen + other)) == 0) ;
  out[item()] = value;
}
// Without sub-group functions: work-items of `width`, one of each of which waits, by old ways.
kernel void without_functions(volatile global uint *flags, global uint *out, uint width) {
  volatile global uint *back = MINE(flags);
  uint i = get_local_linear_id(), me = i / width;
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), all = (items + width - 1) / width;
  uint behind = 0;
  if (i % width == 0) {
    if (me + 1 < all) while ((behind = back[me + 1]) == 0) mem_fence(CLK_GLOBAL_MEM_FENCE);
    back[me] = behind + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
  out[item()] = behind;
}
// All work-items of a sub-group wait for a later one, behind a lock that each of them takes.
kernel void all_work_items(volatile global uint *flags, global uint *out, uint width) {
  volatile global uint *lock = MINE(flags), *count = lock + 1, *done = lock + 2;
  uint i = get_local_linear_id(), me = i / width;
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), all = (items + width - 1) / width;
  if (me + 1 < all) while (atomic_or(done + me + 1, 0u) == 0) ;
  while (atomic_cmpxchg(lock, 0u, 1u)) ;
  uint seen = *count;
  *count = seen + 1;
  atomic_xchg(lock, 0u);
  if (i == min((me + 1) * width, items) - 1) atomic_xchg(done + me, 1u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[item()] = seen * 10000 + *count;
}
// In a function that is not inlined, called twice.
__attribute__((noinline)) uint wait_for(global atomic_uint *flag, uint at_least) {
  uint seen;
  do seen = atomic_load(flag); while (seen < at_least);
  return seen;
}
kernel void called(global atomic_uint *flags, global uint *out) {
  global atomic_uint *count = MINE(flags), *done = count + 1;
  uint first = 0, second = 0;
  if (leads()) {
    atomic_fetch_add(count, 1u);
    first = wait_for(count, ALL);
    atomic_fetch_add(done, 2u);
    second = wait_for(done, 2 * ALL);
  }
  out[item()] = sub_group_broadcast(first, 0) * 1000 + sub_group_broadcast(second, 0);
}
// Private memory stays each work-item's own while others run; so do generic pointers to it.
kernel void private_memory(global atomic_uint *flags, global uint *out) {
  uint mine[24];
  for (int k = 0; k < 24; ++k) mine[k] = get_local_linear_id() * 100 + k;
  global atomic_uint *count = MINE(flags);
  uint rounds = 0;
  if (leads()) {
    atomic_fetch_add(count, 1u);
    while (atomic_load(count) < ALL) mine[++rounds % 24] += 0;
  }
  uint *any = mine + (get_sub_group_local_id() * 7 + ME) % 24;
  uint space = to_private(any) != 0 ? 1 : 0;
  out[item()] = *any * 10 + space;
}
// Variables that take tens of KiB of each sub-group's stack.
kernel void large_variables(global atomic_uint *flags, global uint *out) {
  uint mine[700];
  for (uint k = 0; k < 700; ++k) mine[k] = get_local_linear_id() + k;
  global atomic_uint *count = MINE(flags);
  if (leads()) {
    atomic_fetch_add(count, 1u);
    while (atomic_load(count) < ALL) ;
  }
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  uint sum = 0;
  for (uint k = 0; k < 700; k += 7) sum += mine[(k + ME * 13) % 700];
  out[item()] = sum + mine[get_local_linear_id() % 700];
}
// Barriers on a way that memory decides: the compiler cannot see that all go it.
kernel void by_memory(global uint *flags, global uint *out) {
  global atomic_uint *count = (global atomic_uint *)MINE(flags);
  global uint *rounds = MINE(flags) + 1;
  uint own = get_local_linear_id(), sum = 0;
  if (own == 0) *rounds = 3;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint round = 0; round < *rounds; ++round) {
    if (leads()) {
      atomic_fetch_add(count, 1u);
      while (atomic_load(count) < (round + 1) * ALL) ;
    }
    if (*rounds > 2) {
      work_group_barrier(CLK_GLOBAL_MEM_FENCE);
      sum += work_group_broadcast(own + round, 0);
    }
  }
  out[item()] = own * 1000 + sum;
}
// An async copy is pending while sub-groups wait.
kernel void async_copy(global uint *flags, global uint *out) {
  local uint tile[64];
  local atomic_uint count;
  if (get_local_linear_id() == 0) atomic_init(&count, 0u);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(tile, MINE(flags) + FLAGS / 2, 64, 0);
  if (leads()) {
    atomic_fetch_add(&count, 1u);
    while (atomic_load(&count) < ALL) ;
  }
  wait_group_events(1, &copied);
  uint sum = 0;
  for (uint i = 0; i < 64; ++i) sum += tile[i];
  out[item()] = sum * 1000 + atomic_load(&count);
}
// What is uniform, what is each work-item's, and by which of two barriers the group goes on, behind a wait.
kernel void behind_the_wait(global atomic_uint *flags, global uint *out, uint which) {
  local uint shared_sum;
  global atomic_uint *count = MINE(flags);
  uint own = get_local_linear_id() * 3, total = 0;
  for (uint round = 0; round < 3; ++round) {
    if (leads()) {
      atomic_fetch_add(count, 1u);
      while (atomic_load(count) < (round + 1) * ALL) ;
    }
    if ((round + which) % 2) {
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      total += 1;
    } else {
      total += 10 * work_group_reduce_max((uint)(ME + round));
    }
    own += round;
  }
  if (get_local_linear_id() == 0) shared_sum = total;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[item()] = own * 100000 + shared_sum + total;
}
)";

class SubGroupProgress : public testing::TestWithParam<const char *> {
 protected:
  static cl_program program() {
    static std::map<std::string, Program> built;
    Program &known = built[GetParam()];
    if (!known) known = build(source, GetParam());
    return known;
  }
};

const Shape shapes[] = {{{64}, {64}},    {{37}, {37}}, {{600}, {200}}, {{26, 20}, {13, 10}}, {{24, 6, 4}, {12, 3, 2}},
                        {{4096}, {4096}}};

void run_in_time(cl_kernel k, const Shape &shape) {
  Event done;
  ok(try_launch(queue(), k, shape.global, shape.local, {}, done.out()));
  ok(clFlush(queue()));
  cl_int status = CL_QUEUED;
  const auto ended = [&] {
    status = info<cl_int>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
    return status <= CL_COMPLETE;
  };
  if (eventually(ended)) return ok(status);
  fprintf(stderr, "kernel '%s' hangs\n", info_text(clGetKernelInfo, k, CL_KERNEL_FUNCTION_NAME).c_str());
  std::_Exit(1);
}

struct Place {
  unsigned item, items, width;  // local linear id; of the group; of a sub-group
  unsigned sub_group() const { return item / width; }
  unsigned sub_groups() const { return (items + width - 1) / width; }
};

// Runs the kernel in each shape, with `more` behind its flags and its results; expect(place, value) looks at each.
template <class Expect, class... More>
void each_shape(cl_program program, const char *name, Expect expect, bool takes_width, More... more) {
  for (const Shape &shape : shapes) {
    Kernel k = kernel(program, name);
    size_t groups = 1, items = 1, each = 1;
    for (size_t d = 0; d < shape.global.size(); ++d) {
      groups *= shape.global[d] / shape.local[d];
      items *= shape.global[d];
      each *= shape.local[d];
    }
    size_t width = 0;
    ok(clGetKernelSubGroupInfo(k, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                               shape.local.size() * sizeof(size_t), shape.local.data(), sizeof width, &width, nullptr));
    const Buffer flags = make_buffer(std::vector<cl_uint>(groups * 1024)), out = make_buffer(items * sizeof(cl_uint));
    if (takes_width)
      set_args(k, flags, out, static_cast<cl_uint>(width), more...);
    else
      set_args(k, flags, out, more...);
    run_in_time(k, shape);
    const auto values = read<cl_uint>(out, items);
    std::array<size_t, 3> global{1, 1, 1}, local{1, 1, 1};
    std::copy(shape.global.begin(), shape.global.end(), global.begin());
    std::copy(shape.local.begin(), shape.local.end(), local.begin());
    for (size_t i = 0; i < items; ++i) {
      const size_t x = i % global[0] % local[0], y = i / global[0] % global[1] % local[1],
                   z = i / global[0] / global[1] % local[2];
      const Place place{static_cast<unsigned>(x + local[0] * (y + local[1] * z)), static_cast<unsigned>(each),
                        static_cast<unsigned>(width)};
      ASSERT_TRUE(expect(place, values[i])) << name << ", local size " << each << ", work-item " << place.item
                                            << " of sub-groups of " << width << ": " << values[i];
    }
  }
}

// An expectation by a formula.
template <class Value> auto equal(Value value) {
  return [value](const Place &place, cl_uint found) { return found == value(place); };
}

TEST_P(SubGroupProgress, chains) {
  each_shape(program(), "chains",
             equal([](const Place &p) { return (p.sub_groups() - 1 - p.sub_group()) * 1000 + p.sub_group(); }), false);
}

TEST_P(SubGroupProgress, local_chains) {
  each_shape(program(), "local_chains",
             equal([](const Place &p) { return 3 * ((p.sub_groups() - 1 - p.sub_group()) * 1000 + p.sub_group()); }),
             false);
}

TEST_P(SubGroupProgress, ticket_lock) {
  each_shape(program(), "ticket_lock", equal([](const Place &p) { return 3 * (p.sub_groups() - 1 - p.sub_group()); }),
             false);
}

TEST_P(SubGroupProgress, mutex) {
  each_shape(program(), "mutex", equal([](const Place &p) { return 1000 + p.sub_groups(); }), false);
}

TEST_P(SubGroupProgress, barrier_by_hand) {
  each_shape(program(), "barrier_by_hand",
             equal([](const Place &p) { return 4 * (p.sub_groups() - 1 - p.sub_group()) + 6; }), false);
}

TEST_P(SubGroupProgress, by_lane) {
  each_shape(program(), "by_lane", equal([](const Place &p) {
               const unsigned other = (p.sub_groups() - 1 - p.sub_group()) * p.width + p.item % p.width;
               return other < p.items ? other + 1 : 0;
             }),
             false);
}

TEST_P(SubGroupProgress, without_functions) {
  each_shape(program(), "without_functions",
             equal([](const Place &p) { return p.item % p.width ? 0 : p.sub_groups() - 1 - p.sub_group(); }), true);
}

TEST_P(SubGroupProgress, all_work_items) {
  each_shape(
      program(), "all_work_items",
      [](const Place &p, cl_uint found) {
        // Of a later sub-group all work-items have taken the lock before.
        const unsigned first = p.items - std::min((p.sub_group() + 1) * p.width, p.items);
        const unsigned seen = found / 10000;
        return found % 10000 == p.items && seen >= first && seen < first + p.width;
      },
      true);
}

TEST_P(SubGroupProgress, called) {
  each_shape(program(), "called", equal([](const Place &p) { return p.sub_groups() * 1002; }), false);
}

TEST_P(SubGroupProgress, private_memory) {
  each_shape(program(), "private_memory", equal([](const Place &p) {
               return (p.item * 100 + (p.item % p.width * 7 + p.sub_group()) % 24) * 10 + 1;
             }),
             false);
}

TEST_P(SubGroupProgress, large_variables) {
  each_shape(program(), "large_variables", equal([](const Place &p) {
               unsigned sum = p.item + p.item % 700;
               for (unsigned k = 0; k < 700; k += 7) sum += p.item + (k + p.sub_group() * 13) % 700;
               return sum;
             }),
             false);
}

TEST_P(SubGroupProgress, by_memory) {
  each_shape(program(), "by_memory", equal([](const Place &p) { return p.item * 1000 + 3; }), false);
}

TEST_P(SubGroupProgress, async_copy) {
  each_shape(program(), "async_copy", equal([](const Place &p) { return p.sub_groups(); }), false);
}

TEST_P(SubGroupProgress, behind_the_wait) {
  for (cl_uint which : {0u, 1u})
    each_shape(program(), "behind_the_wait", equal([which](const Place &p) {
                 unsigned total = 0;
                 for (unsigned round = 0; round < 3; ++round)
                   total += (round + which) % 2 ? 1 : 10 * (p.sub_groups() - 1 + round);
                 return (p.item * 3 + 3) * 100000 + 2 * total;
               }),
               false, which);
}

// With -cl-no-subgroup-ifp kernels are compiled in the ordinary way.
TEST(SubGroupProgressOption, no_progress_asked_for) {
  const char *const waits = "kernel void waits(volatile global uint *flag) { while (flag[0] == 0) ; }"
                            "kernel void does_not(global uint *out) { out[get_global_id(0)] = 1; }";
  auto turns = [&](const char *options) {
    const std::string log = build_log(build(waits, options));
    EXPECT_NE(log.find("kernel 'waits'"), std::string::npos);
    return log.find("take turns") != std::string::npos;
  };
  EXPECT_TRUE(turns("-cl-wherry-explain"));
  EXPECT_FALSE(turns("-cl-wherry-explain -cl-no-subgroup-ifp"));
}

INSTANTIATE_TEST_SUITE_P(Built, SubGroupProgress,
                         testing::Values("-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-wherry-vector-width=1",
                                         "-cl-std=CL2.0 -cl-wherry-vector-width=4",
                                         "-cl-std=CL3.0 -cl-wherry-vector-width=8",
                                         "-cl-std=CL2.0 -cl-wherry-vector-width=16",
                                         "-cl-std=CL3.0 -cl-wherry-cpu-level=3", "-cl-std=CL3.0 -cl-opt-disable",
                                         "-cl-std=CL3.0 -g", "-cl-std=CL3.0 -cl-wherry-check=async",
                                         "-cl-std=CL3.0 -cl-wherry-schedule-async"));

}  // namespace
