// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "launch/launch.h"

namespace wherry::runtime {

// Tells the program of a fault: a line on stderr, once for each place in a program, and each time the callback of
// clCreateContext. `range`: the launch's, or of a kernel below it; `module`: the kernel's. The caller holds no lock.
void report_fault(const Launch &launch, const exec::NdRange &range, const build::LoadedModule &module,
                  const exec::GroupFault &fault) noexcept;

}  // namespace wherry::runtime
