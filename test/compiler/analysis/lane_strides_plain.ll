; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; Values computed from the index have a stride: integers by one, addresses in bytes. What does not depend on the
; index is uniform, what is loaded at a stride varies.

; CHECK-LABEL: lane-strides of 'wg.plain':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %moved: stride 1
; CHECK-NEXT:      %back: stride -1
; CHECK-NEXT:      %twice: stride 2
; CHECK-NEXT:      %scaled: stride -3
; CHECK-NEXT:      %both: varying
; CHECK-NEXT:      %from: stride 4
; CHECK-NEXT:      %value: varying
; CHECK-NEXT:      %reversed: stride -2
; CHECK-NEXT:      %sum: uniform
; CHECK-NEXT:      %gathered: varying
; CHECK-NEXT:      %to: varying
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform

define void @wg.plain(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size, i64 %shift) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %moved = add i64 %x, %shift
  %back = sub i64 %shift, %x
  %twice = shl i64 %x, 1
  %scaled = mul i64 %x, -3
  %both = mul i64 %x, %x
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %moved
  %value = load i32, ptr addrspace(1) %from, align 4
  %reversed = getelementptr i16, ptr addrspace(1) %in, i64 %back
  %sum = add i64 %shift, 4
  %gathered = sext i32 %value to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %gathered
  store i32 %value, ptr addrspace(1) %to, align 4
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
