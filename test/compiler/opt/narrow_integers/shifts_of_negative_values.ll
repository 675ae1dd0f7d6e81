; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; Twice a difference, which may be negative, fits 16 bits; 512 times does not.

; CHECK-LABEL: @wg.twice(
; CHECK:       %[[DIFFERENCE:.*]] = sub i16
; CHECK-NEXT:  shl i16 %[[DIFFERENCE]], 1
; CHECK-NOT:   i32
; CHECK:       ret void
define void @wg.twice(ptr %args, ptr %context) "wherry-kernel"="twice" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %difference = sub nsw i32 %b.int, %a.int
  %twice = shl nsw i32 %difference, 1
  %sum = add nsw i32 %twice, %a.int
  %size = call i32 @llvm.abs.i32(i32 %sum, i1 false)
  %least = call i32 @llvm.umin.i32(i32 %size, i32 255)
  %byte = trunc nuw i32 %least to i8
  store i8 %byte, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.often(
; CHECK:       shl nsw i32 %{{.*}}, 9
; CHECK:       ret void
define void @wg.often(ptr %args, ptr %context) "wherry-kernel"="often" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %difference = sub nsw i32 %b.int, %a.int
  %often = shl nsw i32 %difference, 9
  %sum = add nsw i32 %often, %a.int
  %size = call i32 @llvm.abs.i32(i32 %sum, i1 false)
  %least = call i32 @llvm.umin.i32(i32 %size, i32 255)
  %byte = trunc nuw i32 %least to i8
  store i8 %byte, ptr addrspace(1) %a
  ret void
}
