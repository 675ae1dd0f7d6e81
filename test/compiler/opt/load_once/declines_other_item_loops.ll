; RUN: wherry-opt -passes='for-kernels<vectorised>(load-once),verify' %s | FileCheck %s
; An item loop with another way out has no lanes: nothing is asked of it.

; CHECK-LABEL: @wg.k(
; CHECK:       then:
; CHECK:       load float
; CHECK-NOT:   phi i1
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
  %stops = fcmp oeq float %more, 0.0
  br i1 %stops, label %early, label %next
early:
  br label %done

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
