; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The wait may stand in a function that is no part of the kernel: it is called lane by lane, so the first lane would
; never come back.

; CHECK:       not vectorised: {{.*}}wait for each other
; CHECK-LABEL: @wg.lock(
; CHECK:       call void @take(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @take(ptr addrspace(1) %lock) noinline {
entry:
  br label %wait

wait:
  %was = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic, align 4
  %taken = icmp eq i32 %was, 0
  br i1 %taken, label %mine, label %wait

mine:
  ret void
}

define void @wg.lock(ptr addrspace(1) %lock, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  call void @take(ptr addrspace(1) %lock)
  store atomic i32 0, ptr addrspace(1) %lock monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="lock" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
