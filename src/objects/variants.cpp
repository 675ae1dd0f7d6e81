// SPDX-License-Identifier: Apache-2.0
#include "objects/variants.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <numeric>
#include <string_view>
#include <thread>

#include "kernel_abi/limits.h"
#include "platform/process/environment.h"
#include "platform/process/per_process.h"

namespace wherry::runtime {
namespace {

// Nanoseconds of kernel time that justify a build, which takes some 50 ms of one CPU.
constexpr double kWorthABuild = 20e6;
// Times a build's own time that a kernel has run before another width is built: exploring takes a small part of it.
constexpr double kWorthAWidth = 2;
constexpr unsigned kSteadyLaunches = 4;  // show which arguments change from launch to launch
constexpr unsigned kMaxVersions = 3;     // first variants of a profile, each for fewer arguments than the one before
constexpr size_t kMaxProfiles = 64;      // kernels with their local sizes, as multigrid solvers have
// A contest ends once each side has run kContestRuns launches, since a launch's time varies by a tenth, and now and
// then twofold. Launches with another global size than the contest's first are not compared; for programs that change
// the size, the contest ends after kMaxContest launches of any size.
constexpr unsigned kContestRuns = 8, kMaxContest = 64;
// A contest ends after kLongRuns launches of each side if these take kLongContest nanoseconds together: an interrupted
// thread shows less in long launches.
constexpr unsigned kLongRuns = 3;
constexpr double kLongContest = 100e6;
// A contest ends after kClearRuns launches of each side if every launch of one side took kClearly times as long as
// every launch of the other. Two launches of each side would not do: in a program whose launches are long, short, short
// and long, one side would get both long ones.
constexpr unsigned kClearRuns = 3;
constexpr double kClearly = 1.5;
// Smaller differences between two sides are taken for chance.
constexpr double kSlower = 1.04, kFaster = 0.96;

enum class When { never, now, later };

// WHERRY_SPECIALISE: 0 disables variants; "now" builds one for each launch at once, for tests.
When when() {
  static const When chosen = [] {
    const std::string_view wish = process::environment(process::Variable::specialise);
    return wish == "0" ? When::never : wish == "now" ? When::now : When::later;
  }();
  return chosen;
}

// The process's background thread for builds, which ends when no builds are left.
class Background {
 public:
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

  std::mutex mutex_;
  std::deque<std::function<void()>> jobs_;
  bool running_ = false;
};

bool is_integer(const abi::ArgInfo &arg) {
  constexpr std::string_view names[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
  return arg.kind == abi::ArgKind::value && std::ranges::find(names, arg.type_name) != std::end(names);
}

// The bytes of an argument that a variant may know: an integer's or a sampler's value, an image's format; else none.
std::span<const std::byte> known_part(const exec::NdRange &range, uint32_t index) {
  const abi::ArgInfo &arg = range.kernel->args[index];
  const std::byte *bytes = range.args + arg.offset;
  if (is_integer(arg) || arg.kind == abi::ArgKind::sampler) return {bytes, arg.size};
  if (arg.kind != abi::ArgKind::image) return {};
  const abi::Image *image;
  std::memcpy(&image, bytes, sizeof image);
  return std::as_bytes(std::span(&image->format, 1));
}

// The next width to try beside a kernel's own that is in `widths`; 0: none. Lanes or none is the greatest difference;
// next to it more of them.
uint32_t next_width(uint32_t widths, const abi::KernelInfo &kernel, const exec::NdRange &range) {
  const unsigned dimension = kernel.flags & abi::kLanesAlongY ? 1 : kernel.flags & abi::kLanesAlongZ ? 2 : 0;
  const uint64_t items = range.local_size[dimension];
  while (widths > 1 && std::bit_floor(widths) > items) widths &= ~std::bit_floor(widths);  // lanes would stay empty
  if (widths & 1) return 1;
  const uint32_t wider = widths & ~(std::max(1u, kernel.lanes) * 2 - 1);
  return wider ? wider & -wider : std::bit_floor(widths);
}

// Whether a variant for reshaped launches, which knows some of the arguments, is for the launch's ND-range.
bool fits_shape(const abi::KernelInfo &variant, const exec::NdRange &range) {
  if (!range.kernel->shape) return true;
  uint64_t sizes[6];
  std::ranges::copy(range.asked_sizes, sizes);
  if ((variant.flags & abi::kNeedsApart) && !range.apart) return false;
  return variant.shape && variant.shape(range.args, sizes) &&
         std::ranges::equal(std::span(sizes).first<3>(), range.global_size);
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
  auto chosen = [&]() -> Choice {
    const Profile *profile = find(range, false);
    if (!profile || !fits(*profile, range)) return {};
    const bool turn = profile->challenger.kernel && fits_shape(*profile->challenger.kernel, range) &&
                      (when() == When::now || profile->contest.turn_of_challenger());
    Choice choice = turn ? profile->challenger : profile->best;
    if (choice.kernel && !fits_shape(*choice.kernel, range)) return {};
    choice.timed = !choice.kernel || profile->challenger.kernel || profile->building || profile->widths != 0;
    return choice;
  };
  std::unique_lock lock(mutex_);
  Choice found = chosen();
  if (found.kernel || when() != When::now) return found;
  lock.unlock();
  ran(range, kWorthABuild, found);
  lock.lock();
  return chosen();
}

const abi::KernelInfo &Variants::best_kernel(const Profile &profile) {
  return profile.best.kernel ? *profile.best.kernel : *profile.kernel;
}

// The widths that the kernel or the variant in hand leaves open.
uint32_t Variants::other_widths(const Profile &profile) {
  return profile.kernel->other_widths | (profile.challenger.kernel ? profile.challenger.kernel->other_widths : 0);
}

// Whether what the profile's variants know is true of the launch.
bool Variants::fits(const Profile &profile, const exec::NdRange &range) {
  return profile.matched && !(profile.known.apart && !range.apart) &&
         std::ranges::all_of(profile.fixed, [&](const Known &known) { return holds(known, range); });
}

// In an order without a period (Thue and Morse's): the launches of a program's two passes take turns, too, and one side
// would get all of one pass.
bool Variants::Contest::turn_of_challenger() const {
  const size_t runs = best.size() + challenger.size();
  // Launches that run at once choose before they are counted.
  if (best.size() > challenger.size() + 2) return true;
  return challenger.size() <= best.size() + 2 && std::popcount(runs) % 2 == 0;
}

// The mean of the faster half: slower launches tell of the machine.
static double fast_launch(std::vector<double> times) {
  std::ranges::sort(times);
  const size_t half = times.size() / 2;
  return std::accumulate(times.begin(), times.begin() + ptrdiff_t(half), 0.0) / double(half);
}

std::optional<bool> Variants::Contest::challenger_wins(bool needs_gain) const {
  if (best.size() < kClearRuns || challenger.size() < kClearRuns) return std::nullopt;
  const auto [least_best, most_best] = std::ranges::minmax(best);
  const auto [least_challenger, most_challenger] = std::ranges::minmax(challenger);
  if (least_challenger > kClearly * most_best) return false;
  if (least_best > kClearly * most_challenger) return true;
  const size_t runs = std::min(best.size(), challenger.size());
  if (runs < kContestRuns && !(runs >= kLongRuns && least_best * double(runs) >= kLongContest)) return std::nullopt;
  // The faster halves may hold launches of more work on one side; the least times may be of a quiet moment.
  const double fast = fast_launch(challenger) / fast_launch(best), least = least_challenger / least_best;
  return needs_gain ? fast <= kFaster && least <= kSlower : fast <= kSlower || least <= kSlower;
}

// Records a launch of a contest, and ends it if the times are enough.
void Variants::compete(Profile &profile, const exec::NdRange &range, double nanoseconds, const Choice &chosen) {
  Contest &contest = profile.contest;
  Size3 global;
  std::ranges::copy(range.global_size, global.begin());
  if (contest.launches++ == 0) contest.global = global;
  const bool first = !profile.known.lanes;
  if (contest.global == global) {
    if (chosen.kernel == profile.challenger.kernel) contest.challenger.push_back(nanoseconds);
    if (chosen.kernel == profile.best.kernel) contest.best.push_back(nanoseconds);
  }
  std::optional<bool> won = contest.challenger_wins(/*needs_gain=*/!first);
  // After the longest contest a first variant wins: its knowledge mostly makes it faster.
  if (!won && contest.launches >= kMaxContest) won = first && !contest.challenger.empty();
  if (won) settle(profile, *won);
}

// Ends a contest. Among widths the one of the best launches decides where to go on: away from a width that was slower.
void Variants::settle(Profile &profile, bool challenger_wins) {
  const uint32_t lanes = profile.known.lanes;
  if (lanes == 1 && challenger_wins) profile.widths = 0;
  if (lanes > 1) {
    const bool wider = lanes > std::max(1u, best_kernel(profile).lanes);
    const uint32_t beyond = wider ? ~(2 * lanes - 1) : lanes - 2, step = wider ? 2 * lanes : lanes / 2;
    if (!challenger_wins) profile.widths &= ~beyond;
    // One more step on this way, and none on the other.
    if (challenger_wins) profile.widths = step >= abi::kLeastLanes && step <= abi::kMostLanes ? step : 0;
  }
  if (challenger_wins) {
    profile.best = std::move(profile.challenger);
  } else if (!lanes) {
    // The general code is faster than what knows the arguments: only widths of the general code are tried from now on.
    profile.versions = kMaxVersions;
    profile.fixed.clear();
    profile.widths = other_widths(profile) & ~std::max(1u, profile.kernel->lanes);
    profile.known.local_size = {};
    profile.known.arguments.clear();
    profile.known.apart = false;
  }
  profile.challenger = {};
  profile.contest = {};
  profile.nanoseconds = 0;
}

void Variants::ran(const exec::NdRange &range, double nanoseconds, const Choice &chosen) noexcept {
  const bool now = when() == When::now;
  std::unique_lock lock(mutex_);
  Profile *profile = nullptr;
  try {
    profile = find(range, true);
    if (!profile) return;
    const bool fitting = fits(*profile, range);
    if (!now && profile->challenger.kernel && fitting) return compete(*profile, range, nanoseconds, chosen);
    if (!chosen.kernel) {
      std::erase_if(profile->steady, [&](const Known &known) { return !holds(known, range); });
      profile->apart &= range.apart;
      ++profile->launches;
    }
    // Launches for which no variant is ever built pay for none.
    if (!profile->matched || profile->versions < kMaxVersions || fitting) profile->nanoseconds += nanoseconds;
    std::function<void()> job = next_build(*profile, range, fitting);
    if (!job) return;
    if (!now) return process::per_process<Background>().run(std::move(job));
    lock.unlock();
    job();
  } catch (const std::exception &) {
    // No memory or no thread: try again after as much kernel time.
    if (profile && profile->building) give_up_build(*profile);
  }
}

// Undoes next_build().
void Variants::give_up_build(Profile &profile) {
  profile.building.reset();
  if (const uint32_t lanes = profile.known.lanes)
    profile.widths |= lanes;
  else
    --profile.versions;
}

// A build job if it is time for one: of the first variant for what launches have in common, or of another width.
std::function<void()> Variants::next_build(Profile &profile, const exec::NdRange &range, bool fitting) {
  if (profile.building == process::forks()) return {};
  if (profile.building) give_up_build(profile);  // of this process's parent
  const abi::KernelInfo &kernel = *range.kernel;
  build::Variant &variant = profile.known;
  if (fitting) {
    if (profile.nanoseconds < profile.worth) return {};
    const uint32_t lanes = next_width(profile.widths, best_kernel(profile), range);
    if (!lanes) {
      profile.widths = 0;
      return {};
    }
    profile.widths &= ~lanes;
    variant.lanes = lanes;
  } else {
    // A few launches show which arguments change; long launches do not wait for that.
    const bool known = when() == When::now || profile.launches >= kSteadyLaunches;
    if (profile.versions == kMaxVersions || profile.nanoseconds < (known ? kWorthABuild : 10 * kWorthABuild)) return {};
    ++profile.versions;
    profile.matched = false;
    profile.best = profile.challenger = {};
    profile.contest = {};
    profile.fixed = known ? profile.steady : std::vector<Known>();
    variant = {kernel.name, profile.local, {}, profile.apart, kernel.shape != nullptr};
    for (const auto *list : {&profile.formats, &profile.fixed})
      for (const auto &[index, bytes] : *list) variant.arguments.emplace_back(index, bytes);
  }
  profile.nanoseconds = 0;
  profile.building = process::forks();
  return [self = shared_from_this(), id = profile.id, variant] { self->build(id, variant); };
}

void Variants::build(uint64_t id, const build::Variant &variant) noexcept {
  Choice made;
  const auto begin = std::chrono::steady_clock::now();
  try {
    build::Result result = build_(variant);
    if (result.binary) {
      made.module = build::LoadedModule::load(*result.binary);
      const abi::Module &module = made.module->module();
      for (uint32_t i = 0; i < module.num_kernels; ++i)
        if (module.kernels[i].name == variant.kernel) made.kernel = &module.kernels[i];
    }
  } catch (const std::exception &) {
    // Go on with the best so far.
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
  std::lock_guard lock(mutex_);
  for (Profile &profile : profiles_)
    if (profile.id == id) return accept(profile, std::move(made), time.count());
}

// Takes a variant that has been built, or could not be, in `nanoseconds`.
void Variants::accept(Profile &profile, Choice made, double nanoseconds) {
  profile.building.reset();
  profile.worth = std::max(kWorthABuild, kWorthAWidth * nanoseconds);
  if (!made.kernel || made.kernel->args_size != profile.kernel->args_size) return;
  const uint32_t asked = profile.known.lanes;
  if (asked > 1 && made.kernel->lanes != asked) {  // the compiler has none so wide
    profile.widths &= 1;
    return;
  }
  profile.challenger = std::move(made);
  if (asked) return;
  profile.matched = true;
  const abi::KernelInfo &variant = *profile.challenger.kernel;
  if (when() == When::later) profile.widths = other_widths(profile) & ~std::max(1u, variant.lanes);
}

}  // namespace wherry::runtime
