; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The search for waits in called functions ends with functions that call themselves, and finds the wait behind the call.

; CHECK:       not vectorised: {{.*}}wait for each other
define void @take(ptr addrspace(1) %lock, i32 %depth) noinline {
entry:
  %deep = icmp eq i32 %depth, 0
  br i1 %deep, label %wait, label %deeper

deeper:
  %less = add i32 %depth, -1
  call void @take(ptr addrspace(1) %lock, i32 %less)
  br label %wait

wait:
  %was = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic, align 4
  %taken = icmp eq i32 %was, 0
  br i1 %taken, label %mine, label %wait

mine:
  store atomic i32 0, ptr addrspace(1) %lock monotonic, align 4
  ret void
}

define void @wg.lock(ptr addrspace(1) %lock, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  call void @take(ptr addrspace(1) %lock, i32 2)
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
