// SPDX-License-Identifier: Apache-2.0
// Draws spellings from independent choices: types of indices, forms of loops, guards and pointers, orders of
// dimensions, local sizes.
#pragma once
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "spelling.h"

// The kernel that is being written.
class Draw {
 public:
  explicit Draw(uint32_t seed) : random_(seed) {}

  bool one_in(unsigned n) { return below(n) == 0; }
  size_t below(size_t n) { return random_() % n; }
  std::string pick(std::initializer_list<const char *> options) { return options.begin()[below(options.size())]; }

  // A condition, and its opposite.
  using Condition = std::pair<std::string, std::string>;
  // The statements for one point, of the names of its indices.
  using Point = std::function<std::string(const std::string &)>;
  using Point2 = std::function<std::string(const std::string &, const std::string &)>;

  // Runs `point` for i from 0 to n, a multiple of 64, over the launch. Sets the sizes.
  std::string items(const std::string &n, const Point &point);
  // The same for x from 0 to w and y from 0 to h, multiples of 16, where `conditions` (on names x and y) hold.
  std::string items(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                    const Point2 &point);
  // A loop of at least one iteration, of at most 32,767. `forward`: no other order.
  std::string loop(const std::string &index, const std::string &from, const std::string &to, const std::string &body,
                   bool forward = false);
  // `total` += `a` * `b`, in one of its forms.
  std::string add_product(const std::string &total, const std::string &a, const std::string &b);

  const std::string &number_type() const { return number_type_; }  // of the kernel's parameters
  std::string global, local;
  bool walks_otherwise = false;

 private:
  std::string guarded(std::vector<Condition> conditions, const std::string &body, const char *leave);
  std::string items_in_rows(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                            const Point2 &point);
  std::string items_flat(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                         const Point2 &point);
  std::string items_plain(const std::string &w, const std::string &h, std::vector<Condition> conditions,
                          const Point2 &point);

  std::mt19937 random_;
  std::string index_type_ = pick({"int", "int", "uint", "size_t", "long"});
  std::string number_type_ = pick({"int", "int", "uint", "long", "ulong"});
};

// What a computation's drawn kernel is, without its launch's sizes; those are in the Draw.
struct DrawnKernel {
  std::string before, parameters, body;
};
struct DrawnComputation {
  const char *name;
  DrawnKernel (*draw)(Draw &);
};
extern const std::vector<DrawnComputation> kDrawnComputations;

// `count` of each, "draw0" and so on; number i is the same whatever the count.
std::vector<Spelling> draw_spellings(size_t count, uint32_t seed);
