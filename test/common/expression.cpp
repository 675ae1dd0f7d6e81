// SPDX-License-Identifier: Apache-2.0
#include "common/expression.h"

#include <cctype>
#include <stdexcept>

namespace wherry::test {
namespace {

int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }
uint64_t bits(int64_t value) { return static_cast<uint64_t>(value); }

int64_t divisor(int64_t value) {
  if (value == 0) throw std::runtime_error("a formula divides by zero");
  return value;
}

struct Operator {
  const char *text;
  int level;  // higher binds tighter
  int64_t (*apply)(int64_t, int64_t);
};

// Longer ones before their prefixes.
const Operator operators[] = {
    {"||", 1, [](int64_t a, int64_t b) -> int64_t { return a || b; }},
    {"&&", 2, [](int64_t a, int64_t b) -> int64_t { return a && b; }},
    {"==", 6, [](int64_t a, int64_t b) -> int64_t { return a == b; }},
    {"!=", 6, [](int64_t a, int64_t b) -> int64_t { return a != b; }},
    {"<<", 8, [](int64_t a, int64_t b) { return wrap(bits(a) << (b & 63)); }},
    {">>", 8, [](int64_t a, int64_t b) { return a >> (b & 63); }},
    {"<=", 7, [](int64_t a, int64_t b) -> int64_t { return a <= b; }},
    {">=", 7, [](int64_t a, int64_t b) -> int64_t { return a >= b; }},
    {"<", 7, [](int64_t a, int64_t b) -> int64_t { return a < b; }},
    {">", 7, [](int64_t a, int64_t b) -> int64_t { return a > b; }},
    {"|", 3, [](int64_t a, int64_t b) { return a | b; }},
    {"^", 4, [](int64_t a, int64_t b) { return a ^ b; }},
    {"&", 5, [](int64_t a, int64_t b) { return a & b; }},
    {"+", 9, [](int64_t a, int64_t b) { return wrap(bits(a) + bits(b)); }},
    {"-", 9, [](int64_t a, int64_t b) { return wrap(bits(a) - bits(b)); }},
    {"*", 10, [](int64_t a, int64_t b) { return wrap(bits(a) * bits(b)); }},
    {"/", 10, [](int64_t a, int64_t b) { return a / divisor(b); }},
    {"%", 10, [](int64_t a, int64_t b) { return a % divisor(b); }},
};

class Parser {
 public:
  explicit Parser(const std::string &text) : text_(text) {}

  Expression whole() {
    Expression result = choice();
    space();
    if (at_ != text_.size()) fail("unexpected text");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string &what) const {
    throw std::runtime_error("formula \"" + text_ + "\", character " + std::to_string(at_) + ": " + what);
  }
  void space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(const std::string &token) {
    space();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  void need(const std::string &token) {
    if (!take(token)) fail("expected " + token);
  }
  std::string name() {
    space();
    size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    return text_.substr(start, at_ - start);
  }

  Expression choice() {
    Expression condition = binary(1);
    if (!take("?")) return condition;
    Expression yes = choice();
    need(":");
    Expression no = choice();
    return [=](Scope &s) { return condition(s) ? yes(s) : no(s); };
  }

  Expression binary(int level) {
    if (level > 10) return unary();
    Expression left = binary(level + 1);
    while (const Operator *op = operator_of(level)) {
      Expression right = binary(level + 1);
      left = [left, right, apply = op->apply](Scope &s) { return apply(left(s), right(s)); };
    }
    return left;
  }

  const Operator *operator_of(int level) {
    space();
    for (auto &op : operators)
      if (text_.compare(at_, std::char_traits<char>::length(op.text), op.text) == 0) {
        if (op.level != level) return nullptr;
        at_ += std::char_traits<char>::length(op.text);
        return &op;
      }
    return nullptr;
  }

  Expression unary() {
    if (take("-")) return [inner = unary()](Scope &s) { return wrap(0 - bits(inner(s))); };
    if (take("!")) return [inner = unary()](Scope &s) -> int64_t { return !inner(s); };
    if (take("~")) return [inner = unary()](Scope &s) { return ~inner(s); };
    if (take("(")) {
      Expression inner = choice();
      need(")");
      return inner;
    }
    space();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      size_t length = 0;
      int64_t value = wrap(std::stoull(text_.substr(at_), &length, 0));
      at_ += length;
      return [value](Scope &) { return value; };
    }
    std::string word = name();
    if (word.empty()) fail("expected a value");
    if (!take("("))
      return [word](Scope &s) {
        auto found = s.variables.find(word);
        if (found == s.variables.end()) throw std::runtime_error("a formula uses the unknown name " + word);
        return found->second;
      };
    return call(word);
  }

  Expression call(const std::string &function) {
    if (function == "sum") return sum();
    Expression first = choice();
    if (function == "min" || function == "max") {
      need(",");
      Expression second = choice();
      need(")");
      bool smaller = function == "min";
      return [=](Scope &s) {
        int64_t a = first(s), b = second(s);
        return (a < b) == smaller ? a : b;
      };
    }
    need(")");
    if (function == "abs")
      return [=](Scope &s) {
        int64_t a = first(s);
        return a < 0 ? wrap(0 - bits(a)) : a;
      };
    return [=](Scope &s) { return s.element(function, first(s)); };
  }

  Expression sum() {
    std::string variable = name();
    need(",");
    Expression from = choice();
    need(",");
    Expression to = choice();
    need(",");
    Expression term = choice();
    need(")");
    return [=](Scope &s) {
      uint64_t total = 0;
      for (int64_t value = from(s), last = to(s); value <= last; ++value) {
        s.variables[variable] = value;
        total += bits(term(s));
      }
      s.variables.erase(variable);
      return wrap(total);
    };
  }

  const std::string &text_;
  size_t at_ = 0;
};

}  // namespace

Expression parse_expression(const std::string &text) { return Parser(text).whole(); }

}  // namespace wherry::test
