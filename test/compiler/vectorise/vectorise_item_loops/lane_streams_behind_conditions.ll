; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Rows whose elements count where a condition holds that is the same for all work-items. Of four iterations the
; conditions are told first: if all hold, the elements are loaded by fours, else one by one where their own condition
; holds. Conditions that hang on what the loop has summed up are not told first, nor are those of lanes.

; CHECK:       vectorised, 4 work-items at once{{.*}} 1 of members, 2 gathers
; CHECK-LABEL: @wg.rows(
; CHECK:       stream.body{{.*}}:
; CHECK-COUNT-4: load float, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       br i1 %{{.*}}, label %stream.all{{.*}}, label %stream.some
; CHECK:       stream.all{{.*}}:
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       stream.one{{.*}}:
; CHECK:       llvm.masked.gather

; CHECK-LABEL: @wg.summed(
; CHECK-NOT:   stream
; CHECK:       ret void
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %factor, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
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
  %column = phi i32 [ 0, %items ], [ %later, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %end = icmp ult i32 %column, %columns
  br i1 %end, label %advance, label %left

advance:
  %index = add i32 %row, %column
  %index.wide = zext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %factor.at = getelementptr float, ptr addrspace(1) %factor, i32 %column
  %by = load float, ptr addrspace(1) %factor.at, align 4
  %counts = fcmp une float %by, 0.0
  br i1 %counts, label %add, label %latch

add:
  %value = load float, ptr addrspace(1) %from, align 4
  %product = fmul float %value, %by
  %sum.more = fadd float %sum, %product
  br label %latch

latch:
  %more = phi float [ %sum.more, %add ], [ %sum, %advance ]
  %later = add i32 %column, 1
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

define void @wg.summed(ptr addrspace(1) %in, ptr addrspace(1) %factor, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
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
  %column = phi i32 [ 0, %items ], [ %later, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %known = phi i32 [ 0, %items ], [ %known.more, %latch ]
  %end = icmp ult i32 %column, %columns
  br i1 %end, label %advance, label %left

advance:
  %index = add i32 %row, %column
  %index.wide = zext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %factor.at = getelementptr float, ptr addrspace(1) %factor, i32 %column
  %by = load float, ptr addrspace(1) %factor.at, align 4
  %counts = icmp ult i32 %known, 100
  br i1 %counts, label %add, label %latch

add:
  %value = load float, ptr addrspace(1) %from, align 4
  %product = fmul float %value, %by
  %sum.more = fadd float %sum, %product
  %known.next = fptoui float %by to i32
  br label %latch

latch:
  %more = phi float [ %sum.more, %add ], [ %sum, %advance ]
  %known.more = phi i32 [ %known.next, %add ], [ %known, %advance ]
  %later = add i32 %column, 1
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
