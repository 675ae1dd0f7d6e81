// SPDX-License-Identifier: Apache-2.0
// For each computation, the choices that the generator draws.
#include "draw.h"

namespace {
DrawnKernel saxpy(Draw &d) {
  const std::string body = d.items("n", [&](const std::string &i) {
    const std::string x = "x[" + i + "]", y = "y[" + i + "]";
    switch (d.below(3)) {
    case 0: return "*(y + " + i + ") = a * *(x + " + i + ") + *(y + " + i + ");\n";
    case 1: return "float value = " + y + ";\n" + d.add_product("value", "a", x) + y + " = value;\n";
    default: return d.add_product(y, "a", x);
    }
  });
  return {"", d.number_type() + " n, float a, global const float *x, global float *y", body};
}

// A pixel's index in one dimension or two.
std::string pixels(Draw &d, const Draw::Point &point) {
  if (d.one_in(2)) return d.items("n", point);
  return d.items("w", "h", {}, [&](const std::string &x, const std::string &y) {
    return d.pick({"int", "uint", "size_t"}) + " at = " + y + " * w + " + x + ";\n" + point("at");
  });
}

const char *const kPixelStruct = "typedef struct {\nuchar red, green, blue, alpha;\n} Pixel;\n";

DrawnKernel grey(Draw &d) {
  std::string type = "uchar4", before;
  const size_t form = d.below(8);
  if (form == 1 || form == 2) type = "uchar";
  if (form == 3 || form == 4) type = "uint";
  if (form == 5) type = "Pixel", before = kPixelStruct;
  const std::string shift = d.one_in(2) ? " >> 8" : " / 256";
  const std::string body = pixels(d, [&](const std::string &g) {
    const auto weighted = [&](const std::string &red, const std::string &green, const std::string &blue) {
      return "out[" + g + "] = (77 * " + red + " + 150 * " + green + " + 29 * " + blue + " + 128)" + shift + ";\n";
    };
    const std::string at = "in[4 * " + g, pixel = "in[" + g + "]";
    switch (form) {
    case 0: return weighted(pixel + ".x", pixel + ".y", pixel + ".z");
    case 1: return weighted(at + "]", at + " + 1]", at + " + 2]");
    case 2: return "uchar4 p = vload4(" + g + ", in);\n" + weighted("p.s0", "p.s1", "p.s2");
    case 3: return "uint p = " + pixel + ";\n" + weighted("(p & 255)", "(p >> 8 & 255)", "(p >> 16 & 255)");
    case 4: return "uchar4 p = as_uchar4(" + pixel + ");\n" + weighted("p.x", "p.y", "p.z");
    case 5: return weighted(pixel + ".red", pixel + ".green", pixel + ".blue");
    case 6: {
      const std::string wide = d.pick({"uint4", "int4", "ushort4"});
      return wide + " p = convert_" + wide + "(" + pixel + ") * (" + wide + ")(77, 150, 29, 0);\nout[" + g +
             "] = (p.x + p.y + p.z + 128)" + shift + ";\n";
    }
    default:
      return "float4 p = convert_float4(" + pixel + ");\n" + "out[" + g +
             "] = (int)(77 * p.x + 150 * p.y + 29 * p.z + 128)" + shift + ";\n";
    }
  });
  const std::string &number = d.number_type();
  return {before,
          "global const " + type + " *in, global uchar *out, " + number + " n, " + number + " w, " + number + " h",
          body};
}

DrawnKernel brighten(Draw &d) {
  std::string type = "uchar4", before;
  const size_t form = d.below(8);
  if (form == 1 || form == 2) type = "uchar";
  if (form == 3) type = "uint";
  if (form == 4) type = "Pixel", before = kPixelStruct;
  const std::string quarter = d.one_in(2) ? " / 4" : " >> 2";
  const auto brighter = [&](const std::string &v) { return v + " - (" + v + quarter + ") + 40"; };
  const std::string body = pixels(d, [&](const std::string &g) {
    const std::string pixel = "in[" + g + "]", to = "out[" + g + "]";
    const auto members = [&](const std::string &from, const std::string &into, const char *const(&names)[4]) {
      std::string text;
      for (int c = 0; c < 4; ++c)
        text += into + names[c] + " = " + (c < 3 ? brighter(from + names[c]) : from + names[c]) + ";\n";
      return text;
    };
    switch (form) {
    case 0: return members(pixel, to, {".x", ".y", ".z", ".w"});
    case 1: return members("in[4 * " + g, "out[4 * " + g, {"]", " + 1]", " + 2]", " + 3]"});
    case 2:
      return "global const uchar *p = in + 4 * " + g + ";\nglobal uchar *q = out + 4 * " + g + ";\n" +
             d.loop("c", "0", "3", "q[c] = " + brighter("p[c]") + ";\n") + "q[3] = p[3];\n";
    case 3: {
      std::string text = "uint p = " + pixel + ", q = p & 0xff000000u;\n";
      for (const std::string shift : {"0", "8", "16"})
        text += "q |= (" + brighter("(p >> " + shift + " & 255)") + ") << " + shift + ";\n";
      return text + to + " = q;\n";
    }
    case 4:
      return "Pixel p = " + pixel + ", q;\n" + members("p", "q", {".red", ".green", ".blue", ".alpha"}) + to +
             " = q;\n";
    case 5: return "uchar4 p = " + pixel + ", q;\n" + members("p", "q", {".s0", ".s1", ".s2", ".s3"}) + to + " = q;\n";
    case 6: return "uchar4 p = " + pixel + ", q = p - (p >> (uchar4)2) + (uchar4)40;\nq.w = p.w;\n" + to + " = q;\n";
    default: {
      const std::string wide = d.pick({"int4", "uint4", "short4"});
      return wide + " p = convert_" + wide + "(" + pixel + ");\np.xyz = p.xyz - p.xyz / (" +
             wide.substr(0, wide.size() - 1) + "3)4 + (" + wide.substr(0, wide.size() - 1) + "3)40;\n" + to +
             " = convert_uchar4" + d.pick({"", "_sat"}) + "(p);\n";
    }
    }
  });
  const std::string &number = d.number_type();
  return {before,
          "global const " + type + " *in, global " + type + " *out, " + number + " n, " + number + " w, " + number +
              " h",
          body};
}

// sum = the product of a row of a, which begins at `row`, and of a vector, over k from 0 to `count`, an even number.
// `other(k)` is the vector's element; `next`, where it is not empty, moves on to the next one.
std::string row_product(Draw &d, const std::string &total, const std::string &row, const std::string &count,
                        const std::function<std::string(const std::string &)> &other, const std::string &next) {
  const size_t form = d.below(4);
  const auto element = [&](const std::string &k) {
    return form == 0 ? "p[" + k + "]" : form == 1 ? "*p++" : "a[" + row + " + " + k + "]";
  };
  const std::string before = form < 2 ? "global const float *p = a + " + row + ";\n" : "";
  const bool forward = form == 1 || !next.empty();
  const size_t rare = d.below(8);
  if (rare == 0) {  // by two, in one sum or two
    const std::string second = d.one_in(2) ? "odd" : total;
    return before + "float odd = 0;\n" +
           d.loop("k", "0", count + " / 2",
                  d.add_product(total, element("2 * k"), other("2 * k")) + next +
                      d.add_product(second, element("2 * k + 1"), other("2 * k + 1")) + next,
                  forward) +
           total + " += odd;\n";
  }
  if (rare == 1)  // where there is something to add
    return before + d.loop("k", "0", count,
                           "float factor = " + element("k") + ";\nif (factor != 0) " +
                               d.add_product(total, "factor", other("k")) + next,
                           forward);
  return before + d.loop("k", "0", count, d.add_product(total, element("k"), other("k")) + next, forward);
}

// Sums in a variable, or now and then in memory.
std::string summed(Draw &d, const std::string &result, const std::function<std::string(const std::string &)> &sum) {
  if (d.one_in(6)) return result + " = 0;\n" + sum(result);
  return "float sum = 0;\n" + sum("sum") + result + " = sum;\n";
}

DrawnKernel matvec(Draw &d) {
  const bool walks = d.one_in(6);
  const std::string body = d.items("rows", [&](const std::string &row) {
    return summed(d, "y[" + row + "]", [&](const std::string &total) {
      const auto other = [&](const std::string &k) { return walks ? "*q" : "x[" + k + "]"; };
      return (walks ? "global const float *q = x;\n" : "") +
             row_product(d, total, row + " * columns", "columns", other, walks ? "q++;\n" : "");
    });
  });
  const std::string &number = d.number_type();
  return {"",
          "global const float *a, global const float *x, global float *y, " + number + " rows, " + number + " columns",
          body};
}

DrawnKernel matmul(Draw &d) {
  const bool walks = d.one_in(6);
  const std::string body = d.items("n", "n", {}, [&](const std::string &x, const std::string &y) {
    return summed(d, "c[" + y + " * n + " + x + "]", [&](const std::string &total) {
      const auto other = [&](const std::string &k) {
        return walks ? "*q" : "b[" + (k == "k" ? k : "(" + k + ")") + " * n + " + x + "]";
      };
      return (walks ? "global const float *q = b + " + x + ";\n" : "") +
             row_product(d, total, y + " * n", "n", other, walks ? "q += n;\n" : "");
    });
  });
  return {"", "global const float *a, global const float *b, global float *c, " + d.number_type() + " n", body};
}

DrawnKernel spmv(Draw &d) {
  const std::string index = d.pick({"int", "uint"});
  const size_t form = d.below(3);
  const std::string body = d.items("rows", [&](const std::string &row) {
    return summed(d, "y[" + row + "]", [&](const std::string &total) {
      const std::string begin = "start[" + row + "]", end = "start[" + row + " + 1]";
      if (form == 0)  // a count, pointers
        return d.pick({"int", "uint", "size_t"}) + " count = " + end + " - " + begin +
               ";\nglobal const float *v = value + " + begin + ";\nglobal const " + index + " *c = column + " + begin +
               ";\n" +
               (d.one_in(2) ? d.loop("k", "0", "count", d.add_product(total, "*v++", "x[*c++]"), true)
                            : d.loop("k", "0", "count", d.add_product(total, "v[k]", "x[c[k]]")));
      const std::string type = d.pick({"int", "uint", "size_t", "long"}),
                        product = d.add_product(total, "value[k]", "x[column[k]]");
      const std::string last = form == 1 ? "end" : end;
      const std::string before = form == 1 ? d.pick({"int", "uint", "size_t"}) + " end = " + end + ";\n" : "";
      switch (d.below(4)) {
      case 0: return before + "for (" + type + " k = " + begin + "; k < " + last + "; k++) {\n" + product + "}\n";
      case 1: return before + type + " k = " + begin + ";\nwhile (k < " + last + ") {\n" + product + "k++;\n}\n";
      case 2: return before + type + " k = " + begin + ";\ndo {\n" + product + "} while (++k < " + last + ");\n";
      default: return before + "for (" + type + " k = " + last + "; k-- > " + begin + ";) {\n" + product + "}\n";
      }
    });
  });
  return {"",
          "global const " + index + " *start, global const " + index +
              " *column, global const float *value, global const float *x, global float *y, " + d.number_type() +
              " rows",
          body};
}

DrawnKernel transpose(Draw &d) {
  const std::string body = d.items("w", "h", {}, [&](const std::string &x, const std::string &y) {
    const std::string to = x + " * h + " + y, from = y + " * w + " + x;
    if (d.one_in(4)) return "global const float *p = in + " + from + ";\nout[" + to + "] = *p;\n";
    return "out[" + to + "] = in[" + from + "];\n";
  });
  const std::string &number = d.number_type();
  return {"", "global const float *in, global float *out, " + number + " w, " + number + " h", body};
}

DrawnKernel stencil(Draw &d) {
  const std::vector<Draw::Condition> inner = {
      {"x > 0", "x == 0"}, {"x < w - 1", "x >= w - 1"}, {"y > 0", "y == 0"}, {"y < h - 1", "y >= h - 1"}};
  const std::string body = d.items("w", "h", inner, [&](const std::string &, const std::string &) -> std::string {
    switch (d.below(4)) {
    case 0:
      return d.pick({"int", "uint", "size_t"}) +
             " i = y * w + x;\nout[i] = (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;\n";
    case 1:
      return "global const float *p = in + y * w + x, *north = p - w, *south = p + w;\nout[y * w + x] = (*p + p[-1] + "
             "p[1] + *north + *south) * 0.2f;\n";
    case 2:
      return "float sum = in[y * w + x];\nsum += in[y * w + x - 1];\nsum += in[y * w + x + 1];\nsum += in[(y - 1) * w "
             "+ x];\nsum += in[(y + 1) * w + x];\nout[y * w + x] = sum * 0.2f;\n";
    default:
      return "out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + "
             "in[(y + 1) * w + x]);\n";
    }
  });
  const std::string &number = d.number_type();
  return {"", "global const float *in, global float *out, " + number + " w, " + number + " h", body};
}

DrawnKernel fan2(Draw &d) {
  const bool relative = d.one_in(2);
  std::vector<Draw::Condition> part = {{"y > t", "y <= t"}, {"x >= t", "x < t"}};
  if (relative) part = {{"y < n - 1 - t", "y >= n - 1 - t"}, {"x < n - t", "x >= n - t"}};
  const std::string body = d.items("n", "n", part, [&](const std::string &, const std::string &) {
    const std::string row = relative ? "(y + 1 + t)" : "y", column = relative ? "x + t" : "x";
    const std::string to = "a[" + row + " * n + " + column + "]", factor = "m[" + row + " * n + t]",
                      top = "a[t * n + " + column + "]";
    if (d.one_in(3)) return to + " = " + to + " - " + factor + " * " + top + ";\n";
    if (d.one_in(3)) return "float factor = " + factor + ";\n" + to + " -= factor * " + top + ";\n";
    return to + " -= " + factor + " * " + top + ";\n";
  });
  const std::string number = d.number_type();
  return {"", "global const float *m, global float *a, " + number + " n, " + number + " t", body};
}

DrawnKernel convolution(Draw &d) {
  const size_t form = d.below(5);
  const std::string space = d.pick({"global const", "constant"});
  const std::string body = d.items("w", "h", {}, [&](const std::string &, const std::string &) {
    std::string text = "float sum = 0;\n";
    if (form == 0) {
      text += d.loop("k", "0", "25", d.add_product("sum", "weights[k]", "in[(y + k / 5) * pitch + x + k % 5]"));
    } else if (form == 1) {
      const std::string inner = d.loop("i", "0", "5", d.add_product("sum", "*v++", "p[i]"), true);
      text += space + " float *v = weights;\nglobal const float *p = in + y * pitch + x;\n";
      text += d.loop("j", "0", "5", inner + "p += pitch;\n", true);
    } else {
      const std::string product = d.add_product("sum", "weights[j * 5 + i]", "in[(y + j) * pitch + x + i]");
      text += d.loop("j", "0", "5", d.loop("i", "0", "5", product));
    }
    return text + "out[y * w + x] = sum;\n";
  });
  const std::string &number = d.number_type();
  return {"",
          "global const float *in, global float *out, " + space + " float *weights, " + number + " w, " + number +
              " h, " + number + " pitch",
          body};
}

DrawnKernel mandelbrot(Draw &d) {
  const std::string inside =
      d.pick({"zr * zr + zi * zi <= 4.0f", "zr * zr + zi * zi <= 4", "!(zr * zr + zi * zi > 4.0f)"});
  const std::string outside = "zr * zr + zi * zi > 4.0f", type = d.pick({"int", "uint", "short", "long"});
  const std::string body = d.items("w", "h", {}, [&](const std::string &, const std::string &) {
    const std::string step =
        d.one_in(2) ? "float next = zr * zr - zi * zi + cr;\nzi = 2 * zr * zi + ci;\nzr = next;\n"
                    : "float product = zr * zi;\nzr = zr * zr - zi * zi + cr;\nzi = product + product + ci;\n";
    const std::string begin = "float cr = left + x * step, ci = top + y * step, zr = 0, zi = 0;\n" + type + " n = 0;\n";
    const std::string end = "out[y * w + x] = n;\n";
    switch (d.below(6)) {
    case 0: return begin + "while (" + inside + " && n < limit) {\n" + step + "n++;\n}\n" + end;
    case 1: return begin + "for (n = 0; n < limit && " + inside + "; n++) {\n" + step + "}\n" + end;
    case 2: return begin + "for (n = 0; n < limit; n++) {\nif (" + outside + ") break;\n" + step + "}\n" + end;
    case 3: return begin + "do {\n" + step + "n++;\n} while (n < limit && " + inside + ");\n" + end;
    case 4:
      return begin + "bool more = true;\nwhile (more && n < limit) {\n" + step + "n++;\nmore = " + inside + ";\n}\n" +
             end;
    default: return begin + "while (true) {\nif (n >= limit || " + outside + ") break;\n" + step + "++n;\n}\n" + end;
    }
  });
  const std::string number = d.number_type();
  return {"", "global int *out, " + number + " w, " + number + " h, int limit, float left, float top, float step",
          body};
}

DrawnKernel nbody(Draw &d) {
  const size_t form = d.below(4);
  const std::string names[4][4] = {{"body[J].x", "body[J].y", "body[J].z", "body[J].w"},
                                   {"px[J]", "py[J]", "pz[J]", "mass[J]"},
                                   {"body[J].x", "body[J].y", "body[J].z", "body[J].mass"},
                                   {"body[4 * J]", "body[4 * J + 1]", "body[4 * J + 2]", "body[4 * J + 3]"}};
  const auto element = [&](size_t k, const std::string &index) {
    std::string text = names[form][k];
    return text.replace(text.find('J'), 1, index);
  };
  const std::string results[4][3] = {{"acc[i].x", "acc[i].y", "acc[i].z"},
                                     {"ax[i]", "ay[i]", "az[i]"},
                                     {"acc[i].x", "acc[i].y", "acc[i].z"},
                                     {"acc[4 * i]", "acc[4 * i + 1]", "acc[4 * i + 2]"}};
  const bool in_memory = d.one_in(5), not_itself = d.one_in(3), kept = d.one_in(2);
  const std::string body = d.items("n", [&](const std::string &i) {
    const char *axes = "xyz";
    std::string text, pull, end;
    for (size_t k = 0; k < 3; ++k) {
      const std::string axis(1, axes[k]), me = kept ? "m" + axis : element(k, i);
      if (kept) text += "float m" + axis + " = " + element(k, i) + ";\n";
      if (!in_memory)
        text += "float s" + axis + " = 0;\n", end += results[form][k] + " = s" + axis + ";\n";
      else
        text += results[form][k] + " = 0;\n";
      pull += "float d" + axis + " = " + element(k, "j") + " - " + me + ";\n";
    }
    if (form == 0 || form == 2) end += "acc[i].w = 0;\n";
    if (form == 3) end += "acc[4 * i + 3] = 0;\n";
    pull += "float square = dx * dx + dy * dy + dz * dz + softening;\n";
    const std::string mass = element(3, "j");
    switch (d.below(4)) {
    case 0: pull += "float r = rsqrt(square), f = " + mass + " * r * r * r;\n"; break;
    case 1: pull += "float r = 1 / sqrt(square), f = " + mass + " * r * r * r;\n"; break;
    case 2: pull += "float f = " + mass + " / (square * sqrt(square));\n"; break;
    default: pull += "float f = " + mass + " * rsqrt(square * square * square);\n"; break;
    }
    for (size_t k = 0; k < 3; ++k) {
      const std::string axis(1, axes[k]);
      pull += d.add_product(in_memory ? results[form][k] : "s" + axis, "f", "d" + axis);
    }
    if (not_itself) pull = "if (i != j) {\n" + pull + "}\n";
    return text + d.loop("j", "0", "n", pull) + end;
  });
  const std::string end = d.number_type() + " n, float softening";
  if (form == 1)
    return {"",
            "global const float *px, global const float *py, global const float *pz, global const float *mass, "
            "global float *ax, global float *ay, global float *az, " +
                end,
            body};
  const std::string type = form == 0 ? "float4" : form == 2 ? "Body" : "float";
  return {form == 2 ? "typedef struct {\nfloat x, y, z, mass;\n} Body;\n" : "",
          "global const " + type + " *body, global " + (form == 3 ? "float" : "float4") + " *acc, " + end, body};
}

// Sums blocks of 256 elements; each work-item of a group first adds up the same number of elements.
DrawnKernel reduction(Draw &d) {
  const size_t each = size_t{1} << d.below(4), size = 256 / each;
  const std::string count = std::to_string(each), items = std::to_string(size);
  const std::string type = d.pick({"int", "uint", "size_t"});
  d.global = each == 1 ? "n" : "n / " + count;
  d.local = items;
  std::string body = type + " l = get_local_id(0);\n";
  const bool argument = d.one_in(3);
  if (argument)
    d.local += "; part: " + std::to_string(4 * size);
  else
    body = "local int part[" + items + "];\n" + body;
  if (each == 1)
    body += d.one_in(2) ? "part[l] = in[get_global_id(0)];\n" : "part[l] = in[get_group_id(0) * 256 + l];\n";
  else
    body += "int sum = 0;\n" +
            d.loop("k", "0", count,
                   d.one_in(2) ? "sum += in[get_group_id(0) * 256 + k * " + items + " + l];\n"
                               : "sum += in[get_global_id(0) * " + count + " + k];\n") +
            "part[l] = sum;\n";
  const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
  const std::string bound = d.one_in(2) ? items : "(" + type + ")get_local_size(0)";
  const bool front = d.one_in(2);
  const auto turn = [&](const std::string &add) { return front ? barrier + add : add + barrier; };
  if (!front) body += barrier;
  const size_t form = d.below(6);
  if (form < 3) {
    const std::string half = d.pick({"o >>= 1", "o /= 2"});
    const std::string add = turn("if (l < o) part[l] += part[l + o];\n");
    body += form == 0 ? type + " o = " + bound + " / 2;\nwhile (o > 0) {\n" + add + half + ";\n}\n"
                      : "for (" + type + " o = " + bound + " / 2; o > 0; " + half + ") {\n" + add + "}\n";
  } else {
    const std::string add = form == 3 ? "if (l % (2 * o) == 0) part[l] += part[l + o];\n"
                            : form == 4
                                ? "if ((l & (2 * o - 1)) == 0) part[l] += part[l + o];\n"
                                : type + " at = 2 * o * l;\nif (at < " + bound + ") part[at] += part[at + o];\n";
    body += "for (" + type + " o = 1; o < " + bound + "; " + d.pick({"o <<= 1", "o *= 2", "o += o"}) + ") {\n" +
            turn(add) + "}\n";
  }
  if (front) body += barrier;
  body += d.one_in(2) ? "if (l == 0) sums[get_group_id(0)] = part[0];\n"
                      : "if (l > 0) return;\nsums[get_group_id(0)] = part[0];\n";
  return {"", std::string("global const int *in, global int *sums") + (argument ? ", local int *part" : ""), body};
}

DrawnKernel hash(Draw &d) {
  const size_t words = d.below(3), amounts = d.below(3);
  const std::string space = d.pick({"global const", "constant"});
  const std::string mask = d.pick({" & ", " % "});
  const auto low = [&](const std::string &i, int bits) {
    return i + mask + (mask == " & " ? bits == 4 ? "15" : "3" : bits == 4 ? "16" : "4");
  };
  const std::string body = d.items("n", [&](const std::string &key) {
    std::string text = "uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;\n";
    if (amounts == 0) text += "const uint amounts[4] = {7, 12, 17, 22};\n";
    if (words == 0) text += "uint word[16];\n" + d.loop("k", "0", "16", "word[k] = words[k] ^ (uint)" + key + ";\n");
    const std::string amount = amounts == 0   ? "amounts[" + low("s", 2) + "]"
                               : amounts == 1 ? "(uint)(5 * (" + low("s", 2) + ") + 7)"
                                              : "kAmounts[" + low("s", 2) + "]";
    const std::string word =
        words == 0 ? "word[" + low("s", 4) + "]" : "(words[" + low("s", 4) + "] ^ (uint)" + key + ")";
    const std::string choice = d.pick({"((b & c) | (~b & d))", "(d ^ (b & (c ^ d)))", "bitselect(d, c, b)"});
    std::string turn = "uint sum = a + " + choice + " + sines[s] + " + word + ";\nuint amount = " + amount +
                       ";\na = d;\nd = c;\nc = b;\n";
    turn += d.one_in(2) ? "b += rotate(sum, amount);\n" : "b += sum << amount | sum >> (32 - amount);\n";
    return text + d.loop("s", "0", "64", turn, true) + "out[" + key + "] = a ^ b ^ c ^ d;\n";
  });
  return {amounts == 2 ? "constant uint kAmounts[4] = {7, 12, 17, 22};\n" : "",
          space + " uint *words, " + space + " uint *sines, global uint *out, " + d.number_type() + " n", body};
}
}  // namespace

const std::vector<DrawnComputation> kDrawnComputations = {{"saxpy", saxpy},
                                                          {"matvec", matvec},
                                                          {"matmul", matmul},
                                                          {"reduction", reduction},
                                                          {"spmv", spmv},
                                                          {"transpose", transpose},
                                                          {"fan2", fan2},
                                                          {"grey", grey},
                                                          {"brighten", brighten},
                                                          {"stencil", stencil},
                                                          {"mandelbrot", mandelbrot},
                                                          {"convolution", convolution},
                                                          {"nbody", nbody},
                                                          {"hash", hash}};
