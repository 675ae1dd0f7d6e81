// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded when they are needed: a program that only looks for devices maps none of them, and none of
// their symbols meets those of the program's own copies.
#pragma once
#include <string>

namespace wherry::exec {

// Functions of a library, which stays loaded. Any thread; nothing throws.
class OnDemand {
 public:
  // By a name that the dynamic linker looks for.
  static OnDemand named(const char *name);
  // A file in the folder `wherry` beside this library. Its own symbols come before others of the same names.
  static OnDemand beside_us(const char *file);

  explicit operator bool() const { return handle_ != nullptr; }
  // Null where there is no such function.
  template <class Function> Function *find(const char *name) const {
    return reinterpret_cast<Function *>(find_symbol(name));
  }

 private:
  explicit OnDemand(void *handle) : handle_(handle) {}
  void *find_symbol(const char *name) const;
  void *handle_;
};

}  // namespace wherry::exec
