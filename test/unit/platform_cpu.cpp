// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "platform/cpu/features.h"
#include "platform/cpu/identity.h"

using namespace wherry;

TEST(PlatformCpu, the_level_is_that_of_the_features) {
  const unsigned level = cpu::psabi_level();
  EXPECT_TRUE(level >= 1 && level <= 4) << level;
  EXPECT_EQ(cpu::psabi_level(cpu::host_features()), std::min(level, 3u));
}
