// SPDX-License-Identifier: Apache-2.0
// Variants of kernels: compiled in the background for the local size and the arguments that launches have in common.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "build/build.h"
#include "exec/executor.h"

namespace wherry::runtime {

// The variants of one program. If a kernel has run long enough with one local size and images of the same formats, a
// variant is built for these, for integers and samplers that have not changed, and for buffers apart if they always
// were. If launches that match these go on, variants of other vector widths are built, one by one, where the compiler's
// estimates leave open which is faster (abi::KernelInfo::other_widths). Of two, the launches' own times decide.
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
    bool timed = true;  // ran() wants the launch's time
  };
  Choice choose(const exec::NdRange &range);
  // Records that `range`, of the program's own kernel, took `nanoseconds` as `chosen`.
  void ran(const exec::NdRange &range, double nanoseconds, const Choice &chosen) noexcept;

 private:
  using Size3 = std::array<uint64_t, 3>;
  // An argument's index, and its value; of an image its format.
  struct Known {
    uint32_t index;
    std::vector<std::byte> bytes;
  };
  // Launches of one global size by the kernel that is the best so far and by a new variant, the challenger.
  struct Contest {
    Size3 global{};
    std::vector<double> best, challenger;  // nanoseconds of each launch
    unsigned launches = 0;                 // of all global sizes
    bool turn_of_challenger() const;
    // By the times so far; nothing: more are needed. `needs_gain`: a challenger that is no faster has lost.
    std::optional<bool> challenger_wins(bool needs_gain) const;
  };
  struct Profile {
    const abi::KernelInfo *kernel;
    Size3 local;
    std::vector<Known> formats;  // of all images
    std::vector<Known> steady;   // other arguments that are the same in all launches
    bool apart = true;           // NdRange::apart in all launches
    uint64_t id = 0;
    uint64_t used = 0;  // the value of `uses_` at the last use
    unsigned launches = 0, versions = 0;
    double nanoseconds = 0;            // of launches since the last build
    double worth = 0;                  // the next build pays once `nanoseconds` has come to this
    std::optional<unsigned> building;  // process::forks() where the build began
    // What the variants know that have been built last.
    build::Variant known;
    std::vector<Known> fixed;
    bool matched = false;  // `best`, `challenger` and `widths` are for launches that match `known`
    Choice best, challenger;
    Contest contest;
    uint32_t widths = 0;  // still to be tried, as abi::KernelInfo::other_widths
  };
  Variants(std::shared_ptr<const build::LoadedModule> module, build::BuildVariant build)
      : module_(std::move(module)), build_(std::move(build)) {}
  static bool holds(const Known &known, const exec::NdRange &range);
  Profile *find(const exec::NdRange &range, bool make);
  static const abi::KernelInfo &best_kernel(const Profile &profile);
  static uint32_t other_widths(const Profile &profile);
  static void give_up_build(Profile &profile);
  static bool fits(const Profile &profile, const exec::NdRange &range);
  static void compete(Profile &profile, const exec::NdRange &range, double nanoseconds, const Choice &chosen);
  static void settle(Profile &profile, bool challenger_wins);
  std::function<void()> next_build(Profile &profile, const exec::NdRange &range, bool fitting);
  void build(uint64_t profile, const build::Variant &variant) noexcept;
  void accept(Profile &profile, Choice made, double nanoseconds);

  const std::shared_ptr<const build::LoadedModule> module_;  // keeps the kernels alive whose addresses are keys
  const build::BuildVariant build_;
  std::mutex mutex_;               // guards the members below
  std::vector<Profile> profiles_;  // at most kMaxProfiles; the least recently used one is replaced
  uint64_t uses_ = 0;
};

}  // namespace wherry::runtime
