// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "common/report.h"
#include "spelling.h"

std::vector<Standing> standings_of(const KernelResults &results) {
  std::vector<Standing> all;
  const auto fastest = [&](const std::string &group, double (Cell::*time)() const) {
    double least = 0;
    for (size_t i = 0; i < results.ids.size(); ++i) {
      const double its = (results.cells[i][0].*time)();
      if (group_of(results.ids[i]) == group && its > 0 && (least == 0 || its < least)) least = its;
    }
    return least;
  };
  for (size_t i = 0; i < results.ids.size(); ++i) {
    const std::string group = group_of(results.ids[i]);
    Standing it{.test = i, .allowed = spelling_of(results.ids[i]).allowed()};
    if (const Cell &cell = results.cells[i][0]; !cell.times.empty()) {
      it.best = cell.best() / fastest(group, &Cell::best);
      it.median = cell.median() / fastest(group, &Cell::median);
    }
    for (size_t c = 1; c < results.drivers(); ++c)
      if (const double speed = results.speed(i, 0, c); speed > 0 && (it.peer == 0 || speed < it.peer)) it.peer = speed;
    all.push_back(it);
  }
  return all;
}

static std::string name_of(const KernelResults &results, const Standing &it) {
  const Spelling &spelling = spelling_of(results.ids[it.test]);
  return spelling.name + (spelling.walks_otherwise ? "*" : "");
}

static void write_computation(const KernelResults &results, const std::vector<Standing> &standings, std::FILE *out) {
  const std::string group = group_of(results.ids[standings[0].test]);
  const bool peers = results.drivers() > 1;
  std::fprintf(out, "\n%-28s %9s %8s %8s%s\n", group.c_str(), "best ms", "best", "median", peers ? "     peer" : "");
  std::vector<double> best, median, peer;
  const Standing *slowest = nullptr;
  for (const Standing &it : standings) {
    std::fprintf(out, "  %-26s ", name_of(results, it).c_str());
    const Cell &cell = results.cells[it.test][0];
    if (it.best == 0) {
      std::fprintf(out, "%9s\n", cell.failed ? "failed" : "-");
      continue;
    }
    std::fprintf(out, "%9.3f %8.2f %8.2f", cell.best() * 1e-6, it.best, it.median);
    if (it.peer > 0) std::fprintf(out, " %8.2f", it.peer), peer.push_back(it.peer);
    std::fputs(it.slow() ? "  slow\n" : "\n", out);
    best.push_back(it.best), median.push_back(it.median);
    if (!slowest || it.best > slowest->best) slowest = &it;
  }
  if (!slowest) return;
  std::fprintf(out, "  %-26s %9s %8.2f %8.2f", "geometric mean", "", geometric_mean(best), geometric_mean(median));
  if (!peer.empty()) std::fprintf(out, " %8.2f", geometric_mean(peer));
  std::fprintf(out, "\n  %-26s %9s %8.2f  %s\n", "slowest", "", slowest->best, name_of(results, *slowest).c_str());
}

static void write_list(const KernelResults &results, std::vector<Standing> standings, const char *title,
                       double Standing::*value, std::FILE *out) {
  if (standings.empty()) return;
  std::ranges::sort(standings, std::greater<>(), value);
  std::fprintf(out, "\n%s\n", title);
  for (const Standing &it : standings)
    std::fprintf(out, "  %-40s %6.2f\n", (group_of(results.ids[it.test]) + "." + name_of(results, it)).c_str(),
                 it.*value);
}

void write_spellings(const KernelResults &results, std::FILE *out) {
  const std::vector<Standing> all = standings_of(results);
  std::fprintf(out, "\nEach spelling's time on %s, as a multiple of its fastest spelling's%s\n",
               results.labels[0].c_str(),
               results.drivers() > 1 ? "; peer: the fastest other driver's time as a multiple of it" : "");
  for (size_t begin = 0, end; begin < all.size(); begin = end) {
    const std::string group = group_of(results.ids[begin]);
    for (end = begin; end < all.size() && group_of(results.ids[end]) == group;) ++end;
    write_computation(results, {&all[begin], &all[begin] + (end - begin)}, out);
  }
  std::vector<Standing> slow, behind;
  std::vector<double> best;
  for (const Standing &it : all) {
    if (it.best > 0) best.push_back(it.best);
    if (it.slow()) slow.push_back(it);
    if (it.peer > 0 && it.peer < 1) behind.push_back(it);
  }
  std::fprintf(out, "\nAll: geometric mean %.3f, %zu of %zu slow\n", geometric_mean(best), slow.size(), best.size());
  write_list(results, slow, "Slow: over 1.5 times the fastest (2 with a *), by the best of the rounds", &Standing::best,
             out);
  write_list(results, behind, "Slower than a peer", &Standing::peer, out);
}

void write_spellings_json(const KernelResults &results, std::FILE *out) {
  const std::vector<Standing> all = standings_of(results);
  std::fputs("{\n", out);
  write_json_drivers(results, out);
  std::fputs(",\n\"spellings\": [", out);
  for (const Standing &it : all) {
    const Spelling &spelling = spelling_of(results.ids[it.test]);
    std::fprintf(out,
                 "%s\n  {\"computation\": %s, \"spelling\": %s, \"allowed\": %.4g, \"best\": %.4g, \"median\": %.4g, "
                 "\"peer\": %.4g, \"unit\": %s,\n   \"results\": {",
                 it.test ? "," : "", json_quoted(spelling.computation).c_str(), json_quoted(spelling.name).c_str(),
                 it.allowed, it.best, it.median, it.peer, json_quoted(results.units[it.test]).c_str());
    for (size_t c = 0; c < results.drivers(); ++c) {
      std::fprintf(out, "%s%s: ", c ? ", " : "", json_quoted(results.labels[c]).c_str());
      char more[100];
      std::snprintf(more, sizeof more, ", \"rate\": %.5g, \"build_ns\": %.0f", results.rate(it.test, c),
                    results.build_time(it.test, c));
      write_json_cell(results.cells[it.test][c], more, out);
    }
    std::fputs("}}", out);
  }
  std::fputs("\n]\n}\n", out);
}

void write_slow_sources(const KernelResults &results, const std::string &folder) {
  if (!folder.empty()) std::filesystem::create_directories(folder);
  for (const Standing &it : standings_of(results)) {
    const Spelling &spelling = spelling_of(results.ids[it.test]);
    if (!it.slow() || (folder.empty() && !spelling.drawn)) continue;
    const std::string path = folder.empty() ? "" : folder + "/" + spelling.id() + ".cl";
    std::FILE *out = path.empty() ? stdout : open_file(path);
    std::fprintf(out, "%s// %s: %.2f times the fastest\n%s", path.empty() ? "\n" : "", spelling.id().c_str(), it.best,
                 spelling.source.c_str());
    if (!path.empty()) close_file(path, out);
  }
}
