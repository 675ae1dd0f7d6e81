// SPDX-License-Identifier: Apache-2.0
// Random expressions of OpenCL C, for the statements of random_generate.cpp.
#pragma once
#include <bit>
#include <optional>

#include "random_expressions.h"

namespace wherry::test::random_kernels {

class ExpressionGenerator {
 public:
  ExpressionGenerator(Random &random, Source &source) : random_(random), source_(source) {}

 protected:
  uint32_t below(uint64_t bound) { return static_cast<uint32_t>(random_.below(bound)); }
  bool chance(uint32_t percent) { return below(100) < percent; }
  template <typename T> T one_of(T a, T b, T c) { return std::array{a, b, c}[below(3)]; }

  Kind kind() {
    constexpr Kind all[] = {Kind::i32, Kind::i32, Kind::i32, Kind::u32, Kind::u32, Kind::u32,
                            Kind::i64, Kind::u64, Kind::f32, Kind::f32, Kind::f32, Kind::f64,
                            Kind::f16, Kind::i8,  Kind::u8,  Kind::i16, Kind::u16};
    return all[below(std::size(all))];
  }
  Kind integer_kind() {
    const Kind made = kind();
    return is_float(made) ? Kind::u32 : made;
  }
  Kind index_kind() { return one_of(Kind::i32, Kind::u32, Kind::u64); }
  Type type() { return {kind(), static_cast<uint8_t>(chance(65) ? 1 : 2 + 2 * below(2))}; }

  Expression constant(Kind kind) {
    if (kind == Kind::boolean) return number(kind, below(2));
    if (is_float(kind))
      return number(kind, (static_cast<double>(below(64)) - 20) * (chance(70) ? 1 : one_of(0.25, 1024.0, 0x1p-10)));
    if (chance(75)) return number(kind, below(10));
    const uint32_t width = 8 * bytes(kind);
    uint64_t bits = chance(50) ? random_.next() : (1ull << below(width)) - below(2);
    bits &= static_cast<uint64_t>(-1) >> (64 - width);
    if (is_signed(kind)) bits = static_cast<uint64_t>(static_cast<int64_t>(bits << (64 - width)) >> (64 - width));
    return {Op::constant, {kind}, bits};
  }

  uint64_t some_id() {
    if (source_.sub_groups && chance(15)) return uniform_only_ ? sub_count : sub_lane + below(4);
    if (uniform_only_) return 6 + below(local_linear - 6);
    return chance(50) ? below(current_->dimensions) : one_of<uint64_t>(3 + below(3), local_linear, below(sub_lane));
  }

  Expression leaf(Type to) {
    const uint32_t choice = below(10);
    if (choice < 5 && !uniform_only_) {
      uint32_t variable = below(source_.variables.size());
      for (uint32_t k = 0; k < 4 && source_.variables[variable] != to; ++k) variable = below(source_.variables.size());
      Expression e{Op::variable, source_.variables[variable], variable};
      if (e.type.width == to.width || e.type.width == 1) return converted(std::move(e), to);
      if (to.width == 1) return converted(swizzled(e, {e.type.kind}, below(e.type.width)), to);
    }
    if (choice < 7 && to.kind != Kind::boolean)
      if (auto loaded = load(to, 0)) return *loaded;
    if (choice < 8) return argument(below(source_.arguments.size()), to);
    if (choice < 9 && !counters_.empty()) return converted(counter(), to);
    if (choice < 9) return converted({Op::id, {Kind::u64}, some_id()}, to);
    return converted(constant(to.kind), to);
  }

  // Of a loop around; there is one.
  Expression counter() {
    const Expression &found = counters_[below(counters_.size())];
    return uniform_only_ && !found.array ? number(Kind::u32, 3) : found;
  }

  Expression expression(Type to, int depth) {
    if (depth <= 0 || chance(15)) return leaf(to);
    if (chance(12))
      if (auto loaded = load(to, depth - 1)) return *loaded;
    if (chance(8)) return converted(expression({is_float(to.kind) ? kind() : integer_kind(), to.width}, depth - 1), to);
    if (to.width > 1) return vector(to, depth - 1);
    if (to.kind == Kind::boolean) return converted(condition(depth - 1), to);
    if (chance(10)) return component(to, depth - 1);
    if (is_float(to.kind)) return real(to, depth - 1);
    return to.kind < Kind::i32 ? converted(integer({Kind::i32}, depth - 1), to) : integer(to, depth - 1);
  }

  Expression component(Type to, int depth) {
    const uint8_t width = static_cast<uint8_t>(2 + 2 * below(2));
    return swizzled(expression({to.kind, width}, depth), to, below(width));
  }

  // One that the usual arithmetic conversions make a `to`, beside a `to`.
  Expression partner(Type to, int depth) {
    Kind other = kind();
    if (other > to.kind) other = to.kind;
    return expression({chance(50) ? to.kind : other}, depth);
  }
  Expression mixed(Op op, Type to, int depth) {
    Expression x = expression(to, depth), y = partner(to, depth);
    if (chance(50) && op != Op::shl && op != Op::shr) std::swap(x, y);
    return binary(op, std::move(x), std::move(y));
  }
  Expression call(Op op, Type to, std::vector<Expression> of) { return {op, to, 0, 0, 0, 0, std::move(of)}; }
  Expression choose(Expression if_so, Expression yes, Expression no) {
    const Type type = common(yes.type, no.type);
    return call(Op::choose, type, {std::move(if_so), std::move(yes), std::move(no)});
  }
  // Not 0, and of a type that divides without overflow.
  Expression divisor(Type to, int depth) {
    const Expression one = converted(number(to.kind, 1), to), seven = converted(number(to.kind, 7), to);
    return binary(Op::add, binary(Op::bit_and, expression(to, depth), seven), one);
  }

  Expression integer(Type to, int depth) {
    constexpr Op infix[] = {Op::add,     Op::add,    Op::sub,     Op::sub, Op::mul, Op::mul,
                            Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::shr};
    const uint32_t choice = below(24);
    if (choice < 13) return mixed(infix[below(std::size(infix))], to, depth);
    switch (choice) {
    case 13: return binary(chance(50) ? Op::div : Op::rem, expression(to, depth), divisor(to, depth));
    case 14: {  // only some items divide
      if (is_signed(to.kind)) return integer(to, depth);
      const Expression by = expression(to, depth);
      return choose(chance(50) ? binary(Op::unequal, by, number(to.kind, 0)) : converted(by, {Kind::boolean}),
                    binary(chance(50) ? Op::div : Op::rem, expression(to, depth), by), partner(to, depth));
    }
    case 15:
    case 16: return choose(condition(depth), expression(to, depth), partner(to, depth));
    case 17: return select(to, depth);
    case 18: return to.kind == Kind::i32 ? condition(depth) : call(Op::complement, to, {expression(to, depth)});
    default: return builtin(to, depth);
    }
  }

  // A call of a builtin function that scalars and vectors of integers have alike.
  Expression builtin(Type to, int depth) {
    constexpr Op two[] = {Op::min, Op::max, Op::rotate, Op::add_sat, Op::sub_sat, Op::hadd};
    const uint32_t choice = below(9);
    if (choice < 6) return call(two[choice], to, {expression(to, depth), expression(to, depth)});
    if (choice == 6) return call(Op::clz, to, {expression(to, depth)});
    if (choice == 7) return call(Op::popcount, to, {expression(to, depth)});
    Type from = to;
    if (!is_signed(to.kind))
      from.kind = signed_of_size(bytes(to.kind));
    else
      return call(Op::popcount, to, {expression(to, depth)});
    return call(Op::abs, to, {expression(from, depth)});
  }

  Expression select(Type to, int depth) {
    const Type which{signed_of_size(bytes(to.kind)), to.width};
    Expression mask = to.width > 1 ? comparison(to, depth) : converted(condition(depth), which);
    return call(Op::select, to, {expression(to, depth), expression(to, depth), std::move(mask)});
  }

  Expression comparison(Type of, int depth) {
    constexpr Op all[] = {Op::less, Op::less_equal, Op::equal, Op::unequal};
    if (of.width > 1) return binary(all[below(4)], expression(of, depth), expression(of, depth));
    return mixed(all[below(4)], of, depth);
  }

  Expression real(Type to, int depth) {
    constexpr Op infix[] = {Op::add, Op::sub, Op::mul};
    const uint32_t choice = below(16);
    if (choice < 8)
      return to.width > 1
                 ? binary(infix[choice % 3], expression(to, depth), expression(chance(70) ? to : Type{to.kind}, depth))
                 : mixed(infix[choice % 3], to, depth);
    if (choice < 10) return call(choice == 8 ? Op::min : Op::max, to, {expression(to, depth), expression(to, depth)});
    if (choice < 12) return call(choice == 10 ? Op::floor : Op::fabs, to, {expression(to, depth)});
    if (choice < 13) return call(Op::negate, to, {expression(to, depth)});
    if (choice < 14) return select(to, depth);
    return choose(condition(depth), expression(to, depth), to.width > 1 ? expression(to, depth) : partner(to, depth));
  }

  Expression vector(Type to, int depth) {
    const uint32_t choice = below(20);
    if (choice < 3) {
      Expression made{Op::build, to};
      for (uint32_t k = 0; k < to.width; ++k) {
        const bool pair = k + 2 < to.width + 1u && chance(20) && k + 2 <= to.width && (k || to.width > 2);
        made.of.push_back(expression({to.kind, static_cast<uint8_t>(pair ? 2 : 1)}, depth));
        k += pair;
      }
      return made;
    }
    if (choice < 6) {
      const Type from{to.kind, static_cast<uint8_t>(2 + 2 * below(2))};
      uint64_t which = 0;
      for (uint32_t k = 0; k < to.width; ++k) which |= uint64_t(below(from.width)) << 2 * k;
      return swizzled(expression(from, depth), to, which);
    }
    if (is_float(to.kind)) return real(to, depth);
    if (choice < 8) return select(to, depth);
    if (choice < 9) return choose(condition(depth), expression(to, depth), expression(to, depth));
    if (choice < 10) return binary(chance(50) ? Op::div : Op::rem, expression(to, depth), divisor(to, depth));
    if (choice < 12) return builtin(to, depth);
    if (choice < 13 && is_signed(to.kind)) {
      const Kind compared = to.kind == Kind::i32 && chance(50) ? Kind::f32 : to.kind;
      return comparison({compared, to.width}, depth);
    }
    constexpr Op infix[] = {Op::add, Op::sub, Op::mul, Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::shr};
    return binary(infix[below(8)], expression(to, depth), expression(chance(70) ? to : Type{to.kind}, depth));
  }

  // 0 or 1.
  Expression condition(int depth) {
    const uint32_t choice = below(20);
    if (depth > 0 && choice < 5)
      return binary(choice < 3 ? Op::both : Op::one_of, condition(depth - 1), condition(depth - 1));
    if (depth > 0 && choice < 6) return call(Op::inverse, {}, {condition(depth - 1)});
    if (choice < 7) {
      const Kind of = kind();
      return call(chance(50) ? Op::any : Op::all, {},
                  {comparison({of, static_cast<uint8_t>(2 + 2 * below(2))}, depth - 1)});
    }
    if (choice < 12) {  // often true for some items of a vector
      const Kind of = chance(50) ? Kind::u32 : Kind::i32;
      const uint32_t mask = (2u << below(4)) - 1;
      return binary(chance(50) ? Op::equal : Op::less,
                    binary(Op::bit_and, chance(50) ? lane(of) : expression({of}, depth), number(of, mask)),
                    number(of, below(mask + 1)));
    }
    if (choice < 14)
      return binary(Op::less, chance(50) ? lane(Kind::u64) : lane(Kind::i32), expression({Kind::u32}, 0));
    return comparison({kind()}, depth);
  }

  Expression argument(uint32_t a, Type to) { return converted({Op::argument, {source_.arguments[a]}, a}, to); }
  // Differs between items, and is small; or is the same for all.
  Expression lane(Kind kind) {
    if (uniform_only_) return id(some_id(), kind);
    return id(chance(70) ? below(current_->dimensions) : one_of<uint64_t>(local_linear, global_linear, 3 + below(3)),
              kind);
  }

  Expression shape(Kind kind, int depth) {
    const Expression at = lane(kind), small = number(kind, below(9)), given = argument(below(4), {kind}),
                     few = binary(Op::add, binary(Op::bit_and, given, number(kind, 3)), number(kind, 1));
    if (!counters_.empty() && counters_.back().other && !uniform_only_ && chance(40))
      return converted(counters_.back(), {kind});
    switch (below(16)) {
    case 0:
    case 1:
    case 2: return at;
    case 3: return binary(chance(50) ? Op::add : Op::sub, at, small);
    case 4: return binary(Op::bit_and, at, binary(Op::sub, binary(Op::shl, number(kind, 1), few), number(kind, 1)));
    case 5: return binary(Op::sub, number(kind, 1 + below(500)), at);
    case 6: return binary(Op::add, binary(Op::mul, at, number(kind, 2 + below(3))), small);
    case 7:
    case 8: {
      if (counters_.empty()) return at;
      const Expression u = converted(counter(), {kind}),
                       k = chance(30) ? id(9 + below(3), kind) : number(kind, 2 + below(15));
      return chance(50) ? binary(Op::add, binary(Op::mul, u, k), at) : binary(Op::add, binary(Op::mul, at, k), u);
    }
    case 9: return binary(chance(50) ? Op::add : Op::mul, at, given);
    case 10: return counters_.empty() ? number(kind, below(100)) : converted(counter(), {kind});
    case 11:
      return converted(converted(binary(Op::add, at, number(kind, below(300))), {chance(50) ? Kind::u8 : Kind::i8}),
                       {kind});
    case 12: return binary(one_of(Op::bit_xor, Op::shr, Op::rem), at, chance(50) ? few : number(kind, 1 + below(4)));
    case 13:
      if (depth > 0)
        if (auto loaded = load({integer_kind()}, depth - 1)) return converted(*loaded, {kind});
      return at;
    default: return expression({kind}, depth);
    }
  }

  struct Index {
    Expression at;
    std::optional<Expression> guard = {};
  };

  // Where an item may load, and store except into tiles.
  Index index(uint32_t which, uint32_t width, int depth) {
    const Array &array = source_.arrays[which];
    const Kind kind = index_kind();
    const uint32_t more = width > array.fields[0].type.width && array.fields.size() == 1 ? width - 1 : 0;
    auto guarded = [&](Expression at, const Expression &bound) {
      Expression guard = binary(Op::less, at, bound);
      if (is_signed(kind)) guard = binary(Op::both, binary(Op::less_equal, number(kind, 0), at), guard);
      return Index{std::move(at), std::move(guard)};
    };
    if (array.space == Space::output) {
      Expression of =
          converted(binary(Op::rem, expression({Kind::u32}, depth), number(Kind::u32, array.count - more)), {kind});
      if (array.count == more + 1 || chance(60)) of = number(kind, below(array.count - more));
      Expression mine = id(global_linear, kind);
      if (current_->dimensions == 1 && chance(70))
        mine = current_->offset ? binary(Op::sub, id(0, kind), id(18, kind)) : id(0, kind);
      if (current_->dimensions == 2 && !current_->offset && chance(70))
        mine = binary(Op::add, binary(Op::mul, id(1, kind), id(9, kind)), id(0, kind));
      const Expression all = id(items_of_launch, kind), count = number(kind, array.count);
      if (array.form == 2) return {binary(Op::add, binary(Op::mul, of, all), mine)};
      if (array.form == 1) mine = binary(Op::sub, binary(Op::sub, all, number(kind, 1)), mine);
      if (array.count == 1) return {mine};
      return {binary(Op::add, binary(Op::mul, mine, count), of)};
    }
    if (array.space == Space::tile) {
      const Expression n = id(items_of_group, kind), lid = id(local_linear, kind);
      const Expression some = counters_.empty() || chance(70) ? number(kind, below(8)) : converted(counter(), {kind});
      switch (below(6)) {
      case 0: return {binary(Op::rem, binary(Op::add, lid, some), n)};
      case 1: return {binary(Op::sub, binary(Op::sub, n, number(kind, 1)), lid)};
      case 2: return {binary(Op::rem, some, n)};
      case 3: return guarded(binary(chance(50) ? Op::add : Op::sub, lid, some), n);
      case 4: return {lid};
      default:
        return {converted(binary(Op::rem, expression({Kind::u32}, depth), id(items_of_group, Kind::u32)), {kind})};
      }
    }
    const uint32_t count = array.count - more;
    Expression at = shape(kind, depth);
    if (range(at).within({0, count - 1.0})) return {at};
    if (chance(40)) return guarded(at, number(kind, count));
    if (!is_signed(kind)) return {binary(Op::rem, at, number(kind, count))};
    return {binary(Op::bit_and, at, number(kind, std::bit_floor(count) - 1))};
  }

  std::optional<Expression> load(Type to, int depth) {
    struct Found {
      uint32_t array, field;
    };
    std::vector<Found> found;
    for (uint32_t a = 0; a < source_.arrays.size(); ++a) {
      const Array &array = source_.arrays[a];
      const bool open = std::find(tiles_.begin(), tiles_.end(), a) != tiles_.end();
      if (!current_ || array.space >= Space::sum || (array.space == Space::tile && !open)) continue;
      if (uniform_only_ && array.space > Space::table) continue;
      for (uint32_t f = 0; f < array.fields.size(); ++f) {
        const Type type = array.fields[f].type;
        const uint32_t room =
            array.space == Space::tile || (array.space == Space::output && array.form == 2) ? 1 : array.count;
        const bool wider = type.width == 1 && array.fields.size() == 1 && to.width > 1 && to.width <= room;
        if (type == to || (wider && type.kind == to.kind)) found.push_back({a, f});
      }
    }
    if (found.empty()) return {};
    const auto [array, field] = found[below(found.size())];
    auto [at, guard] = index(array, to.width, depth);
    Expression made{Op::load, to, 0, array, array, field, {std::move(at)}};
    if (const uint32_t length = source_.arrays[array].fields[field].length) made.of.push_back(inner(length, depth));
    for (uint32_t other : {array - 1, array + 1})
      if (!uniform_only_ && to.width == source_.arrays[array].fields[field].type.width && chance(15) &&
          is_twin(array, other)) {
        made.op = Op::either;
        made.other = other;
        if (made.of.size() == 1) made.of.push_back(number(Kind::u32, 0));
        made.of.push_back(condition(depth));
        break;
      }
    if (!guard) return made;
    if (to.width == 1 && to.kind < Kind::i32) {
      return converted(choose(std::move(*guard), std::move(made), constant(Kind::i32)), to);
    }
    return choose(std::move(*guard), std::move(made), leaf_without_load(to));
  }
  Expression leaf_without_load(Type to) { return converted(constant(to.kind), to); }

  bool is_twin(uint32_t array, uint32_t other) {
    if (other >= source_.arrays.size()) return false;
    const Array &a = source_.arrays[array], &b = source_.arrays[other];
    if (a.space != b.space || (a.space != Space::input && a.space != Space::own)) return false;
    return a.fields.size() == 1 && b.fields.size() == 1 && a.fields[0].type == b.fields[0].type && a.count <= b.count;
  }

  Expression inner(uint32_t length, int depth) {
    const Expression at =
        counters_.empty() || chance(60) ? expression({Kind::u32}, depth) : converted(counter(), {Kind::u32});
    return chance(30) ? number(Kind::u32, below(length)) : binary(Op::rem, at, number(Kind::u32, length));
  }

  // The right side of an assignment to a `to`; a scalar of another type is converted by the assignment.
  Expression assigned(Type to, int depth) {
    const Kind other = kind();
    const bool narrows = is_float(other) && !is_float(to.kind) && to.kind != Kind::boolean;
    return to.width > 1 || narrows || chance(70) ? expression(to, depth) : expression({other}, depth);
  }

  template <typename Make> auto uniformly(bool uniform, Make make) {
    const bool before = std::exchange(uniform_only_, uniform || uniform_only_);
    auto made = make();
    uniform_only_ = before;
    return made;
  }
  Expression condition_of(bool uniform, int depth) {
    return uniformly(uniform || chance(20), [&] { return condition(depth); });
  }

  Random &random_;
  Source &source_;
  const random_kernels::Kernel *current_ = nullptr;
  bool uniform_only_ = false;
  // Of the loops around; `array` is 1 where a group's items count alike, `other` where they stride.
  std::vector<Expression> counters_;
  std::vector<uint32_t> tiles_;  // that may be read
};

}  // namespace wherry::test::random_kernels
