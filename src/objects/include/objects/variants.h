// SPDX-License-Identifier: Apache-2.0
// Kernels compiled once more, in the background, for what their launches have in common.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "build/build.h"
#include "exec/executor.h"

namespace wherry::runtime {

// Of one program. A kernel that has run for long enough with one local size is built for that size, and for those of
// its integer arguments that have not changed; launches that fit run by it from then on. Any thread.
class Variants : public std::enable_shared_from_this<Variants> {
 public:
  // Of the kernels of `module`, which is loaded from `binary`. Null where none are wanted or none can be made.
  static std::shared_ptr<Variants> make(std::shared_ptr<const build::LoadedModule> module,
                                        std::shared_ptr<const build::Binary> binary);

  // Whether each launch is to have its own, as tests wish.
  static bool at_once();

  // The module and kernel to run `range` by: nulls for the program's own.
  struct Choice {
    std::shared_ptr<const build::LoadedModule> module;
    const abi::KernelInfo *kernel = nullptr;
  };
  Choice choose(const exec::NdRange &range);
  // The program's own kernel has run `range`, and it took so long.
  void ran(const exec::NdRange &range, double nanoseconds) noexcept;

 private:
  using Size3 = std::array<uint64_t, 3>;
  struct Profile {
    const abi::KernelInfo *kernel;
    Size3 local;
    std::vector<std::byte> args;   // of the first launch
    std::vector<uint32_t> steady;  // arguments that have been the same in all launches
    unsigned launches = 0, builds = 0;
    double nanoseconds = 0;  // by the program's own kernel, since the last build
    bool building = false;
    uint64_t used = 0;  // when, by `uses_`
    Choice variant;
    std::vector<uint32_t> fixed;  // arguments that the variant knows, by their numbers; their values stand in `args`
  };
  Variants(std::shared_ptr<const build::LoadedModule> module, build::BuildVariant build)
      : module_(std::move(module)), build_(std::move(build)) {}
  Profile *find(const exec::NdRange &range, bool make);
  std::function<void()> note(Profile &profile, const exec::NdRange &range, double nanoseconds);
  void build(const abi::KernelInfo *kernel, const Size3 &local, build::Variant variant) noexcept;

  const std::shared_ptr<const build::LoadedModule> module_;  // its kernels are known by their addresses
  const build::BuildVariant build_;
  std::mutex mutex_;               // guards what follows
  std::vector<Profile> profiles_;  // a bounded number: the least recently used goes
  uint64_t uses_ = 0;
};

}  // namespace wherry::runtime
