// The policy's constants are measured beside the program's work, and kept. Each program is a child.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "dma/tuning.h"
#include "exec_kernels.h"

namespace wherry::test {
namespace {

namespace fs = std::filesystem;
using exec::Executor;

void copy_one(const std::byte *, abi::GroupContext *group) {
  char from[100] = {}, to[100];
  uint64_t event = group->launch->host->async_copy(group, &kSite, to, from, 100, 1, 1, 1, 0);
  group->launch->host->wait_events(group, &kSite, 1, &event);
}

// Runs ranges, with pauses, until `ready`; whether that came.
template <class Ready> bool run_until(std::chrono::milliseconds most, Ready ready) {
  const auto end = std::chrono::steady_clock::now() + most;
  const abi::KernelInfo info = kernel(copy_one);
  const int args = 0;
  while (!ready() && std::chrono::steady_clock::now() < end) {
    Executor::instance().run(range(info, args, {1, {4}, {1}}));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return ready();
}

template <class Body> int child(Body body) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(60);
    _exit(body());
  }
  int status = -1;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Tuning, IsMeasuredOnceAndKept) {
  const unsigned workers = Executor::instance().num_workers();
  const char *mode = std::getenv("WHERRY_ASYNC");
  const bool measures =
      workers > 1 && std::thread::hardware_concurrency() > 1 && (!mode || std::string(mode) == "auto");
  const fs::path folder = fs::temp_directory_path() / ("wherry-exec-tuning-" + std::to_string(getpid()));
  fs::create_directory(folder);
  const std::string file = dma::tuning_file(folder, workers);
  const auto kept = [&] { return dma::read_tuning(file, workers); };

  const auto find = [&] {
    return child([&] {
      Executor::set_tuning_folder(folder);
      return run_until(std::chrono::seconds(measures ? 15 : 1), [&] { return kept().has_value(); }) ? 0 : 1;
    });
  };
  const bool found = find() == 0;
  if (measures && !found) {  // it measures only where it is not disturbed
    fs::remove_all(folder);
    GTEST_SKIP() << "other programs have the machine";
  }
  ASSERT_EQ(found, measures);
  if (measures) {
    // Taken as it is.
    dma::Tuning odd;
    odd.chunk = 4321;
    dma::write_tuning(file, workers, odd);
    EXPECT_EQ(child([&] {
                Executor::set_tuning_folder(folder);
                run_until(std::chrono::milliseconds(500), [] { return false; });
                return 0;
              }),
              0);
    EXPECT_EQ(kept(), odd);
    std::ofstream(file, std::ios::trunc) << "damaged";
    if (find() == 0) {
      EXPECT_NE(kept(), std::nullopt);
    }
  }
  EXPECT_LE(std::distance(fs::directory_iterator(folder), {}), 1);
  fs::remove_all(folder);
  // Without a folder, or one that can be written, all goes on.
  for (const char *none : {"", "/proc/none"})
    EXPECT_EQ(child([&] {
                Executor::set_tuning_folder(none);
                run_until(std::chrono::milliseconds(300), [] { return false; });
                return 0;
              }),
              0);
}

}  // namespace
}  // namespace wherry::test
