// SPDX-License-Identifier: Apache-2.0
#include "objects/platform.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "exec/memory_limit.h"
#include "kernel_abi/abi.h"
#include "observe/log.h"
#include "platform/cpu/identity.h"
#include "platform/process/environment.h"

namespace wherry::runtime {

cl_ulong now() noexcept {
  return static_cast<cl_ulong>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

namespace {

std::string trimmed(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string cpu_name() {
  const std::string brand = trimmed(cpu::brand());
  return brand.empty() ? cpu::vendor() : brand;
}

// The first line of a file, empty if there is none.
std::string first_line(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return trimmed(line);
}

// Parses a number with an optional K, M or G; returns 0 if `text` is invalid.
cl_ulong parse_bytes(const std::string &text) {
  char *end = nullptr;
  cl_ulong value = std::strtoull(text.c_str(), &end, 10);
  switch (*end) {
  case 'K': return value << 10;
  case 'M': return value << 20;
  case 'G': return value << 30;
  default: return value;
  }
}

// Bytes of the data or unified cache of `level`, 0 if there is none.
cl_ulong cache_size(int level) {
  for (int index = 0; index < 8; ++index) {
    std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    if (first_line(folder + "level") == std::to_string(level) && first_line(folder + "type") != "Instruction")
      return parse_bytes(first_line(folder + "size"));
  }
  long size = sysconf(level == 1 ? _SC_LEVEL1_DCACHE_SIZE : level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
  return static_cast<cl_ulong>(std::max(size, 0L));
}

cl_uint clock_frequency() {
  cl_ulong khz = parse_bytes(first_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"));
  if (khz) return static_cast<cl_uint>(khz / 1000);
  if (const unsigned mhz = cpu::base_megahertz()) return mhz;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("cpu MHz"))
      return static_cast<cl_uint>(std::lround(std::strtod(line.c_str() + line.find(':') + 1, nullptr)));
  return 0;
}

// A UUID of version 8, whose bits are vendor-specific.
Uuid uuid_of(const std::string &text) {
  Uuid uuid;
  for (size_t half = 0; half < 2; ++half) {
    uint64_t hash = 14695981039346656037u + half;  // FNV-1a
    for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211u;
    std::memcpy(uuid.bytes + 8 * half, &hash, sizeof hash);
  }
  uuid.bytes[6] = 0x80 | (uuid.bytes[6] & 0x0f);
  uuid.bytes[8] = 0x80 | (uuid.bytes[8] & 0x3f);
  return uuid;
}

}  // namespace
}  // namespace wherry::runtime

_cl_platform_id &_cl_platform_id::instance() {
  static auto *platform = [] {
    for (const std::string &warning : wherry::process::misspelled_variables())
      wherry::observe::warn_once(warning, warning);
    return new _cl_platform_id;
  }();
  return *platform;
}

const std::vector<cl_name_version> &_cl_platform_id::extensions_with_version() {
  static const auto *list = new std::vector<cl_name_version>{
#define WHERRY_EXTENSION(name, major, minor, patch) {CL_MAKE_VERSION(major, minor, patch), #name},
#include "kernel_abi/extensions.def"
  };
  return *list;
}

const std::vector<cl_name_version> &_cl_platform_id::opencl_c_features() {
  static const auto *list = new std::vector<cl_name_version>{
#define WHERRY_OPENCL_C_FEATURE(name) {CL_MAKE_VERSION(3, 0, 0), #name},
#include "kernel_abi/extensions.def"
  };
  return *list;
}

const std::string &_cl_platform_id::extensions() {
  static const auto *text = [] {
    auto *names = new std::string;
    for (auto &extension : extensions_with_version())
      *names += (names->empty() ? "" : " ") + std::string(extension.name);
    return names;
  }();
  return *text;
}

wherry::runtime::Uuid _cl_platform_id::uuid() {
  return wherry::runtime::uuid_of(std::string("Wherry driver ") + wherry::runtime::kDriverVersion);
}

namespace wherry::runtime {

std::string opencl_version() {
  return "OpenCL " + std::to_string(CL_VERSION_MAJOR(kOpenclVersion)) + "." +
         std::to_string(CL_VERSION_MINOR(kOpenclVersion)) + " Wherry " + kDriverVersion;
}

std::string driver_version() {
  std::array<char, 2 * sizeof abi::kVersion + 1> digits;
  std::snprintf(digits.data(), digits.size(), "%08x", abi::kVersion);
  return std::string(kDriverVersion) + "+" + digits.data();
}

Uuid DeviceFacts::uuid() const {
  return uuid_of("Wherry device " + vendor + " " + name + " " + first_line("/etc/machine-id"));
}

DeviceFacts::DeviceFacts() {
  name = cpu_name();
  vendor = cpu::vendor();
  // The vendor's PCI id.
  vendor_id = vendor == "GenuineIntel" ? 0x8086 : vendor == "AuthenticAMD" ? 0x1022 : 0;
  clock_mhz = clock_frequency();
  cl_ulong l2 = cache_size(2);
  cache_bytes = std::max({cache_size(1), l2, cache_size(3)});
  long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  cache_line_bytes = line > 0 ? static_cast<cl_uint>(line) : 64;
  memory_bytes = exec::memory_limit();
  // At least "max(min(1024 x 1024 x 1024, 1/4th of CL_DEVICE_GLOBAL_MEM_SIZE), 32 x 1024 x 1024)".
  max_allocation_bytes = std::max<cl_ulong>(memory_bytes / 2, 32u << 20);
  // Half of a core's second-level cache, so that tiles in local memory remain cached beside streamed data.
  local_bytes = std::clamp<cl_ulong>(std::bit_floor(l2 / 2), 64u << 10, 1u << 20);
  const cpu::KernelVectors vectors = cpu::vectors_for_kernels();
  vector_bytes = vectors.bytes;
  has_fma = vectors.fma;
  has_half_vectors = vectors.half;
}

}  // namespace wherry::runtime
