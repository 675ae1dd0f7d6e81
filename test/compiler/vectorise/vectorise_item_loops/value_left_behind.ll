; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; A value that the item loop leaves behind, uniform here, reaches the code behind it from the full vectors and from the
; masked epilogue.

; CHECK-LABEL: @wg.left(
; CHECK:       %kept = phi i32 [ %[[A:.*]], %{{.*}} ], [ %[[B:.*]], %{{.*}} ]
; CHECK:       store i32 %kept, ptr addrspace(1) %result
; CHECK-DAG:   %[[A]] = load i32, ptr addrspace(1) %same
; CHECK-DAG:   %[[B]] = load i32, ptr addrspace(1) %same
define void @wg.left(ptr addrspace(1) %same, ptr addrspace(1) %out, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %value = load i32, ptr addrspace(1) %same, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  %kept = phi i32 [ %value, %items ]
  store i32 %kept, ptr addrspace(1) %result, align 4
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="left" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
