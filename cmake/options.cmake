# SPDX-License-Identifier: Apache-2.0
# How everything is compiled; the presets choose among these.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers are the same where what they include is.
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
add_compile_definitions(CL_TARGET_OPENCL_VERSION=300)
include_directories(${CMAKE_SOURCE_DIR}/include)  # OpenCL's extensions

set(WHERRY_COMPILER_FROM "" CACHE PATH "Another build, whose compiler this one uses instead of building it")
option(WHERRY_STATIC "Link the C++ library statically, for packages: libwherry.so then needs glibc 2.34 and libgcc_s alone, as wherryc does in any build" OFF)
option(WHERRY_FUZZ "Build the fuzzers (libFuzzer)" OFF)
option(WHERRY_BENCH "Build the benchmarks" OFF)
if(WHERRY_STATIC)
  add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=.)
endif()
set(WHERRY_SANITIZER "" CACHE STRING "address, undefined, thread, or empty; libwherry and the tests are instrumented, wherryc is not")
if(WHERRY_SANITIZER)
  # Without the check of a function's type, which reads 8 bytes before the function: kernels have no type there, and one
  # that begins its module has no memory there.
  set(WHERRY_SANITIZE_FLAGS -fsanitize=${WHERRY_SANITIZER} -fno-sanitize=function -fno-omit-frame-pointer)
  if(WHERRY_SANITIZER MATCHES undefined)
    list(APPEND WHERRY_SANITIZE_FLAGS -fno-sanitize-recover=all)
  endif()
  if(WHERRY_FUZZ)
    list(APPEND WHERRY_SANITIZE_FLAGS -fsanitize=fuzzer-no-link)
  endif()
  # libwherry.so is loaded by instrumented programs, which bring the sanitizer's run time.
  add_compile_options(${WHERRY_SANITIZE_FLAGS})
  add_link_options(${WHERRY_SANITIZE_FLAGS})
  set(test_time_scale 8)
else()
  set(test_time_scale 1)
endif()
set(WHERRY_TEST_TIME_SCALE ${test_time_scale} CACHE STRING "The time limits of the tests are multiplied by this")
