; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Only the work-item of one id comes to this lock, so no lane waits for another lane: the loop is vectorised.

; CHECK-NOT:   not vectorised
; CHECK:       vectorised, 4 work-items
; CHECK-LABEL: @wg.leader(
; CHECK:       store <4 x i32>
define void @wg.leader(ptr addrspace(1) %lock, ptr addrspace(1) %out, i32 %leader, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %id, ptr addrspace(1) %to, align 4
  %is.leader = icmp eq i32 %id, %leader
  br i1 %is.leader, label %enter, label %next

enter:
  br label %wait

wait:
  %was = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic, align 4
  %taken = icmp eq i32 %was, 0
  br i1 %taken, label %mine, label %wait

mine:
  store atomic i32 0, ptr addrspace(1) %lock monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="leader" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
