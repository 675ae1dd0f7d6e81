// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded at their first use: a program that only queries devices maps none of them, and their
// symbols do not conflict with those of the program's own copies.
#pragma once
#include <string>

namespace wherry::exec {

// The functions of a library, which is never unloaded. Thread-safe; does not throw.
class OnDemand {
 public:
  // A library that the dynamic linker finds by its name.
  static OnDemand named(const char *name);
  // A file in the folder `wherry` beside this library. It prefers its own symbols to others of the same names.
  static OnDemand beside_us(const char *file);

  explicit operator bool() const { return handle_ != nullptr; }
  // Null if the library or the function is missing.
  template <class Function> Function *find(const char *name) const {
    return reinterpret_cast<Function *>(find_symbol(name));
  }

 private:
  explicit OnDemand(void *handle) : handle_(handle) {}
  void *find_symbol(const char *name) const;
  void *handle_;
};

}  // namespace wherry::exec
