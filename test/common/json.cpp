// SPDX-License-Identifier: Apache-2.0
#include "common/json.h"

#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace wherry::test {

namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json document() {
    Json value = parse();
    if (skip_space(); at_ != text_.size()) fail("the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const char *expected) const {
    throw std::runtime_error(std::string("JSON: expected ") + expected + " at byte " + std::to_string(at_) + ": " +
                             std::string(text_.substr(at_, 60)));
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }

  Json parse() {
    skip_space();
    Json value;
    if (take('{')) {
      value.kind = Json::Kind::object;
      for (skip_space(); !take('}'); skip_space()) {
        if (!value.members.empty() && !take(',')) fail("a comma or }");
        skip_space();
        std::string name = string();
        skip_space();
        if (!take(':')) fail("a colon");
        if (!value.members.emplace(std::move(name), parse()).second) fail("another name");
      }
    } else if (take('[')) {
      value.kind = Json::Kind::array;
      for (skip_space(); !take(']'); skip_space()) {
        if (!value.items.empty() && !take(',')) fail("a comma or ]");
        value.items.push_back(parse());
      }
    } else if (peek() == '"') {
      value.kind = Json::Kind::string;
      value.text = string();
    } else if (take("true")) {
      value.kind = Json::Kind::boolean;
      value.number = 1;
    } else if (take("false")) {
      value.kind = Json::Kind::boolean;
    } else if (!take("null")) {
      value.kind = Json::Kind::number;
      value.number = number();
    }
    return value;
  }

  double number() {
    const size_t begin = at_;
    const auto digits = [this] {
      const size_t first = at_;
      while (peek() >= '0' && peek() <= '9') ++at_;
      if (at_ == first) fail("a digit");
    };
    take('-');
    if (!take('0')) digits();
    if (take('.')) digits();
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      digits();
    }
    return std::strtod(std::string(text_.substr(begin, at_ - begin)).c_str(), nullptr);
  }

  unsigned hex() {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) fail("a hexadecimal digit");
      value = value * 16 + static_cast<unsigned>(digit);
    }
    return value;
  }

  // Of the escapes by number only those in ASCII are decoded, others become '?'.
  std::string string() {
    if (!take('"')) fail("a string");
    std::string value;
    while (!take('"')) {
      const auto c = static_cast<unsigned char>(peek());
      if (c < 0x20) fail("a character of a string");
      if (c >= 0x80) {
        value += character();
        continue;
      }
      ++at_;
      if (c != '\\') {
        value += static_cast<char>(c);
        continue;
      }
      const char escape = peek();
      ++at_;
      switch (escape) {
      case '"':
      case '\\':
      case '/': value += escape; break;
      case 'b': value += '\b'; break;
      case 'f': value += '\f'; break;
      case 'n': value += '\n'; break;
      case 'r': value += '\r'; break;
      case 't': value += '\t'; break;
      case 'u': {
        const unsigned code = hex();
        value += code < 0x80 ? static_cast<char>(code) : '?';
        break;
      }
      default: fail("an escape");
      }
    }
    return value;
  }

  // A character of UTF-8 past ASCII.
  std::string_view character() {
    const auto first = static_cast<unsigned char>(peek());
    const size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (size == 0 || at_ + size > text_.size()) fail("UTF-8");
    for (size_t i = 1; i < size; ++i)
      if ((static_cast<unsigned char>(text_[at_ + i]) & 0xc0) != 0x80) fail("UTF-8");
    at_ += size;
    return text_.substr(at_ - size, size);
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const Json *Json::find(std::string_view name) const {
  const auto found = members.find(name);
  return found == members.end() ? nullptr : &found->second;
}

const Json &Json::operator[](std::string_view name) const {
  if (const Json *found = find(name)) return *found;
  throw std::runtime_error("JSON: no member " + std::string(name));
}

Json parse_json(std::string_view text) { return Parser(text).document(); }

}  // namespace wherry::test
