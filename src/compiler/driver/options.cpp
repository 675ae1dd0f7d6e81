// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/options.h"

#include <cctype>
#include <optional>

#include "platform/process/checks.h"
#include "llvm/ADT/StringRef.h"

namespace wherry::compiler {
namespace {

// The words of an option string; nothing: a quote is not closed.
std::optional<std::vector<std::string>> split(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\\' && i + 1 < text.size() && std::string_view("\"' \\").find(text[i + 1]) != std::string_view::npos)
      words.back() += text[++i];
    else if (quote ? c == quote : c == '"' || c == '\'')
      quote = quote ? 0 : c;
    else
      words.back() += c;
  }
  if (quote) return std::nullopt;
  return words;
}

// Options that Clang takes as they are.
constexpr std::string_view kPassedOn[] = {
    "-w",
    "-Werror",
    "-cl-single-precision-constant",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
};

struct Language {
  std::string_view name;
  const char *clang;
  uint32_t version;  // of OpenCL C, or of the OpenCL C that the C++ for OpenCL is based on
  bool cxx = false;
};
constexpr Language kLanguages[] = {{"CL1.0", "CL1.0", 100},
                                   {"CL1.1", "CL1.1", 110},
                                   {"CL1.2", "CL1.2", 120},
                                   {"CL2.0", "CL2.0", 200},
                                   {"CL3.0", "CL3.0", 300},
                                   {"CL3.1", "CL3.0", 310},
                                   {"CLC++", "CLC++1.0", 200, true},
                                   {"CLC++1.0", "CLC++1.0", 200, true},
                                   {"CLC++2021", "CLC++2021", 300, true}};

}  // namespace

// More than 80 lines: a branch for each option.
ParsedOptions parse_options(std::string_view text) {
  ParsedOptions result;
  auto fail = [&result](abi::Outcome outcome, std::string log) {
    result.outcome = outcome;
    result.log = "error: " + std::move(log) + "\n";
    return std::move(result);
  };
  auto words = split(text);
  if (!words) return fail(abi::Outcome::invalid_options, "a quote in the build options is not closed");

  Options &options = result.options;
  Language language = kLanguages[2];
  bool uniform = false, strict_aliasing = false, debug = false;
  for (size_t i = 0; i < words->size(); ++i) {
    const std::string &word = (*words)[i];
    if (word.starts_with("-D") || word.starts_with("-I")) {
      std::string value = word.substr(2);
      if (value.empty() && i + 1 < words->size()) value = (*words)[++i];
      if (value.empty()) return fail(abi::Outcome::invalid_options, "build option '" + word + "' needs a value");
      options.clang.insert(options.clang.end(), {word.substr(0, 2), value});
    } else if (word.starts_with("-cl-std=")) {
      std::string_view name = std::string_view(word).substr(8);
      const Language *found = nullptr;
      for (const Language &known : kLanguages)
        if (known.name == name || llvm::StringRef(known.name).lower() == name) found = &known;
      if (!found) return fail(abi::Outcome::invalid_options, "unknown language in build option '" + word + "'");
      language = *found;
    } else if (word == "-cl-opt-disable") {
      options.optimize = false;
    } else if (word == "-cl-uniform-work-group-size") {
      uniform = true;
    } else if (word == "-g") {
      options.clang.insert(options.clang.end(), {"-debug-info-kind=limited", "-dwarf-version=5"});
      debug = true;
    } else if (word.starts_with("-cl-wherry-check=")) {
      std::string unknown;
      options.checks |=
          process::parse_checks(std::string_view(word).substr(17), [&](std::string_view other) { unknown = other; });
      if (!unknown.empty())
        return fail(abi::Outcome::invalid_options, "build option '" + word + "': '" + unknown + "' is no check");
    } else if (word == "-cl-wherry-schedule-async") {
      options.schedule_async = true;
    } else if (word == "-cl-wherry-explain") {
      options.explain = true;
    } else if (word.starts_with("-cl-wherry-vector-width=")) {
      std::string_view width = std::string_view(word).substr(24);
      options.vector_width = 0;
      for (uint32_t known : {1, 2, 4, 8, 16, 32, 64})
        if (width == std::to_string(known)) options.vector_width = known;
      if (!options.vector_width)
        return fail(abi::Outcome::invalid_options, "build option '" + word + "': 1, 2, 4, 8, 16, 32 or 64 work-items");
    } else if (word.starts_with("-cl-wherry-cpu-level=")) {
      const std::string_view level = std::string_view(word).substr(21);
      if (level.size() != 1 || level[0] < '1' || level[0] > '4')
        return fail(abi::Outcome::invalid_options, "build option '" + word + "': 1, 2, 3 or 4, of x86-64-v4");
      options.cpu_level = static_cast<uint32_t>(level[0] - '0');
    } else if (word == "-cl-denorms-are-zero") {
      options.denorms_are_zero = true;
    } else if (word.starts_with("-cl-wherry-source=")) {
      options.source_file = word.substr(18);
    } else if (word == "-cl-strict-aliasing") {
      strict_aliasing = true;
    } else if (word == "-cl-no-subgroup-ifp") {
      options.independent_sub_groups = false;
    } else if (word == "-Wall" || word == "-Wextra") {
      options.clang.push_back(word);
      options.warnings = true;
    } else if (word == "-cl-kernel-arg-info") {
      // Always kept.
    } else {
      bool known = false;
      for (std::string_view passed_on : kPassedOn) known |= word == passed_on;
      if (!known) return fail(abi::Outcome::invalid_options, "unknown build option '" + word + "'");
      options.clang.push_back(word);
    }
  }
  options.clang.push_back(std::string("-cl-std=") + language.clang);
  // Clang 22 knows nothing of OpenCL C 3.1, which adds to 3.0 what the device offers there as extensions.
  if (language.version == 310)
    options.clang.insert(options.clang.end(),
                         {"-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310", "-DCL_VERSION_3_1=310"});
  if (!strict_aliasing) options.clang.push_back("-relaxed-aliasing");
  options.opencl_c_version = language.version;
  options.cxx = language.cxx;
  // One work-item's variables at a time, each in its place.
  if (debug) options.vector_width = 1, options.optimize = false;
  options.uniform_work_groups = uniform || language.version < 200;
  if (options.checks) options.schedule_async = false;
  return result;
}

}  // namespace wherry::compiler
