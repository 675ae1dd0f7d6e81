// SPDX-License-Identifier: Apache-2.0
// From a program's source to a loaded kernel module.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernel_abi/abi.h"
#include "kernel_abi/binary.h"

namespace wherry::build {

enum class Status {
  ok,
  invalid_options,  // CL_INVALID_BUILD_OPTIONS
  failed,       // CL_BUILD_PROGRAM_FAILURE etc., with the reason in the log; also a crash or a time-out of the compiler
  unavailable,  // CL_COMPILER_NOT_AVAILABLE: wherryc could not be started, with the reason in the log
};

// Where builds take the compiler from, and keep what they have built, as the environment says now.
struct Places {
  std::string compiler;         // the path of wherryc
  std::string cache_directory;  // empty where nothing is kept
  uint64_t cache_max_bytes;
};
Places places();

// The bytes of a Wherry binary: the compiler's output and its seal.
class Binary : public std::enable_shared_from_this<Binary> {
 public:
  virtual ~Binary() = default;
  virtual std::span<const std::byte> bytes() const = 0;
  // As LoadedModule::place_of, by the address in the executable. Asks the compiler each time.
  virtual std::string place_of(uint64_t address) const = 0;
};

// Wraps the bytes that a program gives to clCreateProgramWithBinary; does not verify them (see kind_of()).
std::shared_ptr<const Binary> wrap(std::vector<std::byte> bytes);

// A variant of one kernel, for launches with this local size and these values of arguments. The result is an executable
// with this kernel only.
struct Variant {
  std::string kernel;
  std::array<uint64_t, 3> local_size;
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> arguments;  // argument index, bytes
  bool apart = false;                                                  // no two buffers that are arguments overlap
  bool reshaped = false;                                               // of abi::KernelInfo::reshaped
  uint32_t lanes = 0;                                                  // a power of two; 0: as many as suit
};

struct Request {
  std::string source;
  std::string options;                                           // as clBuildProgram takes them
  std::vector<std::pair<std::string, std::string>> headers;      // embedded headers: include name, text
  abi::BinaryKind goal = abi::BinaryKind::executable;            // or an object, which may refer to undefined functions
  bool is_spirv = false;                                         // `source` is a SPIR-V module
  std::vector<std::pair<uint32_t, std::string>> constants = {};  // of that: SpecId, the value's bytes
};

struct Result {
  Status status = Status::failed;
  std::string log;  // warnings and errors, with line, column and caret; also stored in the cache
  std::shared_ptr<const Binary> binary;
  bool from_cache = false;
};

// Compiles, or takes the binary from the cache. Blocks; thread-safe.
Result compile(const Request &request);

// Links objects and libraries into an executable or a library; the log names undefined and duplicate symbols. Otherwise
// as compile().
Result link(std::span<const std::shared_ptr<const Binary>> inputs, abi::BinaryKind goal);

// Returns a thread-safe function that builds variants of an executable's kernels from the object that the executable
// contains; empty if it contains none. Reads the environment (compiler, cache) in this call only.
using BuildVariant = std::function<Result(const Variant &)>;
BuildVariant variants_of(std::shared_ptr<const Binary> executable);

// Throws std::runtime_error, with the reason, if the binary is damaged, was built for other CPU features, or by another
// version.
abi::BinaryKind kind_of(const Binary &binary);

// A loaded module; the last reference unloads it.
class LoadedModule {
 public:
  // Loads an executable. Throws as kind_of(), and std::system_error for lack of descriptors or memory.
  static std::shared_ptr<const LoadedModule> load(const Binary &binary);
  virtual ~LoadedModule() = default;
  virtual const abi::Module &module() const = 0;
  // The place in the source of the instruction at the address, "line 3:7", or with a file's name; "" where it is not
  // known. The first call may take as long as a build. Thread-safe.
  virtual std::string place_of(uintptr_t instruction) const = 0;
};

}  // namespace wherry::build
