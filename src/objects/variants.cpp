// SPDX-License-Identifier: Apache-2.0
#include "objects/variants.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string_view>
#include <thread>

#include "platform/process/environment.h"

namespace wherry::runtime {
namespace {

// Nanoseconds of kernel time that justify a build, which takes some 50 ms of one CPU.
constexpr double kWorthABuild = 20e6;
constexpr unsigned kSteadyLaunches = 4, kMaxBuilds = 3;
constexpr size_t kMaxProfiles = 64;
// Launches of each side that show which one is faster, where launches take times that vary by a tenth and now and then
// twice as long; all launches of a contest, for programs that change the global size.
constexpr unsigned kContestRuns = 4, kMaxContest = 64;
constexpr double kSlower = 1.1;  // times the own kernel's time: not by chance

enum class When { never, now, later };

// WHERRY_SPECIALISE: 0 disables variants; "now" builds one for each launch at once, for tests.
When when() {
  static const When chosen = [] {
    const std::string_view wish = process::environment(process::Variable::specialise);
    return wish == "0" ? When::never : wish == "now" ? When::now : When::later;
  }();
  return chosen;
}

// The process's background thread for builds, which ends when no builds are left. A forked child has its own.
class Background {
 public:
  static Background &instance() {
    static std::atomic<Background *> current{nullptr};
    Background *found = current.load();
    while (!found || found->process_ != process::forks()) {
      auto fresh = std::make_unique<Background>();
      if (current.compare_exchange_weak(found, fresh.get())) return *fresh.release();
    }
    return *found;
  }

  void run(std::function<void()> job) {
    std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    if (std::exchange(running_, true)) return;
    try {
      std::thread([this] { work(); }).detach();
    } catch (...) {
      running_ = false;
      jobs_.clear();
      throw;
    }
  }

 private:
  void work() {
    const process::InsideLibrary inside;
    for (;;) {
      std::function<void()> job;
      {
        std::lock_guard lock(mutex_);
        running_ = !jobs_.empty();
        if (!running_) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }

  const unsigned process_ = process::forks();
  std::mutex mutex_;
  std::deque<std::function<void()>> jobs_;
  bool running_ = false;
};

bool is_integer(const abi::ArgInfo &arg) {
  constexpr std::string_view names[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
  return arg.kind == abi::ArgKind::value && std::ranges::find(names, arg.type_name) != std::end(names);
}

// What a variant may know of an argument: an integer's or a sampler's value, an image's format; else nothing.
std::span<const std::byte> known_part(const exec::NdRange &range, uint32_t index) {
  const abi::ArgInfo &arg = range.kernel->args[index];
  const std::byte *bytes = range.args + arg.offset;
  if (is_integer(arg) || arg.kind == abi::ArgKind::sampler) return {bytes, arg.size};
  if (arg.kind != abi::ArgKind::image) return {};
  const abi::Image *image;
  std::memcpy(&image, bytes, sizeof image);
  return std::as_bytes(std::span(&image->format, 1));
}

// Whether a variant for reshaped launches, which knows some of the arguments, is for the launch's ND-range.
bool fits_shape(const abi::KernelInfo &variant, const exec::NdRange &range) {
  if (!range.kernel->shape) return true;
  uint64_t sizes[3];
  std::ranges::copy(range.asked_size, sizes);
  if ((variant.flags & abi::kNeedsApart) && !range.apart) return false;
  return variant.shape && variant.shape(range.args, sizes) && std::ranges::equal(sizes, range.global_size);
}

}  // namespace

std::shared_ptr<Variants> Variants::make(std::shared_ptr<const build::LoadedModule> module,
                                         std::shared_ptr<const build::Binary> binary) {
  if (when() == When::never) return nullptr;
  build::BuildVariant build = build::variants_of(std::move(binary));
  if (!build) return nullptr;
  return std::shared_ptr<Variants>(new Variants(std::move(module), std::move(build)));
}

bool Variants::at_once() { return when() == When::now; }

bool Variants::holds(const Known &known, const exec::NdRange &range) {
  return std::ranges::equal(known.bytes, known_part(range, known.index));
}

Variants::Profile *Variants::find(const exec::NdRange &range, bool make) {
  Size3 local{1, 1, 1};
  for (uint32_t d = 0; d < range.work_dim; ++d) {
    local[d] = std::max<uint64_t>(1, range.local_size[d]);
    if (range.global_size[d] % local[d] != 0) return nullptr;  // the last work-groups are smaller
  }
  auto fits = [&](const Known &known) { return holds(known, range); };
  for (Profile &profile : profiles_)
    if (profile.kernel == range.kernel && profile.local == local && std::ranges::all_of(profile.formats, fits)) {
      profile.used = ++uses_;
      return &profile;
    }
  if (!make) return nullptr;
  Profile made;
  made.kernel = range.kernel;
  made.local = local;
  for (uint32_t i = 0; i < range.kernel->num_args; ++i)
    if (const auto part = known_part(range, i); !part.empty())
      (range.kernel->args[i].kind == abi::ArgKind::image ? made.formats : made.steady)
          .push_back({i, std::vector(part.begin(), part.end())});
  made.used = made.id = ++uses_;
  if (profiles_.size() < kMaxProfiles) return &profiles_.emplace_back(std::move(made));
  Profile &oldest = *std::ranges::min_element(profiles_, {}, &Profile::used);
  return &(oldest = std::move(made));
}

Variants::Choice Variants::choose(const exec::NdRange &range) {
  auto fitting = [&]() -> Choice {
    const Profile *profile = find(range, false);
    if (!profile || !fits(*profile, range)) return {};
    const Contest &contest = profile->contest;
    const bool own_turn =
        !contest.decided && contest.own_runs < kContestRuns && contest.own_runs < contest.variant_runs;
    if (own_turn && when() != When::now) return {};
    Choice variant = profile->variant;
    variant.in_contest = !contest.decided;
    return variant;
  };
  std::unique_lock lock(mutex_);
  Choice found = fitting();
  if (found.kernel || when() != When::now) return found;
  lock.unlock();
  ran(range, kWorthABuild, /*by_variant=*/false);
  lock.lock();
  return fitting();
}

// Whether the profile has a variant that serves the launch.
bool Variants::fits(const Profile &profile, const exec::NdRange &range) {
  return profile.variant.kernel && !(profile.fixed_apart && !range.apart) &&
         std::ranges::all_of(profile.fixed, [&](const Known &known) { return holds(known, range); }) &&
         fits_shape(*profile.variant.kernel, range);
}

// Records a launch of a contest; drops a variant that is slower, for good.
void Variants::compete(Profile &profile, const exec::NdRange &range, double nanoseconds, bool by_variant) {
  Contest &contest = profile.contest;
  Size3 global;
  std::ranges::copy(range.global_size, global.begin());
  if (contest.global != global) contest = {.global = global, .launches = contest.launches};
  double &best = by_variant ? contest.variant : contest.own;
  best = std::min(best, nanoseconds);
  ++(by_variant ? contest.variant_runs : contest.own_runs);
  ++contest.launches;
  const bool enough = contest.own_runs >= kContestRuns && contest.variant_runs >= kContestRuns;
  contest.decided = enough || contest.launches >= kMaxContest;
  if (!enough || contest.variant <= kSlower * contest.own) return;
  profile.variant = {};
  profile.builds = kMaxBuilds;
}

void Variants::ran(const exec::NdRange &range, double nanoseconds, bool by_variant) noexcept {
  const bool now = when() == When::now;
  std::unique_lock lock(mutex_);
  Profile *profile = nullptr;
  try {
    profile = find(range, true);
    if (!profile) return;
    if (!now && !profile->contest.decided && fits(*profile, range))
      return compete(*profile, range, nanoseconds, by_variant);
    if (by_variant) return;
    std::function<void()> job = note(*profile, range, nanoseconds);
    if (!job) return;
    if (!now) return Background::instance().run(std::move(job));
    lock.unlock();
    job();
  } catch (const std::exception &) {
    // No memory or no thread: try again after as much kernel time.
    if (profile && std::exchange(profile->building, false)) --profile->builds;
  }
}

// Records a launch; returns a build job if it is time for one.
std::function<void()> Variants::note(Profile &profile, const exec::NdRange &range, double nanoseconds) {
  const abi::KernelInfo &kernel = *range.kernel;
  std::erase_if(profile.steady, [&](const Known &known) { return !holds(known, range); });
  profile.apart &= range.apart;
  ++profile.launches;
  profile.nanoseconds += nanoseconds;
  if (profile.building || profile.builds == kMaxBuilds) return {};
  // A few launches show which arguments change; long launches do not wait for that.
  const bool known = when() == When::now || profile.launches >= kSteadyLaunches;
  if (profile.nanoseconds < (known ? kWorthABuild : 10 * kWorthABuild)) return {};
  profile.nanoseconds = 0;
  profile.variant = {};
  profile.contest = {};
  profile.fixed = known ? profile.steady : std::vector<Known>();
  profile.fixed_apart = profile.apart;
  build::Variant variant{kernel.name, profile.local, {}, profile.apart, kernel.shape != nullptr};
  for (const auto *list : {&profile.formats, &profile.fixed})
    for (const auto &[index, bytes] : *list) variant.arguments.emplace_back(index, bytes);
  std::function<void()> job = [self = shared_from_this(), id = profile.id, variant = std::move(variant)] {
    self->build(id, variant);
  };
  ++profile.builds;
  profile.building = true;
  return job;
}

void Variants::build(uint64_t id, const build::Variant &variant) noexcept {
  Choice made;
  try {
    build::Result result = build_(variant);
    if (result.binary) {
      made.module = build::LoadedModule::load(*result.binary);
      const abi::Module &module = made.module->module();
      for (uint32_t i = 0; i < module.num_kernels; ++i)
        if (module.kernels[i].name == variant.kernel) made.kernel = &module.kernels[i];
    }
  } catch (const std::exception &) {
    // Go on with the program's own kernel.
  }
  std::lock_guard lock(mutex_);
  for (Profile &profile : profiles_)
    if (profile.id == id) {
      profile.building = false;
      if (made.kernel && made.kernel->args_size == profile.kernel->args_size) profile.variant = std::move(made);
      return;
    }
}

}  // namespace wherry::runtime
