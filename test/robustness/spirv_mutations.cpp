// SPDX-License-Identifier: Apache-2.0
// Damaged SPIR-V modules: the reader refuses them with a word, or makes a module that LLVM's verifier accepts; it never
// crashes. Usage: spirv_mutations COUNT MODULE...
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "compiler/frontend/spirv/reader.h"
#include "mutations.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace wherry;

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *seed = std::getenv("WHERRY_TEST_SEED");
  std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 0) : 1);
  const bool verbose = std::getenv("WHERRY_TEST_LAST") != nullptr;
  uint64_t accepted = 0, refused = 0;
  for (uint64_t i = 0; i < std::strtoull(argv[1], nullptr, 0); ++i) {
    const char *file = argv[2 + i % static_cast<uint64_t>(argc - 2)];
    std::ifstream stream(file, std::ios::binary);
    abi::CompileRequest request;
    request.source = test::damaged({std::istreambuf_iterator<char>(stream), {}}, random);
    // What crashes stands in a file.
    if (verbose) std::ofstream(std::getenv("WHERRY_TEST_LAST"), std::ios::binary) << request.source;
    llvm::LLVMContext context;
    std::string text;
    llvm::raw_string_ostream log(text);
    if (compiler::read_spirv(request, {}, context, log)) {
      ++accepted;
    } else if (text.find("error: SPIR-V module: ") == text.npos) {
      std::printf("a module of %s was refused without a word\n", file);
      return 1;
    } else {
      ++refused;
    }
  }
  std::printf("%llu refused, %llu accepted\n", static_cast<unsigned long long>(refused),
              static_cast<unsigned long long>(accepted));
  // Neither that nothing is damaged, nor that nothing is read.
  return refused == 0 || accepted == 0;
}
