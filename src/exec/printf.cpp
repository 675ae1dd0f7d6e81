// SPDX-License-Identifier: Apache-2.0
// OpenCL C specification, "printf": C99's, with the vector specifier vn and the length modifier hl,
// without %n, ll, j, L and *.
#include "printf.h"

#include <locale.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

#include "exec/executor.h"
#include "exec/limits.h"
#include "platform/process/fault_guard.h"

namespace wherry::exec {

namespace {

constexpr uint32_t kMaxArgument = 128;  // bytes: long16, double16

enum class Length { none, hh, h, hl, l, size };  // size: z and t, whose types have 64 bits

struct Directive {
  std::string flags;
  int width = 0;
  int precision = -1;  // none
  unsigned components = 1;
  Length length = Length::none;
  char conversion = 0;
};

// snprintf's output depends on the thread's locale; numbers must not.
class CLocale {
 public:
  CLocale() : before_(uselocale(c_locale())) {}
  ~CLocale() { uselocale(before_); }
  CLocale(const CLocale &) = delete;

 private:
  static locale_t c_locale() {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    return c;
  }
  locale_t before_;
};

bool is_one_of(char c, std::string_view set) { return c && set.find(c) != set.npos; }

// Parses a decimal number; values above `limit` become `limit`.
int parse_number(const char *&at, size_t limit) {
  size_t number = 0;
  for (; *at >= '0' && *at <= '9'; ++at) number = std::min(limit, number * 10 + static_cast<size_t>(*at - '0'));
  return static_cast<int>(number);
}

// Parses the directive after the % and moves `at` past it. Returns false if the directive is invalid.
bool parse(const char *&at, size_t limit, Directive &directive) {
  for (; is_one_of(*at, "-+ #0"); ++at)
    if (directive.flags.find(*at) == std::string::npos) directive.flags += *at;
  directive.width = parse_number(at, limit);
  if (*at == '.') {
    ++at;
    directive.precision = parse_number(at, limit);
  }
  if (*at == 'v') {
    ++at;
    directive.components = static_cast<unsigned>(parse_number(at, 99));
    const unsigned n = directive.components;
    if (n != 2 && n != 3 && n != 4 && n != 8 && n != 16) return false;
  }
  if (*at == 'h') {
    ++at;
    directive.length = *at == 'h' ? Length::hh : *at == 'l' ? Length::hl : Length::h;
    if (directive.length != Length::h) ++at;
  } else if (*at == 'l') {
    ++at;
    directive.length = Length::l;
  } else if (is_one_of(*at, "zt")) {
    ++at;
    directive.length = Length::size;
  }
  if (!is_one_of(*at, "diouxXfFeEgGaAcsp")) {
    // An unknown letter belongs to the directive, another character does not.
    if ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')) ++at;
    return false;
  }
  directive.conversion = *at++;
  const bool vector = directive.components > 1;
  if (is_one_of(directive.conversion, "csp")) return !vector && directive.length == Length::none;
  if (directive.length == Length::size) return !vector && is_one_of(directive.conversion, "diouxX");
  return directive.length != Length::hl || vector;
}

template <class Value> void append(std::string &out, const Directive &directive, const char *modifier, Value value) {
  const std::string format = "%" + directive.flags + "*.*" + modifier + directive.conversion;
  char few[128];
  const int size = std::snprintf(few, sizeof few, format.c_str(), directive.width, directive.precision, value);
  if (size < 0) return;
  if (static_cast<size_t>(size) < sizeof few) {
    out.append(few, static_cast<size_t>(size));
    return;
  }
  const size_t at = out.size(), length = static_cast<size_t>(size);
  out.resize(at + length + 1);
  std::snprintf(&out[at], length + 1, format.c_str(), directive.width, directive.precision, value);
  out.resize(at + length);
}

template <class T> T load(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

uint64_t load_bits(const std::byte *from, uint32_t size) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, size);  // little-endian
  return bits;
}

float half_to_float(uint16_t half) {
  const uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ffu;
  float value;
  if (exponent == 0) {
    value = static_cast<float>(fraction) * 0x1p-24f;
  } else {
    const uint32_t bits = (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    std::memcpy(&value, &bits, sizeof value);
  }
  return sign ? -value : value;
}

void check_text(const char *text, size_t limit) {
  process::FaultGuard guard(process::FaultGuard::For::move);
  if (!guard.run({}, [&] { cpu::probe_text(text, limit); })) throw guard.fault();
}

// Appends one component of `size` bytes. Returns false if no type of this conversion has that size.
bool append_component(std::string &out, const Directive &directive, const std::byte *from, uint32_t size) {
  switch (directive.conversion) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X': {
    if (size != 1 && size != 2 && size != 4 && size != 8) return false;
    uint32_t kept = size;
    if (directive.components == 1 && directive.length == Length::hh) kept = 1;
    if (directive.components == 1 && directive.length == Length::h) kept = std::min(2u, size);
    const uint64_t bits = load_bits(from, kept);
    const unsigned unused = 64 - 8 * kept;
    if (is_one_of(directive.conversion, "di"))
      append(out, directive, "ll", static_cast<long long>(static_cast<int64_t>(bits << unused) >> unused));
    else
      append(out, directive, "ll", static_cast<unsigned long long>(bits));
    return true;
  }
  case 'c':
    if (size != 4 && size != 8) return false;
    append(out, directive, "", static_cast<int>(load_bits(from, 1)));
    return true;
  case 's': {
    if (size != 8) return false;
    const auto *text = load<const char *>(from);
    if (text) check_text(text, static_cast<size_t>(directive.precision));
    append(out, directive, "", text ? text : "(null)");
    return true;
  }
  case 'p':
    if (size != 8) return false;
    append(out, directive, "", load<void *>(from));
    return true;
  default:
    if (size != 2 && size != 4 && size != 8) return false;
    append(out, directive, "",
           size == 8   ? load<double>(from)
           : size == 4 ? static_cast<double>(load<float>(from))
                       : static_cast<double>(half_to_float(load<uint16_t>(from))));
    return true;
  }
}

// The arguments that are not read yet.
struct Arguments {
  const std::byte *at;
  const uint32_t *sizes;
  uint32_t left;

  // Skips the next argument and returns its size. A size that no type has ends the list, since the place of the next
  // argument is then unknown.
  uint32_t skip() {
    const uint32_t size = *sizes++;
    left = size <= kMaxArgument ? left - 1 : 0;
    at += (uint64_t{size} + 7) / 8 * 8;
    return size;
  }
};

bool append_argument(std::string &out, size_t limit, const Directive &directive, Arguments &arguments) {
  if (arguments.left == 0) return false;
  const std::byte *from = arguments.at;
  const uint32_t size = arguments.skip();
  const unsigned n = directive.components, stored = n == 3 ? 4 : n;
  if (size % stored != 0) return false;
  for (unsigned i = 0; i < n && out.size() <= limit; ++i) {
    if (i) out += ',';
    if (!append_component(out, directive, from + size_t{i} * (size / stored), size / stored)) return false;
  }
  return true;
}

}  // namespace

bool format_printf(std::string &out, size_t limit, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args) {
  const CLocale locale;
  Arguments arguments{static_cast<const std::byte *>(args), sizes, num_args};
  bool good = true;
  while (out.size() <= limit) {
    const char *percent = std::strchr(format, '%');
    if (!percent) {
      out.append(format, strnlen(format, limit + 1));
      break;
    }
    out.append(format, std::min(static_cast<size_t>(percent - format), limit + 1));
    format = percent + 1;
    if (*format == '%') {
      out += '%';
      ++format;
      continue;
    }
    Directive directive;
    const bool known = parse(format, limit + 1, directive);
    // Flags and precisions whose effect C leaves undefined for these conversions.
    if (is_one_of(directive.conversion, "csp")) {
      directive.flags = directive.flags.find('-') == std::string::npos ? "" : "-";
      if (directive.conversion != 's')
        directive.precision = -1;
      else if (directive.precision < 0)
        directive.precision = static_cast<int>(limit + 1);
    }
    if (known && append_argument(out, limit, directive, arguments)) continue;
    good = false;
    out.append(percent, static_cast<size_t>(format - percent));
    if (!known && arguments.left) arguments.skip();
  }
  return good;
}

int32_t PrintBuffer::print(const char *format, const void *args, const uint32_t *sizes, uint32_t num_args) {
  try {
    if (!format) return -1;
    std::string line;
    const bool good = format_printf(line, kPrintfBufferSize, format, args, sizes, num_args);
    const std::lock_guard lock(mutex_);
    if (full_ || line.size() > kPrintfBufferSize - text_.size()) {
      full_ = true;
      return -1;
    }
    text_ += line;
    return good ? 0 : -1;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}

void RunResult::print() const {
  if (printed.empty()) return;
  const process::OutsideLibrary writing;  // stdout may be a pipe that is not read
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  std::fflush(stdout);
}

}  // namespace wherry::exec
