// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
// cl/*.cl, by computation.
extern const std::map<std::string, const char *> kSources;
