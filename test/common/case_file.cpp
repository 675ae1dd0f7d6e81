// SPDX-License-Identifier: Apache-2.0
#include "common/case_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "common/cl.h"
#include "common/expression.h"
#include "common/reports.h"

namespace wherry::test {
namespace {

struct ElementType {
  const char *name;
  size_t size;
  int64_t (*load)(const std::byte *);
  void (*store)(std::byte *, int64_t);
};

template <class T> constexpr ElementType element_type(const char *name) {
  return {name, sizeof(T),
          [](const std::byte *from) {
            T value;
            std::memcpy(&value, from, sizeof value);
            return static_cast<int64_t>(value);
          },
          [](std::byte *to, int64_t value) {
            T converted = static_cast<T>(value);
            std::memcpy(to, &converted, sizeof converted);
          }};
}

const ElementType element_types[] = {
    element_type<int8_t>("char"),     element_type<uint8_t>("uchar"),  element_type<int16_t>("short"),
    element_type<uint16_t>("ushort"), element_type<int32_t>("int"),    element_type<uint32_t>("uint"),
    element_type<int64_t>("long"),    element_type<uint64_t>("ulong"), element_type<float>("float"),
    element_type<double>("double"),
};

const ElementType &find_type(const std::string &name) {
  for (auto &type : element_types)
    if (name == type.name) return type;
  throw std::runtime_error("unknown element type " + name);
}

struct Argument {
  enum class Kind { buffer, local, value, null } kind;
  std::string name;  // of buffers
  const ElementType *type = nullptr;
  Expression count;     // elements; of local memory: bytes
  Expression contents;  // of buffers, or the value; empty: zeros
  std::vector<std::byte> before, after;
  Buffer parent, buffer;   // the buffer is a part of its parent, between guards
  Expression expectation;  // empty: as before
  bool overruns = false;   // the kernel may write behind it
  bool written = false;    // the kernel writes it, whatever
};

Sizes parse_sizes(std::string text) {
  std::replace(text.begin(), text.end(), 'x', ' ');
  std::istringstream words(text);
  Sizes sizes;
  for (size_t size; words >> size;) sizes.push_back(size);
  return sizes;
}

std::string trim(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

constexpr size_t kGuardBytes = 1024;
constexpr std::byte kGuard{0xA7};

class CaseFile {
 public:
  explicit CaseFile(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
      source_ += line + "\n";
      if (line.rfind("// ", 0) == 0) directive(line.substr(3));
    }
    if (global_.empty() || locals_.empty()) throw std::runtime_error("a case needs its global and local sizes");
    if (options_.empty()) options_.push_back("");
  }

  // With `compare`, what the kernel wrote must be what is expected.
  void run(bool compare) {
    compare_ = compare;
    for (auto &options : options_) run_with(options);
  }

 private:
  using Pairs = std::vector<std::pair<std::string, std::string>>;  // places that race

  void run_with(const std::string &options) {
    Program program = build(source_, options.c_str());
    Kernel test = kernel(program, "test");
    for (auto &local : locals_) {
      std::string text;
      for (size_t size : local) text += std::to_string(size) + " ";
      SCOPED_TRACE("options \"" + options + "\", local size " + (text.empty() ? "null" : text));
      run_once(test, local);
    }
    if (checked()) compare_reports(new_reports());
  }

  void directive(const std::string &line) {
    size_t colon = line.find(':');
    if (colon == std::string::npos) return;
    std::string key = line.substr(0, colon), value = trim(line.substr(colon + 1));
    if (key == "global") {
      global_ = parse_sizes(value);
    } else if (key == "offset") {
      offset_ = parse_sizes(value);
    } else if (key == "options") {
      options_.push_back(value);
    } else if (key == "local") {
      std::istringstream list(value);
      for (std::string one; std::getline(list, one, ',');) locals_.push_back(parse_sizes(one));
    } else if (key == "arg") {
      argument(value);
    } else if (key == "expect") {
      expectation(value);
    } else if (key == "check") {
      reports_.push_back(value);
    } else if (key == "races") {
      races_.push_back(pairs_of(value));
    } else if (key == "overruns") {
      find_buffer(value).overruns = true;
    } else if (key == "written") {
      find_buffer(value).written = true;
    }
  }

  Argument &find_buffer(const std::string &name) {
    for (auto &a : arguments_)
      if (a.kind == Argument::Kind::buffer && a.name == name) return a;
    throw std::runtime_error("no such buffer: " + name);
  }

  void argument(const std::string &text) {
    size_t equals = text.find('=');
    std::istringstream words(text.substr(0, equals));
    Argument made;
    std::string first, second, rest;
    words >> first;
    if (first == "null") {
      made.kind = Argument::Kind::null;
      arguments_.push_back(std::move(made));
      return;
    }
    if (first == "local") {
      made.kind = Argument::Kind::local;
    } else {
      words >> second;
      made.kind = first == "value" ? Argument::Kind::value : Argument::Kind::buffer;
      made.type = &find_type(second);
      made.name = first;
    }
    std::getline(words, rest);
    Expression formula = parse_expression(trim(rest));
    if (made.kind == Argument::Kind::value)
      made.contents = formula;
    else
      made.count = formula;
    if (equals != std::string::npos) made.contents = parse_expression(trim(text.substr(equals + 1)));
    arguments_.push_back(std::move(made));
  }

  // name[i] = formula
  void expectation(const std::string &text) {
    size_t bracket = text.find('['), equals = text.find("] =");
    if (bracket == std::string::npos || equals == std::string::npos) throw std::runtime_error("expect: " + text);
    find_buffer(text.substr(0, bracket)).expectation = parse_expression(trim(text.substr(equals + 3)));
  }

  Scope scope(const Sizes &local) {
    Scope s;
    const char *names[2][3] = {{"G", "Gy", "Gz"}, {"L", "Ly", "Lz"}};
    int64_t group = 1;
    for (size_t d = 0; d < 3; ++d) {
      s.variables[names[0][d]] = d < global_.size() ? static_cast<int64_t>(global_[d]) : 1;
      int64_t size = d < local.size() ? static_cast<int64_t>(local[d]) : 1;
      group *= size;
      if (!local.empty()) s.variables[names[1][d]] = size;
    }
    if (!local.empty()) s.variables["S"] = group;
    s.element = [this](const std::string &name, int64_t index) {
      for (auto &a : arguments_)
        if (a.name == name && a.kind == Argument::Kind::buffer) {
          if (index < 0 || static_cast<size_t>(index) >= a.before.size() / a.type->size)
            throw std::out_of_range("a formula reads " + name + "(" + std::to_string(index) + ")");
          return a.type->load(&a.before[static_cast<size_t>(index) * a.type->size]);
        }
      throw std::out_of_range("a formula reads an unknown buffer " + name);
    };
    return s;
  }

  void run_once(cl_kernel test, const Sizes &local) {
    Scope s = scope(local);
    for (cl_uint index = 0; index < arguments_.size(); ++index) {
      Argument &a = arguments_[index];
      switch (a.kind) {
      case Argument::Kind::null: ok(clSetKernelArg(test, index, sizeof(cl_mem), nullptr)); break;
      case Argument::Kind::local: set_arg(test, index, LocalBytes{static_cast<size_t>(a.count(s))}); break;
      case Argument::Kind::value: {
        std::byte value[8] = {};
        a.type->store(value, a.contents(s));
        ok(clSetKernelArg(test, index, a.type->size, value));
        break;
      }
      case Argument::Kind::buffer:
        fill(a, s);
        a.buffer.reset();
        place(a);
        set_arg(test, index, a.buffer);
        break;
      }
    }
    test::run(test, global_, local, offset_);
    for (auto &a : arguments_)
      if (a.kind == Argument::Kind::buffer) compare(a, s);
  }

  static void place(Argument &a) {
    std::vector<std::byte> all(kGuardBytes + a.before.size() + kGuardBytes, kGuard);
    std::copy(a.before.begin(), a.before.end(), all.begin() + kGuardBytes);
    a.parent = make_buffer(all);
    cl_buffer_region region{kGuardBytes, a.before.size()};
    cl_int code = CL_SUCCESS;
    a.buffer = Buffer(clCreateSubBuffer(a.parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    ok(code);
  }

  void fill(Argument &a, Scope &s) {
    size_t count = static_cast<size_t>(a.count(s));
    a.before.assign(count * a.type->size, std::byte{0});
    for (size_t i = 0; a.contents && i < count; ++i) {
      s.variables["i"] = static_cast<int64_t>(i);
      a.type->store(&a.before[i * a.type->size], a.contents(s));
    }
  }

  void compare(Argument &a, Scope &s) {
    a.after = read<std::byte>(a.parent, kGuardBytes + a.before.size() + kGuardBytes);
    const auto guards = std::count(a.after.begin(), a.after.begin() + kGuardBytes, kGuard) +
                        std::count(a.after.end() - kGuardBytes, a.after.end(), kGuard);
    if (!a.overruns || checked()) {
      EXPECT_EQ(guards, 2 * kGuardBytes) << "bytes around " << a.name << " are changed";
    }
    a.after.assign(a.after.begin() + kGuardBytes, a.after.end() - kGuardBytes);
    if (a.written || (a.expectation && !compare_)) return;
    std::vector<std::byte> expected = a.before;
    for (size_t i = 0; a.expectation && i < expected.size() / a.type->size; ++i) {
      s.variables["i"] = static_cast<int64_t>(i);
      a.type->store(&expected[i * a.type->size], a.expectation(s));
    }
    int shown = 0;
    for (size_t at = 0; at < expected.size() && shown < 8; at += a.type->size)
      if (std::memcmp(&expected[at], &a.after[at], a.type->size) != 0) {
        ++shown;
        ADD_FAILURE() << a.name << "[" << at / a.type->size << "] is " << a.type->load(&a.after[at]) << ", not "
                      << a.type->load(&expected[at]);
      }
  }

  // "6:12 6:15 | 6:12 6:30"
  static Pairs pairs_of(const std::string &text) {
    Pairs pairs;
    std::istringstream words(text);
    for (std::string one, other, bar; words >> one >> other; words >> bar) pairs.emplace_back(one, other);
    if (pairs.empty()) throw std::runtime_error("no places: " + text);
    return pairs;
  }

  // Each report must be expected, and each expected one be there.
  void compare_reports(const std::vector<std::string> &found) {
    // Both sides of each "..." of the part, in their order.
    auto holds = [](const std::string &report, std::string part) {
      for (size_t at = 0;;) {
        const size_t gap = part.find(" ... ");
        const std::string piece = part.substr(0, gap);
        at = report.find(piece, at);
        if (at == std::string::npos) return false;
        if (gap == std::string::npos) return true;
        at += piece.size();
        part.erase(0, gap + 5);
      }
    };
    // A report of a race names both places of a pair, in either order.
    auto names = [](const std::string &report, const Pairs &pairs, bool of_same_value) {
      static const std::regex form("line ([0-9:]+), .*: (race[^:]*): .* in line ([0-9]+:[0-9]+)");
      std::smatch part;
      if (!std::regex_search(report, part, form) || (part[2] != "race" && !of_same_value)) return false;
      const std::string one = part[1], other = part[3];
      return std::any_of(pairs.begin(), pairs.end(),
                         [&](auto &pair) { return pair == std::pair(one, other) || pair == std::pair(other, one); });
    };
    for (auto &report : found) {
      const bool expected =
          std::any_of(reports_.begin(), reports_.end(), [&](auto &part) { return holds(report, part); }) ||
          std::any_of(races_.begin(), races_.end(), [&](auto &pairs) { return names(report, pairs, true); });
      EXPECT_TRUE(expected) << "the checked mode says: " << report;
    }
    for (auto &pairs : races_)
      EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](auto &report) { return names(report, pairs, false); }))
          << "the checked mode does not say that " << pairs[0].first << " and " << pairs[0].second << " race";
    for (auto &part : reports_)
      EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](auto &report) { return holds(report, part); }))
          << "the checked mode does not say: " << part;
  }

  std::string source_;
  std::vector<std::string> options_;
  std::vector<std::string> reports_;  // parts of what the checked mode says
  std::vector<Pairs> races_;          // of each, one must be named, and all may
  bool compare_ = true;
  Sizes global_, offset_;
  std::vector<Sizes> locals_;
  std::vector<Argument> arguments_;
};

class CaseTest : public testing::Test {
 public:
  CaseTest(std::string path, bool compare) : path_(std::move(path)), compare_(compare) {}
  void TestBody() override { CaseFile(path_).run(compare_); }

 private:
  std::string path_;
  bool compare_;
};

}  // namespace

std::vector<std::filesystem::path> case_files(const std::string &folder) {
  std::vector<std::filesystem::path> files;
  for (auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool register_case_files(const char *suite, const std::string &folder, bool compare) {
  auto files = case_files(folder);
  for (auto &path : files)
    testing::RegisterTest(suite, path.stem().c_str(), nullptr, nullptr, path.c_str(), 1,
                          [file = path.string(), compare] { return new CaseTest(file, compare); });
  return !files.empty();
}

}  // namespace wherry::test
