// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/other_widths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace wherry::compiler {

bool keeps_width(const KernelFacts &kernel) {
  return kernel.sub_groups || any_of(instructions(*kernel.group),
                                     [](const Instruction &one) { return one.isVolatile() && !one.isAtomic(); });
}

void print_other_widths(uint64_t widths, raw_ostream &out) {
  out << "  launches that go on for long also try";
  const char *before = " ";
  for (; widths; widths &= widths - 1) {
    out << before << (widths & -widths);
    before = isPowerOf2_64(widths & (widths - 1)) ? " and " : ", ";
  }
  out << " work-items at once\n";
}

}  // namespace wherry::compiler
