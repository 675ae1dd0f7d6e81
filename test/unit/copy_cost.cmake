# SPDX-License-Identifier: Apache-2.0
# cmake -DVALGRIND=<valgrind> -DPROGRAM=<copy_cost> -P copy_cost.cmake: counts the instructions of an async copy and its
# wait over those of the bare copy, and fails where they are too many.
cmake_minimum_required(VERSION 3.25)
if(NOT VALGRIND)
  message("no valgrind")
  return()
endif()

function(count_run strategy bytes times instructions chunks)
  execute_process(COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null ${PROGRAM} ${strategy} ${bytes} ${times}
    OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)
  if(result OR NOT err MATCHES "Collected : ([0-9]+)")
    message(FATAL_ERROR "${strategy} ${bytes} ${times}: ${result}\n${err}")
  endif()
  set(${instructions} ${CMAKE_MATCH_1} PARENT_SCOPE)
  string(STRIP "${out}" out)
  set(${chunks} ${out} PARENT_SCOPE)
endfunction()

# Of one copy; after the first 5000, by which the tuner has decided.
function(count strategy bytes instructions chunks)
  count_run(${strategy} ${bytes} 5000 i1 c1)
  count_run(${strategy} ${bytes} 15000 i2 c2)
  math(EXPR i "(${i2} - ${i1}) / 10000")
  math(EXPR c "(${c2} - ${c1}) / 10000")
  set(${instructions} ${i} PARENT_SCOPE)
  set(${chunks} ${c} PARENT_SCOPE)
endfunction()

foreach(bytes 64 1024)
  count(bare ${bytes} bare ignored)
  foreach(strategy now busy out chunks)
    count(${strategy} ${bytes} instructions chunks)
    math(EXPR cost "${instructions} - ${bare}")
    set(limit 150)
    if(strategy STREQUAL busy)
      set(limit 190)  # the policy tries another strategy now and then, and each move names its site for faults
    endif()
    if(chunks)
      math(EXPR limit "1500 + 200 * ${chunks}")
    endif()
    message("${strategy} ${bytes} bytes: ${cost} instructions over the ${bare} of the copy, ${chunks} chunks; at most ${limit}")
    if(cost GREATER limit)
      message(SEND_ERROR "too many")
    endif()
  endforeach()
endforeach()
