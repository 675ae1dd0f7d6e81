; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A neighbour's index that goes on by the same in all lanes, as from plane to plane, has a run-time contiguity check in
; each iteration; one that goes on by the lane's own id has none.

; CHECK:       1 gathers, {{.*}} 1 of them contiguous by a run-time check
; CHECK:       1 gathers, 0 scatters, 0 lane by lane
; CHECK-NOT:   by a run-time check
; CHECK-LABEL: @wg.planes(
; CHECK:       contiguous:
; CHECK-LABEL: @wg.own(
; CHECK-NOT:   contiguous:
define void @wg.planes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step, i64 %n, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %first = icmp eq i64 %x, 0
  %before = add i64 %x, -1
  %left = select i1 %first, i64 %x, i64 %before
  br label %planes

planes:
  %index = phi i64 [ %left, %body ], [ %index.next, %planes ]
  %k = phi i64 [ 0, %body ], [ %k.next, %planes ]
  %sum = phi float [ 0.0, %body ], [ %sum.next, %planes ]
  %at = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %at, align 4
  %sum.next = fadd float %sum, %value
  %index.next = add i64 %index, %step
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %planes, label %planes.done

planes.done:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.own(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step, i64 %n, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %first = icmp eq i64 %x, 0
  %before = add i64 %x, -1
  %left = select i1 %first, i64 %x, i64 %before
  br label %planes

planes:
  %index = phi i64 [ %left, %body ], [ %index.next, %planes ]
  %k = phi i64 [ 0, %body ], [ %k.next, %planes ]
  %sum = phi float [ 0.0, %body ], [ %sum.next, %planes ]
  %at = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %at, align 4
  %sum.next = fadd float %sum, %value
  %index.next = add i64 %index, %x
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %planes, label %planes.done

planes.done:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
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
