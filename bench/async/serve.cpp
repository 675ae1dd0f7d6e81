// The child's side of child.h.
#include <CL/cl.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>

#include "child.h"
#include "data.h"

static std::string platform_names() {
  cl_uint count = 0;
  std::vector<cl_platform_id> platforms(64);
  clGetPlatformIDs(cl_uint(platforms.size()), platforms.data(), &count);
  std::string names;
  for (cl_uint i = 0; i < std::min<cl_uint>(count, 64); ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    names += std::string(name) + "\n";
  }
  return names;
}

static std::string answer(Runner &runner, const std::vector<Case> &cases, const std::string &request) {
  std::istringstream words(request);
  std::ostringstream out;
  std::string verb;
  words >> verb;
  if (verb == "describe") {
    const Description it = runner.describe();
    out << "ok " << it.threads << ' ' << it.local_bytes << ' ' << it.platform << '\t' << it.device;
  } else if (verb == "run") {
    size_t number = 0;
    int part = 0;
    Run run;
    words >> number >> part >> run.work >> run.seed >> run.whole;
    run.part = Part(part);
    const Times times = runner.run(cases.at(number), run);
    out.precision(12);
    out << "ok " << times.wall << ' ' << times.event;
  }
  return out.str();
}

int serve(const Options &options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  FILE *in = fdopen(3, "r"), *out = fdopen(4, "w");  // open until the process ends
  if (!in || !out) return 2;
  if (options.child == "platforms") {
    std::fputs(platform_names().c_str(), out);
    return std::fflush(out);
  }
  CaseOptions wanted = options.cases;
  wanted.threads = std::max<size_t>(1, wanted.threads);  // before the parent knows how many, it asks for no case
  const std::vector<Case> cases = make_cases(wanted);
  std::unique_ptr<Runner> runner;
  char request[256];
  while (std::fgets(request, sizeof request, in)) {
    std::string line;
    try {
      if (!runner)
        runner = options.child == "memcpy" ? make_memcpy_runner(options.cases.threads, options.cases.bytes)
                                           : make_opencl_runner(options.child.substr(7), options.cases.bytes);
      line = answer(*runner, cases, request);
    } catch (const Unable &reason) {
      line = std::string("unable ") + reason.what();
    } catch (const Wrong &what) {
      line = std::string("wrong ") + what.what();
    } catch (const std::exception &error) {
      line = std::string("error ") + error.what();
    }
    std::ranges::replace(line, '\n', ' ');
    if (line.size() > 1000) line.resize(1000);  // a compiler's log
    std::fputs((line + "\n").c_str(), out);
    std::fflush(out);
  }
  return 0;
}
