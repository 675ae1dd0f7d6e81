// SPDX-License-Identifier: Apache-2.0
// The work of a command.
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "objects/object.h"

namespace wherry::runtime {

// A closure `void(Event &)` that owns references to the objects it uses; throws Error or std::bad_alloc if it fails. A
// command with an empty closure only completes. Small closures, such as launches, are stored without an allocation.
class Work {
 public:
  Work() = default;
  template <class Body>
    requires(!std::is_same_v<std::remove_cvref_t<Body>, Work>)
  Work(Body body) {
    if constexpr (sizeof(Body) <= sizeof place_ && alignof(Body) <= alignof(std::max_align_t) &&
                  std::is_nothrow_move_constructible_v<Body>) {
      ::new (static_cast<void *>(place_)) Body(std::move(body));
      calls_ = &kCalls<Body>;
    } else {
      *this = Work([kept = std::make_unique<Body>(std::move(body))](Event &event) { (*kept)(event); });
    }
  }
  Work(Work &&other) noexcept { take(other); }
  Work &operator=(Work &&other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~Work() { reset(); }

  void reset() noexcept {
    if (const Calls *calls = std::exchange(calls_, nullptr)) calls->destroy(place_);
  }
  explicit operator bool() const { return calls_ != nullptr; }
  void operator()(Event &event) const { calls_->run(place_, event); }

 private:
  struct Calls {
    void (*run)(void *, Event &);
    void (*move)(void *from, void *to) noexcept;
    void (*destroy)(void *) noexcept;
  };
  template <class Body>
  static constexpr Calls kCalls = {[](void *body, Event &event) { (*static_cast<Body *>(body))(event); },
                                   [](void *from, void *to) noexcept {
                                     ::new (to) Body(std::move(*static_cast<Body *>(from)));
                                     static_cast<Body *>(from)->~Body();
                                   },
                                   [](void *body) noexcept { static_cast<Body *>(body)->~Body(); }};

  void take(Work &other) noexcept {
    calls_ = std::exchange(other.calls_, nullptr);
    if (calls_) calls_->move(other.place_, place_);
  }

  const Calls *calls_ = nullptr;
  alignas(std::max_align_t) mutable std::byte place_[64];
};

}  // namespace wherry::runtime
