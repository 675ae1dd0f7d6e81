; RUN: wherry-opt -passes='function(split-vectors),verify' %s | FileCheck %s
; One load gives a bit and another element of the same vector: it is made in the larger parts, and gives both.

; CHECK-LABEL: @both(
; CHECK:       %[[WORDS:.*]] = load <2 x i32>, ptr %from, align 8
; CHECK-NOT:   <64 x i1>
; CHECK-DAG:   extractelement <2 x i32> %[[WORDS]], i64 1
; CHECK-DAG:   extractelement <2 x i32> %[[WORDS]], i64 0
; CHECK-NOT:   <64 x i1>
; CHECK:       {{^[}]}}
define i32 @both(ptr %from) {
  %bits = load <64 x i1>, ptr %from, align 8
  %bit = extractelement <64 x i1> %bits, i64 9
  %words = bitcast <64 x i1> %bits to <2 x i32>
  %word = extractelement <2 x i32> %words, i64 1
  %result = select i1 %bit, i32 %word, i32 0
  ret i32 %result
}
