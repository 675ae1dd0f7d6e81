// SPDX-License-Identifier: Apache-2.0
#include "common/serve.h"

#include <CL/cl.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <vector>

std::string to_text(const Description &it) {
  return std::to_string(it.threads) + ' ' + std::to_string(it.local_bytes) + ' ' + it.platform + '\t' + it.device;
}

Description to_description(const std::string &text) {
  std::istringstream words(text);
  Description it;
  words >> it.threads >> it.local_bytes >> std::ws;
  std::getline(words, it.platform, '\t');
  std::getline(words, it.device);
  return it;
}

double cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

std::string to_text(const Times &times) {
  std::ostringstream out;
  out.precision(12);
  out << times.wall << ' ' << times.event;
  return out.str();
}

Times to_times(const std::string &text) {
  Times times;
  std::istringstream(text) >> times.wall >> times.event;
  return times;
}

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

int serve(const std::string &child, const std::function<std::string(const std::string &, std::istream &)> &answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  FILE *in = fdopen(3, "r"), *out = fdopen(4, "w");  // open until the process ends
  if (!in || !out) return 2;
  if (child == "platforms") {
    std::fputs(platform_names().c_str(), out);
    return std::fflush(out);
  }
  char request[256];
  while (std::fgets(request, sizeof request, in)) {
    std::string line;
    try {
      std::istringstream words(request);
      std::string verb;
      words >> verb;
      line = "ok " + answer(verb, words);
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
