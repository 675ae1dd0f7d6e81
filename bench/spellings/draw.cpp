// SPDX-License-Identifier: Apache-2.0
#include "draw.h"

#include <algorithm>
#include <sstream>

namespace {
std::string rounded_up(const std::string &n, size_t step) {
  const std::string text = std::to_string(step);
  return n + " / " + text + " * " + text + " + " + text;
}

// Lines indented by their braces.
std::string indented(const std::string &text) {
  std::string out;
  std::istringstream lines(text);
  size_t depth = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('}') && depth > 0) --depth;
    out += (line.starts_with('#') ? "" : std::string(2 * depth, ' ')) + line + "\n";
    if (line.ends_with('{')) ++depth;
  }
  return out;
}

struct LocalSize {
  size_t x, y;
};
constexpr LocalSize kDividing[] = {{16, 16}, {8, 8}, {16, 4}, {4, 16}, {16, 1}, {1, 16}};
constexpr LocalSize kOther[] = {{32, 8}, {64, 4}, {5, 3}, {7, 9}, {33, 1}, {1, 64}, {100, 2}};
}  // namespace

std::string Draw::guarded(std::vector<Condition> conditions, const std::string &body, const char *leave) {
  if (conditions.empty()) return body;
  if (one_in(2)) std::ranges::reverse(conditions);
  std::string text, end;
  const size_t form = below(leave ? 4 : 2);
  if (form == 1) {
    for (const Condition &condition : conditions) text += "if (" + condition.first + ") {\n", end += "}\n";
    return text + body + end;
  }
  if (form == 2) {
    for (const Condition &condition : conditions) text += "if (" + condition.second + ") " + leave + ";\n";
    return text + body;
  }
  for (const Condition &condition : conditions)
    text += (text.empty() ? "" : form == 0 ? " && " : " || ") + (form == 0 ? condition.first : condition.second);
  return form == 0 ? "if (" + text + ") {\n" + body + "}\n" : "if (" + text + ") " + leave + ";\n" + body;
}

std::string Draw::loop(const std::string &index, const std::string &from, const std::string &to,
                       const std::string &body, bool forward) {
  const std::string type = pick({"int", "int", "uint", "size_t", "long", "short", "ushort"});
  const std::string begin = type + " " + index + " = " + from;
  switch (below(forward ? 4 : 5)) {
  case 0: return "for (" + begin + "; " + index + " < " + to + "; " + index + "++) {\n" + body + "}\n";
  case 1: return "for (" + begin + "; " + index + " != " + to + "; ++" + index + ") {\n" + body + "}\n";
  case 2: return "{\n" + begin + ";\nwhile (" + index + " < " + to + ") {\n" + body + index + "++;\n}\n}\n";
  case 3: return "{\n" + begin + ";\ndo {\n" + body + "} while (++" + index + " < " + to + ");\n}\n";
  default: return "for (" + type + " " + index + " = " + to + "; " + index + "-- > " + from + ";) {\n" + body + "}\n";
  }
}

std::string Draw::add_product(const std::string &total, const std::string &a, const std::string &b) {
  switch (below(4)) {
  case 0: return total + " = " + total + " + " + a + " * " + b + ";\n";
  case 1: return total + " = " + pick({"fma", "mad"}) + "(" + a + ", " + b + ", " + total + ");\n";
  default: return total + " += " + a + " * " + b + ";\n";
  }
}

std::string Draw::items(const std::string &n, const Point &point) {
  const std::string type = index_type_;
  switch (below(6)) {
  case 0: {  // steps of the global size
    global = pick({"4096", "1024", "256"});
    local = pick({"", "16", "64", "128"});
    const std::string begin = type + " i = get_global_id(0)";
    if (one_in(2)) return "for (" + begin + "; i < " + n + "; i += get_global_size(0)) {\n" + point("i") + "}\n";
    return begin + ", step = get_global_size(0);\nwhile (i < " + n + ") {\n" + point("i") + "i += step;\n}\n";
  }
  case 1:  // a launch of two dimensions
    global = "64, " + n + " / 64";
    local = pick({"", "16, 1", "64, 1", "8, 1"});
    return type + " i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n" + point("i");
  case 2:  // neighbours in each item
    if (!one_in(3)) break;
    walks_otherwise = true;
    global = n + " / 16";
    local = pick({"", "4"});
    return type + " first = get_global_id(0) * 16;\nfor (" + type + " i = first; i < first + 16; i++) {\n" +
           point("i") + "}\n";
  default: break;
  }
  const size_t sizes[] = {0, 16, 32, 64, 64, 128, 256, 7, 33, 100};
  const size_t size = sizes[below(std::size(sizes))];
  const bool rest = size > 64 || size % 2;
  global = rest ? rounded_up(n, size) : n;
  local = size ? std::to_string(size) : "";
  std::string text = one_in(4) ? "get_group_id(0) * get_local_size(0) + get_local_id(0)" : "get_global_id(0)";
  if (!rest && one_in(8)) {
    global = "1, " + n;
    if (size) local = "1, " + local;
    text = "get_global_id(1)";
  }
  std::vector<Condition> conditions;
  if (rest || one_in(2)) conditions.emplace_back("i < " + n, "i >= " + n);
  return type + " i = " + text + ";\n" + guarded(conditions, point("i"), "return");
}

std::string Draw::items(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                        const Point2 &point) {
  switch (below(8)) {
  case 0: return items_flat(w, h, conditions, point);
  case 1: return items_flat(w, h, conditions, point);
  case 2: return items_in_rows(w, h, conditions, point);
  default: return items_plain(w, h, conditions, point);
  }
}

// A row, or a column, in each item; or steps of the global size in both dimensions.
std::string Draw::items_in_rows(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                                const Point2 &point) {
  const std::string type = index_type_, body = point("x", "y");
  const size_t form = below(4);
  if (form < 2) {
    walks_otherwise = true;
    const char *outer = form == 0 ? "y" : "x", *inner = form == 0 ? "x" : "y";
    global = form == 0 ? h : w;
    local = pick({"", "4", "16"});
    const std::string text = loop(inner, "0", form == 0 ? w : h, guarded(conditions, body, nullptr));
    return type + " " + outer + " = get_global_id(0);\n" + text;
  }
  global = pick({"64, 32", "16, 64", "256, 4"});
  local = pick({"", "16, 4", "8, 2"});
  return "for (" + type + " y = get_global_id(1); y < " + h + "; y += get_global_size(1)) {\nfor (" + type +
         " x = get_global_id(0); x < " + w + "; x += get_global_size(0)) {\n" + guarded(conditions, body, "continue") +
         "}\n}\n";
}

std::string Draw::items_flat(const std::string &w, const std::string &h, const std::vector<Condition> &conditions,
                             const Point2 &point) {
  const std::string type = index_type_, n = w + " * " + h;
  const std::string ids = one_in(4)   ? type + " x = g / " + h + ", y = g % " + h + ";\n"  // neighbours in columns
                          : one_in(2) ? type + " y = g / " + w + ", x = g - y * " + w + ";\n"
                                      : type + " x = g % " + w + ", y = g / " + w + ";\n";
  const std::string body = point("x", "y");
  local = pick({"", "16", "64", "256"});
  if (one_in(3)) {
    global = pick({"4096", "1024"});
    return "for (" + type + " g = get_global_id(0); g < " + n + "; g += get_global_size(0)) {\n" + ids +
           guarded(conditions, body, "continue") + "}\n";
  }
  global = n;
  return type + " g = get_global_id(0);\n" + ids + guarded(conditions, body, "return");
}

std::string Draw::items_plain(const std::string &w, const std::string &h, std::vector<Condition> conditions,
                              const Point2 &point) {
  const std::string type = one_in(8) ? "short" : index_type_;
  const size_t orders[][2] = {{0, 1}, {0, 1}, {0, 1}, {1, 0}, {0, 2}, {2, 0}};
  const auto &[x, y] = orders[below(std::size(orders))];
  std::string sizes[3] = {"1", "1", "1"}, locals[3] = {"1", "1", "1"};
  sizes[x] = w, sizes[y] = h;
  const size_t form = below(6);
  const bool rest = form == 5;
  if (form > 1) {
    const LocalSize size = rest ? kOther[below(std::size(kOther))] : kDividing[below(std::size(kDividing))];
    locals[x] = std::to_string(size.x), locals[y] = std::to_string(size.y);
    if (rest) sizes[x] = rounded_up(w, size.x), sizes[y] = rounded_up(h, size.y);
  }
  const size_t dimensions = std::max(x, y) + 1;
  for (size_t d = 0; d < dimensions; ++d) {
    global += (d ? ", " : "") + sizes[d];
    if (form > 1) local += (d ? ", " : "") + locals[d];
  }
  if (rest || one_in(2)) conditions.insert(conditions.begin(), {{"x < " + w, "x >= " + w}, {"y < " + h, "y >= " + h}});
  return type + " x = get_global_id(" + std::to_string(x) + "), y = get_global_id(" + std::to_string(y) + ");\n" +
         guarded(conditions, point("x", "y"), "return");
}

std::vector<Spelling> draw_spellings(size_t count, uint32_t seed) {
  std::vector<Spelling> all;
  for (size_t c = 0; c < kDrawnComputations.size(); ++c)
    for (size_t i = 0; i < count; ++i) {
      const DrawnComputation &computation = kDrawnComputations[c];
      Draw draw(seed + random_word(i, uint32_t(c) + 1));
      const DrawnKernel kernel = computation.draw(draw);
      const std::string name = "draw" + std::to_string(i);
      const std::string header = "// spelling " + name + (draw.walks_otherwise ? "*" : "") + ": drawn from seed " +
                                 std::to_string(seed) + "\n// global: " + draw.global +
                                 (draw.local.empty() ? "" : "; local: " + draw.local) + "\n";
      all.push_back({computation.name, name,
                     header + indented(kernel.before + "kernel void " + computation.name + "(" + kernel.parameters +
                                       ") {\n" + kernel.body + "}\n"),
                     draw.walks_otherwise, true});
    }
  return all;
}
