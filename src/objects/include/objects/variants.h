// SPDX-License-Identifier: Apache-2.0
// Variants of kernels: compiled in the background for the local size and the arguments that launches have in common.
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "build/build.h"
#include "exec/executor.h"

namespace wherry::runtime {

// The variants of one program. If a kernel has run long enough with one local size and images of the same formats, a
// variant is built for these, for integers and samplers that have not changed, and for buffers apart if they always
// were; later launches that match use it.
// Thread-safe.
class Variants : public std::enable_shared_from_this<Variants> {
 public:
  // For the kernels of `module`, which is loaded from `binary`. Null if variants are disabled or cannot be built.
  static std::shared_ptr<Variants> make(std::shared_ptr<const build::LoadedModule> module,
                                        std::shared_ptr<const build::Binary> binary);

  // Whether each launch waits for a variant of its own (WHERRY_SPECIALISE=now, for tests).
  static bool at_once();

  // A variant's module and kernel; null for the program's own kernel.
  struct Choice {
    std::shared_ptr<const build::LoadedModule> module;
    const abi::KernelInfo *kernel = nullptr;
    bool in_contest = false;  // the launch's time is still compared with the own kernel's: ran() wants it
  };
  Choice choose(const exec::NdRange &range);
  // Records that `range`, of the program's own kernel, took `nanoseconds`; `by_variant`: by a variant in a contest.
  void ran(const exec::NdRange &range, double nanoseconds, bool by_variant) noexcept;

 private:
  using Size3 = std::array<uint64_t, 3>;
  // An argument's index, and its value; of an image its format.
  struct Known {
    uint32_t index;
    std::vector<std::byte> bytes;
  };
  // Launches of one global size by the program's own kernel and by a new variant in turns: most variants are faster,
  // but what is known may also lead to narrower vectors or other work-groups.
  struct Contest {
    Size3 global{};
    double own = HUGE_VAL, variant = HUGE_VAL;  // nanoseconds of the fastest launch
    unsigned own_runs = 0, variant_runs = 0;
    unsigned launches = 0;  // of all global sizes
    bool decided = false;
  };
  struct Profile {
    const abi::KernelInfo *kernel;
    Size3 local;
    std::vector<Known> formats;  // of all images
    std::vector<Known> steady;   // other arguments that are the same in all launches
    uint64_t id = 0;
    unsigned launches = 0, builds = 0;
    double nanoseconds = 0;  // time of the program's own kernel since the last build
    bool building = false;
    uint64_t used = 0;  // the value of `uses_` at the last use
    Choice variant;
    std::vector<Known> fixed;  // in the variant
    bool apart = true;         // NdRange::apart in all launches
    bool fixed_apart = false;  // in the variant
    Contest contest;           // of the variant
  };
  Variants(std::shared_ptr<const build::LoadedModule> module, build::BuildVariant build)
      : module_(std::move(module)), build_(std::move(build)) {}
  static bool holds(const Known &known, const exec::NdRange &range);
  Profile *find(const exec::NdRange &range, bool make);
  static bool fits(const Profile &profile, const exec::NdRange &range);
  static void compete(Profile &profile, const exec::NdRange &range, double nanoseconds, bool by_variant);
  std::function<void()> note(Profile &profile, const exec::NdRange &range, double nanoseconds);
  void build(uint64_t profile, const build::Variant &variant) noexcept;

  const std::shared_ptr<const build::LoadedModule> module_;  // keeps the kernels alive whose addresses are keys
  const build::BuildVariant build_;
  std::mutex mutex_;               // guards the members below
  std::vector<Profile> profiles_;  // at most kMaxProfiles; the least recently used one is replaced
  uint64_t uses_ = 0;
};

}  // namespace wherry::runtime
