; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The uniform part of a range check, here of another dimension, is a scalar comparison of its own. Only the part that
; differs from lane to lane has to agree, and only if the uniform part holds. Either part may be poison where the other
; one decides.

; CHECK-LABEL: @wg.range(
; CHECK:       %[[IN_ROWS:.*]] = icmp ult i64 %y, %rows
; CHECK:       %[[IN_COLUMNS:.*]] = icmp ult <4 x i64>
; CHECK:       %[[ROW:.*]] = freeze i1 %[[IN_ROWS]]
; CHECK:       %[[COLUMN:.*]] = freeze <4 x i1> %[[IN_COLUMNS]]
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[COLUMN]] to i4
; CHECK:       %[[ALL:.*]] = icmp eq i4 %[[BITS]], -1
; CHECK:       %[[NONE:.*]] = icmp eq i4 %[[BITS]], 0
; CHECK:       %[[SAME:.*]] = or i1 %[[ALL]], %[[NONE]]
; CHECK:       %[[NOT_ROW:.*]] = xor i1 %[[ROW]], true
; CHECK:       %[[AGREE:.*]] = select i1 %[[NOT_ROW]], i1 true, i1 %[[SAME]]
; CHECK:       %[[BOTH:.*]] = select i1 %[[ROW]], i1 %[[ALL]], i1 false
; CHECK:       br i1 %[[AGREE]]
; CHECK:       br i1 %[[BOTH]]
define void @wg.range(ptr addrspace(1) %out, i64 %y, i64 %columns, i64 %rows, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %row = icmp ult i64 %y, %rows
  %column = icmp ult i64 %x, %columns
  %inside = and i1 %row, %column
  br i1 %inside, label %work, label %next

work:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="range" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
