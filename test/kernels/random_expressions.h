// SPDX-License-Identifier: Apache-2.0
// Expressions put together, with what is known of their values.
#pragma once
#include "random_tree.h"

namespace wherry::test::random_kernels {

// What a scalar may be, so that signed arithmetic that cannot overflow is written plainly.
struct Range {
  double least, most;
  bool within(Range other) const { return least >= other.least && most <= other.most; }
};

Range all_of(Kind kind);
Range range(const Expression &e);

Expression number(Kind kind, double value);
// An infix operation in C's types; signed arithmetic that might overflow is to wrap.
Expression binary(Op op, Expression x, Expression y);
Expression converted(Expression e, Type to);
// The components of an expression that `which` names, two bits each.
Expression swizzled(Expression e, Type to, uint64_t which);
Expression id(uint64_t which, Kind kind);

// In a switch that no loop is around `continue` has no meaning: it becomes `break`.
void in_switch(std::vector<Block> &blocks);

}  // namespace wherry::test::random_kernels
