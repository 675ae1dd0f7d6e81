#include "options.h"

#include <getopt.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

static const char kHelp[] =
    R"(Measures async copies of OpenCL drivers beside one another and beside memcpy, in turns.

  bench_async [options]

  --driver LABEL[=[VENDORS][,VARIABLE=VALUE]...]
                    a driver to measure; the first is the one that the others are compared with. VENDORS is a
                    folder of .icd files (OCL_ICD_VENDORS) of which the first platform is taken; without it, the
                    platform is found by LABEL, a part of its name. The variables are set for this driver.
                    Without --driver: every platform that the loader finds.
  --modes M,M...    the first driver once more with WHERRY_ASYNC=M: now, wait, chunks
  --cases ID,ID...  only those whose id begins so; --list prints the ids
  --bytes N         bytes that each case moves: 256M (K, M, G: powers of 1024)
  --rounds N        each round runs each case once on each driver (11)
  --best            the best of the rounds in place of their median: for a machine that others use
  --local-size N    work-items of a work-group (64)
  --tile N          bytes of a pipeline's tile (64K)
  --threads N       of memcpy (the compute units of the first driver)
  --timeout S       for one case, with its compilation (60)
  --json FILE       all times
  --svg FILE        a plot
  --quick           64 MB, 3 rounds, fewer cases
  --list            the ids of the cases
  --help

Ends with 1 where a result was wrong, or a driver crashed or did not answer.
)";

static size_t number(const std::string &option, const char *text, size_t least, size_t most) {
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

Options parse_options(int argc, char **argv) {
  static const option known[] = {
      {"driver", 1, nullptr, 'd'},     {"modes", 1, nullptr, 'm'}, {"cases", 1, nullptr, 'c'},
      {"bytes", 1, nullptr, 'b'},      {"best", 0, nullptr, 'B'},  {"rounds", 1, nullptr, 'r'},
      {"local-size", 1, nullptr, 'l'}, {"tile", 1, nullptr, 't'},  {"threads", 1, nullptr, 'n'},
      {"timeout", 1, nullptr, 'o'},    {"json", 1, nullptr, 'j'},  {"svg", 1, nullptr, 's'},
      {"quick", 0, nullptr, 'q'},      {"child", 1, nullptr, 'C'}, {"list", 0, nullptr, 'L'},
      {"help", 0, nullptr, 'h'},       {nullptr, 0, nullptr, 0}};
  Options options;
  options.cases.threads = 0;
  size_t bytes = 0;
  int rounds = 0;
  for (int found; (found = getopt_long(argc, argv, "h", known, nullptr)) != -1;) {
    switch (found) {
    case 'd': options.drivers.push_back(driver(optarg)); break;
    case 'm': options.modes = optarg; break;
    case 'c': options.cases.only = optarg; break;
    case 'b': bytes = number("bytes", optarg, size_t{1} << 20, size_t{1} << 31); break;
    case 'r': rounds = int(number("rounds", optarg, 1, 10000)); break;
    case 'l': options.cases.local_size = number("local-size", optarg, 1, 4096); break;
    case 't': options.cases.pipeline_tile = number("tile", optarg, 1024, size_t{1} << 20) / 64 * 64; break;
    case 'n': options.cases.threads = number("threads", optarg, 1, 1024); break;
    case 'o': options.timeout = int(number("timeout", optarg, 1, 3600)); break;
    case 'j': options.json = optarg; break;
    case 's': options.svg = optarg; break;
    case 'B': options.best = true; break;
    case 'q': options.cases.quick = true; break;
    case 'C': options.child = optarg; break;
    case 'L': options.list = true; break;
    case 'h': std::fputs(kHelp, stdout); std::exit(0);
    default: throw std::runtime_error("see bench_async --help");
    }
  }
  if (optind < argc) throw std::runtime_error(std::string("what is \"") + argv[optind] + "\"? See bench_async --help");
  options.cases.bytes = bytes ? bytes : options.cases.quick ? size_t{64} << 20 : options.cases.bytes;
  options.rounds = rounds ? rounds : options.cases.quick ? 3 : options.rounds;
  return options;
}
