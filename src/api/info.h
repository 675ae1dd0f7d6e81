// SPDX-License-Identifier: Apache-2.0
// Writes the results of all clGet*Info calls.
#pragma once
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "api/entry.h"

namespace wherry::api {

// Proof that a query was answered: only InfoWriter can construct one.
class Answered {
  friend class InfoWriter;
  Answered() = default;
};

class InfoWriter {
 public:
  InfoWriter(size_t size, void *value, size_t *size_ret) : size_(size), value_(value), size_ret_(size_ret) {}

  template <class T>
    requires(std::is_trivially_copyable_v<T> && !std::is_convertible_v<T, std::string_view>)
  Answered operator()(const T &value) const {
    return bytes(&value, sizeof value);
  }
  // Writes the text with a final zero.
  Answered operator()(std::string_view text) const {
    capacity(text.size() + 1);
    if (value_) {
      std::memcpy(value_, text.data(), text.size());
      static_cast<char *>(value_)[text.size()] = 0;
    }
    return {};
  }
  template <class T> Answered operator()(const std::vector<T> &list) const {
    return bytes(list.data(), list.size() * sizeof(T));
  }
  Answered bytes(const void *data, size_t count) const {
    capacity(count);
    if (value_ && count) std::memcpy(value_, data, count);
    return {};
  }
  // For results that the caller writes: checks the size, and returns the destination, or null.
  void *capacity(size_t count) const {
    // "CL_INVALID_VALUE if size in bytes specified by param_value_size is less than the size of the
    // return type and param_value is not NULL."
    if (value_ && size_ < count) throw Error{CL_INVALID_VALUE};
    if (size_ret_) *size_ret_ = count;
    return value_;
  }
  Answered in_place() const { return {}; }

 private:
  size_t size_;
  void *value_;
  size_t *size_ret_;
};

// Runs `query(writer)`, which returns an Answered, or throws.
template <class Query> cl_int info(size_t size, void *value, size_t *size_ret, Query &&query) {
  return entry([&] { [[maybe_unused]] Answered answer = query(InfoWriter(size, value, size_ret)); });
}

// "CL_INVALID_VALUE if param_name is not one of the supported values."
[[noreturn]] inline Answered unknown_query() { throw Error{CL_INVALID_VALUE}; }

}  // namespace wherry::api
