// SPDX-License-Identifier: Apache-2.0
// OpenCL C's printf, on the host.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace wherry::exec {

// What the printf calls of one ND-range wrote, up to kPrintfBufferSize bytes.
class PrintBuffer {
 public:
  // As HostCalls::print. A call is written whole or, where it does not fit, dropped with all that come
  // later: -1. Any thread.
  int32_t print(const char *format, const void *args, const uint32_t *sizes, uint32_t num_args) noexcept;

  std::string take() { return std::move(text_); }

 private:
  std::mutex mutex_;
  std::string text_;
  bool full_ = false;
};

// Appends one call's output to `out`, arguments as HostCalls::print has them; stops once `out` holds
// more than `limit` bytes. In the C locale. A directive that is unknown, is not allowed (%n), or does
// not fit its argument's size is written as it stands in the format; then false is returned.
bool format_printf(std::string &out, size_t limit, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args);

}  // namespace wherry::exec
