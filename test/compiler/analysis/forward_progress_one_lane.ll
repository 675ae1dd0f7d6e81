; RUN: wherry-opt -passes='print<forward-progress>' -disable-output %s 2>&1 | FileCheck %s
; Behind an equality of the index one lane at most runs the loop: it waits for no lane of its vector.

; CHECK-LABEL: forward-progress of 'wg.one':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      no lane waits for another

define void @wg.one(ptr addrspace(1) %flag, i64 %size, i64 %which) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %chosen = icmp eq i64 %x, %which
  br i1 %chosen, label %wait, label %next

wait:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  store atomic i32 0, ptr addrspace(1) %flag monotonic, align 4
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
