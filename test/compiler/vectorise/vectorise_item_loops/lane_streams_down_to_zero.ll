; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A counter that goes down by "k-- > 0" is of no negative number where it is an index: behind the test it is above 0.

; CHECK:       vectorised, 4 work-items at once{{.*}} 1 of members, 1 gathers
; CHECK-LABEL: @wg.rows(
; CHECK:       @llvm.smul.with.overflow.i64
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %row = mul i32 %id, %columns
  %wide = zext i32 %columns to i64
  %row.wide = mul i64 %x, %wide
  br label %loop

loop:
  %column = phi i32 [ %columns, %items ], [ %later, %advance ]
  %sum = phi float [ 0.0, %items ], [ %more, %advance ]
  %end = icmp ne i32 %column, 0
  br i1 %end, label %advance, label %left

advance:
  %later = add i32 %column, -1
  %index = add i32 %row, %later
  %index.wide = zext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %more = fadd float %sum, %value
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
