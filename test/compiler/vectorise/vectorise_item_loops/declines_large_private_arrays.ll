; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; 8 lanes' private arrays of 32 KiB would take more than 128 KiB of the worker's stack.

; CHECK:       not vectorised: {{.*}}private variables
; CHECK-LABEL: @wg.table(
; CHECK:       %table = alloca [8192 x i32]
; CHECK-NOT:   <8 x
; CHECK:       {{^[}]}}
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %which, i64 %size) #0 {
entry:
  %table = alloca [8192 x i32], align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %element = getelementptr inbounds [8192 x i32], ptr %table, i64 0, i64 %which
  store i32 %value, ptr %element, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
