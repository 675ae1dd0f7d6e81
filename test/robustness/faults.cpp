// SPDX-License-Identifier: Apache-2.0
// What the system refuses: disk, memory, a process. Each call returns its specified error, and all else goes on.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <system_error>
#include <thread>
#include <utility>

#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"

using namespace wherry::test;
namespace test = wherry::test;
namespace fs = std::filesystem;

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace {

constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer);
constexpr int kNotHere = 77;  // a child's exit code: the system does not let us try

cl_int try_build(const std::string &source, std::string &log, const char *options = "") {
  const char *text = source.data();
  size_t length = source.size();
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &text, &length, &error));
  ok(error);
  error = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  log = build_log(program);
  return error;
}

std::string returns(int value) { return "kernel void test(global int *out) { *out = " + std::to_string(value) + "; }"; }

// Builds from scratch, or from the cache, and runs; throws where any of that fails.
bool works(int value) {
  Program program = build(returns(value));
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  run(k, {1});
  return read<int>(out, 1)[0] == value;
}

class Faults : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "wherry-faults-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A child whose cache is `cache`.
  pid_t start_child(const fs::path &cache, const std::function<int()> &body) {
    return test::start_child([&] {
      setenv("WHERRY_CACHE_DIR", cache.c_str(), 1);
      return body();
    });
  }
  int in_child(const std::function<int()> &body) { return end_of(start_child(folder_ / "cache", body)); }

  // A disk of its own for this process, at the folder. False where the system lets nobody but root do so, or not us.
  bool mount_disk(const char *options) const {
    const auto mine = [](const char *file, const std::string &text) {
      std::ofstream out(file);
      return static_cast<bool>(out << text << std::flush);
    };
    const std::string user = std::to_string(geteuid()) + " " + std::to_string(geteuid()) + " 1";
    const std::string group = std::to_string(getegid()) + " " + std::to_string(getegid()) + " 1";
    if (unshare(CLONE_NEWNS) != 0 &&
        (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || !mine("/proc/self/setgroups", "deny") ||
         !mine("/proc/self/uid_map", user) || !mine("/proc/self/gid_map", group)))
      return false;
    return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", folder_.c_str(), "tmpfs", 0, options) == 0;
  }

  fs::path folder_;
};

TEST_F(Faults, a_full_disk) {
  const int end = in_child([&] {
    if (!mount_disk("size=24k")) return kNotHere;
    for (int round = 0; round < 2; ++round)
      for (int i = 0; i < 10; ++i)
        if (!works(i)) return 1;
    int entries = 0;
    for (const auto &file : fs::directory_iterator(folder_ / "cache")) {
      if (file.path().filename().string().starts_with(".tmp")) return 2;
      entries += file.path().extension() == ".wherry";
    }
    return entries > 0 && entries < 10 ? 0 : 3;  // the disk was full
  });
  if (end == kNotHere) GTEST_SKIP() << "no disk may be mounted here, not even in a namespace";
  EXPECT_EQ(end, 0);
}

// Where a write past the limit ends most programs.
TEST_F(Faults, a_limit_on_the_size_of_files) {
  EXPECT_EQ(0, in_child([&] {
              const rlimit none{0, RLIM_INFINITY};
              if (setrlimit(RLIMIT_FSIZE, &none) != 0) return 1;
              std::string log;
              if (try_build(returns(1), log) == CL_SUCCESS) return 0;  // no limit there on files in memory
              if (log.empty()) return 2;
              const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
              if (setrlimit(RLIMIT_FSIZE, &all) != 0) return 3;
              return works(1) ? 0 : 4;
            }));
}

TEST_F(Faults, a_home_that_cannot_be_written) {
  EXPECT_EQ(0, in_child([] {
              unsetenv("WHERRY_CACHE_DIR");
              unsetenv("XDG_CACHE_HOME");
              setenv("HOME", "/proc", 1);  // not even root can
              return works(1) && works(1) && works(2) ? 0 : 1;
            }));
}

TEST_F(Faults, a_cache_that_can_only_be_read_is_read) {
  const int end = in_child([&] {
    if (!mount_disk("size=1m")) return kNotHere;
    if (!works(1)) return 1;
    if (mount(nullptr, folder_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) return kNotHere;
    if (!works(2)) return 2;
    return works(1) ? 0 : 3;
  });
  if (end == kNotHere) GTEST_SKIP() << "no disk may be mounted here, not even in a namespace";
  EXPECT_EQ(end, 0);
}

// One of them compiles, the others wait: two hundred compilers would not fit into many a machine.
TEST_F(Faults, two_hundred_processes_build_the_same_at_once) {
  const char *named = std::getenv("WHERRY_COMPILER");
  const std::string real = fs::canonical(named ? named : WHERRY_COMPILER).string(), log = (folder_ / "log").string();
  const fs::path wrapper = folder_ / "wherryc";
  std::ofstream(wrapper) << "#!/bin/sh\necho started >> '" << log << "'\nexec '" << real << "' \"$@\"\n";
  fs::permissions(wrapper, fs::perms::owner_all);
  int start[2];
  ASSERT_EQ(pipe(start), 0);
  std::vector<pid_t> children;
  for (int i = 0; i < (kSanitized ? 20 : 200); ++i)  // each with a sanitizer's memory
    children.push_back(start_child(folder_ / "cache", [&] {
      setenv("WHERRY_COMPILER", wrapper.c_str(), 1);
      setenv("WHERRY_NUM_THREADS", "1", 1);
      close(start[1]);
      char byte;
      (void)!::read(start[0], &byte, 1);  // until all are there
      return works(200) ? 0 : 1;
    }));
  close(start[0]);
  close(start[1]);
  int failed = 0;
  for (pid_t child : children) failed += end_of(child) != 0;
  EXPECT_EQ(failed, 0);
  std::ifstream started(log);
  std::string line;
  int compilers = 0;
  while (std::getline(started, line)) ++compilers;
  EXPECT_EQ(compilers, 1);
}

// The wherryc that this process has started, or its child that builds. 0: none.
pid_t child_of(pid_t parent) {
  std::ifstream children("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children");
  pid_t found = 0;
  children >> found;
  return found;
}

// A header with a lease: a process that opens it waits until the lease is given back.
class LeasedHeader {
 public:
  explicit LeasedHeader(const std::string &path) {
    signal(SIGIO, SIG_IGN);  // sent when a process opens the header
    unlink(path.c_str());
    file_ = open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fcntl(file_, F_SETLEASE, F_WRLCK) != 0) throw std::system_error(errno, std::generic_category(), "a lease");
  }
  bool wanted() const { return fcntl(file_, F_GETLEASE) != F_WRLCK; }
  void give_back() {
    fcntl(file_, F_SETLEASE, F_UNLCK);
    close(file_);
  }

 private:
  int file_;
};

// A build that stands still in the middle, where it includes a header, until that is given back.
struct HeldBuild {
  explicit HeldBuild(const fs::path &folder) : path((folder / "held.h").string()), header(path) {
    thread = std::thread([this] {
      error = try_build("#include \"" + path + "\"\n" + returns(1), log, "-cl-wherry-explain");
      ended = true;
    });
  }
  // Returns once a compiler has come to the header, or the build has ended.
  void begun() const {
    while (!header.wanted() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::string path, log;
  LeasedHeader header;
  cl_int error = 1;
  std::atomic<bool> ended = false;
  std::thread thread;
};

TEST_F(Faults, a_compiler_killed_in_the_middle_is_replaced) {
  EXPECT_EQ(0, in_child([&] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);  // so that the server can be found
              HeldBuild held(folder_);
              held.begun();
              const pid_t server = child_of(getpid()), builder = server > 0 ? child_of(server) : 0;
              // Another header for the next compiler, which may be there before this one's end is seen.
              LeasedHeader first = std::exchange(held.header, LeasedHeader(held.path));
              if (builder <= 0 || kill(server, SIGKILL) != 0) return 1;
              waitpid(server, nullptr, 0);
              waitpid(builder, nullptr, 0);  // ended with its server, and this process's child since
              first.give_back();
              held.begun();  // the next compiler has come to the same place
              held.header.give_back();
              held.thread.join();
              if (held.error != CL_SUCCESS) std::cerr << held.error << ": " << held.log;
              if (held.error != CL_SUCCESS) return 2;
              return works(2) ? 0 : 3;
            }));
}

TEST_F(Faults, a_compiler_that_is_stopped_does_not_stop_the_program) {
  EXPECT_EQ(0, in_child([&] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);  // so that the server can be found
              setenv("WHERRY_COMPILE_TIMEOUT", "1", 1);
              if (!works(1)) return 1;
              const pid_t server = child_of(getpid());
              if (server <= 0 || kill(server, SIGSTOP) != 0) return 2;
              std::string log;
              const std::string large = "// " + std::string(1 << 20, 'x') + "\n";  // more than a socket takes
              const cl_int error = try_build(large + returns(2), log);
              if (error != CL_BUILD_PROGRAM_FAILURE || log.find("does not answer") == std::string::npos) return 3;
              const bool next_works = works(3);
              kill(server, SIGKILL);
              return next_works ? 0 : 4;
            }));
}

// As a batch system suspends a job: for longer than a build may take, and than the program waits for it.
TEST_F(Faults, a_build_outlives_a_stop_of_all) {
  EXPECT_EQ(0, in_child([&] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);          // so that the server can be found
              setenv("WHERRY_COMPILE_TIMEOUT", "1", 1);  // 4 s by the clock, and 14 s for the program
              HeldBuild held(folder_);
              held.begun();
              const pid_t server = child_of(getpid()), builder = server > 0 ? child_of(server) : 0;
              if (builder <= 0) return 1;
              const std::string all =
                  " " + std::to_string(server) + " " + std::to_string(builder) + " " + std::to_string(getpid());
              const std::string stop = "(kill -STOP" + all + "; sleep 15; kill -CONT" + all + ") &";
              const auto stopped_until = std::chrono::steady_clock::now() + std::chrono::seconds(15);
              if (std::system(stop.c_str()) != 0) return 2;  // may be stopped here already
              std::this_thread::sleep_until(stopped_until);
              held.header.give_back();
              held.thread.join();
              if (held.error != CL_SUCCESS) std::cerr << held.error << ": " << held.log;
              return held.error == CL_SUCCESS ? 0 : 3;
            }));
}

TEST_F(Faults, a_header_that_is_no_file) {
  EXPECT_EQ(0, in_child([&] {
              const std::string pipe = (folder_ / "pipe.h").string();
              if (mkfifo(pipe.c_str(), 0600) != 0) return 1;
              setenv("WHERRY_COMPILE_TIMEOUT", "20", 1);  // longer than a compiler takes that does not wait
              for (const std::string &header : {pipe, std::string("/dev/zero"), std::string("/dev/stdin")}) {
                std::string log;
                if (try_build("#include \"" + header + "\"\n" + returns(1), log) != CL_BUILD_PROGRAM_FAILURE) return 2;
                if (log.find(header) == log.npos || log.find("killed") != log.npos) return 3;
                if (log.find("took longer") != log.npos) return 4;
              }
              return works(1) ? 0 : 5;
            }));
}

// Where the compiler and the program know each other, and themselves, by other numbers than /proc does.
TEST_F(Faults, a_process_namespace_of_its_own) {
  const int end = in_child([&] {
    if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return kNotHere;
    return end_of(start_child(folder_ / "cache", [&] {
      if (getpid() != 1) return 1;
      return works(1) && works(1) && works(2) ? 0 : 2;
    }));
  });
  if (end == kNotHere) GTEST_SKIP() << "no process namespace may be made here";
  EXPECT_EQ(end, 0);
}

// Regions that meet in each other many times: 3 KB of source that once took more than 20 s of CPU. By the offline
// compiler, which has no limit of its own.
TEST_F(Faults, a_switch_of_forty_barriers) {
  EXPECT_EQ(0, in_child([&] {
              constexpr rlim_t kSeconds = 15;  // of CPU: four times what a slow core takes
              const rlimit limit{kSeconds, kSeconds};
              if (setrlimit(RLIMIT_CPU, &limit) != 0) return 1;
              execl(WHERRY_COMPILER, "wherryc", WHERRY_TEST_DIR "/../kernels/cases/barrier_forty_in_a_switch.cl", "-o",
                    "/dev/null", nullptr);
              return 2;
            }));
}

TEST_F(Faults, a_current_directory_that_is_gone) {
  EXPECT_EQ(0, in_child([&] {
              fs::create_directory(folder_ / "gone");
              fs::current_path(folder_ / "gone");
              fs::remove(folder_ / "gone");
              return works(1) ? 0 : 1;
            }));
}

TEST_F(Faults, inline_assembly_is_an_error_with_its_line) {
  for (const char *source : {"kernel void k(global int *p) {\n  __asm__ volatile(\"nop\");\n}",
                             "\n__asm__(\"nop\");\nkernel void k(global int *p) {}"}) {
    std::string log;
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, try_build(source, log));
    EXPECT_NE(log.npos, log.find(":2:")) << log;
    EXPECT_NE(log.npos, log.find("error: inline assembly is not supported")) << log;
    EXPECT_EQ(log.npos, log.find("crash")) << log;
  }
}

TEST_F(Faults, a_build_whose_process_is_killed_fails_with_a_log) {
  EXPECT_EQ(0, in_child([&] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);
              HeldBuild held(folder_);
              held.begun();
              const pid_t builder = child_of(child_of(getpid()));
              if (builder <= 0 || kill(builder, SIGKILL) != 0) return 1;
              held.thread.join();
              held.header.give_back();
              if (held.error != CL_BUILD_PROGRAM_FAILURE) return 2;
              if (held.log.find("signal 9") == std::string::npos) return 3;
              return works(2) ? 0 : 4;
            }));
}

TEST_F(Faults, a_program_that_crashes_the_compiler_is_built_without_vectorising) {
  EXPECT_EQ(0, in_child([&] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);
              HeldBuild held(folder_);
              held.begun();
              const pid_t server = child_of(getpid()), first = child_of(server);
              if (first <= 0 || kill(first, SIGABRT) != 0) return 1;
              for (pid_t now = first; now == first || now == 0; now = child_of(server))
                if (held.ended) return 2;
              held.header.give_back();
              held.thread.join();
              const auto says = [&](const char *what) { return held.log.find(what) != held.log.npos; };
              if (held.error != CL_SUCCESS) return 3;
              if (!says("built without vectorising") || !says("signal 6")) return 4;
              if (!says("kernel 'test'") || says("vectorised,")) return 5;
              return works(2) ? 0 : 6;
            }));
}

TEST_F(Faults, no_memory_for_a_buffer) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes all of the address space";
  EXPECT_EQ(0, in_child([&] {
              if (!works(1)) return 1;
              std::ifstream statm("/proc/self/statm");
              rlim_t pages = 0;
              statm >> pages;
              // Room for what threads that start meanwhile take.
              const rlimit limit{pages * 4096 + (rlim_t{192} << 20), RLIM_INFINITY};
              if (setrlimit(RLIMIT_AS, &limit) != 0) return 2;
              cl_int error = CL_SUCCESS;
              Buffer large(clCreateBuffer(context(), CL_MEM_READ_WRITE, 256 << 20, nullptr, &error));
              if (large || error != CL_MEM_OBJECT_ALLOCATION_FAILURE) return 3;
              if (clSVMAlloc(context(), CL_MEM_READ_WRITE, 256 << 20, 0)) return 4;
              Buffer small(clCreateBuffer(context(), CL_MEM_READ_WRITE, 8 << 20, nullptr, &error));
              if (!small || error != CL_SUCCESS) return 5;
              return works(1) && works(2) ? 0 : 6;
            }));
}

// A kernel that has run for long enough is built once more, by a thread in the background. Where there can be no such
// thread, the launch before is not to fail, and its output comes.
TEST_F(Faults, no_thread_for_a_build_in_the_background) {
  EXPECT_EQ(0, in_child([&] {
              const fs::path output = folder_ / "output";
              if (!std::freopen(output.c_str(), "w", stdout)) return 2;
              size_t launches = 1;
              unsetenv("WHERRY_SPECIALISE");
              Program program = build("kernel void test(global uint *out, uint rounds) {\n"
                                      "  uint x = 1; for (uint k = 0; k < rounds; ++k) x = x * 5 + (x >> 7);\n"
                                      "  *out = x; printf(\".\");\n}");
              Kernel k = kernel(program, "test");
              Buffer out = make_buffer(std::vector<cl_uint>{0});
              set_args(k, out, 1u);
              run(k, {1});
              const auto builds = [&] {
                size_t count = 0;
                for (const auto &file : fs::directory_iterator(folder_ / "cache"))
                  count += file.path().extension() == ".wherry";
                return count;
              };
              const auto launched = [&] {
                ++launches;
                return try_launch(queue(), k, {1}, {1}) == CL_SUCCESS && clFinish(queue()) == CL_SUCCESS;
              };
              pthread_attr_t before, huge;  // stacks that no address space holds
              if (pthread_getattr_default_np(&before) || pthread_getattr_default_np(&huge)) return 2;
              if (pthread_attr_setstacksize(&huge, size_t{1} << 50) || pthread_setattr_default_np(&huge)) return 2;
              set_args(k, out, 10'000'000u);  // each launch takes more than is worth a build
              for (int i = 0; i < 8; ++i)
                if (!launched()) return 3;
              if (builds() != 1) return 4;  // there was a thread
              if (pthread_setattr_default_np(&before)) return 2;
              bool failed = false;
              if (!eventually([&] { return builds() >= 2 || (failed = !launched()); })) return 6;
              if (failed) return 5;
              std::fflush(stdout);
              return builds() == 2 && fs::file_size(output) == launches ? 0 : 6;
            }));
}

TEST_F(Faults, too_much_local_memory) {
  const auto most = info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE);
  Program program = build("kernel void test(global int *out, local int *a, local int *b) {\n"
                          "  local int own[16]; own[0] = 1; a[0] = 2; b[0] = 3; *out = own[0] + a[0] + b[0];\n}");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  const auto launch = [&](size_t a, size_t b) {
    set_args(k, out, LocalBytes{a}, LocalBytes{b});
    return try_launch(queue(), k, {1}, {1});
  };
  EXPECT_EQ(error_name(CL_OUT_OF_RESOURCES), error_name(launch(most + 1, 4)));
  EXPECT_EQ(error_name(CL_OUT_OF_RESOURCES), error_name(launch(most / 2, most / 2)));
  EXPECT_EQ(error_name(CL_SUCCESS), error_name(launch(most / 2, most / 4)));
  EXPECT_EQ(6, read<int>(out, 1)[0]);
  EXPECT_TRUE(works(1));
}

// Private memory that is alive at a barrier: of each work-item, so it bounds how many a group may have.
TEST_F(Faults, too_much_private_memory) {
  const auto source = [](const std::string &bytes) {
    return "kernel void test(global char *out) {\n  char a[" + bytes +
           "]; size_t i = get_local_id(0); a[out[0]] = i + 1;\n"
           "  barrier(CLK_LOCAL_MEM_FENCE); out[i + 1] = a[out[0]];\n}";
  };
  Buffer out = make_buffer(std::vector<char>(8193));
  {
    Program program = build(source("1 << 20"));
    Kernel k = kernel(program, "test");
    size_t most = 0;
    ok(clGetKernelWorkGroupInfo(k, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr));
    ASSERT_LT(most, 4096u);
    set_args(k, out);
    EXPECT_EQ(error_name(CL_INVALID_WORK_GROUP_SIZE), error_name(try_launch(queue(), k, {most * 2}, {most * 2})));
    EXPECT_EQ(error_name(CL_SUCCESS), error_name(try_launch(queue(), k, {most}, {most})));
    auto result = read<char>(out, 8193);
    for (size_t i = 0; i < most; ++i) ASSERT_EQ(static_cast<char>(i + 1), result[i + 1]) << i;
  }
  {
    Program program = build(source("1ul << 42"));
    Kernel k = kernel(program, "test");
    set_args(k, out);
    EXPECT_EQ(error_name(CL_OUT_OF_RESOURCES), error_name(try_launch(queue(), k, {1}, {1})));
  }
  EXPECT_TRUE(works(1));
  ok(clFinish(queue()));
}

// In a cgroup of 300 MB, which the test below makes.
TEST(Cgroup, DISABLED_buffers_end_with_its_memory) {
  constexpr size_t kSize = 100 << 20, kLimit = size_t{300} << 20;
  EXPECT_EQ(kLimit, info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_SIZE));
  EXPECT_EQ(kLimit / 2, info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  std::vector<Buffer> buffers;
  cl_int error = CL_SUCCESS;
  while (buffers.size() < 4) {
    Buffer buffer(clCreateBuffer(context(), 0, kSize, nullptr, &error));
    if (!buffer) break;
    buffers.push_back(std::move(buffer));
  }
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, error);
  EXPECT_EQ(2u, buffers.size());
  const char byte = 1;
  for (cl_mem buffer : buffers) ok(clEnqueueFillBuffer(queue(), buffer, &byte, 1, 0, kSize, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  // Private memory that each of 16 work-items may need.
  Program program = build("kernel void test(global char *out) {\n  char a[20 << 20];\n  a[out[0]] = 1;\n"
                          "  barrier(CLK_LOCAL_MEM_FENCE); out[1] = a[out[0]];\n}");
  Kernel k = kernel(program, "test");
  set_args(k, buffers[0]);
  EXPECT_EQ(error_name(CL_OUT_OF_RESOURCES), error_name(try_launch(queue(), k, {1}, {1})));
}

TEST(Cgroup, buffers_end_with_its_memory) {
  if (kSanitized) GTEST_SKIP() << "sanitizers take more memory than the cgroup has";
  // Version 2 first, whose controller may not be given to us.
  for (const auto &[mount, limit] : {std::pair<fs::path, const char *>{"/sys/fs/cgroup", "memory.max"},
                                     {"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}}) {
    const fs::path folder = mount / ("wherry-test-" + std::to_string(getpid()));
    std::error_code failed;
    if (!fs::exists(mount / "cgroup.procs") || !fs::create_directory(folder, failed)) continue;
    const auto write = [&](const char *file, size_t number) {
      std::ofstream stream(folder / file);
      stream << number << std::flush;
      return stream.good();
    };
    const int end = in_child([&] {
      if (!write(limit, size_t{300} << 20) || !write("cgroup.procs", static_cast<size_t>(getpid()))) return kNotHere;
      execl("/proc/self/exe", "robustness_tests", "--gtest_brief=1", "--gtest_also_run_disabled_tests",
            "--gtest_filter=Cgroup.DISABLED_buffers_end_with_its_memory", nullptr);
      return 98;
    });
    // The kernel takes a moment to forget the last process.
    EXPECT_TRUE(eventually([&] { return rmdir(folder.c_str()) == 0; }));
    if (end == kNotHere) continue;
    EXPECT_EQ(0, end);
    return;
  }
  GTEST_SKIP() << "no cgroup may be made here";
}

}  // namespace
