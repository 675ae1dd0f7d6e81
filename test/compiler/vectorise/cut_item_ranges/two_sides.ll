; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; A branch that is the same for all work-items, with effects on both sides, parts the loop: each is cut by its own guard.

; CHECK:       remark: 2 item loops cut to the work-items that pass a guard
; CHECK-LABEL: @wg.k(
; CHECK:       br i1 %{{.*}}, label %first, label %other
define void @wg.k(ptr addrspace(3) %out, ptr addrspace(1) %sum, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %i = trunc i64 %x to i32
  %goes.on = icmp sgt i32 %step, 0
  br i1 %goes.on, label %tree, label %last

tree:
  %below = icmp slt i32 %i, %step
  br i1 %below, label %add, label %next

add:
  %to = getelementptr i32, ptr addrspace(3) %out, i64 %x
  store i32 %step, ptr addrspace(3) %to
  br label %next

last:
  %is.first = icmp eq i32 %i, 0
  br i1 %is.first, label %write, label %next

write:
  store i32 %i, ptr addrspace(1) %sum
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
