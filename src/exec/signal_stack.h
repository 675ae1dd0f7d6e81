// SPDX-License-Identifier: Apache-2.0
// The stack on which a thread's signal handlers run, for stacks that may be full.
#pragma once

namespace wherry::exec {

// Gives the calling thread a signal stack until it ends, if it has none; the program's own serves as well. Without
// memory for one, a full stack ends the program.
void have_signal_stack() noexcept;

}  // namespace wherry::exec
