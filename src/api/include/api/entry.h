// SPDX-License-Identifier: Apache-2.0
// The one door of all entry points: here, and nowhere else, errors become codes.
#pragma once
#include <new>
#include <span>
#include <stdexcept>

#include "objects/object.h"

// The few functions that are seen outside libwherry.so; exports.map lists them too.
#define WHERRY_EXPORT __attribute__((visibility("default")))

namespace wherry::api {

using runtime::check;
using runtime::Error;
using runtime::Ref;

// Runs `body`; returns the code of what it throws.
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
    return CL_OUT_OF_RESOURCES;  // a thread or another thing of the system's could not be had
  }
}

// An entry point that returns a code.
template <class Body> cl_int entry(Body &&body) noexcept { return guarded(body); }

// An entry point that returns what `body` makes, a Ref or a pointer, and its code in `*err`.
template <class Body> auto entry(cl_int *err, Body &&body) noexcept {
  decltype(body()) made{};
  cl_int code = guarded([&] { made = body(); });
  if (err) *err = code;
  if constexpr (requires { made.detach(); })
    return made.detach();
  else
    return made;
}

// A pointer and a count as a span; throws `code` where one of them says none and the other does not.
template <class T, class Count> std::span<T> both_or_none(T *items, Count count, cl_int code = CL_INVALID_VALUE) {
  if ((items == nullptr) != (count == 0)) throw Error{code};
  return {items, static_cast<size_t>(count)};
}

// The answer of the calls that list handles: up to `capacity` of `items`, and how many there are.
template <class T, class Items> void list(const Items &items, cl_uint capacity, T *out, cl_uint *count) {
  // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms
  // and platforms are NULL."
  if ((out && capacity == 0) || (!out && !count)) throw Error{CL_INVALID_VALUE};
  for (cl_uint i = 0; out && i < capacity && i < std::size(items); ++i) out[i] = items[i];
  if (count) *count = static_cast<cl_uint>(std::size(items));
}

// clRetain* and clRelease*.
template <class T> cl_int retain(T *handle) {
  return entry([&] { check(handle).retain(); });
}
template <class T> cl_int release(T *handle) {
  return entry([&] { check(handle).release(); });
}

// clSetContextDestructorCallback and clSetMemObjectDestructorCallback.
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
