; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; Comparisons and selects of narrow values are narrow too, signed and unsigned ones: sign extension keeps both orders.

; CHECK-LABEL: @wg.compare(
; CHECK-NOT:   i32
; CHECK:       %less = icmp slt i16 %[[DIFFERENCE:.*]], -7
; CHECK:       %[[CHOSEN:.*]] = select i1 %less, i16 %[[DIFFERENCE]], i16 %{{.*}}
; CHECK:       %[[GREATEST:.*]] = call i16 @llvm.smax.i16(i16 %[[CHOSEN]], i16 %{{.*}})
; CHECK:       %above = icmp ugt i16 %[[GREATEST]], %[[DIFFERENCE]]
; CHECK-NOT:   i32
; CHECK:       ret void
define void @wg.compare(ptr %args, ptr %context) "wherry-kernel"="compare" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = sext i8 %b.byte to i32
  %difference = sub i32 %b.int, %a.int
  %less = icmp slt i32 %difference, -7
  %chosen = select i1 %less, i32 %difference, i32 %a.int
  %greatest = call i32 @llvm.smax.i32(i32 %chosen, i32 %b.int)
  %mixed = sub i32 %greatest, %a.int
  %above = icmp ugt i32 %greatest, %difference
  %short = trunc i32 %mixed to i16
  %store = select i1 %above, i16 %short, i16 0
  store i16 %store, ptr addrspace(1) %a
  ret void
}
