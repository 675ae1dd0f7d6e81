; RUN: wherry-opt -passes='print<forward-progress>' -disable-output %s 2>&1 | FileCheck %s
; A lane leaves the loop once another one has stored the flag, behind the loop: that lane waits for this one to leave.

; CHECK-LABEL: forward-progress of 'wg.spin':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      lanes wait for each other at  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4

define void @wg.spin(ptr addrspace(1) %flag, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %turn = icmp eq i32 %seen, %id
  br i1 %turn, label %left, label %loop

left:
  %later = add i32 %id, 1
  store atomic i32 %later, ptr addrspace(1) %flag monotonic, align 4
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
