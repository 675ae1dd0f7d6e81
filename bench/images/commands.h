// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "case.h"

void add_commands(std::vector<CaseEntry> &cases);
