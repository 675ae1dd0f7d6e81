// SPDX-License-Identifier: Apache-2.0
// The compiler as libwherry.so uses it.
#pragma once

namespace wherry::compiler {

// Serves builds (kernel_abi/protocol.h) until the control socket is closed. Workers (child processes) compile them,
// one after another; a worker's end, whatever it is, ends the build that it has at that time only. Returns the exit
// code.
int serve(int control_socket);

}  // namespace wherry::compiler
