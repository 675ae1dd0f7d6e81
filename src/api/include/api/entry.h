// SPDX-License-Identifier: Apache-2.0
// The wrapper of all entry points, and the only place where exceptions become error codes.
#pragma once
#include <new>
#include <span>
#include <stdexcept>

#include "objects/object.h"

// Marks the functions that libwherry.so exports; exports.map lists them too.
#define WHERRY_EXPORT __attribute__((visibility("default")))

namespace wherry::api {

using runtime::check;
using runtime::Error;
using runtime::Ref;

// Runs `body`; returns the error code of an exception.
template <class Body> cl_int guarded(Body &&body) noexcept {
  const process::InsideLibrary inside;
  try {
    body();
    return CL_SUCCESS;
  } catch (const Error &error) {
    return error.code;
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::length_error &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;  // std::system_error: no thread, or another resource of the system is missing
  }
}

// Implements an entry point that returns an error code.
template <class Body> cl_int entry(Body &&body) noexcept { return guarded(body); }

// Implements an entry point that returns the result of `body`, a Ref or a pointer, and the error code in `*err`.
template <class Body> auto entry(cl_int *err, Body &&body) noexcept {
  decltype(body()) made{};
  cl_int code = guarded([&] { made = body(); });
  if (err) *err = code;
  if constexpr (requires { made.detach(); })
    return made.detach();
  else
    return made;
}

// A pointer and a count as a span; throws `code` if only one of them is zero.
template <class T, class Count> std::span<T> both_or_none(T *items, Count count, cl_int code = CL_INVALID_VALUE) {
  if ((items == nullptr) != (count == 0)) throw Error{code};
  return {items, static_cast<size_t>(count)};
}

// The result of calls that list handles: up to `capacity` of `items`, and the number of items.
template <class T, class Items> void list(const Items &items, cl_uint capacity, T *out, cl_uint *count) {
  // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms
  // and platforms are NULL."
  if ((out && capacity == 0) || (!out && !count)) throw Error{CL_INVALID_VALUE};
  for (cl_uint i = 0; out && i < capacity && i < std::size(items); ++i) out[i] = items[i];
  if (count) *count = static_cast<cl_uint>(std::size(items));
}

// Implement clRetain* and clRelease*.
template <class T> cl_int retain(T *handle) {
  return entry([&] { check(handle).retain(); });
}
template <class T> cl_int release(T *handle) {
  return entry([&] { check(handle).release(); });
}

// Implements clSetContextDestructorCallback and clSetMemObjectDestructorCallback.
template <class T> cl_int add_destructor_callback(T *handle, void(CL_CALLBACK *notify)(T *, void *), void *user_data) {
  return entry([&] {
    T &self = check(handle);
    // "CL_INVALID_VALUE if pfn_notify is NULL."
    if (!notify) throw Error{CL_INVALID_VALUE};
    self.on_destroy.add(notify, user_data);
  });
}

// "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
template <class Function> void check_callback(Function callback, void *data) {
  if (!callback && data) throw Error{CL_INVALID_VALUE};
}

}  // namespace wherry::api
