// SPDX-License-Identifier: Apache-2.0
#include "common/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

const char kCommonHelp[] =
    R"(  --driver LABEL[=[VENDORS][,VARIABLE=VALUE]...]
                    a driver to measure; the first is the one that the others are compared with. VENDORS is a
                    folder of .icd files (OCL_ICD_VENDORS) of which the first platform is taken; without it, the
                    platform is found by LABEL, a part of its name. The variables are set for this driver.
                    Without --driver: every platform that the loader finds.
  --cases ID,ID...  only those whose id begins so; --list prints the ids
  --rounds N        each round runs each case once on each driver (11)
  --best            the best of the rounds in place of their median: for a machine that others use
  --threads N       of the loops in C++ (the compute units of the first driver)
  --timeout S       for one case, with its compilation (60)
  --json FILE       all times
  --svg FILE        a plot
  --quick           small, 3 rounds
  --list            the ids of the cases
  --help

Ends with 1 where a result was wrong, or a driver crashed or did not answer.
)";

size_t parse_number(const std::string &option, const char *text, size_t least, size_t most) {
  size_t value = 0;
  const char *last = text + std::strlen(text);
  auto [end, error] = std::from_chars(text, last, value);
  if (error == std::errc() && end + 1 == last) {
    const char *suffixes = "KMG", *found = std::strchr(suffixes, *end);
    const int shift = found ? int(found - suffixes + 1) * 10 : 64;
    error = shift < 64 && value <= most >> shift ? std::errc() : std::errc::invalid_argument;
    if (error == std::errc()) value <<= shift, end = last;
  }
  if (error != std::errc() || end != last || value < least || value > most)
    throw std::runtime_error("--" + option + " takes a number from " + std::to_string(least) + " to " +
                             std::to_string(most) + ", not \"" + text + "\"");
  return value;
}

static DriverSpec driver(const std::string &text) {
  DriverSpec spec;
  const size_t equals = text.find('=');
  spec.label = text.substr(0, equals);
  if (spec.label.empty()) throw std::runtime_error("--driver begins with a label, not \"" + text + "\"");
  std::string vendors;
  for (size_t at = equals; at < text.size();) {
    const size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string part = text.substr(at + 1, end - at - 1);
    if (at == equals)
      vendors = part;
    else if (size_t middle = part.find('='); middle != std::string::npos)
      spec.environment.emplace_back(part.substr(0, middle), part.substr(middle + 1));
    else
      throw std::runtime_error("--driver " + text + ": \"" + part + "\" is no VARIABLE=VALUE");
    at = end;
  }
  if (vendors.empty())
    spec.platform = spec.label;
  else
    spec.environment.emplace_back("OCL_ICD_VENDORS", vendors);
  return spec;
}

bool CommonOptions::wants(const std::string &id) const {
  bool wanted = only.empty();
  for (size_t at = 0; at < only.size();) {
    size_t end = std::min(only.find(',', at), only.size());
    while (end + 1 < only.size() && only[end + 1] == ' ')
      end = std::min(only.find(',', end + 1), only.size());  // of an id
    wanted |= id.starts_with(only.substr(at, end - at));
    at = end + 1;
  }
  return wanted;
}

void parse_options(int argc, char **argv, CommonOptions *options, const std::string &help,
                   const std::vector<option> &own, const std::function<void(int, const char *)> &take) {
  std::vector<option> known = {{"driver", 1, nullptr, 'd'},  {"cases", 1, nullptr, 'c'}, {"best", 0, nullptr, 'B'},
                               {"rounds", 1, nullptr, 'r'},  {"quick", 0, nullptr, 'q'}, {"threads", 1, nullptr, 'n'},
                               {"timeout", 1, nullptr, 'o'}, {"json", 1, nullptr, 'j'},  {"svg", 1, nullptr, 's'},
                               {"child", 1, nullptr, 'C'},   {"list", 0, nullptr, 'L'},  {"help", 0, nullptr, 'h'}};
  known.insert(known.end(), own.begin(), own.end());
  known.push_back({nullptr, 0, nullptr, 0});
  const std::string see = std::string("see ") + program_invocation_short_name + " --help";
  for (int found; (found = getopt_long(argc, argv, "h", known.data(), nullptr)) != -1;) {
    switch (found) {
    case 'd': options->drivers.push_back(driver(optarg)); break;
    case 'c': options->only = optarg; break;
    case 'r': options->rounds = int(parse_number("rounds", optarg, 1, 10000)); break;
    case 'n': options->threads = parse_number("threads", optarg, 1, 1024); break;
    case 'o': options->timeout = int(parse_number("timeout", optarg, 1, 3600)); break;
    case 'j': options->json = optarg; break;
    case 's': options->svg = optarg; break;
    case 'B': options->best = true; break;
    case 'q': options->quick = true; break;
    case 'C': options->child = optarg; break;
    case 'L': options->list = true; break;
    case 'h': std::fputs((help + kCommonHelp).c_str(), stdout); std::exit(0);
    default:
      if (found < 256) throw std::runtime_error(see);
      take(found, optarg);
    }
  }
  if (optind < argc) throw std::runtime_error(std::string("what is \"") + argv[optind] + "\"? " + see);
  if (options->rounds == 0) options->rounds = options->quick ? 3 : 11;
}
