// SPDX-License-Identifier: Apache-2.0
// Any format with any arguments: the formatter reads nothing beyond them.
#include <cstring>
#include <memory>
#include <vector>

#include "exec/printf.h"

// The first bytes are the sizes of the arguments, then their bytes, then the format.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  size_t count = data[0] % 8;
  ++data, --size;
  if (size < count) return 0;
  std::vector<uint32_t> sizes;
  size_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    sizes.push_back(data[i] % 129);
    bytes += (sizes.back() + 7) / 8 * 8;
  }
  data += count, size -= count;
  if (size < bytes) return 0;
  // On the heap, exactly as long as it is, so that the address sanitizer sees a step too far.
  std::unique_ptr<uint64_t[]> args(new uint64_t[bytes / 8]);
  std::memcpy(args.get(), data, bytes);
  std::string format(reinterpret_cast<const char *>(data) + bytes, size - bytes);
  // An address for %s comes from the kernel's own memory, which the formatter has to trust.
  for (char &c : format)
    if (c == 's') c = 'd';
  std::string out;
  wherry::exec::format_printf(out, 1 << 16, format.c_str(), args.get(), sizes.data(), static_cast<uint32_t>(count));
  return 0;
}
