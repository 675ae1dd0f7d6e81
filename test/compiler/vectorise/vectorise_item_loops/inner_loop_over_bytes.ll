; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Each work-item sums up a row of bytes. Bytes are no stream of lanes if LLVM's vectoriser takes the loop, which asks ahead
; of its iterations here, as LLVM turns it. Its vectors hold more bytes than there are lanes.

; CHECK:       not vectorised: an inner loop is left to LLVM's vectoriser: about {{[0-9]+}} instructions for 16 work-items, {{[0-9]+}} as lanes
; CHECK-LABEL: @wg.bytes(
; CHECK-NOT:   <16 x
; CHECK:       {{^[}]}}
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out, i64 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %items ], [ %later, %body ]
  %sum = phi i32 [ 0, %items ], [ %more, %body ]
  %end = icmp eq i64 %column, %columns
  br i1 %end, label %left, label %body

body:
  %index = add i64 %row, %column
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %byte = load i8, ptr addrspace(1) %from, align 1
  %value = sext i8 %byte to i32
  %from.other = getelementptr inbounds i8, ptr addrspace(1) %by, i64 %column
  %other = load i8, ptr addrspace(1) %from.other, align 1
  %factor = sext i8 %other to i32
  %product = mul nsw i32 %value, %factor
  %more = add nsw i32 %sum, %product
  %later = add nuw nsw i64 %column, 1
  br label %loop

left:
  %result = phi i32 [ %sum, %loop ]
  %last = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %result, ptr addrspace(1) %last, align 4
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
!1 = !{i32 7, !"wherry.vector_width", i32 0}
