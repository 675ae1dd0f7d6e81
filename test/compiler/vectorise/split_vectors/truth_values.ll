; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; any() and all() compare a vector's truth values, as one number, with none or all of them. Element by element they are
; ors and ands.

; CHECK-LABEL: @any(
; CHECK:       %[[A:.*]] = extractelement <2 x i1> %truth, i64 0
; CHECK:       %[[B:.*]] = extractelement <2 x i1> %truth, i64 1
; CHECK:       %[[OR:.*]] = or i1 %[[A]], %[[B]]
; CHECK-NEXT:  ret i1 %[[OR]]
define i1 @any(<2 x i1> %truth) {
  %bits = bitcast <2 x i1> %truth to i2
  %any = icmp ne i2 %bits, 0
  ret i1 %any
}

; CHECK-LABEL: @not_all(
; CHECK:       %[[AND:.*]] = and i1
; CHECK:       %[[NOT:.*]] = xor i1 %[[AND]], true
; CHECK-NEXT:  ret i1 %[[NOT]]
define i1 @not_all(<2 x i1> %truth) {
  %bits = bitcast <2 x i1> %truth to i2
  %not.all = icmp ne i2 %bits, -1
  ret i1 %not.all
}

; A comparison with another number keeps the number.
; CHECK-LABEL: @first_only(
; CHECK:       %[[FIRST:.*]] = zext i1 %{{.*}} to i2
; CHECK:       shl i2 %{{.*}}, 1
; CHECK:       icmp eq i2 %{{.*}}, 1
define i1 @first_only(<2 x i1> %truth) {
  %bits = bitcast <2 x i1> %truth to i2
  %first = icmp eq i2 %bits, 1
  ret i1 %first
}
