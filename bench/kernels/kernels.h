// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
// cl/<name>.cl; throws where there is none.
std::string kernel_source(const std::string &name);
