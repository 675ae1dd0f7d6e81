# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${code}\n${out}")
  endif()
  message(STATUS "${out}")
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/staged)
# DESTDIR: the .icd file goes below an absolute folder, which a test must not touch.
run(${CMAKE_COMMAND} -E env DESTDIR=${WORK}/staged ${CMAKE_COMMAND} --install ${BUILD})
file(GLOB_RECURSE icds ${WORK}/staged/*.icd)
list(LENGTH icds count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "one .icd file is installed, not: ${icds}")
endif()
file(STRINGS ${icds} named)
if(NOT named MATCHES "libwherry\\.so$" OR NOT EXISTS ${WORK}/staged/${named})
  message(FATAL_ERROR "${icds} names ${named}, which is not installed")
endif()

file(RENAME ${WORK}/staged/${PREFIX} ${WORK}/moved)
file(REMOVE_RECURSE ${WORK}/staged)
set(library ${WORK}/moved/${LIBDIR}/libwherry.so)
# Twice: with an empty cache, and from it.
foreach(round cold warm)
  run(${CMAKE_COMMAND} -E env OCL_ICD_VENDORS=${library} WHERRY_CACHE_DIR=${WORK}/cache ${PROBE} ${library})
endforeach()
# Where the cache cannot be written.
run(${CMAKE_COMMAND} -E env OCL_ICD_VENDORS=${library} WHERRY_CACHE_DIR=/proc/nowhere ${PROBE} ${library})
file(REMOVE_RECURSE ${WORK})
