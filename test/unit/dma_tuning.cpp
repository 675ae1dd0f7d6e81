// The constants of the policy: in their file, and measured.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

#include "dma/tuning.h"

namespace {

using namespace wherry::dma;
namespace fs = std::filesystem;

constexpr Tuning kOdd{.least = 9999,
                      .offload = 12345,
                      .chunk = 4321,
                      .wake = 777,
                      .prefetch = 0,
                      .stream = 99,
                      .stream_part = 300,
                      .helpers_stream = 0};

class TuningFile : public testing::Test {
 protected:
  fs::path folder = fs::temp_directory_path() / ("wherry-tuning-" + std::to_string(getpid()));
  std::string file = tuning_file(folder, 4);
  void SetUp() override { fs::create_directory(folder); }
  void TearDown() override { fs::remove_all(folder); }

  std::string text() {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  std::optional<Tuning> with(const std::string &text) {
    std::ofstream(file, std::ios::trunc) << text;
    return read_tuning(file, 4);
  }
};

TEST_F(TuningFile, HoldsWhatWasWritten) {
  EXPECT_EQ(read_tuning(file, 4), std::nullopt);
  write_tuning(file, 4, Tuning());
  EXPECT_EQ(read_tuning(file, 4), Tuning());
  write_tuning(file, 4, kOdd);
  EXPECT_EQ(read_tuning(file, 4), kOdd);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  // Its folder is made.
  const std::string deeper = tuning_file(folder / "new", 4);
  write_tuning(deeper, 4, kOdd);
  EXPECT_EQ(read_tuning(deeper, 4), kOdd);
}

TEST_F(TuningFile, IsOfThisCpuWithSoManyWorkers) {
  write_tuning(file, 4, kOdd);
  EXPECT_NE(tuning_file(folder, 5), file);
  EXPECT_EQ(read_tuning(file, 5), std::nullopt);
  std::string other = text();
  other.replace(other.find("cpu ") + 4, 1, "?");
  EXPECT_EQ(with(other), std::nullopt);
}

TEST_F(TuningFile, DamagedIsAsNone) {
  write_tuning(file, 4, kOdd);
  const std::string good = text();
  ASSERT_EQ(with(good), kOdd);
  for (size_t n = 0; n < good.size(); ++n) EXPECT_EQ(with(good.substr(0, n)), std::nullopt) << n;
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x40);
    EXPECT_EQ(with(bad), std::nullopt) << i;
  }
  EXPECT_EQ(with(good + "\n"), std::nullopt);
  EXPECT_EQ(with(good + std::string(100000, 'x')), std::nullopt);
  const auto replaced = [&](const char *from, const char *to) {
    std::string text = good;
    return text.replace(text.find(from), std::strlen(from), to);
  };
  EXPECT_EQ(with(replaced("chunk 4321", "chunk 0")), std::nullopt);
  EXPECT_EQ(with(replaced("chunk 4321", "chunk -1")), std::nullopt);
  EXPECT_EQ(with(replaced("chunk 4321", "chunk 99999999999999999999999")), std::nullopt);
  EXPECT_EQ(with(replaced("chunk 4321", "chunk")), std::nullopt);
}

TEST_F(TuningFile, DiskFailuresAreNothingStored) {
  EXPECT_EQ(tuning_file("", 4), "");
  EXPECT_EQ(read_tuning("", 4), std::nullopt);
  write_tuning("", 4, kOdd);
  write_tuning("/proc/none/such/file", 4, kOdd);
  fs::create_directory(file);
  write_tuning(file, 4, kOdd);
  EXPECT_EQ(read_tuning(file, 4), std::nullopt);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  fs::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(read_tuning(file, 4), std::nullopt);
}

// One thread that is always awake.
class Helper final : public Helpers {
 public:
  Helper() : Helpers(1), thread_([this] { loop(); }) {}
  ~Helper() {
    end_ = true;
    thread_.join();
  }
  unsigned awake() const noexcept override { return 1; }
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool) noexcept override {
    const std::lock_guard lock(mutex_);
    if (task_) return false;
    task_ = task, data_ = data, extra_ = extra;
    return true;
  }

 private:
  void loop() {
    while (!end_) {
      {
        const std::lock_guard lock(mutex_);
        if (auto *task = std::exchange(task_, nullptr)) task(data_, extra_);
      }
      std::this_thread::yield();
    }
  }
  std::mutex mutex_;
  void (*task_)(void *, uint64_t) = nullptr;
  void *data_ = nullptr;
  uint64_t extra_ = 0;
  std::atomic<bool> end_{false};
  std::thread thread_;
};

TEST(Measure, FindsValuesOfSense) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "needs two CPUs";
  Helper helper;
  std::optional<Tuning> tuning;
  for (int i = 0; i < 30 && !tuning; ++i) tuning = measure(helper, [] { return true; });
  if (!tuning) GTEST_SKIP() << "other programs have the machine";
  EXPECT_GE(tuning->least, 8192u);
  EXPECT_GE(tuning->offload, tuning->least);
  EXPECT_LE(tuning->offload, 1u << 20);
  EXPECT_GE(tuning->wake, tuning->offload);
  EXPECT_GE(tuning->chunk, 4096u);
  EXPECT_LE(tuning->chunk, 65536u);
  EXPECT_LE(tuning->prefetch, 4096u);
  EXPECT_GE(tuning->stream, 1u << 18);
  EXPECT_GE(tuning->stream_part, 1024u);
  EXPECT_LE(tuning->stream_part, 1u << 18);
}

TEST(Measure, EndsWhenToldTo) {
  Helper helper;
  for (int calls : {0, 1, 10, 30}) {
    int left = calls;
    EXPECT_EQ(measure(helper, [&] { return left-- > 0; }), std::nullopt);
    EXPECT_GE(left, -30);  // soon
  }
}

// Keeps the call until the measurement is over.
class LateHelper final : public Helpers {
 public:
  LateHelper() : Helpers(1) {}
  unsigned awake() const noexcept override { return 1; }
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool) noexcept override {
    late = [=] { task(data, extra); };
    return true;
  }
  std::function<void()> late;
};

TEST(Measure, DoesWithoutAHelperWhoDoesNotCome) {
  LateHelper helper;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(measure(helper, [] { return true; }), std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  helper.late();  // what he works on is still there
}

}  // namespace
