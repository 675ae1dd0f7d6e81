; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; At a join of lanes that took different edges a value varies, also where both have the same stride; a select by a
; uniform condition keeps it.

; CHECK-LABEL: lane-strides of 'wg.join':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %from: stride 4
; CHECK-NEXT:      %value: varying
; CHECK-NEXT:      %negative: varying
; CHECK-NEXT:      %near: stride 1
; CHECK-NEXT:      %far: stride 1
; CHECK-NEXT:      %either: stride 1
; CHECK-NEXT:      %choice: varying
; CHECK-NEXT:      %at: varying
; CHECK-NEXT:      %to: varying
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform

define void @wg.join(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size, i1 %flag) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %negative = icmp slt i32 %value, 0
  %near = add i64 %x, 1
  %far = add i64 %x, 100
  %either = select i1 %flag, i64 %near, i64 %far
  %choice = select i1 %negative, i64 %near, i64 %far
  br i1 %negative, label %then, label %join

then:
  br label %join

join:
  %at = phi i64 [ %near, %items ], [ %far, %then ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %at
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
