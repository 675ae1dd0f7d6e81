; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; As inner_loop_left_to_llvm.ll, where some elements of a row are left out: LLVM has masks for accesses. Not where what
; is behind the condition has none, as a division of 64 bits without AVX-512.

; CHECK:       not vectorised: an inner loop is left to LLVM's vectoriser
; CHECK:       not vectorised: it would not pay
; CHECK-LABEL: @wg.rows(
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %items ], [ %later, %latch ]
  %inside = icmp ugt i64 %column, 2
  br i1 %inside, label %body, label %latch

body:
  %index = add i64 %row, %column
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %twice, ptr addrspace(1) %to, align 4
  br label %latch

latch:
  %later = add nuw nsw i64 %column, 1
  %end = icmp eq i64 %later, %columns
  br i1 %end, label %left, label %loop

left:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.divides(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %items ], [ %later, %latch ]
  %inside = icmp ugt i64 %column, 2
  br i1 %inside, label %body, label %latch

body:
  %index = add i64 %row, %column
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %number = bitcast float %value to i32
  %wide = zext i32 %number to i64
  %divided = udiv i64 7, %wide
  %quotient = trunc i64 %divided to i32
  %twice = bitcast i32 %quotient to float
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %twice, ptr addrspace(1) %to, align 4
  br label %latch

latch:
  %later = add nuw nsw i64 %column, 1
  %end = icmp eq i64 %later, %columns
  br i1 %end, label %left, label %loop

left:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="rows" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx2" "wherry-kernel"="divides" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
