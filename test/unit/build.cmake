# SPDX-License-Identifier: Apache-2.0
# src/build, with the real wherryc. The hostile sources have a program of their own: its server has
# another time limit.
wherry_unit_test(unit_build USES build SOURCES build_cache.cpp build_compile.cpp build_shapes.cpp)
wherry_unit_test(unit_build_hostile USES build SOURCES build_hostile.cpp)
foreach(name unit_build unit_build_hostile)
  add_dependencies(${name} wherryc builtins support)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT
    "WHERRY_TEST_CPU_SECONDS=${cpu_seconds};WHERRY_COMPILER=${WHERRY_PRIVATE_DIR}/wherryc")
endforeach()
