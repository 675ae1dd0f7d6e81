// SPDX-License-Identifier: Apache-2.0
// The mistakes that WHERRY_CHECK has found.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace wherry::observe {

// A mistake that a kernel makes, or two commands. Lines begin at 1; 0: not known.
struct Report {
  struct Place {
    std::string_view file;  // "": the program's own source
    uint32_t line = 0, column = 0;
  };
  std::string_view kernel;
  Place place;
  std::array<uint64_t, 3> group{};
  std::optional<std::array<uint64_t, 3>> item;  // local id, where one work-item makes the mistake
  std::string_view kind, text;
  std::optional<Place> other;  // the second place of a race; `text` names it too

  // Of a race between commands, in the place of kernel, place, group, item and other.
  struct Command {
    std::string_view name, kernel;  // "clEnqueueWriteBuffer"; of an ND-range, the kernel's name
    Place place;                    // of the kernel's
    uint64_t queue = 0;             // its number
  };
  std::optional<Command> command, other_command;
  std::array<uint64_t, 2> bytes{};  // the first and the last one of the object

  // "kernel 'k', line 3:7, work-group (0,0,0), work-item (1,0,0): kind: text", or "clEnqueueWriteBuffer in queue 1:
  // kind: text"
  std::string line() const;
  // The same as an object of JSON, without a newline.
  std::string json() const;
};

// "line 3:7", or with the file's name.
std::string text_of(const Report::Place &place);
// "clEnqueueWriteBuffer in queue 1", "kernel 'k' in queue 1, line 3:7,"
std::string text_of(const Report::Command &command);
// "(1,0,0)"
std::string text_of(const std::array<uint64_t, 3> &id);

// The reports of one program, or of all commands: one for each place in the source, at most kMax. Thread-safe.
class Reports {
 public:
  static constexpr size_t kMax = 200;

  // Whether this is the first report of `place`, for which the caller then calls add(). False after kMax places.
  bool first(uint64_t place) noexcept;

  // Writes "wherry: <line>" and a newline to stderr, or to the end of the file that WHERRY_CHECK_LOG names: where its
  // name ends in .json or .jsonl, one object of JSON a line. Then obeys WHERRY_CHECK_TRAP and WHERRY_CHECK_EXIT.
  void add(const Report &report) noexcept;

  // The lines added since the last call.
  std::vector<std::string> take();

 private:
  std::mutex mutex_;
  std::unordered_set<uint64_t> places_;
  std::vector<std::string> texts_;
};

}  // namespace wherry::observe
