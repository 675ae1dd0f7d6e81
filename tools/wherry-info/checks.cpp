// SPDX-License-Identifier: Apache-2.0
#include "checks.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include "kernel_abi/protocol.h"
#include "platform/process/environment.h"
#include "wherry/cl_wherry.h"

namespace wherry::info {

const char *volatile step = "starting";

namespace {

namespace fs = std::filesystem;

template <class Get, class Object> std::string text_of(Get get, Object object, cl_uint which) {
  size_t size = 0;
  if (get(object, which, 0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string text(size, '\0');
  if (get(object, which, size, text.data(), nullptr) != CL_SUCCESS) return "";
  text.resize(size - 1);
  return text;
}

template <class Number> Number number_of(const Calls &calls, const Driver &driver, cl_device_info which) {
  Number number = 0;
  calls.clGetDeviceInfo(driver.device, which, sizeof number, &number, nullptr);
  return number;
}

std::string text_of(const Calls &calls, const Driver &driver, cl_device_info which) {
  return text_of(calls.clGetDeviceInfo, driver.device, which);
}

std::string of_cpus(int64_t count) { return std::to_string(count) + (count == 1 ? " CPU" : " CPUs"); }

std::string megabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", bytes / (1 << 20));
  return text;
}

// How many of `wanted` threads run at once.
unsigned startable(unsigned wanted) {
  std::atomic<bool> end{false};
  std::vector<std::thread> threads;
  try {
    while (threads.size() < wanted) threads.emplace_back([&] { end.wait(false); });
  } catch (const std::system_error &) {
  }
  end = true;
  end.notify_all();
  for (std::thread &thread : threads) thread.join();
  return static_cast<unsigned>(threads.size());
}

struct Output {
  bool good;
  std::string text;  // the first line of both outputs
};

Output run(const std::string &program, const char *option) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {false, std::strerror(errno)};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
  std::string name = program, word = option;
  char *arguments[] = {name.data(), word.data(), nullptr};
  pid_t child;
  const int error = posix_spawn(&child, program.c_str(), &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  std::string text;
  char bytes[4096];
  for (ssize_t n; !error && (n = read(ends[0], bytes, sizeof bytes)) > 0;) text.append(bytes, static_cast<size_t>(n));
  close(ends[0]);
  if (error) return {false, std::strerror(error)};
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, text.substr(0, text.find('\n'))};
}

// "" where a program could be kept in `folder`, otherwise the reason. Leaves nothing behind.
std::string why_not_writable(const std::string &folder) {
  std::error_code error;
  std::vector<fs::path> made;  // the innermost last
  fs::path path = folder;
  if (!path.has_filename()) path = path.parent_path();
  for (fs::path missing = path; !missing.empty() && !fs::exists(missing, error); missing = missing.parent_path())
    made.insert(made.begin(), missing);
  std::string why;
  for (const fs::path &part : made)
    if (!fs::create_directory(part, error) && error) {
      why = error.message();
      break;
    }
  if (why.empty()) {
    std::string file = path / ".tmp-wherry-info-XXXXXX";
    const int descriptor = mkstemp(file.data());
    const std::vector<char> bytes(1 << 16);  // about a program of many kernels
    if (descriptor < 0 || write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      why = std::strerror(errno);
    if (descriptor >= 0) {
      close(descriptor);
      unlink(file.c_str());
    }
  }
  for (; !made.empty(); made.pop_back()) fs::remove(made.back(), error);
  return why;
}

}  // namespace

bool find_device(const Calls &calls, Driver &driver, Report &report) {
  cl_platform_id platforms[64];
  cl_uint count = 0;
  if (calls.clGetPlatformIDs(64, platforms, &count) != CL_SUCCESS) count = 0;
  std::vector<std::string> names;
  for (cl_uint i = 0; i < count && i < 64; ++i) {
    names.push_back(text_of(calls.clGetPlatformInfo, platforms[i], CL_PLATFORM_NAME));
    if (!driver.platform && names.back() == "Wherry") driver.platform = platforms[i];
  }
  report.fact("loader", "platforms", names);
  if (!driver.platform ||
      calls.clGetDeviceIDs(driver.platform, CL_DEVICE_TYPE_ALL, 1, &driver.device, nullptr) != CL_SUCCESS)
    return false;
  driver.version = text_of(calls, driver, CL_DRIVER_VERSION);
  const std::string name = text_of(calls, driver, CL_DEVICE_NAME), version = text_of(calls, driver, CL_DEVICE_VERSION);
  std::error_code error;
  const std::string library = fs::weakly_canonical(text_of(calls, driver, CL_DEVICE_LIBRARY_WHERRY), error);
  const auto level = number_of<cl_uint>(calls, driver, CL_DEVICE_CPU_LEVEL_WHERRY);
  report.fact("driver", "version", driver.version);
  report.fact("driver", "library", library);
  report.fact("device", "name", name);
  report.fact("device", "version", version);
  report.fact("device", "cpu_level", static_cast<int64_t>(level));
  report.line("driver", library + ", " + driver.version);
  const std::string limit = process::environment(process::Variable::cpu_level);
  report.line("device", name + ", " + version);
  report.line("device", "kernels for x86-64-v" + std::to_string(level) +
                            (limit.empty() ? "" : " (WHERRY_CPU_LEVEL: " + limit + ")"));
  return true;
}

void check_threads(const Calls &calls, const Driver &driver, Report &report) {
  step = "starting threads";
  const auto units = number_of<cl_uint>(calls, driver, CL_DEVICE_MAX_COMPUTE_UNITS);
  const auto mask = number_of<cl_uint>(calls, driver, CL_DEVICE_AFFINITY_CPUS_WHERRY);
  const auto quota = number_of<cl_uint>(calls, driver, CL_DEVICE_CGROUP_CPUS_WHERRY);
  const std::string setting = process::environment(process::Variable::num_threads);
  const bool obeyed = !setting.empty() && setting == std::to_string(units);
  const std::string reason = obeyed ? "WHERRY_NUM_THREADS" : quota && quota < mask ? "cgroup" : "affinity";
  report.fact("threads", "count", static_cast<int64_t>(units));
  report.fact("threads", "reason", reason);
  report.fact("threads", "affinity_cpus", static_cast<int64_t>(mask));
  report.fact("threads", "cgroup_cpus", static_cast<int64_t>(quota));
  report.fact("threads", "WHERRY_NUM_THREADS", setting);
  report.line("threads", std::to_string(units) + " (affinity mask: " + of_cpus(mask) +
                             "; cgroup's quota: " + (quota ? of_cpus(quota) : "none") +
                             "; WHERRY_NUM_THREADS: " + (setting.empty() ? "not set" : setting) + ")");
  if (!setting.empty() && !obeyed)
    report.wrong("threads_variable", "WHERRY_NUM_THREADS=" + setting + " has no effect",
                 "set it to a number from 1 to 1024, or unset it");
  const unsigned possible = startable(units);
  report.fact("threads", "startable", static_cast<int64_t>(possible));
  if (possible < units)
    report.wrong("threads_limit",
                 "the system lets this process start " + std::to_string(possible) + " of " + std::to_string(units) +
                     " threads",
                 "raise the limit (ulimit -u, pids.max of the cgroup), or set WHERRY_NUM_THREADS to less");
}

void check_compiler(const Calls &calls, const Driver &driver, Report &report) {
  step = "starting the compiler";
  const std::string path = text_of(calls, driver, CL_DEVICE_COMPILER_WHERRY);
  const std::string named = process::environment(process::Variable::compiler);
  const std::string remedy = named.empty() ? "install Wherry again" : "unset WHERRY_COMPILER, or name a wherryc";
  const Output version = run(path, "--version");
  report.fact("compiler", "path", path);
  report.fact("compiler", "version", version.good ? version.text : "");
  report.fact("compiler", "WHERRY_COMPILER", named);
  report.line("compiler", path + (version.good ? ", " + version.text : ": does not run") +
                              (named.empty() ? "" : " (WHERRY_COMPILER)"));
  if (!version.good) {
    report.wrong("compiler", "the compiler does not run: " + path + ": " + version.text, remedy);
    return;
  }
  // The driver's also names the form of its binaries, behind a plus sign.
  if (!version.text.starts_with("wherryc " + driver.version.substr(0, driver.version.find('+')) + ",")) {
    report.wrong("compiler_version", "the compiler is of another version than the driver, " + driver.version, remedy);
    return;
  }
  const fs::path library = text_of(calls, driver, CL_DEVICE_LIBRARY_WHERRY);
  std::vector<fs::path> parts{library.parent_path() / "wherry/libwherry-tbb.so"};
  for (const char *part : abi::kCompilerParts) parts.push_back(fs::path(path).parent_path() / part);
  for (const fs::path &part : parts)
    if (access(part.c_str(), R_OK) != 0)
      report.wrong("part", "a part of Wherry is missing: " + part.string() + ": " + std::strerror(errno), remedy);
}

void check_cache(const Calls &calls, const Driver &driver, Report &report) {
  step = "looking at the cache";
  const std::string folder = text_of(calls, driver, CL_DEVICE_CACHE_DIRECTORY_WHERRY);
  const auto limit = number_of<cl_ulong>(calls, driver, CL_DEVICE_CACHE_MAX_BYTES_WHERRY);
  int64_t bytes = 0, entries = 0;
  std::error_code error, gone;
  if (!folder.empty())
    for (fs::recursive_directory_iterator item(folder, error), end; !error && item != end; item.increment(error))
      if (item->is_regular_file(gone)) {
        bytes += static_cast<int64_t>(item->file_size(gone));
        entries += item->path().extension() == ".wherry";
      }
  report.fact("cache", "folder", folder);
  report.fact("cache", "bytes", bytes);
  report.fact("cache", "programs", entries);
  report.fact("cache", "max_bytes", static_cast<int64_t>(limit));
  if (folder.empty()) {
    const bool off = std::string_view(process::environment(process::Variable::cache)) == "0";
    report.line("cache", off ? "none (WHERRY_CACHE is 0)" : "none");
    if (!off)
      report.wrong("cache_folder", "programs are compiled anew each time: HOME and XDG_CACHE_HOME name no folder",
                   "set WHERRY_CACHE_DIR to a folder that you can write to");
    return;
  }
  report.line("cache", folder + ", " + megabytes(static_cast<double>(bytes)) + " of " +
                           megabytes(static_cast<double>(limit)) + ", " + std::to_string(entries) + " programs");
  if (const std::string why = why_not_writable(folder); !why.empty())
    report.wrong("cache",
                 "programs are compiled anew each time: the cache cannot be written to: " + folder + ": " + why,
                 "make that folder writable, or set WHERRY_CACHE_DIR to one that is");
}

void check_variables(Report &report) {
  for (const std::string &warning : process::misspelled_variables())
    report.wrong("variable", warning, "rename the variable, or unset it");
}

}  // namespace wherry::info
