// SPDX-License-Identifier: Apache-2.0
#include "random_expressions.h"

#include <bit>
#include <limits>

namespace wherry::test::random_kernels {

Range all_of(Kind kind) {
  if (kind == Kind::boolean) return {0, 1};
  if (is_float(kind)) return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const double half = static_cast<double>(1ull << (8 * bytes(kind) - 1));
  return is_signed(kind) ? Range{-half, half == 0x1p63 ? 0x1.fffffffffffffp62 : half - 1}
                         : Range{0, half == 0x1p63 ? 0x1.fffffffffffffp63 : 2 * half - 1};
}

Range range(const Expression &e) {
  const Range all = all_of(e.type.kind);
  if (e.type.width > 1) return all;
  // A half may also become infinite.
  auto fit = [&](Range r) { return r.within(e.type.kind == Kind::f16 ? Range{-60000, 60000} : all) ? r : all; };
  auto part = [&](size_t k) { return fit(range(e.of[k])); };
  switch (e.op) {
  case Op::constant: {
    const double value = is_float(e.type.kind)    ? std::bit_cast<double>(e.number)
                         : is_signed(e.type.kind) ? static_cast<double>(static_cast<int64_t>(e.number))
                                                  : static_cast<double>(e.number);
    return {value, value};
  }
  case Op::argument: return {0, largest_argument};
  case Op::counter: return {0, static_cast<double>(e.field)};
  case Op::id: return {0, largest_id};
  case Op::cast: return part(0);
  case Op::add: return fit({part(0).least + part(1).least, part(0).most + part(1).most});
  case Op::sub: return fit({part(0).least - part(1).most, part(0).most - part(1).least});
  case Op::mul: {
    const Range x = part(0), y = part(1);
    if (is_float(e.type.kind) && !(x.within({-0x1p40, 0x1p40}) && y.within({-0x1p40, 0x1p40}))) return all;
    const auto [least, most] = std::minmax({x.least * y.least, x.least * y.most, x.most * y.least, x.most * y.most});
    return fit({least, most});
  }
  case Op::rem: return part(0).least >= 0 && part(1).least > 0 ? Range{0, part(1).most - 1} : all;
  case Op::bit_and: return part(1).least >= 0 ? Range{0, part(1).most} : all;
  case Op::shr: return part(0).least >= 0 ? Range{0, part(0).most} : all;
  case Op::less:
  case Op::less_equal:
  case Op::equal:
  case Op::unequal:
  case Op::both:
  case Op::one_of:
  case Op::inverse: return {0, 1};
  default: return all;
  }
}

Expression number(Kind kind, double value) {
  return {Op::constant,
          {kind},
          is_float(kind) ? std::bit_cast<uint64_t>(value) : static_cast<uint64_t>(static_cast<int64_t>(value))};
}

Expression binary(Op op, Expression x, Expression y) {
  const bool compares = op >= Op::less && op <= Op::one_of;
  Type type = common(x.type, y.type);
  if (op == Op::shl || op == Op::shr) type = common(x.type, x.type);
  if (compares) type = type.width > 1 ? Type{signed_of_size(bytes(type.kind)), type.width} : Type{};
  const Range fits = all_of(type.kind);
  Expression made{op, type, 0, 0, 0, 0, {std::move(x), std::move(y)}};
  if (op > Op::mul || op < Op::add || is_float(type.kind) || !is_signed(type.kind)) return made;
  made.number = 1;
  if (type.width > 1) return made;
  const Range a = range(made.of[0]), b = range(made.of[1]);
  const double most = std::max(-a.least, a.most), other = std::max(-b.least, b.most);
  if ((op == Op::mul ? most * other : most + other) < fits.most) made.number = 0;
  return made;
}

Expression converted(Expression e, Type to) {
  if (e.type == to) return e;
  if (to.width > 1 && e.type.width == 1)  // to all components
    return {Op::build, to, 0, 0, 0, 0, {converted(std::move(e), {to.kind})}};
  const bool narrows = is_float(e.type.kind) && !is_float(to.kind) && to.kind != Kind::boolean;
  const double most = all_of(to.kind).most / 4;
  const bool saturates = narrows && !(is_signed(to.kind) && range(e).within({-most, most}));
  return {saturates ? Op::saturate : Op::cast, to, 0, 0, 0, 0, {std::move(e)}};
}

Expression swizzled(Expression e, Type to, uint64_t which) { return {Op::swizzle, to, which, 0, 0, 0, {std::move(e)}}; }
Expression id(uint64_t which, Kind kind) { return converted({Op::id, {Kind::u64}, which}, {kind}); }

void in_switch(std::vector<Block> &blocks) {
  for (auto &block : blocks)
    for (auto &statement : block) {
      if (statement.what == What::leave) statement.a = 0;
      if (statement.what != What::loop) in_switch(statement.blocks);
    }
}

}  // namespace wherry::test::random_kernels
