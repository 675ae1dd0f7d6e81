// SPDX-License-Identifier: Apache-2.0
#include "case.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "common/threads.h"

HostBuffer *Case::add(HostBuffer::Role role, size_t bytes) {
  buffers_.emplace_back(new HostBuffer{role, bytes, {allocate_pages(bytes), std::free}});
  return buffers_.back().get();
}

void Case::reset() {
  for (const auto &buffer : buffers_) {
    if (buffer->role == HostBuffer::out) std::memset(buffer->data.get(), 0xff, buffer->bytes);
    if (buffer->role == HostBuffer::inout) std::memcpy(buffer->data.get(), buffer->before.data(), buffer->bytes);
  }
}

void Case::check(uint32_t seed, bool whole) const {
  for (const Check &check : checks_) {
    const size_t most = whole ? 1 << 16 : 2000, samples = std::min(check.count, most);
    size_t wrong = 0;
    for (size_t n = 0; n < samples; ++n) {
      const size_t i = samples == check.count ? n
                       : n < 2 ? n * (check.count - 1)
                               : random_word(n, seed) * uint64_t{check.count} >> 32;  // counts are below 2^32
      const double got = check.got(i), want = check.want(i);
      if (std::abs(got - want) <= check.tolerance * std::max(1.0, std::abs(want))) continue;
      if (double(++wrong) > check.outliers * double(samples))
        throw Wrong("element " + std::to_string(i) + " is " + std::to_string(got) + ", not " + std::to_string(want));
    }
  }
}
