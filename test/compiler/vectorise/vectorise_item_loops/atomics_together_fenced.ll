; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A minimum that changes nothing stays an operation where the kernel has fences: a release fence before it is seen by who
; reads what the operation wrote.

; CHECK-LABEL: @wg.fenced(
; CHECK-NOT:   load atomic
; CHECK:       fence acq_rel
; CHECK:       atomicrmw volatile min ptr addrspace(1) %result, i32 %{{.*}} monotonic, align 4
; CHECK-NOT:   load atomic
; CHECK:       {{^[}]}}
define void @wg.fenced(ptr addrspace(1) %in, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  fence acq_rel
  %old = atomicrmw volatile min ptr addrspace(1) %result, i32 %value monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Functions that are called may have fences.
; CHECK-LABEL: @wg.calls(
; CHECK-NOT:   load atomic
; CHECK:       call void @helper(
; CHECK-NOT:   load atomic
; CHECK:       atomicrmw volatile min ptr addrspace(1) %result, i32 %{{.*}} monotonic, align 4
; CHECK-NOT:   load atomic
; CHECK:       {{^[}]}}
define void @wg.calls(ptr addrspace(1) %in, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  call void @helper(i32 %value)
  %old = atomicrmw volatile min ptr addrspace(1) %result, i32 %value monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare void @helper(i32)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="atomics" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
