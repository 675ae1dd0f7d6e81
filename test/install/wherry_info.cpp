// SPDX-License-Identifier: Apache-2.0
// wherry-info: what it says of a good installation, and for each thing that can be wrong the problem and the exit code.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "common/child.h"
#include "common/cl.h"
#include "common/json.h"

using namespace wherry::test;
namespace fs = std::filesystem;

namespace {

using Environment = std::vector<std::pair<const char *, std::string>>;  // an empty value: unset

struct Answer {
  int code;
  std::string text;
};

// `prepare` runs in the child, and ends it where it returns false.
Answer run(
    const Environment &environment, std::vector<std::string> words,
    const std::function<bool()> &prepare = [] { return true; }) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {-1, "no pipe"};
  const pid_t child = start_child([&] {
    for (const auto &[name, value] : environment) {
      if (value.empty())
        unsetenv(name);
      else
        setenv(name, value.c_str(), 1);
    }
    words.insert(words.begin(), WHERRY_INFO);
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    dup2(ends[1], STDOUT_FILENO);
    if (!prepare()) return 98;
    execv(WHERRY_INFO, arguments.data());
    return 97;
  });
  close(ends[1]);
  std::string text;
  char bytes[4096];
  for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;) text.append(bytes, static_cast<size_t>(n));
  close(ends[0]);
  return {end_of(child), text};
}

Json json_of(const Answer &answer) {
  try {
    return parse_json(answer.text);
  } catch (const std::exception &error) {
    ADD_FAILURE() << error.what() << "\n" << answer.text;
    return parse_json(R"({"good": false, "problems": []})");
  }
}

std::vector<std::string> problems_of(const Json &json) {
  std::vector<std::string> kinds;
  for (const Json &problem : json["problems"].items) {
    kinds.push_back(problem["kind"].text);
    EXPECT_FALSE(problem["what"].text.empty());
    EXPECT_FALSE(problem["do"].text.empty());
  }
  return kinds;
}

using Kinds = std::vector<std::string>;

// Those problems alone are found, for people and for programs.
void expect_wrong(const Environment &environment, const Kinds &kinds, const std::string &line = "") {
  const Answer answer = run(environment, {"--json"}), people = run(environment, {});
  const Json json = json_of(answer);
  EXPECT_EQ(kinds, problems_of(json));
  EXPECT_EQ(0, json["good"].number);
  EXPECT_EQ(1, answer.code);
  EXPECT_EQ(1, people.code);
  EXPECT_NE(std::string::npos, people.text.find(line)) << people.text;
  EXPECT_NE(std::string::npos, people.text.find("\n   do: ")) << people.text;
  EXPECT_EQ(std::string::npos, people.text.find("All is well"));
}

class WherryInfo : public testing::Test {
 protected:
  WherryInfo() : folder(fs::path(testing::TempDir()) / ("wherry-info-" + std::to_string(getpid()))) {
    fs::create_directories(folder);
  }
  ~WherryInfo() override { fs::remove_all(folder); }

  // A folder of vendor files with one that names `library`.
  std::string vendors(const std::string &library) const {
    fs::create_directories(folder / "vendors");
    std::ofstream(folder / "vendors/wherry.icd") << library << "\n";
    return folder / "vendors";
  }

  const fs::path folder;
};

TEST_F(WherryInfo, all_is_well) {
  const Answer people = run({}, {}), answer = run({}, {"--json"});
  EXPECT_EQ(0, people.code);
  EXPECT_NE(std::string::npos, people.text.find("All is well.")) << people.text;
  EXPECT_EQ(0, answer.code) << answer.text;
  const Json json = json_of(answer);
  EXPECT_EQ(1, json["good"].number);
  EXPECT_EQ(Kinds(), problems_of(json));
  EXPECT_EQ(info_text(clGetDeviceInfo, device(), CL_DEVICE_NAME), json["device"]["name"].text);
  EXPECT_EQ(info_text(clGetDeviceInfo, device(), CL_DRIVER_VERSION), json["driver"]["version"].text);
  EXPECT_EQ(info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS), json["threads"]["count"].number);
  EXPECT_TRUE(fs::equivalent(json["driver"]["library"].text, fs::path(WHERRY_PRIVATE_DIR) / "../libwherry.so"));
  EXPECT_TRUE(fs::equivalent(json["compiler"]["path"].text, fs::path(WHERRY_PRIVATE_DIR) / "wherryc"));
  EXPECT_EQ(getenv("WHERRY_CACHE_DIR"), json["cache"]["folder"].text);
  EXPECT_EQ(1, json["kernel"]["right"].number);
  EXPECT_EQ(16, json["async"]["copies"].number);
  EXPECT_EQ(16 * 16384, json["async"]["bytes"].number);
  EXPECT_EQ(json["vendors"]["wherry"].text, std::string(getenv("OCL_ICD_VENDORS")) + "/wherry.icd");
}

TEST_F(WherryInfo, options) {
  EXPECT_EQ(0, run({}, {"--help"}).code);
  EXPECT_EQ(0, run({}, {"--version"}).code);
  EXPECT_EQ(2, run({}, {"--nonsense"}).code);
  EXPECT_EQ(2, run({}, {"--loader"}).code);
}

TEST_F(WherryInfo, reasons_of_the_number_of_threads) {
  const Json set = json_of(run({{"WHERRY_NUM_THREADS", "3"}}, {"--json"}));
  EXPECT_EQ(3, set["threads"]["count"].number);
  EXPECT_EQ("WHERRY_NUM_THREADS", set["threads"]["reason"].text);
  const Json bound = json_of(run({{"WHERRY_NUM_THREADS", ""}}, {"--json"}, [] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
  }));
  EXPECT_EQ(1, bound["threads"]["count"].number);
  EXPECT_EQ(1, bound["threads"]["affinity_cpus"].number);
  EXPECT_EQ("affinity", bound["threads"]["reason"].text);
}

TEST_F(WherryInfo, a_cpu_level_that_is_set) {
  const Json json = json_of(run({{"WHERRY_CPU_LEVEL", "2"}}, {"--json"}));
  EXPECT_EQ(2, json["device"]["cpu_level"].number);
  EXPECT_EQ(1, json["good"].number);
}

TEST_F(WherryInfo, wrong_variables) {
  expect_wrong({{"WHERRY_NUM_THREADS", "many"}}, {"threads_variable"}, "WHERRY_NUM_THREADS=many has no effect");
  expect_wrong({{"WHERRY_CACHE_DIRS", "x"}}, {"variable"}, "is WHERRY_CACHE_DIR meant?");
}

TEST_F(WherryInfo, no_loader) {
  const Answer answer = run({}, {"--json", "--loader", "/nowhere/libOpenCL.so.1"});
  EXPECT_EQ(1, answer.code);
  EXPECT_EQ(Kinds{"no_loader"}, problems_of(json_of(answer)));
}

TEST_F(WherryInfo, no_vendor_file) {
  expect_wrong({{"OCL_ICD_VENDORS", folder / "nowhere"}}, {"vendors_variable"}, "leads to no .icd file of Wherry's");
  // What it says to do works.
  const Json json = json_of(run({{"OCL_ICD_VENDORS", folder}}, {"--json"}));
  const std::string remedy = json["problems"].items.at(0)["do"].text;
  const auto begin = remedy.find('/');
  const std::string library = remedy.substr(begin, remedy.find_first_of(", ", begin) - begin);
  EXPECT_EQ(0, run({{"OCL_ICD_VENDORS", library}}, {}).code) << library;
  EXPECT_EQ(0, run({{"OCL_ICD_VENDORS", vendors(library)}}, {}).code) << library;
}

TEST_F(WherryInfo, no_vendor_file_in_the_system) {
  for (fs::directory_iterator item("/etc/OpenCL/vendors", *std::make_unique<std::error_code>()), end; item != end;
       ++item)
    if (item->path().filename() == "wherry.icd") GTEST_SKIP() << "Wherry is installed";
  expect_wrong({{"OCL_ICD_VENDORS", ""}}, {"no_vendor_file"}, "/etc/OpenCL/vendors (OCL_ICD_VENDORS is not set)");
}

TEST_F(WherryInfo, a_vendor_file_that_misleads) {
  expect_wrong({{"OCL_ICD_VENDORS", vendors("/nowhere/libwherry.so")}}, {"no_library"},
               "/nowhere/libwherry.so, which cannot be read");
  std::ofstream(folder / "libwherry.so") << "no library";
  expect_wrong({{"OCL_ICD_VENDORS", vendors(folder / "libwherry.so")}}, {"bad_library"}, "the driver cannot be loaded");
}

TEST_F(WherryInfo, a_driver_that_crashes) {
  expect_wrong({{"OCL_ICD_VENDORS", vendors(WHERRY_CRASHING_DRIVER)}}, {"crash"},
               "Wherry crashes: loading the drivers");
}

TEST_F(WherryInfo, no_compiler) {
  expect_wrong({{"WHERRY_COMPILER", "/nowhere/wherryc"}}, {"compiler", "build"}, "the compiler does not run");
  const fs::path other = folder / "wherryc";
  std::ofstream(other) << "#!/bin/sh\necho wherryc 0.0.1, LLVM 22\n";
  fs::permissions(other, fs::perms::owner_all);
  expect_wrong({{"WHERRY_COMPILER", other}}, {"compiler_version", "build"}, "of another version");
}

TEST_F(WherryInfo, a_part_is_missing) {
  fs::copy(WHERRY_PRIVATE_DIR, folder, fs::copy_options::recursive);
  fs::remove(folder / "builtins.a");
  expect_wrong({{"WHERRY_COMPILER", folder / "wherryc"}}, {"part", "build"}, "builtins.a: No such file");
}

TEST_F(WherryInfo, no_cache) {
  expect_wrong({{"WHERRY_CACHE_DIR", "/proc/nowhere"}}, {"cache"}, "the cache cannot be written to: /proc/nowhere: ");
  std::ofstream(folder / "file");
  expect_wrong({{"WHERRY_CACHE_DIR", folder / "file"}}, {"cache"});
  expect_wrong({{"WHERRY_CACHE_DIR", ""}, {"XDG_CACHE_HOME", ""}, {"HOME", ""}}, {"cache_folder"});
  EXPECT_EQ(0, run({{"WHERRY_CACHE", "0"}}, {}).code) << "this is what the user wants";
}

TEST_F(WherryInfo, leaves_nothing_behind) {
  EXPECT_EQ(0, run({{"WHERRY_CACHE_DIR", folder / "a/b"}}, {}).code);
  EXPECT_TRUE(fs::is_empty(folder));
  fs::create_directory(folder / "c");
  EXPECT_EQ(0, run({{"WHERRY_CACHE_DIR", folder / "c"}}, {}).code);
  EXPECT_TRUE(fs::is_empty(folder / "c"));
}

TEST_F(WherryInfo, no_threads) {
  // The limit counts all processes of a user, and root's not: another user, who has none.
  const auto become_limited = [] {
    constexpr uid_t kNobody = 65534;
    const rlimit one{1, 1};
    return (geteuid() != 0 ||
            (setresgid(kNobody, kNobody, kNobody) == 0 && setresuid(kNobody, kNobody, kNobody) == 0)) &&
           setrlimit(RLIMIT_NPROC, &one) == 0 && access(WHERRY_INFO, X_OK) == 0;
  };
  const Answer answer = run({{"WHERRY_CACHE", "0"}}, {"--json"}, become_limited);
  if (answer.code == 98) GTEST_SKIP() << "another user cannot run the build's programs";
  EXPECT_EQ(1, answer.code);
  const Kinds kinds = problems_of(json_of(answer));
  ASSERT_FALSE(kinds.empty());
  EXPECT_EQ("threads_limit", kinds[0]) << answer.text;
}

}  // namespace
