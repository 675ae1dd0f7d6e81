; RUN: wherry-opt -passes='for-kernels<vectorised>(load-once),verify' %s | FileCheck %s
; Loads of one place behind a condition are made in the first iteration that comes to them, together, and kept.

; CHECK-LABEL: @wg.k(
; CHECK:       items:
; CHECK:       %at = getelementptr
; CHECK:       loop:
; CHECK:       %[[LOADED:.*]] = phi i1 [ false, %items ], [ %[[LOADED2:.*]], %latch ]
; CHECK:       then:
; CHECK-NEXT:  br i1 %[[LOADED]], label %[[KEPT:.*]], label %[[ONCE:.*]], !prof
; CHECK:       [[ONCE]]:
; CHECK-NEXT:  load float
; CHECK-NEXT:  load float
; CHECK-NEXT:  br label %[[KEPT]]
; CHECK:       [[KEPT]]:
; CHECK-NEXT:  phi float
; CHECK-NEXT:  phi float
; CHECK-NOT:   load float
; CHECK:       %[[LOADED2]] = phi i1 [ true, %[[KEPT]] ], [ %[[LOADED]], %loop ]
define void @wg.k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  %from = getelementptr inbounds [4 x float], ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %j = phi i32 [ 0, %items ], [ %j.next, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %other = icmp ne i32 %j, %id
  br i1 %other, label %then, label %latch
then:
  %first = load float, ptr addrspace(1) %from, align 4
  %at = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
  %second = load float, ptr addrspace(1) %at, align 4
  %value = fmul float %first, %second
  %added = fadd float %sum, %value
  br label %latch
latch:
  %more = phi float [ %added, %then ], [ %sum, %loop ]
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ult i32 %j.next, %n
  br i1 %again, label %loop, label %left
left:
  store float %more, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}
attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
