// What the compiler refuses beyond, and the device reports.
#pragma once
#include <cstdint>

namespace wherry::abi {

inline constexpr uint64_t kMaxArgumentBytes = 4096;  // of a kernel, all arguments together
inline constexpr unsigned kJointRows = 4;            // that go together in kernels with kJoinsRows

}  // namespace wherry::abi
