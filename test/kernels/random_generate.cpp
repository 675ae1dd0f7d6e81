// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "random_generate_expressions.h"

namespace wherry::test::random_kernels {

namespace {

class Generator : ExpressionGenerator {
 public:
  using ExpressionGenerator::ExpressionGenerator;

  void signature() {
    source_.variables = {{Kind::u32}, {Kind::i32}, {Kind::f32},
                         type(),      type(),      {one_of(Kind::boolean, Kind::i16, Kind::i64)}};
    source_.arguments = {Kind::i32, Kind::u32, kind(), kind()};
    auto add = [&](Space space, std::vector<Field> fields, uint32_t count, uint32_t form = 0) {
      source_.arrays.push_back({space, std::move(fields), count, form, {}});
    };
    auto structure = [&] {
      std::vector<Field> fields;
      for (uint32_t left = 2 + below(2); left > 0; --left) fields.push_back({type(), chance(25) ? 2 + below(3) : 0});
      return fields;
    };
    const Kind pair = kind(), own = kind();
    add(Space::input, {{{pair}, 0}}, 512 + below(20));
    add(Space::input, {{{pair}, 0}}, 512 + below(20));
    add(Space::input, {{type(), 0}}, 512 + below(20));
    add(Space::input, structure(), 512 + below(20));
    add(Space::table, {{{kind()}, 0}}, 16 + below(4));
    add(Space::output, {{{kind()}, 0}}, 1, below(2));
    add(Space::output, {{{kind()}, 0}}, 2 + below(4), below(3));
    add(Space::output, chance(50) ? structure() : std::vector<Field>{{type(), 0}}, 1 + below(2), below(3));
    add(Space::tile, {{{kind()}, 0}}, 1, below(2));
    add(Space::tile, {{type(), 0}}, 1, below(2));
    add(Space::own, {{{own}, 0}}, 8);
    add(Space::own, {{{own}, 0}}, 8);
    add(Space::own, chance(50) ? structure() : std::vector<Field>{{type(), 0}}, 4);
    const Type counted{one_of(Kind::u32, Kind::i32, Kind::u32)};
    const uint32_t form = below(std::size(sums));
    add(Space::sum, {{counted, 0}}, 4, form);
    add(Space::local_sum, {{counted, 0}}, 4, form);
    for (auto &array : source_.arrays)
      for (uint32_t k = 0; array.space == Space::table && k < array.count; ++k)
        array.contents.push_back(constant(array.fields[0].type.kind));
  }

  random_kernels::Kernel function(bool barriers, uint32_t first, uint32_t end) {
    budget_ = 2 + below(3);
    return top({3, true, barriers, {}}, first, end, 2);
  }
  random_kernels::Kernel kernel(bool barriers, uint32_t functions) {
    const bool offset = chance(40);
    random_kernels::Kernel made{1 + below(5) / 3, offset, barriers, {}};
    if (source_.sub_groups && chance(25)) made.sub_group_size = one_of(8, 16, 32);
    if (chance(10)) made.dimensions = 3;
    budget_ = chance(10) ? 25 : 3 + below(8);
    return top(made, 0, functions, 3);
  }

 private:
  using ExpressionGenerator::call;  // beside the statement's

  random_kernels::Kernel top(random_kernels::Kernel made, uint32_t first, uint32_t end, int depth) {
    current_ = &made;
    first_callable_ = first;
    end_callable_ = end;
    const uint32_t bounds = depth == 3 && chance(40) ? 1 + below(3) : 0;
    for (uint32_t k = 0; k < source_.variables.size(); ++k) {
      const Type to = source_.variables[k];
      made.body.push_back({.what = What::set,
                           .uniform = made.barriers,
                           .a = k,
                           .of = {bounds && chance(80) ? leaf_without_load(to) : expression(to, 2)}});
    }
    for (uint32_t k = 0; k < bounds; ++k) {
      Block more = bounded();
      made.body.insert(made.body.end(), more.begin(), more.end());
    }
    while (budget_ > 0) {
      Block more = block(depth, made.barriers, false);
      made.body.insert(made.body.end(), more.begin(), more.end());
    }
    current_ = nullptr;
    return made;
  }

  Block block(int depth, bool uniform, bool in_loop) {
    Block result;
    uint32_t left = 1 + below(3);
    do result.push_back(statement(depth, uniform, in_loop));
    while (--left > 0 && budget_ > 0);
    return result;
  }

  Statement statement(int depth, bool uniform, bool in_loop) {
    const uint32_t choice = below(100);
    if (--budget_ < 0 || choice < 30 || depth == 0) return simple(uniform);
    if (!uniform) {
      if (choice < 42 && in_loop) return leave(false);
      if (choice < 45 && !current_->barriers) return finish(false);
      if (choice < 49 && first_callable_ < end_callable_) return call(false);
      if (choice < 55) return switched(depth, false, in_loop);
      return choice < 78 ? branch(depth, false, in_loop) : loop(depth, false);
    }
    if (choice < 45)
      if (auto made = exchange(depth)) return *made;
    if (choice < 50 && first_callable_ < end_callable_) return call(true);
    if (choice < 58) return branch(depth, true, in_loop);
    if (choice < 61) return switched(depth, true, in_loop);
    if (choice < 72) return loop(depth, true);
    if (choice < 75 && in_loop) return leave(true);
    if (choice < 77 && tiles_.empty()) return finish(true);
    if (choice < 83 + source_.sub_groups * 8) return chance(75) ? collective() : Statement{.what = What::barrier};
    if (choice < 88) return switched(depth, false, false);
    return choice < 93 ? branch(depth, false, false) : loop(depth, false);
  }

  Statement simple(bool uniform) {
    const uint32_t choice = below(100);
    const uint32_t v = below(source_.variables.size());
    if (choice < 45) return {.what = What::set, .uniform = uniform, .a = v, .of = {assigned(source_.variables[v], 3)}};
    if (choice < 55) {  // a value that is carried on
      const Type to = source_.variables[v];
      Expression now{Op::variable, to, v};
      Expression more = expression(to, 2);
      if (to.kind != Kind::boolean)
        more = binary(is_float(to.kind) ? Op::add : one_of(Op::add, Op::bit_xor, Op::sub), std::move(now),
                      std::move(more));
      return {.what = What::set, .uniform = uniform, .a = v, .of = {std::move(more)}};
    }
    if (choice < 62) {
      const auto last = static_cast<uint32_t>(source_.arrays.size() - 1);
      const uint32_t array = current_->barriers && chance(50) ? last : last - 1;
      return {.what = What::atomic,
              .uniform = uniform,
              .a = array,
              .of = {expression(source_.arrays[array].fields[0].type, 2),
                     chance(50) ? number(Kind::u32, below(4))
                                : binary(Op::bit_and, expression({Kind::u32}, 1), number(Kind::u32, 3))}};
    }
    return store(uniform);
  }

  // Whose result is for the variable v.
  Statement of_sub_group(uint32_t v) {
    const uint32_t which = below(std::size(sub_collectives));
    const Kind to = source_.variables[v].kind;
    const bool values = which == sub_broadcast || which >= sub_shuffle, truth = which >= sub_any && which <= sub_ballot;
    Kind of = integer_kind();
    if (is_float(to) && values)
      of = to;
    else if (of < Kind::i32)
      of = chance(50) ? Kind::i32 : Kind::u64;
    Statement made{.what = What::collective,
                   .a = v,
                   .b = first_of_sub_groups + which,
                   .c = below(40),
                   .of = {truth ? condition(2) : expression({of}, 2)}};
    if (which >= sub_shuffle)
      made.of.push_back(binary(Op::bit_and, chance(50) ? lane(Kind::u32) : expression({Kind::u32}, 1),
                               number(Kind::u32, chance(50) ? 3 : 31)));
    return made;
  }

  Statement collective() {
    uint32_t v = below(source_.variables.size());
    for (size_t tries = source_.variables.size(); tries > 0; --tries, v = (v + 1) % source_.variables.size())
      if (const Type type = source_.variables[v]; type.width == 1 && type.kind >= Kind::i32 && type.kind != Kind::f16) {
        if (source_.sub_groups && chance(80)) return of_sub_group(v);
        return {.what = What::collective,
                .a = v,
                .b = below(std::size(collectives)),
                .c = below(1000),
                .of = {expression(type, 2)}};
      }
    return {.what = What::barrier};
  }

  Statement store(bool uniform) {
    uint32_t which = 0;
    do which = below(source_.arrays.size());
    while (source_.arrays[which].space != Space::output && source_.arrays[which].space != Space::own);
    const Array &array = source_.arrays[which];
    const uint32_t field = below(array.fields.size());
    Type to = array.fields[field].type;
    const bool scalars = array.fields.size() == 1 && to.width == 1 && array.form != 2;
    if (scalars && array.count >= 2 && chance(20)) to.width = array.count >= 4 && chance(50) ? 4 : 2;
    const bool wider = to.width > array.fields[field].type.width;
    auto [at, guard] = index(which, to.width, 2);
    Statement made{.what = What::store,
                   .uniform = uniform,
                   .a = which,
                   .b = field,
                   .of = {wider ? expression(to, 2) : assigned(to, 2), std::move(at)}};
    if (const uint32_t length = array.fields[field].length) made.of.push_back(inner(length, 1));
    for (uint32_t other : {which - 1, which + 1})
      if (array.space == Space::own && !wider && chance(20) && is_twin(which, other)) {
        made.of.push_back(number(Kind::u32, 0));
        made.of.push_back(condition(1));
        made.c = other;
        break;
      }
    if (!guard) return made;
    made.uniform = false;
    return {.what = What::branch, .uniform = false, .of = {std::move(*guard)}, .blocks = {{std::move(made)}}};
  }

  // Holds for a range of a group's items, for each of so many, or for one, as in a step of a tree.
  Expression item_guard() {
    const Kind kind = index_kind();
    Expression at = id(chance(70) ? first_local_id + below(current_->dimensions) : local_linear, kind);
    if (chance(20)) at = binary(Op::mul, std::move(at), number(kind, 1 + below(3)));
    if (chance(20)) at = binary(Op::sub, number(kind, below(40)), std::move(at));
    const uint32_t form = below(6), a = below(2);
    const Expression given = argument(a, {kind}), one = number(kind, 1);
    Expression bound = number(kind, below(24));
    if (chance(30)) bound = binary(Op::add, given, bound);
    if (form < 2) return binary(form ? Op::less_equal : Op::equal, std::move(bound), std::move(at));
    Expression under = binary(form == 2 ? Op::less_equal : Op::less, at, std::move(bound));
    if (form == 3) return binary(Op::both, binary(Op::less, number(kind, below(4)), at), std::move(under));
    if (form < 5) return chance(30) ? binary(Op::both, condition_of(true, 1), std::move(under)) : under;
    const Expression some = chance(50) ? binary(Op::bit_and, given, number(kind, 7)) : number(kind, below(8));
    at = chance(50) ? binary(Op::bit_and, std::move(at), binary(Op::sub, binary(Op::shl, one, some), one))
                    : binary(Op::rem, std::move(at), binary(Op::add, some, one));
    Expression each = binary(Op::equal, number(kind, chance(60) ? 0 : below(9)), std::move(at));
    return chance(30) ? binary(Op::both, std::move(under), std::move(each)) : each;
  }

  std::optional<Statement> exchange(int depth) {
    uint32_t which = 0;
    while (source_.arrays[which].space != Space::tile) ++which;
    which += below(2);
    if (std::find(tiles_.begin(), tiles_.end(), which) != tiles_.end()) return {};
    const Kind kind = index_kind();
    Expression at = id(local_linear, kind);
    if (source_.arrays[which].form)
      at = binary(Op::sub, binary(Op::sub, id(items_of_group, kind), number(kind, 1)), at);
    Statement made{
        .what = What::exchange, .a = which, .of = {expression(source_.arrays[which].fields[0].type, 2), std::move(at)}};
    const Type read = source_.arrays[which].fields[0].type;
    if (chance(60)) made.of.insert(made.of.end(), {item_guard(), expression(read, 1)});
    tiles_.push_back(which);
    // No way out before the barrier at its end.
    for (uint32_t v = 0; v < source_.variables.size(); ++v)
      if (source_.variables[v].width == 1 && source_.variables[v].kind != Kind::boolean) {
        auto value = load({read.kind, read.width}, 1);
        if (value && value->type.width > 1) value = swizzled(*value, {value->type.kind}, 1);
        made.blocks.push_back(
            {{.what = What::set, .a = v, .of = {converted(std::move(*value), source_.variables[v])}}});
        break;
      }
    Block more = block(depth - 1, true, false);
    made.blocks[0].insert(made.blocks[0].end(), more.begin(), more.end());
    tiles_.pop_back();
    return made;
  }

  Statement call(bool uniform) {
    uint32_t which = first_callable_ + below(end_callable_ - first_callable_);
    if (!uniform && source_.functions[which].barriers) return simple(uniform);
    if (!tiles_.empty() && source_.functions[which].barriers) return simple(uniform);  // it may use the same tile
    uint32_t v = below(source_.variables.size());
    while (source_.variables[v].width > 1 || is_float(source_.variables[v].kind))
      v = (v + 1) % source_.variables.size();
    Statement made{.what = What::call, .uniform = uniform, .a = v, .b = which};
    for (Type type : source_.variables) made.of.push_back(assigned(type, 1));
    return made;
  }

  Statement branch(int depth, bool uniform, bool in_loop) {
    Statement made{.what = What::branch,
                   .uniform = uniform,
                   .of = {condition_of(uniform, 2)},
                   .blocks = {block(depth - 1, uniform, in_loop)}};
    if (chance(50)) made.blocks.push_back(block(depth - 1, uniform, in_loop));
    return made;
  }

  Statement switched(int depth, bool uniform, bool in_loop) {
    Statement made{.what = What::choice, .uniform = uniform, .b = below(16) & below(16)};
    const uint32_t cases = 2 + below(3);
    made.of.push_back(uniformly(uniform || chance(15), [&] {
      return binary(Op::bit_and, chance(50) ? lane(Kind::i32) : expression({Kind::i32}, 2),
                    number(Kind::i32, cases == 2 ? 1 : 3));
    }));
    for (uint32_t k = 0; k < cases; ++k) made.blocks.push_back(block(depth - 1, uniform, in_loop || !uniform));
    made.b &= (1u << (cases - 1)) - 1;
    if (!in_loop) in_switch(made.blocks);
    return made;
  }

  // As many kernels are written: for (i = get_global_id(0); i < n; i += get_global_size(0)).
  Statement stride(int depth) {
    const uint32_t dimension = below(current_->dimensions), most = 20 + below(80);
    Statement made{.what = What::loop,
                   .uniform = false,
                   .a = num_counters_++,
                   .form = Form::stride,
                   .type = {index_kind()},
                   .of = {number(Kind::u8, most), id(dimension, Kind::u64), number(Kind::u32, 16 + below(100))}};
    if (chance(70)) made.of[2] = id(first_global_size + dimension, Kind::u64);
    for (Expression &one : made.of) one = converted(std::move(one), made.type);
    counters_.push_back({Op::counter, made.type, made.a, 0, 1, most - 1});
    made.blocks.push_back(block(std::min(depth - 1, 2), false, true));
    counters_.pop_back();
    return made;
  }

  // Around a work-item's place, as far as borders leave: for (i = max(x - r, 0); i < min(x + r, w); ++i), in several
  // spellings, also around 0.
  Statement window(int depth) {
    const Kind kind = index_kind();
    const Type type{kind};
    const uint32_t most = 10 + below(90);
    const Expression at = lane(kind), zero = number(kind, 0), border = number(kind, most);
    auto reach = [&] {
      return chance(50) ? number(kind, below(7)) : binary(Op::bit_and, argument(below(2), type), number(kind, 7));
    };
    const Expression left = reach(), before = binary(Op::sub, at, left), behind = binary(Op::add, at, reach());
    const bool is_outside = chance(50);
    Expression first = is_signed(kind) && chance(60)
                           ? call(Op::max, type, {before, zero})
                           : choose(binary(Op::less, is_outside ? at : left, is_outside ? left : at),
                                    is_outside ? zero : before, is_outside ? before : zero);
    Expression bound =
        chance(60) ? call(Op::min, type, {behind, border}) : choose(binary(Op::less, behind, border), behind, border);
    if (chance(30)) first = call(Op::min, type, {std::move(first), border});
    Statement made{.what = What::loop,
                   .uniform = false,
                   .a = num_counters_++,
                   .form = Form::stride,
                   .type = type,
                   .of = {std::move(bound), std::move(first), number(kind, 1)}};
    counters_.push_back({Op::counter, made.type, made.a, 0, 1, most - 1});
    made.blocks.push_back(block(std::min(depth - 1, 2), false, true));
    counters_.pop_back();
    return made;
  }

  Statement loop(int depth, bool uniform) {
    if (!uniform && counters_.size() < 2 && chance(counters_.empty() ? 25 : 10)) return window(depth);
    if (!uniform && counters_.empty() && chance(40)) return stride(depth);
    Statement made{.what = What::loop,
                   .uniform = uniform,
                   .a = num_counters_++,
                   .b = 1,
                   .form = static_cast<Form>(1 + (below(8) < 5 ? below(2) : 2 + below(2))),
                   .type = {index_kind()}};
    if (chance(15)) made.type = {chance(50) ? Kind::i64 : Kind::u8};
    const bool inside = !counters_.empty(), same = uniform || chance(25);
    const uint32_t most = inside ? 1 + below(4) : 3 + below(6);
    if (made.form >= Form::while_true) {
      made.b = most;
    } else if (made.form == Form::up && chance(20)) {
      made.b = 2 + below(2);
    }
    uint32_t largest = most;
    auto enter = [&] {
      counters_.push_back({Op::counter, made.type, made.a, uniform || (same && !current_->barriers), 0, largest});
    };
    if (made.form >= Form::while_true) {
      enter();
      made.of.push_back(condition_of(same, 2));
      counters_.pop_back();
    } else if (chance(20)) {
      largest = inside ? most : most * 3;
      made.of.push_back(number(made.type.kind, largest));
    } else {
      made.of.push_back(uniformly(same, [&] {
        return converted(
            binary(Op::rem, chance(30) ? lane(Kind::u32) : expression({Kind::u32}, 2), number(Kind::u32, most + 1)),
            made.type);
      }));
    }
    enter();
    made.blocks.push_back(block(uniform ? depth - 1 : std::min(depth - 1, 2), uniform, true));
    counters_.pop_back();
    return made;
  }

  Statement leave(bool uniform) {
    return {.what = What::leave, .uniform = uniform, .a = below(2), .of = {condition_of(uniform, 2)}};
  }

  // What many kernels begin with: a bound that the items of few vectors see differently, and something done behind it.
  Block bounded() {
    const Kind kind = index_kind();
    const uint32_t a = below(2), array = below(2);
    Expression from = number(kind, below(200));
    if (chance(60)) from = chance(50) ? argument(a, {kind}) : binary(Op::add, argument(a, {kind}), from);
    // What is loaded from there lies below, where the bound holds.
    const Expression at = id(below(current_->dimensions), kind), place = binary(Op::sub, at, from),
                     most = number(kind, 500);
    const Expression loaded{Op::load, source_.arrays[array].fields[0].type, 0, array, array, 0, {place}};
    uint32_t v = below(source_.variables.size());
    while (source_.variables[v].width > 1 || source_.variables[v].kind == Kind::boolean)
      v = (v + 1) % source_.variables.size();
    const Statement take{.what = What::set, .uniform = false, .a = v, .of = {converted(loaded, source_.variables[v])}};
    if (!current_->barriers && chance(35)) {
      Expression outside = binary(Op::one_of, binary(Op::less, at, from), binary(Op::less_equal, most, place));
      return {{.what = What::finish, .uniform = false, .a = chance(70), .of = {std::move(outside)}}, take};
    }
    Statement made{.what = What::branch, .uniform = false, .blocks = {{simple(false)}}};
    Expression inside = chance(40) ? binary(Op::less, at, from) : binary(Op::less_equal, from, at);
    if (chance(40)) {
      inside = binary(Op::both, binary(Op::less_equal, from, at), binary(Op::less, place, most));
      made.blocks[0].insert(made.blocks[0].begin(), take);
    } else if (chance(30)) {
      inside = binary(chance(50) ? Op::both : Op::one_of, std::move(inside), condition(1));
    }
    made.of = {std::move(inside)};
    if (chance(20)) made.blocks.push_back({simple(false)});
    return {made};
  }

  // Of few items, or few groups.
  Statement finish(bool uniform) {
    auto made = uniformly(uniform, [&] {
      return binary(Op::equal, binary(Op::bit_and, expression({Kind::u32}, 2), number(Kind::u32, 15)),
                    number(Kind::u32, 5));
    });
    return {.what = What::finish, .uniform = uniform, .a = below(2), .of = {std::move(made)}};
  }

  uint32_t first_callable_ = 0, end_callable_ = 0, num_counters_ = 0;
  int budget_ = 0;  // how many statements are still to come
};

}  // namespace

Source generate(Random &random, size_t functions, size_t kernels) {
  Source source;
  source.sub_groups = random.below(3) == 0;
  Generator generator(random, source);
  generator.signature();
  // The last function has barriers; of the kernels every second one.
  for (size_t k = 0; k < functions; ++k) {
    const bool barriers = k + 1 == functions;
    source.functions.push_back(generator.function(barriers, 0, static_cast<uint32_t>(k)));
  }
  for (size_t k = 0; k < kernels; ++k) {
    const bool barriers = k % 2;
    source.kernels.push_back(generator.kernel(barriers, static_cast<uint32_t>(functions - !barriers)));
  }
  for (Array &array : source.arrays) array.is_volatile = random.below(24) == 0 && array.space != Space::table;
  return source;
}

}  // namespace wherry::test::random_kernels
