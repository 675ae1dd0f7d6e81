; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Stores to private variables and to local memory change nothing of what is loaded from global memory: four iterations at
; a time, whose loads come first.

; CHECK:       1 of members, 1 gathers
; CHECK-LABEL: @wg.rows(
; CHECK:       stream.body
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(3) %local, i64 %columns, i64 %size) #0 {
entry:
  %kept = alloca [64 x float]
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %body ], [ %later, %advance ]
  %end = icmp eq i64 %column, %columns
  br i1 %end, label %next, label %advance

advance:
  %index = add i64 %row, %column
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %place = getelementptr float, ptr %kept, i64 %column
  store float %value, ptr %place, align 4
  %shared = getelementptr float, ptr addrspace(3) %local, i64 %x
  store float %value, ptr addrspace(3) %shared, align 4
  %later = add nuw nsw i64 %column, 1
  br label %loop

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="rows" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
