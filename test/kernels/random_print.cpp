// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "random_tree.h"

namespace wherry::test::random_kernels {

std::string name(Type type) {
  constexpr const char *kinds[] = {"bool", "char", "uchar", "short", "ushort", "int",
                                   "uint", "long", "ulong", "half",  "float",  "double"};
  return kinds[static_cast<size_t>(type.kind)] + (type.width > 1 ? std::to_string(type.width) : "");
}

std::string array_name(const Source &source, uint32_t array) {
  constexpr const char *spaces[] = {"in", "table", "out", "tile", "p", "sum", "lsum"};
  return spaces[static_cast<size_t>(source.arrays[array].space)] + std::to_string(array);
}

std::string print(const Type &type, uint64_t bits) {
  char text[64];
  switch (type.kind) {
  case Kind::boolean: return bits ? "true" : "false";
  case Kind::u32: std::snprintf(text, sizeof text, "%lluu", static_cast<unsigned long long>(bits)); break;
  case Kind::u64: std::snprintf(text, sizeof text, "%lluUL", static_cast<unsigned long long>(bits)); break;
  case Kind::f16: std::snprintf(text, sizeof text, "((half)%af)", std::bit_cast<double>(bits)); break;
  case Kind::f32: std::snprintf(text, sizeof text, "(%af)", std::bit_cast<double>(bits)); break;
  case Kind::f64: std::snprintf(text, sizeof text, "(%a)", std::bit_cast<double>(bits)); break;
  default: {
    const auto value = static_cast<long long>(bits);
    const bool least = value == INT64_MIN || value == INT32_MIN;  // has no literal of its type
    std::snprintf(text, sizeof text, "(%lld%s%s)", least ? value + 1 : value, type.kind == Kind::i64 ? "L" : "",
                  least ? " - 1" : "");
    return type.kind == Kind::i32 || type.kind == Kind::i64 ? text : "(" + name(type) + ")" + text;
  }
  }
  return text;
}

namespace {

class Printer {
 public:
  explicit Printer(const Source &source) : source_(source) {}

  std::string text(const Expression &e) const {
    auto part = [&](size_t k) { return text(e.of[k]); };
    const std::string number = std::to_string(e.number), type = name(e.type);
    const bool wide = e.type.width > 1;
    if (e.op >= Op::add && e.op <= Op::one_of) {
      constexpr const char *symbols[] = {" + ",  " - ",  " * ", " / ",  " % ",  " & ",  " | ",  " ^ ",
                                         " << ", " >> ", " < ", " <= ", " == ", " != ", " && ", " || "};
      const char *symbol = symbols[static_cast<size_t>(e.op) - static_cast<size_t>(Op::add)];
      if (e.number == 0 || e.op > Op::mul) return "(" + part(0) + symbol + part(1) + ")";
      // Signed, and to wrap.
      auto operand = [&](size_t k) {
        return (e.of[k].type.width > 1 ? "as_u" : "(u") + type + (e.of[k].type.width > 1 ? "(" : ")(") + part(k) + ")";
      };
      auto scalar = [&](size_t k) {
        return wide && e.of[k].type.width == 1 ? "(u" + name({e.type.kind}) + ")(" + part(k) + ")" : operand(k);
      };
      return "as_" + type + "(" + scalar(0) + symbol + scalar(1) + ")";
    }
    if (e.op >= Op::min && e.op <= Op::all) {
      constexpr const char *names[] = {"min",      "max", "rotate", "add_sat", "sub_sat", "hadd", "clz",
                                       "popcount", "abs", "floor",  "fabs",    "any",     "all"};
      std::string call = names[static_cast<size_t>(e.op) - static_cast<size_t>(Op::min)];
      const bool extreme = is_float(e.type.kind) && e.op <= Op::max;
      call = (extreme ? "(f" : "") + call + "(" + part(0) + (e.of.size() > 1 ? ", " + part(1) : "") + ")";
      return extreme ? call + " + 0)" : call;  // fmin(-0, 0) may be either
    }
    switch (e.op) {
    case Op::constant: return wide ? "(" + type + ")(" + print({e.type.kind}, e.number) + ")" : print(e.type, e.number);
    case Op::argument: return "a" + number;
    case Op::counter: return "u" + number;
    case Op::variable: return "v" + number;
    case Op::id:
      if (e.number < local_linear) return queries[e.number / 3] + ("(" + std::to_string(e.number % 3) + ")");
      return e.number == local_linear     ? "get_local_linear_id()"
             : e.number == global_linear  ? "get_global_linear_id()"
             : e.number == items_of_group ? "n"
             : e.number == sub_lane       ? "(ulong)get_sub_group_local_id()"
             : e.number == sub_number     ? "(ulong)get_sub_group_id()"
             : e.number == sub_size       ? "(ulong)get_sub_group_size()"
             : e.number == sub_count      ? "(ulong)get_num_sub_groups()"
                                          : "(get_global_size(0) * get_global_size(1) * get_global_size(2))";
    case Op::load: return access(e, accessed(e.array, e.field, e.type.width));
    case Op::either: return access(e, either(e.of[2], e.array, e.other));
    case Op::swizzle: {
      std::string out = part(0) + ".s";
      for (uint32_t k = 0; k < e.type.width; ++k) out += std::to_string(e.number >> 2 * k & 3);
      return out;
    }
    case Op::build: {
      std::string out = "(" + type + ")(";
      for (size_t k = 0; k < e.of.size(); ++k) out += (k ? ", " : "") + part(k);
      return out + ")";
    }
    case Op::cast: return cast(e, part(0));
    case Op::saturate: return "convert_" + type + "_sat(" + part(0) + ")";
    case Op::choose: return "(" + part(0) + " ? " + part(1) + " : " + part(2) + ")";
    case Op::select: return "select(" + part(0) + ", " + part(1) + ", " + part(2) + ")";
    case Op::complement: return "(~" + part(0) + ")";
    case Op::negate: return "(-" + part(0) + ")";
    case Op::inverse: return "(!" + part(0) + ")";
    default: throw std::logic_error("an expression without a form");
    }
  }

  std::string cast(const Expression &e, const std::string &operand) const {
    const std::string type = name(e.type);
    if (e.type.width == 1) return "(" + type + ")(" + operand + ")";
    // Clang's SPIR-V back end extends convert_T(integers) with zeros if T has a sign, else with the sign: right only of
    // operands of the other signedness.
    const Kind from = e.of[0].type.kind;
    const bool is_wrong = std::getenv("WHERRY_TEST_SPIRV") && !is_float(from) && !is_float(e.type.kind) &&
                          is_signed(from) == is_signed(e.type.kind);
    return is_wrong ? "__builtin_convertvector(" + operand + ", " + type + ")"
                    : "convert_" + type + "(" + operand + ")";
  }

  std::string text(const Block &block, const std::string &indent) const {
    std::string out;
    for (auto &statement : block) out += indent + text(statement, indent) + "\n";
    return out;
  }

  // `what` with {} once for each array that a kernel takes (`taken`) or not.
  std::string parameters(bool types, bool own) const {
    std::string out;
    for (uint32_t k = 0; k < source_.arrays.size(); ++k) {
      const Space space = source_.arrays[k].space;
      if (space == Space::table || (space == Space::local_sum && types && !own) || (!own && space == Space::own))
        continue;
      out += ", " + (types ? pointer(k) : "") + array_name(source_, k);
    }
    for (size_t k = 0; k < source_.arguments.size(); ++k)
      out += ", " + (types ? name({source_.arguments[k]}) + " " : "") + "a" + std::to_string(k);
    return out;
  }

  std::string variables(bool types) const {
    std::string out;
    for (size_t k = 0; k < source_.variables.size(); ++k)
      out += (k ? ", " : "") + (types ? name(source_.variables[k]) + " " : "") + "v" + std::to_string(k);
    return out;
  }

  // The struct or the type of an array's elements.
  std::string element(uint32_t array) const {
    const auto &fields = source_.arrays[array].fields;
    return fields.size() == 1 ? name(fields[0].type) : "struct s" + std::to_string(array);
  }

  // The type of a pointer to an array's elements.
  std::string pointer(uint32_t array) const {
    constexpr const char *spaces[] = {"global const ", "", "global ", "local ", "", "global ", "local "};
    return spaces[static_cast<size_t>(source_.arrays[array].space)] + element(array) + " *";
  }

  // Mixes a value into a hash.
  std::string mix(const std::string &hash, const std::string &value, Type type) const {
    std::string out;
    for (uint32_t k = 0; k < type.width; ++k) {
      const std::string x = type.width > 1 ? value + ".s" + std::to_string(k) : value;
      out += hash + " = " + hash + " * 31 + ";
      if (!is_float(type.kind))
        out += "(ulong)" + x + "; ";
      else
        out += "(isnan(" + x + ") ? 1 : as_u" +
               (type.kind == Kind::f16   ? "short("
                : type.kind == Kind::f32 ? "int("
                                         : "long(") +
               x + ")); ";
    }
    return out;
  }

  // Mixes the private arrays into h.
  std::string mix_arrays() const {
    std::string out;
    for (uint32_t k = 0; k < source_.arrays.size(); ++k) {
      const Array &array = source_.arrays[k];
      if (array.space != Space::own) continue;
      out += "  for (uint k = 0; k < " + std::to_string(array.count) + "; ++k) {\n";
      for (uint32_t f = 0; f < array.fields.size(); ++f) {
        const uint32_t length = array.fields[f].length;
        const std::string path = array_name(source_, k) + "[k]" + field(k, f);
        if (length)
          out += "    for (uint j = 0; j < " + std::to_string(length) + "; ++j) { " +
                 mix("h", path + "[j]", array.fields[f].type) + "}\n";
        else
          out += "    " + mix("h", path, array.fields[f].type) + "\n";
      }
      out += "  }\n";
    }
    return out;
  }

 private:
  std::string field(uint32_t array, uint32_t field) const {
    return source_.arrays[array].fields.size() > 1 ? ".f" + std::to_string(field) : "";
  }
  std::string either(const Expression &condition, uint32_t array, uint32_t other) const {
    return "(" + text(condition) + " ? " + array_name(source_, array) + " : " + array_name(source_, other) + ")";
  }
  // An array whose elements' field is accessed in so many components: by vload and vstore where it has fewer, which
  // take nothing volatile.
  std::string accessed(uint32_t array, uint32_t field, uint32_t width) const {
    const Array &of = source_.arrays[array];
    const std::string called = array_name(source_, array);
    if (!of.is_volatile || width > of.fields[field].type.width) return called;
    return "((volatile " + pointer(array) + ")" + called + ")";
  }
  std::string access(const Expression &e, const std::string &array) const {
    const Field &of = source_.arrays[e.array].fields[e.field];
    if (e.type.width > of.type.width)
      return "vload" + std::to_string(e.type.width) + "(0, " + array + " + " + text(e.of[0]) + ")";
    return array + "[" + text(e.of[0]) + "]" + field(e.array, e.field) + (of.length ? "[" + text(e.of[1]) + "]" : "");
  }

  std::string text(const Statement &s, const std::string &indent) const {
    auto part = [&](size_t k) { return text(s.of[k]); };
    auto block = [&](size_t k) { return "{\n" + text(s.blocks[k], indent + "  ") + indent + "}"; };
    const std::string a = std::to_string(s.a), b = std::to_string(s.b);
    switch (s.what) {
    case What::set: return "v" + a + " = " + part(0) + ";";
    case What::store: {
      const Field &of = source_.arrays[s.a].fields[s.b];
      const uint32_t width = s.of[0].type.width;
      const std::string array = s.of.size() > 3 ? either(s.of[3], s.a, s.c) : accessed(s.a, s.b, width);
      if (width > of.type.width)
        return "vstore" + std::to_string(width) + "(" + part(0) + ", 0, " + array + " + " + part(1) + ");";
      return array + "[" + part(1) + "]" + field(s.a, s.b) + (of.length ? "[" + part(2) + "]" : "") + " = " + part(0) +
             ";";
    }
    case What::atomic:
      return std::string("atomic_") + sums[source_.arrays[s.a].form] + "(&" + array_name(source_, s.a) + "[" + part(1) +
             "], " + part(0) + ");";
    case What::exchange:
      return array_name(source_, s.a) + "[" + part(1) + "] = " + part(0) + "; barrier(CLK_LOCAL_MEM_FENCE); " +
             (s.of.size() > 3 ? "if (" + part(2) + ") " + array_name(source_, s.a) + "[" + part(1) + "] = " + part(3) +
                                    "; barrier(CLK_LOCAL_MEM_FENCE); "
                              : "") +
             block(0) + " barrier(CLK_LOCAL_MEM_FENCE);";
    case What::call: {
      std::string call = "v" + a + " = f" + b + "(n, ";
      for (size_t k = 0; k < s.of.size(); ++k) call += (k ? ", " : "") + part(k);
      return call + parameters(false, true) + ");";
    }
    case What::barrier: return "barrier(CLK_LOCAL_MEM_FENCE);";
    case What::collective: {
      if (s.b >= first_of_sub_groups) return of_sub_group(s, part);
      const std::string call =
          "v" + a + " = work_group_" + collectives[s.b] + "((" + name(s.of[0].type) + ")" + part(0);
      if (std::string_view(collectives[s.b]) != "broadcast") return call + ");";
      return call + ", " + std::to_string(s.c % 10) + " % get_local_size(0), " + std::to_string(s.c / 10 % 10) +
             " % get_local_size(1), " + std::to_string(s.c / 100) + " % get_local_size(2));";
    }
    case What::branch:
      return "if (" + part(0) + ") " + block(0) +
             (s.blocks.size() > 1 && !s.blocks[1].empty() ? " else " + block(1) : "");
    case What::loop: {
      const std::string u = "u" + a, start = name(s.type) + " " + u + " = ", bound = part(0);
      switch (s.form) {
      case Form::stride:
        return "for (" + start + part(1) + "; " + u + " < " + bound + "; " + u + " += " + part(2) + ") " + block(0);
      case Form::up:
        return "for (" + start + "0, e" + a + " = " + bound + "; " + u + " < e" + a + "; " + u + " += " + b + ") " +
               block(0);
      case Form::down: return "for (" + start + bound + "; " + u + "-- > 0;) " + block(0);
      case Form::while_true:
        return "for (" + start + "0; " + u + " < " + b + " && " + bound + "; ++" + u + ") " + block(0);
      case Form::do_while:
        return "{ " + start + "0; do " + block(0) + " while (++" + u + " < " + b + " && " + bound + "); }";
      }
      break;
    }
    case What::choice: {
      std::string out = "switch (" + part(0) + ") {\n";
      for (size_t k = 0; k < s.blocks.size(); ++k)
        out += indent + (k + 1 < s.blocks.size() ? "case " + std::to_string(k) : "default") + ": " + block(k) +
               (s.b >> k & 1 ? "\n" : " break;\n");
      return out + indent + "}";
    }
    case What::leave: return "if (" + part(0) + ") " + (s.a ? "continue" : "break") + ";";
    case What::finish: return "if (" + part(0) + ") " + (s.a ? "RETURN;" : "FINISH;");
    }
    throw std::logic_error("a statement without a form");
  }

  template <typename Part> static std::string of_sub_group(const Statement &s, Part part) {
    const uint32_t which = s.b - first_of_sub_groups;
    const std::string v = "v" + std::to_string(s.a), type = name(s.of[0].type), c = std::to_string(s.c),
                      call = std::string("sub_group_") + sub_collectives[which] + "(";
    if (which < sub_shuffle) {
      const std::string value = call + "(" + type + ")" + part(0);
      if (which == sub_broadcast) return v + " = " + value + ", " + c + " % get_sub_group_size());";
      if (which >= sub_clustered) return v + " = " + value + ", " + std::to_string(1u << s.c % 4) + "u);";
      if (which == sub_ballot) return v + " = " + value + ").x;";
      return v + " = " + value + ")" + (which >= sub_any ? " != 0;" : ";");
    }
    // Where there is no such work-item, the own value.
    const std::string lane = "get_sub_group_local_id()", other = which == sub_rotate ? c : part(1);
    constexpr const char *from[] = {"i", "lane ^ i", "lane - i", "lane + i", "(lane + i) % get_max_sub_group_size()"};
    return "{ " + type + " x = " + part(0) + "; uint lane = " + lane + ", i = " + other + "; " + type + " y = " + call +
           "x, i); " + v + " = (" + from[which - sub_shuffle] + ") < get_sub_group_size() ? y : x; }";
  }

  const Source &source_;
};

}  // namespace

static void find_calls(const Source &source, const Block &block, std::vector<bool> &called) {
  for (auto &statement : block) {
    if (statement.what == What::call && !called[statement.b]) {
      called[statement.b] = true;
      find_calls(source, source.functions[statement.b].body, called);
    }
    for (auto &inside : statement.blocks) find_calls(source, inside, called);
  }
}

std::string print(const Source &source, size_t first, size_t last) {
  const Printer printer(source);
  std::string out = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n";
  for (uint32_t k = 0; k < source.arrays.size(); ++k) {
    const Array &array = source.arrays[k];
    if (array.fields.size() > 1) {
      out += "struct s" + std::to_string(k) + " {";
      for (size_t f = 0; f < array.fields.size(); ++f)
        out += " " + name(array.fields[f].type) + " f" + std::to_string(f) +
               (array.fields[f].length ? "[" + std::to_string(array.fields[f].length) + "];" : ";");
      out += " };\n";
    }
    if (array.space != Space::table) continue;
    out += "static constant " + printer.element(k) + " " + array_name(source, k) + "[] = {";
    for (auto &value : array.contents) out += printer.text(value) + ", ";
    out += "};\n";
  }
  std::vector<bool> called(source.functions.size());
  for (size_t k = first; k < last; ++k) find_calls(source, source.kernels[k].body, called);
  if (std::find(called.begin(), called.end(), true) != called.end()) {
    out += "#define RETURN return 7\n#define FINISH { ulong h = 0; ";
    for (size_t k = 0; k < source.variables.size(); ++k)
      out += printer.mix("h", "v" + std::to_string(k), source.variables[k]);
    out += "return h; }\n";
  }
  for (size_t k = 0; k < source.functions.size(); ++k) {
    if (!called[k]) continue;
    out += std::string(k % 2 ? "" : "__attribute__((noinline)) ") + "ulong f" + std::to_string(k) + "(ulong n, " +
           printer.variables(true) + printer.parameters(true, true) + ")\n#ifdef KERNELS_ALONE\n;\n#else\n{\n" +
           printer.text(source.functions[k].body, "  ") + "  FINISH\n}\n#endif\n";
  }
  out += "#ifndef FUNCTIONS_ALONE\nvoid finish(global ulong *result, " + printer.variables(true) +
         printer.parameters(true, true) + ") {\n";
  out += "  result += get_global_linear_id() * " + std::to_string(source.variables.size() + 1) + ";\n  ulong h;\n";
  for (size_t k = 0; k < source.variables.size(); ++k)
    out += "  h = 0; " + printer.mix("h", "v" + std::to_string(k), source.variables[k]) + "result[" +
           std::to_string(k) + "] = h;\n";
  out += "  h = 0;\n" + printer.mix_arrays() + "  result[" + std::to_string(source.variables.size()) + "] = h;\n}\n";
  for (size_t k = first; k < last; ++k) {
    const random_kernels::Kernel &kernel = source.kernels[k];
    std::string before, after;
    for (uint32_t a = 0; a < source.arrays.size(); ++a) {
      const Array &array = source.arrays[a];
      const std::string called = array_name(source, a), count = std::to_string(array.count);
      if (array.space == Space::own) before += "  " + printer.element(a) + " " + called + "[" + count + "] = {};\n";
      if (array.space != Space::local_sum) continue;
      before += "  local " + printer.element(a) + " " + called + "[" + count + "];\n";
      if (!kernel.barriers) continue;
      const std::string each = "for (uint k = get_local_linear_id(); k < " + count + "; k += n) ";
      before += "  " + each + called + "[k] = 0;\n  barrier(CLK_LOCAL_MEM_FENCE);\n";
      after += "barrier(CLK_LOCAL_MEM_FENCE); " + each + "atomic_" + sums[array.form] + "(&" +
               array_name(source, a - 1) + "[k], " + called + "[k]); ";
    }
    out += "#undef FINISH\n#undef RETURN\n#define FINISH { " + after + "finish(result, " + printer.variables(false) +
           printer.parameters(false, true) + "); return; }\n#define RETURN { " + after + "return; }\n";
    if (kernel.sub_group_size)
      out += "__attribute__((intel_reqd_sub_group_size(" + std::to_string(kernel.sub_group_size) + "))) ";
    out += "kernel void k" + std::to_string(k) + "(global ulong *result" + printer.parameters(true, false) + ") {\n" +
           "  ulong n = get_local_size(0) * get_local_size(1) * get_local_size(2);\n" + before;
    for (size_t v = 0; v < source.variables.size(); ++v)
      out += "  " + name(source.variables[v]) + " v" + std::to_string(v) + " = 0;\n";
    out += printer.text(kernel.body, "  ") + "  FINISH\n}\n";
  }
  return out + "#endif\n";
}

}  // namespace wherry::test::random_kernels
