// SPDX-License-Identifier: Apache-2.0
#include "build/cache.h"
#include "build/client.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "build_fixture.h"
#include "common/hang.h"
#include "common/set_user_id.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace wherry::build {
namespace {

namespace fs = std::filesystem;

class CacheTest : public BuildTest {
 protected:
  Cache cache(uint64_t max_bytes = 1 << 20) { return {(directory_ / "cache").string(), max_bytes}; }

  fs::path file_of(const std::string &key) { return directory_ / "cache" / (key + ".wherry"); }

  uint64_t bytes_stored() {
    uint64_t total = 0;
    for (const auto &file : fs::directory_iterator(directory_ / "cache")) total += file.file_size();
    return total;
  }
};

CacheEntry entry(std::string binary) { return {"a log", std::move(binary), "/", {}}; }

TEST_F(CacheTest, GivesBackWhatWasStored) {
  std::string key = Cache::key("a");
  EXPECT_FALSE(cache().find(key, "/"));
  cache().store(key, entry(std::string("bin\0ary", 7)));
  auto found = cache().find(key, "/");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->binary, std::string("bin\0ary", 7));
  EXPECT_EQ(found->log, "a log");
  EXPECT_FALSE(cache().find(Cache::key("b"), "/"));
}

TEST_F(CacheTest, KeysDiffer) {
  EXPECT_NE(Cache::key("a"), Cache::key("b"));
  EXPECT_EQ(Cache::key("a"), Cache::key("a"));
  EXPECT_EQ(Cache::key("").size(), 32u);
}

TEST_F(CacheTest, EveryDamagedByteIsAMissAndTheEntryGoes) {
  std::string key = Cache::key("a");
  cache().store(key, entry("binary"));
  std::ifstream in(file_of(key), std::ios::binary);
  std::string good((std::istreambuf_iterator<char>(in)), {});
  ASSERT_GT(good.size(), 30u);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] ^= 0x20;
    for (const std::string &bad : {changed, good.substr(0, i)}) {
      std::ofstream(file_of(key), std::ios::binary) << bad;
      ASSERT_FALSE(cache().find(key, "/")) << "byte " << i;
      ASSERT_FALSE(fs::exists(file_of(key))) << "byte " << i;
    }
  }
  std::ofstream(file_of(key), std::ios::binary) << good;
  EXPECT_TRUE(cache().find(key, "/"));
}

TEST_F(CacheTest, AnEntryUnderAnotherNameIsAMiss) {
  const std::string a = Cache::key("a"), b = Cache::key("b");
  cache().store(a, entry("of a"));
  cache().store(b, entry("of b"));
  fs::rename(file_of(a), file_of(b));
  EXPECT_FALSE(cache().find(b, "/"));
  EXPECT_FALSE(fs::exists(file_of(b)));
}

TEST_F(CacheTest, NobodyElseMayLookIntoTheDirectory) {
  const mode_t before = umask(0);
  const std::string path = cache().keep_source("kernel void k() {}");
  umask(before);
  ASSERT_NE("", path);
  (void)Cache((directory_ / "with a slash/").string(), 1 << 20).keep_source("kernel void k() {}");
  for (const fs::path &folder : {directory_ / "cache", fs::path(path).parent_path(), directory_ / "with a slash"})
    EXPECT_EQ(fs::perms::owner_all, fs::status(folder).permissions()) << folder;
}

TEST_F(CacheTest, AKeptSourceIsWhatItWas) {
  const std::string source = "kernel void k() {}", path = cache().keep_source(source);
  const auto text = [&] {
    std::ifstream in(path);
    return std::string((std::istreambuf_iterator<char>(in)), {});
  };
  EXPECT_EQ(source, text());
  std::ofstream(path) << "of somebody else";
  EXPECT_EQ(path, cache().keep_source(source));
  EXPECT_EQ(source, text());
  fs::remove(path);
  fs::create_symlink("/etc/hostname", path);
  EXPECT_EQ(path, cache().keep_source(source));
  EXPECT_EQ(source, text());
  EXPECT_FALSE(fs::is_symlink(path));
}

TEST_F(CacheTest, ALockOfAnotherUserIsNotWaitedFor) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes a file of another user's";
  const std::string key = Cache::key("a");
  {
    const Turn turn = cache().wait_for_turn(key);
  }
  const fs::path lock = directory_ / "cache" / "lock";
  ASSERT_EQ(0, chown(lock.c_str(), 65534, 65534));
  abi::Descriptor theirs(open(lock.c_str(), O_RDWR));
  struct flock all{};
  all.l_type = F_WRLCK;
  ASSERT_EQ(0, fcntl(theirs.get(), F_OFD_SETLK, &all));
  EXPECT_FALSE(cache().wait_for_turn(key).waited());
}

// Run by the next test.
TEST_F(CacheTest, DISABLED_of_a_set_user_id_program) {
  const Compiler compiler = Compiler::from_environment();
  test::end_set_user_id_test(Cache::from_environment().directory().empty() && compiler.path != "/stranger" &&
                             compiler.environment.empty());
}

TEST_F(CacheTest, ASetUserIdProgramDoesNotObeyItsEnvironment) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes a program of another user's";
  unsetenv("WHERRY_CACHE");
  const int end = test::run_set_user_id_test(directory_, "of_a_set_user_id_program",
                                             {{"WHERRY_CACHE_DIR", "/stranger"},
                                              {"XDG_CACHE_HOME", "/stranger"},
                                              {"HOME", "/stranger"},
                                              {"WHERRY_COMPILER", "/stranger"}});
  if (end == test::kNotSetUserId) GTEST_SKIP() << "the file system runs no set-user-id programs";
  EXPECT_EQ(0, end);
}

// Such as a full disk has, but by a signal that ends most programs.
TEST_F(CacheTest, ALimitOnTheSizeOfFilesIsNothingStored) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    cache().store(Cache::key("a"), entry(std::string(10'000, 'x')));
    cache().store(Cache::key("b"), entry(std::string(1000, 'x')));
    _exit(cache().find(Cache::key("a"), "/") ? 1 : cache().find(Cache::key("b"), "/") ? 0 : 2);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_ / "cache"), {}), 1);
}

long sleeps_of(pid_t thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  const std::string wanted = "voluntary_ctxt_switches:";
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(wanted)) return std::stol(line.substr(wanted.size()));
  return 0;
}

TEST_F(CacheTest, OneBuildsAtATimeForAKey) {
  const std::string key = Cache::key("a");
  Turn first = cache().wait_for_turn(key);
  EXPECT_FALSE(first.waited());
  EXPECT_FALSE(cache().wait_for_turn(Cache::key("b")).waited());
  std::atomic<bool> has_turn = false;
  std::atomic<pid_t> thread = 0;
  std::thread second([&] {
    thread = gettid();
    const Turn turn = cache().wait_for_turn(key);
    has_turn = true;
    EXPECT_TRUE(turn.waited());
  });
  // Until the thread has slept several times, between looks at the lock.
  ASSERT_TRUE(test::eventually([&] { return thread != 0; }));
  const long before = sleeps_of(thread);
  EXPECT_TRUE(test::eventually([&] { return sleeps_of(thread) > before + 5; }));
  EXPECT_FALSE(has_turn);
  const pid_t child = fork();  // with a copy of the lock
  if (child == 0) {
    pause();
    _exit(0);
  }
  first = {};
  second.join();
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(CacheTest, IsBoundedLeastRecentlyUsedFirst) {
  constexpr uint64_t kBound = 100'000;
  std::vector<std::string> keys;
  for (int i = 0; i < 30; ++i) {
    keys.push_back(Cache::key(std::to_string(i)));
    cache(kBound).store(keys.back(), entry(std::string(10'000, 'x')));
    // Times apart, without waiting for the clock.
    fs::last_write_time(file_of(keys.back()), fs::file_time_type::clock::now() - std::chrono::hours(100 - i));
    if (i >= 3) EXPECT_TRUE(cache(kBound).find(keys[0], "/")) << "used again and again, yet lost after " << i;
    ASSERT_LE(bytes_stored(), kBound);
  }
  EXPECT_FALSE(cache(kBound).find(keys[1], "/"));
  EXPECT_TRUE(cache(kBound).find(keys[29], "/"));
}

// To look at every file with each entry takes longer than most builds.
TEST_F(CacheTest, ManySmallEntriesAreBoundedWithoutALookAtEachEveryTime) {
  constexpr uint64_t kBound = 4 << 20;
  int looks = 0;
  for (int i = 0; i < 1500; ++i) {
    const fs::path dead = directory_ / "cache/.tmp-wherry-1-1-x";  // goes when one looks
    if (!fs::exists(dead)) {
      ++looks;
      fs::create_directories(directory_ / "cache");
      write("cache/.tmp-wherry-1-1-x", "");
      fs::last_write_time(dead, fs::file_time_type::clock::now() - std::chrono::hours(2));
    }
    cache(kBound).store(Cache::key(std::to_string(i)), entry(std::string(4000, 'x')));
    if (i % 50 == 0) ASSERT_LE(bytes_stored(), kBound);
  }
  EXPECT_GT(looks, 10);
  EXPECT_LT(looks, 750);
}

TEST_F(CacheTest, AnEntryLargerThanTheBoundIsNotStored) {
  cache(1000).store(Cache::key("a"), entry(std::string(2000, 'x')));
  EXPECT_FALSE(cache(1000).find(Cache::key("a"), "/"));
}

TEST_F(CacheTest, FilesOfOthersStay) {
  fs::create_directories(directory_ / "cache");
  write("cache/precious.txt", std::string(5000, 'x'));
  for (int i = 0; i < 10; ++i) cache(3000).store(Cache::key(std::to_string(i)), entry(std::string(1000, 'x')));
  EXPECT_TRUE(fs::exists(directory_ / "cache/precious.txt"));
}

TEST_F(CacheTest, WorksWithoutADisk) {
  write("file", "");
  for (const std::string &place : {(directory_ / "file/below").string(), std::string("/proc/none"), std::string()}) {
    Cache nowhere(place, 1 << 20);
    nowhere.store(Cache::key("a"), entry("binary"));
    EXPECT_FALSE(nowhere.find(Cache::key("a"), "/")) << place;
  }
}

TEST_F(CacheTest, DependenciesAreWatched) {
  std::string key = Cache::key("a");
  write("there.h", "one");
  auto hash = XXH3_128bits("one", 3);
  CacheEntry with_files = entry("binary");
  with_files.dependencies = {{(directory_ / "there.h").string(), true, hash.low64, hash.high64},
                             {(directory_ / "absent.h").string(), false, 0, 0}};
  cache().store(key, with_files);
  EXPECT_TRUE(cache().find(key, "/"));
  EXPECT_FALSE(cache().find(key, "/elsewhere"));
  write("there.h", "two");
  EXPECT_FALSE(cache().find(key, "/"));
  write("there.h", "one");
  EXPECT_TRUE(cache().find(key, "/"));
  write("absent.h", "");
  EXPECT_FALSE(cache().find(key, "/"));
  fs::remove(directory_ / "absent.h");
  fs::remove(directory_ / "there.h");
  EXPECT_FALSE(cache().find(key, "/"));
  mkfifo((directory_ / "there.h").c_str(), 0600);  // must not wait for a writer
  EXPECT_FALSE(cache().find(key, "/"));
}

TEST_F(CacheTest, Environment) {
  EXPECT_EQ(Cache::from_environment().directory(), (directory_ / "cache").string());
  EXPECT_EQ(Cache::from_environment().max_bytes(), uint64_t{256} << 20);
  setenv("WHERRY_CACHE_MAX_MB", "3", 1);
  EXPECT_EQ(Cache::from_environment().max_bytes(), uint64_t{3} << 20);
  setenv("WHERRY_CACHE_MAX_MB", "many", 1);
  EXPECT_EQ(Cache::from_environment().max_bytes(), uint64_t{256} << 20);
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(Cache::from_environment().directory(), "");
}

}  // namespace
}  // namespace wherry::build
