; RUN: wherry-opt -passes=narrow-phis,verify %s | FileCheck %s
; Only the low half of this phi is wanted, as a shift takes it up. The phi becomes one of 32 bits, whose zero extension
; stands for the value: "nsw" was said of the value with its upper half, and goes.

; CHECK-LABEL: @wg.shifted(
; CHECK:       %[[LOW:.*]] = phi i32
; CHECK:       %[[LONG:.*]] = zext i32 %[[LOW]] to i64
; CHECK:       shl i64 %[[LONG]], 32
; CHECK-NOT:   nsw
; CHECK:       ret void
define void @wg.shifted(ptr addrspace(1) %out, i8 %byte, i16 %short, i1 %which) #0 {
entry:
  br i1 %which, label %a, label %b

a:
  %from.byte = sext i8 %byte to i64
  br label %join

b:
  %from.short = sext i16 %short to i64
  br label %join

join:
  %value = phi i64 [ %from.byte, %a ], [ %from.short, %b ]
  %up = shl nsw i64 %value, 32
  store i64 %up, ptr addrspace(1) %out, align 8
  ret void
}

attributes #0 = { "wherry-kernel"="shifted" "wherry-regions"="1" "wherry-vectorise" }
