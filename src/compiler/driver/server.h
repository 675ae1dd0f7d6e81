// SPDX-License-Identifier: Apache-2.0
// The compiler as libwherry.so uses it.
#pragma once

namespace wherry::compiler {

// Serves builds (kernel_abi/protocol.h) until the control socket is closed. Workers (child processes) compile them, one
// after another; if a worker ends, in whatever way, only the build that it has at that time fails. Returns the exit
// code.
int serve(int control_socket);

}  // namespace wherry::compiler
