; RUN: not wherry-opt -passes=measure-program-scope -disable-output %s 2>&1 | FileCheck %s
; The sum of two huge variables does not wrap around to a small number.

; CHECK: error: {{.*}}program-scope variables
@first = addrspace(1) global [9223372036854775808 x i8] zeroinitializer
@second = addrspace(1) global [9223372036854775808 x i8] zeroinitializer
