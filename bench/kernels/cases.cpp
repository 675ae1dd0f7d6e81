// SPDX-License-Identifier: Apache-2.0
#include "case.h"
#include "kernels.h"

std::vector<CaseEntry> all_cases() {
  std::vector<CaseEntry> all;
  for (const auto *some : {&kLinearCases, &kImageCases, &kPhysicsCases, &kDataCases})
    all.insert(all.end(), some->begin(), some->end());
  return all;
}
