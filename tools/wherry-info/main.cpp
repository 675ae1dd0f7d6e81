// SPDX-License-Identifier: Apache-2.0
// Looks at an installed Wherry as a program meets it, through the OpenCL loader, and says what to do where it does not
// work.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "checks.h"

namespace {

using namespace wherry::info;

constexpr char kHelp[] = R"(wherry-info says whether OpenCL programs find Wherry, and whether its kernels run.

  wherry-info [--json] [--loader FILE]

  --json         the same for programs
  --loader FILE  the OpenCL loader, instead of the system's libOpenCL.so.1
  --help, --version

For each thing that is wrong it prints what, and what to do.
Exit codes: 0 all is well, 1 something is wrong, 2 wrong options.
)";

constexpr int kWrong = 1, kWrongOptions = 2;
constexpr unsigned kLongestSeconds = 180;  // a build takes less than 1 s of CPU

bool as_json = false;

// A signal that ends the program: the driver has crashed or hangs. All that is called is safe in a signal handler.
void say_where(int signal) {
  auto put = [](const char *text) { (void)!write(STDOUT_FILENO, text, std::strlen(text)); };
  const char *const how = signal == SIGALRM ? "hangs" : "crashes";
  if (as_json) {
    for (const char *part : {"{\"good\": false, \"problems\": [{\"kind\": \"crash\", \"what\": \"Wherry ", how, ": ",
                             static_cast<const char *>(step), "\", \"do\": \"report this line and your system\"}]}\n"})
      put(part);
  } else {
    for (const char *part :
         {"wrong: Wherry ", how, ": ", static_cast<const char *>(step), "\n   do: report this line and your system\n"})
      put(part);
  }
  _exit(kWrong);
}

int wrong_option(const char *what) {
  std::fprintf(stderr, "wherry-info: %s; see wherry-info --help\n", what);
  return kWrongOptions;
}

void look(const std::string &loader, Report &report) {
  check_variables(report);
  Calls calls;
  step = "loading the drivers";
  if (!open_loader(loader, calls, report)) return;
  const VendorFiles vendors = find_vendor_files(report);
  Driver driver;
  if (!find_device(calls, driver, report)) return explain_no_platform(vendors, report);
  check_threads(calls, driver, report);
  check_compiler(calls, driver, report);
  check_cache(calls, driver, report);
  check_kernels(calls, driver, report);
}

}  // namespace

int main(int argc, char **argv) {
  std::string loader;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-h") {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (word == "--version") {
      std::puts("wherry-info " WHERRY_VERSION);
      return 0;
    }
    if (word == "--json") {
      as_json = true;
    } else if (word == "--loader") {
      if (++i == argc) return wrong_option("--loader needs a file");
      loader = argv[i];
    } else {
      return wrong_option("an unknown option");
    }
  }
  for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, say_where);
  alarm(kLongestSeconds);
  Report report;
  report.fact("wherry-info", "version", WHERRY_VERSION);
  look(loader, report);
  std::fputs((as_json ? report.json() : report.text()).c_str(), stdout);
  return report.good() ? 0 : kWrong;
}
