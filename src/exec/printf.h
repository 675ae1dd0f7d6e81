// SPDX-License-Identifier: Apache-2.0
// OpenCL C's printf, on the host.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace wherry::exec {

// The output of the printf calls of one ND-range, up to kPrintfBufferSize bytes.
class PrintBuffer {
 public:
  // As HostCalls::print. If the output of a call does not fit, this call and all later ones are dropped, and return -1.
  // Thread-safe. Throws process::Fault if a text is at a bad address; the call is dropped then.
  int32_t print(const char *format, const void *args, const uint32_t *sizes, uint32_t num_args);

  std::string take() { return std::move(text_); }

 private:
  std::mutex mutex_;
  std::string text_;
  bool full_ = false;
};

// Appends the output of one call to `out`, with arguments as for HostCalls::print; stops once `out` holds more than
// `limit` bytes. Uses the C locale. A directive that is unknown, forbidden (%n), or does not match its argument's size
// is copied from the format, and the function returns false. Throws as PrintBuffer::print.
bool format_printf(std::string &out, size_t limit, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args);

}  // namespace wherry::exec
