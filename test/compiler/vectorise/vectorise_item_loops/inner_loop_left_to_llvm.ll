; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Each work-item goes along a matrix row of its own and stores: as lanes they would gather and scatter. The row's elements
; are independent, so that the work-items run one by one and LLVM's vectoriser takes the inner loop.

; CHECK:       not vectorised: an inner loop is left to LLVM's vectoriser: about {{[0-9]+}} instructions for 16 work-items, {{[0-9]+}} as lanes
; CHECK-LABEL: @wg.rows(
; CHECK-NOT:   <16 x
; CHECK:       {{^[}]}}
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %items ], [ %later, %loop ]
  %sum = phi float [ 0.0, %items ], [ %more, %loop ]
  %index = add i64 %row, %column
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %more = fadd reassoc float %sum, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %value, ptr addrspace(1) %to, align 4
  %later = add nuw nsw i64 %column, 1
  %end = icmp eq i64 %later, %columns
  br i1 %end, label %left, label %loop

left:
  %result = phi float [ %more, %loop ]
  %last = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %last, align 4
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
!1 = !{i32 7, !"wherry.vector_width", i32 0}
