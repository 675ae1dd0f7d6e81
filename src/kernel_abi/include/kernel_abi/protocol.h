// SPDX-License-Identifier: Apache-2.0
// How libwherry.so and wherryc talk.
//
// The client starts `wherryc --server FD`, FD being its end of a SOCK_SEQPACKET pair, the control
// socket. The server says hello with one packet, kProtocolVersion (uint32). For each build the
// client makes a SOCK_STREAM pair and sends one end over the control socket (one byte of data, the
// socket as SCM_RIGHTS); on the other it writes a framed CompileRequest and reads a framed
// CompileResponse. A frame is its length (uint64) and that many bytes. The server ends when the
// control socket is closed.
#pragma once
#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel_abi/binary.h"
#include "platform/process/environment.h"

namespace wherry::abi {

inline constexpr uint32_t kProtocolVersion = 7;
inline constexpr uint64_t kMaxFrame = uint64_t{1} << 32;

// Seconds of CPU that one build may use.
inline unsigned compile_timeout() {
  const long seconds = std::strtol(process::environment(process::Variable::compile_timeout), nullptr, 10);
  return seconds > 0 && seconds < 100'000 ? static_cast<unsigned>(seconds) : 60;
}
// A build may also wait, for processors or for a file: seconds of the clock for each of the CPU's.
inline constexpr unsigned kWallPerCpuSecond = 4;

enum class Outcome : uint32_t { ok, invalid_options, failed, crashed };

// A file that the source asked for. Those found are known by their contents, the others by their absence.
struct Dependency {
  std::string path;  // absolute
  bool found = false;
  uint64_t hash_low = 0, hash_high = 0;  // XXH3-128 of the contents

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.path), f(self.found), f(self.hash_low), f(self.hash_high);
  }
};

struct Header {
  std::string name, text;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.name), f(self.text); }
};

// The content of a compiled object, or of a library.
struct Object {
  std::string bitcode;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.bitcode); }
};

// An argument of a kernel by its number, and its bytes; of an image the bytes of its ImageFormat.
struct KnownArgument {
  uint32_t index = 0;
  std::string bytes;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.index), f(self.bytes); }
};

// One kernel of a program, for launches that have this in common alone.
struct Variant {
  std::string kernel;
  uint64_t local_size_x = 0, local_size_y = 0, local_size_z = 0;  // of all groups
  std::vector<KnownArgument> arguments;
  uint32_t apart = 0;     // 1: no two buffers that are arguments overlap
  uint32_t reshaped = 0;  // 1: of KernelInfo::reshaped
  uint32_t lanes = 0;     // as -cl-wherry-vector-width; 0: as the options say

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.kernel), f(self.local_size_x), f(self.local_size_y), f(self.local_size_z), f(self.arguments);
    f(self.apart), f(self.reshaped), f(self.lanes);
  }
};

enum class Language : uint32_t { opencl_c, spirv };

// Whether the bytes begin with SPIR-V's magic number, in either byte order.
inline bool is_spirv(std::string_view bytes) {
  return bytes.starts_with("\x03\x02\x23\x07") || bytes.starts_with("\x07\x23\x02\x03");
}

// A specialisation constant of a SPIR-V module, by its SpecId, and its value's bytes.
struct SpecialisationConstant {
  uint32_t id = 0;
  std::string bytes;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.id), f(self.bytes); }
};

struct CompileRequest {
  std::string source;
  std::string options;
  std::string directory;  // what relative paths start from
  std::vector<Header> headers;
  std::vector<Object> objects;  // where there are some, they are linked, and what stands above is empty
  BinaryKind goal = BinaryKind::executable;
  std::vector<Variant> variants;           // one: of an executable nothing but this
  bool vectorise = true;                   // false: not, whatever the options say
  bool optimise = true;                    // likewise
  Language language = Language::opencl_c;  // of `source`; of SPIR-V that is the module's bytes, in any byte order
  std::vector<SpecialisationConstant> constants;
  // Of the CPU as the program sees it: valgrind, emulators and debuggers hide features from the program alone.
  cpu::Features cpu = cpu::host_features();
  // If there is one, the answer's binary is the place in the source, "line 3:7", of the instruction at `address` of
  // this executable, which these objects and variants made before; empty where it is not known.
  std::string executable;
  uint64_t address = 0;

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.source), f(self.options), f(self.directory), f(self.headers), f(self.objects), f(self.goal);
    f(self.variants), f(self.vectorise), f(self.optimise), f(self.language), f(self.constants), f(self.cpu);
    f(self.executable), f(self.address);
  }
};

struct CompileResponse {
  Outcome outcome = Outcome::failed;
  std::string log;
  std::string binary;
  std::vector<Dependency> dependencies;

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.outcome), f(self.log), f(self.binary), f(self.dependencies);
  }
};

namespace detail {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

struct Packer {
  std::string &out;

  template <Plain T> void operator()(const T &value) {
    out.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  template <Plain T, size_t N> void operator()(const std::array<T, N> &list) {
    for (const T &item : list) (*this)(item);
  }
  void operator()(const std::string &text) {
    (*this)(uint64_t{text.size()});
    out += text;
  }
  template <class T> void operator()(const std::vector<T> &list) {
    (*this)(uint64_t{list.size()});
    for (const T &item : list) T::fields(item, *this);
  }
};

struct Unpacker {
  std::span<const char> in;
  bool good = true;

  template <Plain T> void operator()(T &value) {
    if (in.size() < sizeof value) {
      good = false;
      return;
    }
    std::memcpy(&value, in.data(), sizeof value);
    in = in.subspan(sizeof value);
  }
  void operator()(bool &value) {
    uint8_t byte = 0;
    (*this)(byte);
    value = byte != 0;
  }
  template <Plain T, size_t N> void operator()(std::array<T, N> &list) {
    for (T &item : list) (*this)(item);
  }
  void operator()(std::string &text) {
    uint64_t size = 0;
    (*this)(size);
    if (size > in.size()) good = false;
    if (!good) return;
    text.assign(in.data(), size);
    in = in.subspan(size);
  }
  template <class T> void operator()(std::vector<T> &list) {
    uint64_t size = 0;
    (*this)(size);
    for (uint64_t i = 0; good && i < size; ++i) T::fields(list.emplace_back(), *this);
  }
};

}  // namespace detail

template <class T> std::string pack(const T &message) {
  std::string out;
  T::fields(message, detail::Packer{out});
  return out;
}

// False where the bytes are not a message of this kind.
template <class T> bool unpack(std::span<const char> bytes, T &message) {
  detail::Unpacker unpacker{bytes};
  T::fields(message, unpacker);
  return unpacker.good && unpacker.in.empty();
}

// The parts of the compiler, all in one directory.
inline constexpr const char *kCompilerParts[] = {"wherryc",        "builtins.a",     "libsupport.a",   "libmath-v1.a",
                                                 "libmath-v2.a",   "libmath-v3.a",   "libmath-v4.a",   "libimages-v1.a",
                                                 "libimages-v2.a", "libimages-v3.a", "libimages-v4.a", "images-v1.bc",
                                                 "images-v2.bc",   "images-v3.bc",   "images-v4.bc"};

// Names one build of the compiler, without starting it: sizes and times of its parts.
inline uint64_t compiler_id(const std::string &directory) {
  uint64_t id = 0xcbf29ce484222325;
  auto mix = [&id](uint64_t value) { id = (id ^ value) * 0x9e3779b97f4a7c15, id ^= id >> 29; };
  for (const char *part : kCompilerParts) {
    struct stat status{};
    if (stat((directory + "/" + part).c_str(), &status) != 0) status = {};
    mix(static_cast<uint64_t>(status.st_size));
    mix(static_cast<uint64_t>(status.st_mtim.tv_sec));
    mix(static_cast<uint64_t>(status.st_mtim.tv_nsec));
  }
  return id;
}

}  // namespace wherry::abi
