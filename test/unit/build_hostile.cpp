// SPDX-License-Identifier: Apache-2.0
// Sources made to kill or to hang a compiler: each is a failed build with a log, and the next build works.
#include <cstring>
#include <random>

#include "build_fixture.h"
#include "common/child.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace wherry::build {
namespace {

std::string repeat(std::string_view text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) result += text;
  return result;
}

class HostileTest : public BuildTest {
 protected:
  void SetUp() override {
    BuildTest::SetUp();
    setenv("WHERRY_CACHE", "0", 1);
    setenv("WHERRY_COMPILE_TIMEOUT", "2", 1);  // read when the server starts; a test is a process under CTest
  }

  // What becomes of it does not matter, as long as it ends and says why it failed.
  static Status survive(const std::string &source, const std::string &options = "") {
    Result result = compile({source, options, {}});
    EXPECT_NE(result.status, Status::unavailable) << result.log;
    if (result.status != Status::ok) EXPECT_NE(result.log, "");
    Result next = compile({kGoodSource, "", {}});
    EXPECT_EQ(next.status, Status::ok) << next.log;
    return result.status;
  }
};

TEST_F(HostileTest, DeepNesting) {
  constexpr size_t kDepth = 100'000;
  for (std::string_view open : {"(", "{", "[", "-", "!", "if(1)", "for(;;)", "(int)"})
    EXPECT_EQ(survive("kernel void k(global int *p) { *p = " + repeat(open, kDepth)), Status::failed) << open;
  survive("kernel void k(global int *p) { " + repeat("if (*p) {", kDepth) + repeat("}", kDepth) + " }");
  survive("kernel void k(global int *p) { *p = " + repeat("- ", kDepth) + "*p; }");
  survive("kernel void k(global int *p) { *p = " + repeat("*p ? 1 : ", kDepth) + "0; }");
}

TEST_F(HostileTest, EndlessIncludes) {
  write("self.h", "#include \"self.h\"\n");
  EXPECT_EQ(survive("#include \"self.h\"\n", "-I " + directory_.string()), Status::failed);
  survive("#include \"/dev/zero\"\n");
  survive("#include \"/dev/stdin\"\n");
  EXPECT_EQ(survive("#include \"/\"\n"), Status::failed);
}

TEST_F(HostileTest, MacrosThatNeverEnd) {
  std::string macros = "#define M0 ;;;;;;;;\n";
  for (int i = 1; i < 30; ++i)
    macros += "#define M" + std::to_string(i) + " " + repeat("M" + std::to_string(i - 1) + " ", 8) + "\n";
  Result result = compile({macros + "kernel void k() { M29 }", "", {}});
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_NE(result.log.find("the compiler"), std::string::npos) << result.log;
  EXPECT_EQ(compile({kGoodSource, "", {}}).status, Status::ok);
}

TEST_F(HostileTest, Huge) {
  survive("kernel void k(global int *p) { int a[1 << 30]; a[*p] = *p; *p = a[0]; }");
  survive("kernel void k(global int *p) { local int a[1 << 30]; a[*p] = *p; *p = a[0]; }");
  survive("kernel void k(global int *p) { int a[0x7fffffffffffffff]; *p = a[*p]; }");
  survive("constant int a[1 << 24] = {1}; kernel void k(global int *p) { *p = a[*p]; }");
  survive("constant int a[] = {" + repeat("1,", 100'000) + "}; kernel void k(global int *p) { *p = a[*p]; }");
  survive(std::string(10'000'000, 'a'));
  survive(std::string(1'000'000, '\0'));
  survive("\"" + std::string(1'000'000, '\\'));
}

// In a process whose server has the usual limit: none of these builds comes near, however little of a CPU it gets.
TEST_F(HostileTest, Garbage) {
  std::mt19937 random(1);
  std::string whole = "struct S { int a[3]; float4 f; }; typedef struct S T; constant float c[] = {1, 2.5f};\n"
                      "float g(float x, global T *t) { return t->a[1] > 2 ? sqrt(x) : c[1] * t->f.s0; }\n"
                      "kernel void k(global T *t, local float *l, uint n) {\n"
                      "  for (uint i = 0; i < n; ++i) { l[i] = g(i, t); barrier(CLK_LOCAL_MEM_FENCE); }\n"
                      "  event_t e = async_work_group_copy((global float *)t, l, n, 0); wait_group_events(1, &e);\n}\n";
  EXPECT_EQ(0, test::in_child([&] {
              unsetenv("WHERRY_COMPILE_TIMEOUT");
              for (int i = 0; i < 60; ++i) {
                std::string source;
                if (i % 3 == 0)
                  for (int n = random() % 5000; n > 0; --n) source += static_cast<char>(random());
                else if (i % 3 == 1)
                  source = whole.substr(0, random() % whole.size());
                else
                  for (source = whole; random() % 8;)
                    source[random() % source.size()] = "(){}[];*&,.#\"'=+-<>0x"[random() % 21];
                Result result = compile({source, "", {}});
                const bool told =
                    result.status == Status::ok || (result.status == Status::failed && !result.log.empty());
                if (told && result.log.find("the compiler") == std::string::npos) continue;
                fprintf(stderr, "%s\n%s\n", source.c_str(), result.log.c_str());
                return 1;
              }
              return 0;
            }));
}

// Objects that were tampered with and sealed again.
TEST_F(HostileTest, Bitcode) {
  Result good = compile({kGoodSource, "", {}, abi::BinaryKind::object});
  ASSERT_EQ(good.status, Status::ok) << good.log;
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    std::vector<std::byte> bytes(good.binary->bytes().begin(), good.binary->bytes().end());
    size_t content = bytes.size() - sizeof(abi::Seal), checksum = bytes.size() - sizeof(uint64_t);
    for (int n = i % 4; n >= 0; --n) bytes[random() % content] ^= std::byte(1 + random() % 255);
    uint64_t hash = XXH3_64bits(bytes.data(), checksum);
    std::memcpy(bytes.data() + checksum, &hash, sizeof hash);
    std::shared_ptr<const Binary> object = wrap(std::move(bytes));
    Result result = link({&object, 1}, i % 2 ? abi::BinaryKind::executable : abi::BinaryKind::library);
    ASSERT_TRUE(result.status == Status::ok || (result.status == Status::failed && !result.log.empty())) << i;
  }
  EXPECT_EQ(compile({kGoodSource, "", {}}).status, Status::ok);
}

}  // namespace
}  // namespace wherry::build
