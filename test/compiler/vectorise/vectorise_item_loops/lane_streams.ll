; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Each lane goes along a matrix row of its own. Four iterations go together: each lane loads four neighbouring
; elements at once, and shuffles make of them a vector for each iteration. The original loop does the iterations that
; are left.

; CHECK:       vectorised, 4 work-items at once{{.*}} 1 of members, 1 gathers
; CHECK-LABEL: @wg.rows(
; CHECK:       lshr i64 %{{.*}}, 2
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-COUNT-4: fadd <4 x float>
; CHECK:       add nuw i64 %{{.*}}, 4
; CHECK:       @llvm.masked.gather
; CHECK:       fadd <4 x float>
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %row = mul i64 %x, %columns
  br label %loop

loop:
  %column = phi i64 [ 0, %body ], [ %later, %advance ]
  %sum = phi float [ 0.0, %body ], [ %more, %advance ]
  %end = icmp eq i64 %column, %columns
  br i1 %end, label %left, label %advance

advance:
  %index = add i64 %row, %column
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %more = fadd float %sum, %value
  %later = add nuw nsw i64 %column, 1
  br label %loop

left:
  %result = phi float [ %sum, %loop ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="rows" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
