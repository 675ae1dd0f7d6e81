// SPDX-License-Identifier: Apache-2.0
// SPIR's numbers of OpenCL's address spaces, as Clang gives them and SPIR-V's storage classes become them. On the host
// all spaces are flat: a cast between them changes no bit.
#pragma once

namespace wherry::compiler {

enum AddressSpace : unsigned {
  kPrivateSpace = 0,
  kGlobalSpace = 1,
  kConstantSpace = 2,
  kLocalSpace = 3,
  kGenericSpace = 4,
};

}  // namespace wherry::compiler
