; RUN: wherry-opt -passes='for-kernels<vectorised>(load-once),verify' %s | FileCheck %s
; Beside a store to other memory LLVM's optimiser would leave what all iterations load in the loop, whose last block is
; that of the load. A loop without stores stays as it is.

; CHECK-LABEL: @wg.k(
; CHECK:       loop:
; CHECK-DAG:   %[[OLD:kept.*]] = phi float [ 0.0{{.*}}, %items ], [ %[[NOW:.*]], %[[KEPT:.*]] ]
; CHECK-DAG:   %[[LOADED:.*]] = phi i1 [ false, %items ], [ true, %[[KEPT]] ]
; CHECK:       body:
; CHECK-NEXT:  br i1 %[[LOADED]], label %[[KEPT]], label %[[ONCE:.*]], !prof
; CHECK:       [[ONCE]]:
; CHECK-NEXT:  %[[FIRST:.*]] = load float
; CHECK:       [[KEPT]]:
; CHECK-NEXT:  %[[NOW]] = phi float [ %[[FIRST]], %[[ONCE]] ], [ %[[OLD]], %body ]
; CHECK:       store float

; CHECK-LABEL: @wg.reads(
; CHECK-NOT:   load.once
define void @wg.k(ptr addrspace(3) %tile, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  %from = getelementptr inbounds [4 x float], ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %j = phi i32 [ 0, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %added, %body ]
  %more = icmp ult i32 %j, %n
  br i1 %more, label %body, label %left
body:
  %first = load float, ptr addrspace(1) %from, align 4
  %added = fadd float %sum, %first
  %cell = getelementptr float, ptr addrspace(3) %tile, i32 %j
  store float %added, ptr addrspace(3) %cell
  %j.next = add nuw nsw i32 %j, 1
  br label %loop
left:
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

define void @wg.reads(ptr addrspace(3) %tile, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  %from = getelementptr inbounds [4 x float], ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %j = phi i32 [ 0, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %added, %body ]
  %more = icmp ult i32 %j, %n
  br i1 %more, label %body, label %left
body:
  %first = load float, ptr addrspace(1) %from, align 4
  %added = fadd float %sum, %first
  %j.next = add nuw nsw i32 %j, 1
  br label %loop
left:
  store float %sum, ptr addrspace(1) %to, align 4
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
