// SPDX-License-Identifier: Apache-2.0
// Shared memory's marks for WHERRY_CHECK=uninit.
#include <gtest/gtest.h>

#include <algorithm>

#include "checks/uninit.h"
#include "objects/shared_memory.h"
#include "observe/modes.h"

// Objects begin with the address of the table of calls, which icd/ defines; this program has no icd/, and no calls.
const wherry::DispatchTable wherry::dispatch_table{};

using namespace wherry;
using checks::uninit::is_marked;
using checks::uninit::mark;

namespace {

constexpr size_t kBytes = 64;

struct Shared : testing::Test {
  static void SetUpTestSuite() {
    ASSERT_TRUE(observe::modes().checks & process::kCheckUninit) << "run with WHERRY_CHECK=uninit";
  }

  std::byte *allocate(cl_ulong flags, cl_uint type) {
    const runtime::SharedInfo info{.size = kBytes, .type = CL_MEM_TYPE_UNKNOWN_INTEL, .flags = flags, .svm_type = type};
    return static_cast<std::byte *>(memory.allocate(info, 64));
  }
  std::byte *coarse_grained() { return allocate(CL_MEM_READ_WRITE, runtime::kCoarseGrainSvm); }
  std::byte *fine_grained() {
    return allocate(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, runtime::kFineGrainSvm);
  }

  runtime::SharedMemory memory;
};

TEST_F(Shared, coarse_grained_memory_is_marked_until_it_is_freed) {
  std::byte *const begin = coarse_grained();
  for (size_t i = 0; i < kBytes; ++i) EXPECT_TRUE(is_marked(begin + i, 1)) << i;
  ASSERT_TRUE(memory.free(begin, true));
  EXPECT_FALSE(is_marked(begin, kBytes));
}

TEST_F(Shared, fine_grained_memory_is_not_marked) { EXPECT_FALSE(is_marked(fine_grained(), kBytes)); }

TEST_F(Shared, words_that_the_host_has_written) {
  std::byte *const begin = coarse_grained();
  std::fill_n(begin + 4, 5, std::byte{1});
  memory.find_written_by_host();
  EXPECT_TRUE(is_marked(begin, 1) && is_marked(begin + 3, 1));
  EXPECT_FALSE(is_marked(begin + 4, 8));  // a word is written as soon as one of its bytes is
  EXPECT_TRUE(is_marked(begin + 12, 1) && is_marked(begin + kBytes - 1, 1));
}

// A kernel leaves marks where it copies padding; what the host writes over them is found by no number any more.
TEST_F(Shared, memory_that_was_full_stays_written) {
  std::byte *const begin = coarse_grained();
  std::fill_n(begin, kBytes, std::byte{1});
  memory.find_written_by_host();
  mark(begin + 8, 4);
  std::fill_n(begin, kBytes, std::byte{2});
  memory.find_written_by_host();
  EXPECT_FALSE(is_marked(begin, kBytes));
}

TEST_F(Shared, code_that_is_not_checked_may_have_written_all) {
  std::byte *const begin = coarse_grained();
  memory.all_may_be_written();
  EXPECT_FALSE(is_marked(begin, kBytes));
}

}  // namespace
