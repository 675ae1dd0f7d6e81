// SPDX-License-Identifier: Apache-2.0
// fork() copies the memory of a process but only one of its threads. So that a child never gets a locked mutex, or an
// object that a thread is about to change, fork() waits until no other thread is in the library.
#pragma once

namespace wherry::process {

struct Thread;

// How many forks lie between the process that loaded the library and this one.
unsigned forks() noexcept;

// The calling thread is in the library: fork() in another thread waits, or this thread does until the other has forked.
// Nests. Neither waits for more than some seconds, so that a program whose own fork handlers wait for this thread goes
// on.
class InsideLibrary {
 public:
  InsideLibrary() noexcept;
  ~InsideLibrary();
  InsideLibrary(const InsideLibrary &) = delete;

 private:
  Thread &thread_;  // looked up once: in a shared library that takes some nanoseconds
};

// Within InsideLibrary: the calling thread waits for something, or runs the program's code, and holds no lock of the
// library's; fork() does not wait for this thread.
class OutsideLibrary {
 public:
  OutsideLibrary() noexcept;
  ~OutsideLibrary();
  OutsideLibrary(const OutsideLibrary &) = delete;

 private:
  Thread &thread_;
  const unsigned depth_;
};

// Static objects alone: `restore` is called in each forked child, before any other call there.
class InForkedChild {
 public:
  explicit InForkedChild(void (*restore)()) noexcept;
};

}  // namespace wherry::process
