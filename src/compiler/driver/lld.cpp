// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/lld.h"

#include <sys/mman.h>
#include <unistd.h>

#include "kernel_abi/files.h"
#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

namespace wherry::compiler {

llvm::Expected<std::string> link_shared(std::span<const std::string> objects, std::span<const std::string> libraries,
                                        std::span<const std::string> symbols) {
  std::vector<abi::Descriptor> inputs;
  std::vector<std::string> input_paths;
  for (const std::string &object : objects) {
    const abi::Descriptor &input = inputs.emplace_back(memfd_create("kernel.o", MFD_CLOEXEC));
    if (!input || !abi::write_all(input.get(), object))
      return llvm::createStringError("error: no memory to link the kernel in\n");
    input_paths.push_back("/proc/self/fd/" + std::to_string(input.get()));
  }
  abi::Descriptor output(memfd_create("kernel.so", MFD_CLOEXEC));
  abi::Descriptor standard_output(dup(STDOUT_FILENO));
  if (!output) return llvm::createStringError("error: no memory to link the kernel in\n");

  // LLD writes beside its output and renames, which a memfd has no place for; standard output it
  // writes straight to.
  std::vector<const char *> arguments{"ld.lld",
                                      "-shared",
                                      "-o",
                                      "-",
                                      "--no-undefined",
                                      "-Bsymbolic",
                                      "--gc-sections",
                                      "--build-id=none",
                                      "--hash-style=gnu",
                                      "--exclude-libs=ALL",
                                      "--threads=1",
                                      "-znoseparate-code",
                                      "-znostart-stop-gc"};  // `wherry_kernels`, of lower/module_info
  for (const std::string &path : input_paths) arguments.push_back(path.c_str());
  for (const std::string &library : libraries) arguments.push_back(library.c_str());
  for (const std::string &symbol : symbols) arguments.insert(arguments.end(), {"--defsym", symbol.c_str()});
  std::string log;
  llvm::raw_string_ostream log_stream(log);
  dup2(output.get(), STDOUT_FILENO);
  bool good = lld::elf::link(arguments, llvm::nulls(), log_stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  if (standard_output)
    dup2(standard_output.get(), STDOUT_FILENO);
  else
    close(STDOUT_FILENO);
  if (!good) return llvm::createStringError(log.empty() ? "error: the kernel could not be linked\n" : log);
  lseek(output.get(), 0, SEEK_SET);
  return abi::read_rest(output.get()).value_or("");
}

}  // namespace wherry::compiler
