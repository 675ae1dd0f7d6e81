#include "random_tree.h"

namespace wherry::test::random_kernels {

namespace {

std::string text(const Expression &e) {
  auto part = [&](size_t k) { return text(e.of[k]); };
  switch (e.what) {
  case 'c': return std::to_string(e.number) + "u";
  case 'a': return "a" + std::to_string(e.number);
  case 'u': return "u" + std::to_string(e.number);
  case 'v': return "v" + std::to_string(e.number);
  case 'g': return "(uint)get_group_id(0)";
  case 'l': return "lid";
  case 'i': return "(uint)(get_global_id(0) + get_global_id(1) * 37)";
  case 'p': return "p[" + part(0) + " % 8]";
  case 'm': return "in[" + part(0) + " % 64]";
  case '>': return "(" + part(0) + " >> (" + part(1) + " & 7))";
  case '<': return "(uint)(" + part(0) + " < " + part(1) + ")";
  case '/': return "(" + part(0) + " / ((" + part(1) + " & 7) + 1))";
  default: return "(" + part(0) + " " + e.what + " " + part(1) + ")";
  }
}

std::string text(const Block &block, const std::string &indent) {
  std::string out;
  for (auto &s : block) {
    auto part = [&](size_t k) { return text(s.of[k]); };
    const std::string a = std::to_string(s.a), b = std::to_string(s.b);
    out += indent;
    switch (s.what) {
    case What::set: out += "v" + a + " = " + part(0) + ";\n"; break;
    case What::store: out += "p[" + part(0) + " % 8] = " + part(1) + ";\n"; break;
    case What::exchange:
      out += "tile[lid] = v" + a + "; barrier(CLK_LOCAL_MEM_FENCE); v" + b + " += tile[(lid + " + std::to_string(s.c) +
             ") % n]; barrier(CLK_LOCAL_MEM_FENCE);\n";
      break;
    case What::call:
      out += "v" + a + " = f" + b + "(";
      for (size_t k = 0; k < values; ++k) out += part(k) + ", ";
      out += "p, tile, in, a0, a1, a2, a3);\n";
      break;
    case What::barrier: out += "barrier(CLK_LOCAL_MEM_FENCE);\n"; break;
    case What::branch:
      out += "if (" + part(0) + " & 1) {\n" + text(s.body, indent + "  ");
      if (!s.otherwise.empty()) out += indent + "} else {\n" + text(s.otherwise, indent + "  ");
      out += indent + "}\n";
      break;
    case What::loop:
      out += "for (uint u" + a + " = 0, e" + a + " = " + part(0) + " & 3; u" + a + " < e" + a + "; ++u" + a + ") {\n" +
             text(s.body, indent + "  ") + indent + "}\n";
      break;
    case What::leave: out += "if ((" + part(0) + " & 3) == 1) " + (s.a ? "continue" : "break") + ";\n"; break;
    case What::finish: out += "if ((" + part(0) + " & 15) == 5) FINISH;\n"; break;
    }
  }
  return out;
}

const char *const ids = "  uint lid = get_local_linear_id(), n = get_local_size(0) * get_local_size(1);\n";

}  // namespace

std::string print(const Source &source, size_t first, size_t last) {
  std::string out = "#define FINISH return (v0 + v1 * 3) ^ (v2 - v3) ^ v4\n";
  for (size_t k = 0; k < source.functions.size(); ++k)
    out += "uint f" + std::to_string(k) +
           "(uint v0, uint v1, uint v2, uint v3, uint v4, uint *p, local uint *tile, global const uint *in,\n"
           "        uint a0, uint a1, uint a2, uint a3) {\n" +
           ids + text(source.functions[k], "  ") + "  FINISH;\n}\n";
  out += R"(#undef FINISH
#define FINISH { finish(out, v0, v1, v2, v3, v4, p, lid); return; }
void finish(global uint *out, uint v0, uint v1, uint v2, uint v3, uint v4, uint *p, uint lid) {
  out += get_global_linear_id() * 7;
  out[0] = v0; out[1] = v1; out[2] = v2; out[3] = v3; out[4] = v4; out[5] = 0; out[6] = lid;
  for (uint k = 0; k < 8; ++k) out[5] = out[5] * 31 + p[k];
}
)";
  for (size_t k = first; k < last; ++k)
    out += "kernel void k" + std::to_string(k) +
           "(global uint *out, global const uint *in, uint a0, uint a1, uint a2, uint a3, local uint *tile) {\n" + ids +
           "  uint p[8], v0 = lid * 3, v1 = (uint)get_global_id(0) ^ 5, v2 = a1, v3 = 7, v4 = lid - a2;\n"
           "  for (uint k = 0; k < 8; ++k) p[k] = k * lid;\n" +
           text(source.kernels[k], "  ") + "  FINISH;\n}\n";
  return out;
}

}  // namespace wherry::test::random_kernels
