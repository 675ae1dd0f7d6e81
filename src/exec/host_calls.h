#pragma once
#include "kernel_abi/abi.h"

namespace wherry::exec {

// What Launch::host points to. Their GroupContext must be a WorkerMemory.
extern const abi::HostCalls kHostCalls;

}  // namespace wherry::exec
