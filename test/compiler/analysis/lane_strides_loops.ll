; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; A phi of a loop keeps its stride if it comes back with the same; one that is advanced by different steps varies.
; What the item loop carries is the same for all lanes.

; CHECK-LABEL: lane-strides of 'wg.loops':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %i: uniform
; CHECK-NEXT:      %at: stride 1
; CHECK-NEXT:      %wild: varying
; CHECK-NEXT:      %to: stride 4
; CHECK-NEXT:      %i.next: uniform
; CHECK-NEXT:      %at.next: stride 1
; CHECK-NEXT:      %wild.next: varying
; CHECK-NEXT:      %more: uniform
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform

define void @wg.loops(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %i.next, %loop ]
  %at = phi i64 [ %x, %items ], [ %at.next, %loop ]
  %wild = phi i64 [ 0, %items ], [ %wild.next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store i32 0, ptr addrspace(1) %to, align 4
  %i.next = add i64 %i, 1
  %at.next = add i64 %at, %size
  %wild.next = add i64 %wild, %x
  %more = icmp ult i64 %i.next, %size
  br i1 %more, label %loop, label %left

left:
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
