// SPDX-License-Identifier: Apache-2.0
#include "spirv/instructions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "common/cl.h"
#include "common/spirv.h"

namespace wherry::test {
namespace {

// A type of OpenCL C: "uint4" is {"uint", 4}.
struct Type {
  std::string scalar;
  unsigned count = 1;

  std::string name() const { return scalar + (count == 1 ? "" : std::to_string(count)); }
  bool is_bool() const { return scalar == "bool"; }
  bool is_float() const { return scalar == "half" || scalar == "float" || scalar == "double"; }
  bool is_signed() const { return scalar[0] != 'u'; }
  // What stands in a buffer.
  Type stored() const { return is_bool() ? Type{"uint", count} : *this; }
  unsigned width() const {
    static const std::map<std::string, unsigned> widths{{"char", 1},  {"short", 2}, {"half", 2},  {"int", 4},
                                                        {"float", 4}, {"long", 8},  {"double", 8}};
    return widths.at(!is_float() && !is_signed() ? scalar.substr(1) : scalar);
  }
  size_t size() const { return width() * (count == 3 ? 4 : count); }
  // SPIR-V's integers have no sign.
  std::string spirv() const { return "%" + (scalar[0] == 'u' ? name().substr(1) : name()); }
};

struct Operand {
  Type type;
  char values = 0;
};

// A case for one choice of its types: a, b and c as far as they are there, then r.
struct Instance {
  const InstructionCase *about;
  std::vector<Operand> operands;
  Type result;
  std::string title() const {
    std::string text = about->name;
    for (auto &operand : operands) text += " " + operand.type.name();
    return text + " > " + result.name();
  }
};

const std::vector<Type> &choices(char letter) {
  static const std::vector<Type> none, integers{{"char"}, {"short", 3}, {"int"}, {"long", 2}, {"char", 16}},
      unsigned_integers{{"uchar", 8}, {"ushort"}, {"uint", 4}, {"ulong"}},
      floats{{"half"}, {"float"}, {"double", 2}, {"half", 8}, {"float", 3}}, single{{"float"}, {"float", 4}};
  return letter == 'i'   ? integers
         : letter == 'u' ? unsigned_integers
         : letter == 'f' ? floats
         : letter == 'h' ? single
                         : none;
}

Type named(const std::string &name) {
  const size_t digits = name.find_first_of("0123456789");
  return digits == std::string::npos ? Type{name}
                                     : Type{name.substr(0, digits), unsigned(std::stoul(name.substr(digits)))};
}

Type beside(char letter, const Type &chosen) {
  static const char *const integers[] = {"char", "short", "int", "long"};
  const std::string integer = integers[chosen.width() == 1 ? 0 : chosen.width() == 2 ? 1 : chosen.width() == 4 ? 2 : 3];
  switch (letter) {
  case 's': return {chosen.scalar};
  case 't': return {"bool", chosen.count};
  case 'k': return {"int", chosen.count};
  case 'z': return {integer, chosen.count};
  case 'y': return {"u" + integer, chosen.count};
  default: return chosen;
  }
}

std::vector<Instance> instances(const InstructionCase &about) {
  std::vector<Instance> found;
  std::istringstream alternatives(about.types);
  for (std::string list; std::getline(alternatives, list, '|');) {
    list.insert(list.find('>'), " ");
    list.insert(list.find('>') + 1, " ");
    std::istringstream words(list);
    std::vector<std::string> types;
    for (std::string word; words >> word;) types.push_back(word);
    std::vector<Type> chosen{{"int"}};
    for (auto &type : types)
      if (type.find_first_not_of("iufh") != 0 && type.find_first_not_of("~!.^=", 1) == std::string::npos)
        chosen = choices(type[0]);
    for (const Type &each : chosen) {
      Instance made{&about, {}, {}};
      for (std::string type : types) {
        if (type == ">") continue;
        char values = 0;
        if (std::string("~!.^=").find(type.back()) != std::string::npos) {
          values = type.back();
          type.pop_back();
        }
        made.operands.push_back({type.size() == 1 ? beside(type[0], each) : named(type), values});
      }
      made.result = made.operands.back().type;
      made.operands.pop_back();
      found.push_back(made);
    }
  }
  return found;
}

uint16_t half_bits(float value) {
  const _Float16 half = static_cast<_Float16>(value);
  uint16_t bits;
  memcpy(&bits, &half, sizeof bits);
  return bits;
}

uint64_t float_bits(double value, unsigned width) {
  if (width == 2) return half_bits(float(value));
  if (width == 4) return std::bit_cast<uint32_t>(float(value));
  return std::bit_cast<uint64_t>(value);
}

// kWorkItems values.
std::vector<char> values(const Operand &operand, unsigned seed) {
  const Type type = operand.type.stored();
  std::mt19937_64 random(seed);
  std::vector<char> bytes(type.size() * kWorkItems);
  const unsigned width = type.width(), stride = unsigned(type.size() / width);
  for (size_t item = 0; item < kWorkItems; ++item)
    for (unsigned part = 0; part < type.count; ++part) {
      uint64_t any = random();
      const int small = int(any >> 8) % 101;
      double number = 0;
      if (operand.type.is_bool()) {
        any &= 1;
      } else if (operand.values) {
        number = operand.values == '~'                      ? int(any >> 61)
                 : operand.values == '!'                    ? (small == 0 ? 7 : small)
                 : operand.values == '='                    ? int(item / kGroup) + 2
                 : type.is_float() && operand.values == '.' ? small + double(any & 15) / 16
                 : type.is_float()                          ? std::ldexp(small, int(any & 15) - 8)
                                                            : small;
        if (!type.is_signed()) number = std::abs(number);
        any = type.is_float() ? float_bits(number, width) : uint64_t(int64_t(number));
      } else if (type.is_float()) {
        static const double special[] = {0.0,       -0.0, 1.0,   -1.0, 0.5, -2.5,   INFINITY,
                                         -INFINITY, NAN,  1e-40, 3e-5, 7.0, 100.75, -20};
        constexpr size_t specials = std::size(special);
        if (any % 3 == 0)
          any = float_bits(special[any / 3 % specials], width);
        else if (any % 3 == 1)
          any = float_bits(std::ldexp(double(small) + 0.37, int(any >> 32 & 7) - 4), width);
      } else {
        static const uint64_t special[] = {0,  1, ~0ull, 2, 7, 1ull << (8 * width - 1), (1ull << (8 * width - 1)) - 1,
                                           100};
        if (any % 3 == 0)
          any = special[any / 3 % 8];
        else if (any % 3 == 1)
          any = uint64_t(int64_t(small));
      }
      memcpy(&bytes[(item * stride + part) * width], &any, width);
    }
  return bytes;
}

std::string with_types(std::string text, const Instance &of, bool in_assembly) {
  for (size_t at; (at = text.find('$')) != std::string::npos;) {
    const char which = text.at(at + 1);
    const Type &type = which == 'r' ? of.result : of.operands.at(size_t(which - 'a')).type;
    text.replace(at, 2, in_assembly ? type.spirv().substr(1) : type.name());
  }
  return text;
}

std::string source_of(const Instance &of, size_t number) {
  std::ostringstream text;
  text << "__attribute__((reqd_work_group_size(" << kGroup << ", 1, 1), intel_reqd_sub_group_size(" << kSubGroup
       << ")))\nkernel void k" << number << "(";
  std::string loads;
  for (size_t n = 0; n < 3; ++n) {
    const std::string letter(1, char('a' + n));
    const Type type = n < of.operands.size() ? of.operands[n].type : Type{"int"};
    const std::string stored = type.stored().name();
    text << "global " << stored << " *p" << letter << ", ";
    if (n >= of.operands.size()) continue;
    if (!type.is_bool())
      loads += "  " + stored + " " + letter + " = p" + letter + "[i];\n";
    else
      loads += "  " + named(type.count == 1 ? "int" : "int" + std::to_string(type.count)).name() + " " + letter +
               " = p" + letter + "[i] != 0;\n";
  }
  const std::string r = with_types(of.about->c, of, false), stored = of.result.stored().name();
  text << "global " << stored << " *pr) {\n  size_t i = get_global_id(0), l = get_local_id(0);\n"
       << loads << "  pr[i] = ";
  if (!of.result.is_bool())
    text << r << ";\n}\n";
  else if (of.result.count == 1)
    text << "(" << r << ") != 0;\n}\n";
  else
    text << "convert_" << stored << "(" << r << ") & 1u;\n}\n";
  return text.str();
}

// Types and constants for all cases, and their names.
std::string prelude() {
  std::ostringstream text;
  text << "%void = OpTypeVoid\n%bool = OpTypeBool\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n";
  const std::pair<const char *, const char *> scalars[] = {
      {"char", "Int 8 0"},  {"short", "Int 16 0"}, {"int", "Int 32 0"},   {"long", "Int 64 0"},
      {"half", "Float 16"}, {"float", "Float 32"}, {"double", "Float 64"}};
  for (auto [name, type] : scalars) text << "%" << name << " = OpType" << type << "\n";
  for (unsigned count : {2, 3, 4, 8, 16}) text << "%bool" << count << " = OpTypeVector %bool " << count << "\n";
  for (auto [name, type] : scalars)
    for (unsigned count : {1, 2, 3, 4, 8, 16}) {
      const std::string vector = name + (count == 1 ? "" : std::to_string(count));
      if (count != 1) text << "%" << vector << " = OpTypeVector %" << name << " " << count << "\n";
      text << "%" << vector << "_null = OpConstantNull %" << vector << "\n";
      const std::pair<const char *, const char *> classes[] = {{"global", "CrossWorkgroup"},
                                                               {"local", "Workgroup"},
                                                               {"private", "Function"},
                                                               {"generic", "Generic"},
                                                               {"constant", "UniformConstant"}};
      for (auto [space, storage] : classes)
        text << "%" << space << "_" << vector << " = OpTypePointer " << storage << " %" << vector << "\n";
    }
  for (const char *name : {"char", "short", "int", "long"})
    for (int value = 0; value <= 64; ++value)
      text << "%" << name << "_" << value << " = OpConstant %" << name << " " << value << "\n";
  for (int value = 0; value <= 8; ++value) text << "%float_" << value << " = OpConstant %float " << value << "\n";
  text << "%pointer_ids = OpTypePointer Input %long3\n%global_id = OpVariable %pointer_ids Input\n%local_id = "
          "OpVariable %pointer_ids Input\n";
  return text.str();
}

// Names that `text` defines get the kernel's number.
std::string numbered(const std::string &text, size_t number) {
  auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::set<std::string> defined;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    if (!(words >> first >> second)) continue;
    if (second == "=") defined.insert(first);
    // "!word %type %r": an instruction that the assembler does not know.
    if (first[0] == '!' && words >> third && third == "%r") defined.insert(third);
  }
  std::string made;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '%')
      while (end < text.size() && is_part(text[end])) ++end;
    const std::string piece = text.substr(at, end - at);
    made += defined.contains(piece) ? piece + "_of_" + std::to_string(number) : piece;
    at = end;
  }
  return made;
}

std::string body_of(const Instance &of) {
  const InstructionCase &about = *of.about;
  if (!about.body.empty()) return with_types(about.body, of, true) + "\n";
  std::string body = "%r = ";
  if (about.name.starts_with("std "))
    body += "OpExtInst " + of.result.spirv() + " %std " + about.name.substr(4);
  else
    body += about.name + " " + of.result.spirv();
  for (size_t n = 0; n < of.operands.size(); ++n) body += std::string(" %") + char('a' + n);
  return body + "\n";
}

std::string kernel_of(const Instance &of, size_t number) {
  std::ostringstream text;
  std::string parameters, loads, types;
  for (size_t n = 0; n < 4; ++n) {
    const std::string letter(1, n == 3 ? 'r' : char('a' + n));
    const Type type = n == 3 ? of.result : n < of.operands.size() ? of.operands[n].type : Type{"int"};
    const std::string stored = type.stored().spirv(), pointer = "%global_" + stored.substr(1);
    types += " " + pointer;
    parameters += "%p" + letter + " = OpFunctionParameter " + pointer + "\n";
    if (n >= of.operands.size()) continue;
    loads += "%at_" + letter + " = OpInBoundsPtrAccessChain " + pointer + " %p" + letter + " %i\n";
    loads += (type.is_bool() ? "%stored_" : "%") + letter + " = OpLoad " + stored + " %at_" + letter + " Aligned " +
             std::to_string(type.stored().size()) + "\n";
    if (type.is_bool())
      loads += "%" + letter + " = OpINotEqual " + type.spirv() + " %stored_" + letter + " " + stored + "_null\n";
  }
  // Variables come first in a function.
  std::string variables, body;
  std::istringstream lines(body_of(of));
  for (std::string line; std::getline(lines, line);)
    (line.find("OpVariable") == std::string::npos ? body : variables) += line + "\n";
  text << with_types(of.about->globals, of, true) << "\n%type = OpTypeFunction %void" << types
       << "\n%k = OpFunction %void None %type\n"
       << parameters << "%entry = OpLabel\n"
       << variables << "%all_i = OpLoad %long3 %global_id Aligned 32\n%i = OpCompositeExtract %long %all_i 0\n"
       << "%all_l = OpLoad %long3 %local_id Aligned 32\n%l = OpCompositeExtract %long %all_l 0\n"
       << loads << body;
  const std::string stored = of.result.stored().spirv();
  std::string value = "%r";
  if (of.result.is_bool()) {
    value = "%stored_r";
    if (of.result.count == 1) {
      text << "%stored_r = OpSelect %int %r %int_1 %int_0\n";
    } else {
      text << "%ones = OpCompositeConstruct " << stored;
      for (unsigned n = 0; n < of.result.count; ++n) text << " %int_1";
      text << "\n%stored_r = OpSelect " << stored << " %r %ones " << stored << "_null\n";
    }
  }
  text << "%at_r = OpInBoundsPtrAccessChain %global_" << stored.substr(1) << " %pr %i\nOpStore %at_r " << value
       << " Aligned " << of.result.stored().size() << "\nOpReturn\nOpFunctionEnd\n"
       << with_types(of.about->functions, of, true) << "\n";
  return numbered(text.str(), number);
}

// Globals must stand before all functions.
std::string module_of(const std::vector<Instance> &all) {
  std::set<std::string> capabilities, extensions;
  std::string entries, modes, globals, functions, decorations;
  int minor = 0;
  for (size_t n = 0; n < all.size(); ++n) {
    minor = std::max(minor, all[n].about->minor);
    std::istringstream needs(all[n].about->needs);
    for (std::string line; std::getline(needs, line);)
      if (line.find("OpExtension") != std::string::npos)
        extensions.insert(line);
      else if (!line.empty())
        capabilities.insert(line);
    std::istringstream lines(kernel_of(all[n], n));
    bool in_function = false;
    for (std::string line; std::getline(lines, line);) {
      const bool decorates =
          line.find("OpDecorate") != std::string::npos || line.find("OpMemberDecorate") != std::string::npos;
      in_function |= line.find("OpFunction ") != std::string::npos;
      (decorates ? decorations : in_function ? functions : globals) += line + "\n";
      if (line.find("OpFunctionEnd") != std::string::npos) in_function = false;
    }
    const std::string k = "%k_of_" + std::to_string(n);
    entries += "OpEntryPoint Kernel " + k + " \"k" + std::to_string(n) + "\" %global_id %local_id\n";
    modes += "OpExecutionMode " + k + " LocalSize " + std::to_string(kGroup) + " 1 1\nOpExecutionMode " + k +
             " SubgroupSize " + std::to_string(kSubGroup) + "\n";
  }
  std::string text = "; 1." + std::to_string(minor) + "\n";
  for (const char *each : {"Kernel", "Addresses", "Linkage", "Int8", "Int16", "Int64", "Float16", "Float64", "Vector16",
                           "GenericPointer", "Groups", "SubgroupDispatch"})
    text += "OpCapability " + std::string(each) + "\n";
  for (auto &each : capabilities) text += each + "\n";
  for (auto &each : extensions) text += each + "\n";
  return text + "%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n" + entries + modes +
         "OpDecorate %global_id BuiltIn GlobalInvocationId\nOpDecorate %local_id BuiltIn LocalInvocationId\n" +
         decorations + prelude() + globals + functions;
}

std::vector<char> results(cl_program program, const Instance &of, size_t number) {
  Kernel k = kernel(program, ("k" + std::to_string(number)).c_str());
  std::vector<Buffer> buffers;
  for (size_t n = 0; n < 3; ++n)
    buffers.push_back(
        make_buffer(values(n < of.operands.size() ? of.operands[n] : Operand{{"int"}}, unsigned(17 + n))));
  buffers.push_back(make_buffer(std::vector<char>(of.result.stored().size() * kWorkItems, 0x55)));
  for (cl_uint n = 0; n < 4; ++n) set_arg(k, n, buffers[n]);
  run(k, {kWorkItems}, {kGroup});
  return read<char>(buffers[3], of.result.stored().size() * kWorkItems);
}

bool is_nan(const char *value, unsigned width) {
  if (width == 2) {
    uint16_t bits;
    memcpy(&bits, value, 2);
    return (bits & 0x7fff) > 0x7c00;
  }
  if (width == 4) {
    float number;
    memcpy(&number, value, 4);
    return std::isnan(number);
  }
  double number;
  memcpy(&number, value, 8);
  return std::isnan(number);
}

void compare(const Instance &of, const std::vector<char> &expected, const std::vector<char> &found) {
  const Type type = of.result.stored();
  const unsigned width = type.width(), stride = unsigned(type.size() / width);
  for (size_t item = 0; item < kWorkItems; ++item)
    for (unsigned part = 0; part < type.count; ++part) {
      const size_t at = (item * stride + part) * width;
      if (memcmp(&expected[at], &found[at], width) == 0) continue;
      if (type.is_float() && is_nan(&expected[at], width) && is_nan(&found[at], width)) continue;
      uint64_t e = 0, f = 0;
      memcpy(&e, &expected[at], width);
      memcpy(&f, &found[at], width);
      ADD_FAILURE() << of.title() << ": work-item " << item << ", component " << part << std::hex << ": 0x" << f
                    << " where OpenCL C has 0x" << e;
      return;
    }
}

// Empty where `text` cannot be assembled or built; `why` then says so.
Program from_assembly(const std::vector<Instance> &all, std::string &why) {
  const std::string text = module_of(all);
  std::string module;
  try {
    module = assembled(text, text.substr(2, text.find('\n') - 2));
  } catch (const std::exception &error) {
    why = error.what();
    return {};
  }
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &error));
  ok(error);
  if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS) return program;
  why = build_log(program);
  return {};
}

void expect_same(const std::vector<Instance> &all) {
  std::string why;
  Program program = from_assembly(all, why);
  if (!program.get() && all.size() > 1) {
    for (const Instance &each : all) expect_same(std::vector<Instance>{each});
    return;
  }
  if (!program.get()) {
    ADD_FAILURE() << all[0].title() << ": " << why;
    return;
  }
  std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  for (size_t n = 0; n < all.size(); ++n) source += source_of(all[n], n);
  Program reference = build(source, "-cl-std=CL3.0");
  for (size_t n = 0; n < all.size(); ++n) compare(all[n], results(reference, all[n], n), results(program, all[n], n));
}

}  // namespace

std::vector<InstructionCase> with_needs(std::vector<InstructionCase> cases, const std::string &needs, int minor) {
  for (InstructionCase &each : cases) {
    each.needs += "\n" + needs;
    each.minor = std::max(each.minor, minor);
  }
  return cases;
}

void expect_same(const std::vector<InstructionCase> &cases) {
  // Kernels in one module. Each module costs an assembler process and a compiler's start; if one kernel of a module
  // fails to build, all its kernels are built again one by one.
  constexpr size_t kTogether = 32;
  std::vector<Instance> some;
  for (const InstructionCase &each : cases)
    for (const Instance &one : instances(each)) {
      some.push_back(one);
      if (some.size() < kTogether) continue;
      expect_same(some);
      some.clear();
    }
  if (!some.empty()) expect_same(some);
}

}  // namespace wherry::test
