; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; A counter that goes down from item to item goes up from the last item to the first: one range.

; CHECK:       remark: 1 item loop cut to the work-items that pass a guard
; CHECK-LABEL: @wg.k(
; CHECK:       range:
; CHECK:       %[[COUNT:.*]] = select i1 %{{.*}}, i64 %size, i64 1
; CHECK:       %[[FALLS:.*]] = icmp slt i64 %[[STEP:.*]], 0
; CHECK:       sub i64 0, %[[STEP]]
; CHECK:       %[[FROM_END:.*]] = sub i64 %[[COUNT]], %[[END:.*]]
; CHECK:       %[[BEGIN:.*]] = select i1 %[[FALLS]], i64 %[[FROM_END]], i64 0
; CHECK-NEXT:  @llvm.umax.i64(i64 0, i64 %[[BEGIN]])
; CHECK:       br i1 %{{.*}}, label %range.end, label %items
; CHECK:       br label %write
define void @wg.k(ptr addrspace(1) %out, i32 %from, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %l = trunc i64 %x to i32
  %i = sub i32 %from, %l
  %below = icmp slt i32 %i, %most
  br i1 %below, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
