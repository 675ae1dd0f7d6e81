// SPDX-License-Identifier: Apache-2.0
// The compiler as libwherry.so uses it.
#pragma once

namespace wherry::compiler {

// Serves builds (kernel_abi/protocol.h) until the control socket is closed; each is compiled in a
// child, whose end, whatever it is, ends that build only. Returns the exit code.
int serve(int control_socket);

}  // namespace wherry::compiler
