// SPDX-License-Identifier: Apache-2.0
// The list of cases: a spelling each.
#include <stdexcept>

#include "kernels.h"
#include "sources.h"
#include "spelling.h"

std::vector<Computation> all_computations() {
  std::vector<Computation> all = kArrayComputations;
  for (const auto &more : {kGridComputations, kItemComputations}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

static std::vector<Spelling> &list() {
  static std::vector<Spelling> all = [] {
    std::vector<Spelling> written;
    for (const Computation &computation : all_computations())
      for (Spelling &spelling : sections_of(computation.name, kSources.at(computation.name)))
        written.push_back(std::move(spelling));
    return written;
  }();
  return all;
}

const std::vector<Spelling> &spellings() { return list(); }

void add_spellings(const std::vector<Spelling> &drawn) { list().insert(list().end(), drawn.begin(), drawn.end()); }

const Spelling &spelling_of(const std::string &id) {
  for (const Spelling &spelling : spellings())
    if (spelling.id() == id) return spelling;
  throw std::runtime_error("no spelling " + id);
}

std::vector<CaseEntry> all_cases() {
  std::vector<CaseEntry> cases;
  for (const Computation &computation : all_computations())
    for (const Spelling &spelling : spellings())
      if (spelling.computation == computation.name)
        cases.push_back({spelling.id(), [&spelling, set_up = computation.set_up](Case &test) {
                           Setup setup(test, spelling);
                           set_up(setup);
                         }});
  return cases;
}

std::string kernel_source(const std::string &name) { return spelling_of(name).source; }
