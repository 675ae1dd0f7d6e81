; RUN: wherry-opt -passes='function(uniform-offsets-first),verify' %s | FileCheck %s
; A halved index in bytes, with two offsets of bytes behind it: the offsets come first, and the index counts elements.

; CHECK-LABEL: @wg.halved(
; CHECK:         %[[ROW:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %row
; CHECK-NEXT:    %[[PLANE:.*]] = getelementptr i8, ptr addrspace(1) %[[ROW]], i64 %plane
; CHECK-NEXT:    %place = getelementptr float, ptr addrspace(1) %[[PLANE]], i64 %half
; CHECK-NEXT:    load float, ptr addrspace(1) %place, align 4
; Without an offset:
; CHECK:         getelementptr float, ptr addrspace(1) %in, i64 %half
; Elements of another size:
; CHECK:         getelementptr i8, ptr addrspace(1) %in, i64 %bytes
; CHECK-NEXT:    load i64
define void @wg.halved(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %row, i64 %plane, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %half = lshr i64 %x, 1
  %bytes = shl nuw nsw i64 %half, 2
  %first = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %second = getelementptr i8, ptr addrspace(1) %first, i64 %row
  %place = getelementptr i8, ptr addrspace(1) %second, i64 %plane
  %value = load float, ptr addrspace(1) %place, align 4
  %alone = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %other = load float, ptr addrspace(1) %alone, align 4
  %larger = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %large = load i64, ptr addrspace(1) %larger, align 4
  %converted = uitofp i64 %large to float
  %sum = fadd float %value, %other
  %all = fadd float %sum, %converted
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %all, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
