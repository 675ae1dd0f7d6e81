// SPDX-License-Identifier: Apache-2.0
#include "common/threads.h"
#include "runner.h"

namespace {
class NativeRunner final : public Runner {
 public:
  explicit NativeRunner(size_t threads) : threads_(threads) {}
  Description describe() override { return {threads_.size(), 0, "C++", "vector code by hand"}; }
  double build(Case &, const std::string &, unsigned) override { return 0; }
  Times run(Case &test) override {
    return threads_.run(test.native_parts(), [&](size_t, size_t part) { test.run_native(part); });
  }

 private:
  Threads threads_;
};
}  // namespace

std::unique_ptr<Runner> make_native_runner(size_t threads) { return std::make_unique<NativeRunner>(threads); }
