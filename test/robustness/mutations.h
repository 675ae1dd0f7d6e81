// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

namespace wherry::test {
namespace mutations {

inline uint64_t below(std::mt19937_64 &random, uint64_t bound) { return bound ? random() % bound : 0; }

inline uint32_t word_at(const std::string &bytes, size_t word) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + 4 * word, 4);
  return value;
}

inline void set_word(std::string &bytes, size_t word, uint32_t value) {
  std::memcpy(bytes.data() + 4 * word, &value, 4);
}

}  // namespace mutations

// A SPIR-V module with one to three faults of any kind.
inline std::string damaged(std::string bytes, std::mt19937_64 &random) {
  using namespace mutations;
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

}  // namespace wherry::test
