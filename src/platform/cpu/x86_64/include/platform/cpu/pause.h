// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace wherry::cpu {

// Leaves the core to its other thread for some 20 to 40 ns: for loops that poll.
inline void pause_thread() noexcept { __builtin_ia32_pause(); }

}  // namespace wherry::cpu
