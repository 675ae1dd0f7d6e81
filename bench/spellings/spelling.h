// SPDX-License-Identifier: Apache-2.0
// A spelling: one of the kernels that all compute the same, and how it is launched.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "case.h"

struct Spelling {
  std::string computation, name;
  std::string source;
  bool walks_otherwise = false;  // marked: it walks memory in another order than most
  bool drawn = false;            // at random

  std::string id() const { return computation + "." + name; }
  // How much longer than the fastest spelling it may take.
  double allowed() const { return walks_otherwise ? 2 : 1.5; }
};

// The sections of cl/<computation>.cl, each with what stands before the first one.
std::vector<Spelling> sections_of(const std::string &computation, const std::string &text);

// A computation's buffers and numbers, by name. A kernel's parameters name the buffers and numbers that the kernel
// takes; a number is converted to the parameter's type.
class Setup {
 public:
  // Throws where the source has no kernel.
  Setup(Case &test, const Spelling &spelling);

  template <class T> T size(T full, T quick) const { return case_.size(full, quick); }
  void rate(double work, const char *unit) { case_.rate(work, unit); }
  void repeat(int times) { case_.repeat(case_.size(times, 1)); }

  // Numbers may stand in the sizes of launches, too.
  void number(const std::string &name, double value) { numbers_[name] = value; }
  template <class T, class Fill> Array<T> in(const std::string &name, size_t n, Fill fill) {
    return named(name, case_.in<T>(n, fill));
  }
  template <class T, class Fill> Array<T> inout(const std::string &name, size_t n, Fill fill) {
    return named(name, case_.inout<T>(n, fill));
  }
  template <class T> Array<T> out(const std::string &name, size_t n) { return named(name, case_.out<T>(n)); }
  // Asked only where the kernel has such a parameter: there may be several forms of a result.
  template <class T, class Want>
  void expect(const std::string &name, const Array<T> &got, double tolerance, Want want, double outliers = 0) {
    if (has_parameter(name)) case_.expect(got, tolerance, want, outliers);
  }
  // With the numbers as they are now.
  void launch();

 private:
  struct Parameter {
    std::string name, type;  // "*": a pointer; "local": to local memory
  };

  template <class T> Array<T> named(const std::string &name, Array<T> array) {
    arguments_[name] = Case::argument(array);
    return array;
  }
  bool has_parameter(const std::string &name) const;
  // Of "n / 4 + 1": names and numbers, products and quotients from the left, then sums.
  size_t evaluate(const std::string &formula) const;
  std::vector<size_t> evaluate_list(const std::string &key) const;
  Argument argument(const Parameter &parameter) const;

  Case &case_;
  std::string kernel_;
  std::vector<Parameter> parameters_;
  std::map<std::string, std::string> header_;  // "global", "local", a local parameter's name
  std::map<std::string, double> numbers_;
  std::map<std::string, Argument> arguments_;
};

struct Computation {
  const char *name;  // of the .cl file, too
  void (*set_up)(Setup &);
};
extern const std::vector<Computation> kArrayComputations, kGridComputations, kItemComputations;

std::vector<Computation> all_computations();

// All spellings: those of the `.cl` files, and drawn ones, which the main program adds before the first call.
const std::vector<Spelling> &spellings();
void add_spellings(const std::vector<Spelling> &drawn);
const Spelling &spelling_of(const std::string &id);  // throws where there is none
