; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; Beside sub-group operations nothing is assumed of all items: an index of 32 bits is checked where it is used. The
; number of a lane is small and needs no check.

; CHECK-LABEL: lane-strides of 'wg.lanes':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %lane: stride 1
; CHECK-NEXT:      %index: stride 1
; CHECK-NEXT:      %id: stride 1
; CHECK-NEXT:      %moved: stride 1
; CHECK-NEXT:      %signed: stride 1 if %moved, stride 1, within 32 bits, signed
; CHECK-NEXT:      %to: stride 4 if %moved, stride 1, within 32 bits, signed
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform

define void @wg.lanes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size, i32 %start) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %index = zext i32 %lane to i64
  %id = trunc i64 %x to i32
  %moved = add i32 %id, %start
  %signed = sext i32 %moved to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %signed
  store i32 %lane, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @__wherry_sub_group_lane() memory(none)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
