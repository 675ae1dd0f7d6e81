; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; OpenCL C computes with uchar elements in int. Where no value on the way leaves the range of short, 16 bits give the
; same result, with twice as many lanes.

; CHECK-LABEL: @wg.blend(
; CHECK-DAG:   %[[A:.*]] = zext i8 %a.byte to i16
; CHECK-DAG:   %[[B:.*]] = zext i8 %b.byte to i16
; CHECK-NOT:   i32
; CHECK:       %[[SUM:.*]] = add i16 %[[A]], %[[B]]
; CHECK:       %[[TWICE:.*]] = mul i16 %[[SUM]], 2
; CHECK:       %[[LESS:.*]] = sub i16 %[[TWICE]], %[[B]]
; CHECK:       %[[HALF:.*]] = ashr i16 %[[LESS]], 1
; CHECK:       %[[BYTE:.*]] = trunc i16 %[[HALF]] to i8
; CHECK:       store i8 %[[BYTE]], ptr addrspace(1) %out
; CHECK-NEXT:  ret void
define void @wg.blend(ptr %args, ptr %context) "wherry-kernel"="blend" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %out = load ptr addrspace(1), ptr %context
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %sum = add nuw nsw i32 %a.int, %b.int
  %twice = mul i32 %sum, 2
  %less = sub nsw i32 %twice, %b.int
  %half = ashr i32 %less, 1
  %byte = trunc i32 %half to i8
  store i8 %byte, ptr addrspace(1) %out
  ret void
}

; Elements of 16 bits with a sign fit as well. The least short's absolute value does not, so llvm.abs of 16 bits must
; not be poison for the least number.
; CHECK-LABEL: @wg.shorts(
; CHECK:       %[[HALF:.*]] = ashr i16 %element, 1
; CHECK:       %[[SIZE:.*]] = call i16 @llvm.abs.i16(i16 %[[HALF]], i1 false)
; CHECK:       %[[LEAST:.*]] = call i16 @llvm.smin.i16(i16 %[[SIZE]], i16 1000)
; CHECK:       %[[MASKED:.*]] = and i16 %[[LEAST]], 255
; CHECK:       store i16 %[[MASKED]]
define void @wg.shorts(ptr %args, ptr %context) "wherry-kernel"="shorts" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %element = load i16, ptr addrspace(1) %a
  %int = sext i16 %element to i32
  %half = ashr i32 %int, 1
  %size = call i32 @llvm.abs.i32(i32 %half, i1 true)
  %least = call i32 @llvm.smin.i32(i32 %size, i32 1000)
  %masked = and i32 %least, 255
  %short = trunc i32 %masked to i16
  store i16 %short, ptr addrspace(1) %a
  ret void
}
