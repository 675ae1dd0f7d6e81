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
  failed,           // CL_BUILD_PROGRAM_FAILURE and its kin: the log says why; a crash or a time-out of the compiler too
  unavailable,      // CL_COMPILER_NOT_AVAILABLE: wherryc could not be started; the log says why
};

// The bytes of a wherry binary: what the compiler made, and its seal.
class Binary {
 public:
  virtual ~Binary() = default;
  virtual std::span<const std::byte> bytes() const = 0;
};

// The bytes of a binary that a program brings (clCreateProgramWithBinary); not looked at before kind_of().
std::shared_ptr<const Binary> wrap(std::vector<std::byte> bytes);

// One kernel of a program, for launches of one local size in which these arguments have these bytes. The result is
// an executable of this kernel alone.
struct Variant {
  std::string kernel;
  std::array<uint64_t, 3> local_size;
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> arguments;  // by their numbers
};

struct Request {
  std::string source;
  std::string options;                                       // as clBuildProgram takes them
  std::vector<std::pair<std::string, std::string>> headers;  // embedded headers: include name, text
  abi::BinaryKind goal = abi::BinaryKind::executable;        // or an object, whose functions may be undefined
};

struct Result {
  Status status = Status::failed;
  std::string log;  // warnings and errors, with line, column and caret; kept by the cache too
  std::shared_ptr<const Binary> binary;
  bool from_cache = false;
};

// Compiles, or takes the binary from the cache. Blocks; any thread.
Result compile(const Request &request);

// Links objects and libraries into an executable, or into one library; the log names what is undefined or
// defined twice. Otherwise as compile().
Result link(std::span<const std::shared_ptr<const Binary>> inputs, abi::BinaryKind goal);

// Builds variants of an executable's kernels, from the object that it carries; empty where it carries none. The
// environment (compiler, cache) is read now: what is returned works in any thread and does not look at it.
using BuildVariant = std::function<Result(const Variant &)>;
BuildVariant variants_of(std::shared_ptr<const Binary> executable);

// Throws std::runtime_error, with the reason, where the binary is damaged, was made for other CPU
// features, or by another version.
abi::BinaryKind kind_of(const Binary &binary);

// A module in memory, unloaded with its last reference.
class LoadedModule {
 public:
  // Of an executable. Throws as kind_of() does, and std::system_error where descriptors or memory lack.
  static std::shared_ptr<const LoadedModule> load(const Binary &binary);
  virtual ~LoadedModule() = default;
  virtual const abi::Module &module() const = 0;
};

}  // namespace wherry::build
