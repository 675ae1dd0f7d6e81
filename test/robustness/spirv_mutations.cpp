// SPDX-License-Identifier: Apache-2.0
// Damaged SPIR-V modules: the reader refuses them with a word, or makes a module that LLVM's verifier accepts; it never
// crashes. Usage: spirv_mutations COUNT MODULE...
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "compiler/frontend/spirv/reader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace wherry;
using Random = std::mt19937_64;

uint64_t below(Random &random, uint64_t bound) { return bound ? random() % bound : 0; }

uint32_t word_at(const std::string &bytes, size_t word) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + 4 * word, 4);
  return value;
}

void set_word(std::string &bytes, size_t word, uint32_t value) { std::memcpy(bytes.data() + 4 * word, &value, 4); }

// One to three faults of any kind.
std::string damaged(std::string bytes, Random &random) {
  for (uint64_t left = 1 + below(random, 3); left > 0; --left) {
    const size_t words = bytes.size() / 4;
    if (words < 6) break;
    const size_t word = 1 + below(random, words - 1), other = 5 + below(random, words - 5);
    switch (below(random, 9)) {
    case 0: bytes[below(random, bytes.size())] = static_cast<char>(random()); break;
    case 1: set_word(bytes, word, static_cast<uint32_t>(random())); break;
    case 2: set_word(bytes, word, static_cast<uint32_t>(below(random, 64))); break;
    // Another id, another instruction.
    case 3: set_word(bytes, word, word_at(bytes, other)); break;
    case 4: {
      const uint32_t saved = word_at(bytes, other);
      set_word(bytes, other, word_at(bytes, word));
      set_word(bytes, word, saved);
      break;
    }
    case 5: bytes.resize(4 * word); break;
    case 6: bytes.erase(4 * word, 4 * (1 + below(random, 8))), bytes.resize(bytes.size() / 4 * 4); break;
    // A piece twice.
    case 7: bytes.insert(4 * other, bytes.substr(4 * word, 4 * (1 + below(random, 16)))); break;
    // Another opcode of as many words.
    case 8:
      set_word(bytes, word, (word_at(bytes, word) & 0xFFFF0000) | static_cast<uint32_t>(below(random, 500)));
      break;
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *seed = std::getenv("WHERRY_TEST_SEED");
  Random random(seed ? std::strtoull(seed, nullptr, 0) : 1);
  const bool verbose = std::getenv("WHERRY_TEST_LAST") != nullptr;
  uint64_t accepted = 0, refused = 0;
  for (uint64_t i = 0; i < std::strtoull(argv[1], nullptr, 0); ++i) {
    const char *file = argv[2 + i % static_cast<uint64_t>(argc - 2)];
    std::ifstream stream(file, std::ios::binary);
    abi::CompileRequest request;
    request.source = damaged({std::istreambuf_iterator<char>(stream), {}}, random);
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
