// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

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

struct Instruction {
  size_t at, words;
  uint32_t opcode;
};

// The instructions, as far as their lengths make sense.
inline std::vector<Instruction> instructions(const std::string &bytes) {
  std::vector<Instruction> found;
  for (size_t at = 5; at < bytes.size() / 4;) {
    const uint32_t first = word_at(bytes, at), words = first >> 16;
    if (words == 0 || at + words > bytes.size() / 4) break;
    found.push_back({at, words, first & 0xFFFF});
    at += words;
  }
  return found;
}

template <class Of> auto one_of(std::mt19937_64 &random, const std::vector<Of> &all) {
  return all[below(random, all.size())];
}

// The opcodes among which one takes another one's place: sums, products and bits; floats; comparisons; conversions.
inline const std::vector<std::vector<uint32_t>> kAlike = {
    {128, 130, 132, 134, 135, 137, 138, 139, 194, 195, 196, 197, 198, 199},
    {129, 131, 133, 136, 140, 141},
    {170, 171, 172, 173, 174, 175, 176, 177, 178, 179},
    {109, 110, 111, 112, 113, 114, 115, 117, 120, 121, 122, 124},
    {61, 81, 83, 126, 127, 200},
};

// A fault that leaves most of the module valid: passes meet what no front end writes. Of a module without instructions,
// none.
inline void damage_in_form(std::string &bytes, std::mt19937_64 &random) {
  const std::vector<Instruction> all = instructions(bytes);
  std::map<uint32_t, uint32_t> type_of;              // by ids
  std::map<uint32_t, std::vector<uint32_t>> ids_of;  // by types
  std::vector<uint32_t> labels;
  std::vector<Instruction> constants, types, jumps, operations;
  std::set<uint32_t> is_type;
  for (const Instruction &each : all) {
    if (each.opcode >= 19 && each.opcode <= 39 && each.words > 1) {
      is_type.insert(word_at(bytes, each.at + 1));
      types.push_back(each);
    } else if (each.words > 2 && is_type.count(word_at(bytes, each.at + 1))) {
      const uint32_t type = word_at(bytes, each.at + 1), id = word_at(bytes, each.at + 2);
      type_of[id] = type;
      ids_of[type].push_back(id);
      if (each.opcode == 43 && each.words > 3) constants.push_back(each);
      operations.push_back(each);
    } else if (each.opcode == 62 || each.opcode == 63) {
      operations.push_back(each);
    } else if (each.opcode == 248) {
      labels.push_back(word_at(bytes, each.at + 1));
    } else if (each.opcode == 249 || each.opcode == 250) {
      jumps.push_back(each);
    }
  }
  switch (below(random, 5)) {
  case 0:
    if (!operations.empty()) {
      const Instruction one = one_of(random, operations);
      const size_t word = one.at + 1 + below(random, one.words - 1);
      if (auto found = type_of.find(word_at(bytes, word)); found != type_of.end())
        set_word(bytes, word, one_of(random, ids_of[found->second]));
    }
    break;
  case 1:
    if (!constants.empty()) {
      const Instruction one = one_of(random, constants);
      static const std::vector<uint32_t> kNumbers = {0,  1,  2,   7,        31,        32,       63,
                                                     64, 65, 255, 1u << 20, INT32_MAX, 1u << 31, UINT32_MAX};
      set_word(bytes, one.at + 3 + below(random, one.words - 3), one_of(random, kNumbers));
    }
    break;
  case 2:
    for (unsigned tries = 0; tries < 20 && !operations.empty(); ++tries) {
      const Instruction one = one_of(random, operations);
      for (const std::vector<uint32_t> &alike : kAlike)
        if (std::count(alike.begin(), alike.end(), one.opcode))
          return set_word(bytes, one.at, uint32_t(one.words << 16) | one_of(random, alike));
    }
    break;
  case 3:
    if (!jumps.empty() && !labels.empty()) {
      const Instruction one = one_of(random, jumps);
      const size_t first = one.opcode == 250 ? 2 : 1;
      if (one.words > first)
        set_word(bytes, one.at + first + below(random, one.opcode == 250 ? 2 : 1), one_of(random, labels));
    }
    break;
  case 4:
    if (!types.empty()) {
      const Instruction one = one_of(random, types);
      static const std::vector<uint32_t> kSizes = {0, 1, 2, 3, 4, 5, 8, 16, 32, 64, 128, 1u << 16};
      if (one.words > 2) set_word(bytes, one.at + 2 + below(random, one.words - 2), one_of(random, kSizes));
    }
    break;
  }
}

}  // namespace mutations

// A SPIR-V module with one to three faults of any kind, or with some that leave most of the module valid.
inline std::string damaged(std::string bytes, std::mt19937_64 &random) {
  using namespace mutations;
  if (below(random, 2)) {
    for (uint64_t left = 1 + below(random, 4); left > 0; --left) damage_in_form(bytes, random);
    return bytes;
  }
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
