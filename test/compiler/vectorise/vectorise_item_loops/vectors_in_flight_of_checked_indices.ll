; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; A load is contiguous where its index does not wrap around, which each iteration checks and mostly holds: no gather that
; would keep the loop from several vectors in flight.

; CHECK: remark: {{.*}}vectorised, 64 work-items at once
define void @wg.waits(ptr addrspace(1) %out, ptr addrspace(1) %table, i64 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %k.next, %loop ]
  %a = phi i32 [ %id, %body ], [ %e, %loop ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %k
  %word = load i32, ptr addrspace(1) %from, align 4
  %word.wide = zext i32 %word to i64
  %b = add i32 %a, %word
  %row = mul i64 %k, %word.wide
  %narrow = trunc i64 %row to i32
  %index = add i32 %narrow, %id
  %index.wide = zext i32 %index to i64
  %beside = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %index.wide
  %other = load i32, ptr addrspace(1) %beside, align 4
  %c = add i32 %b, %other
  %d = xor i32 %c, %b
  %e = add i32 %d, 3
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %loop, label %left

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %e, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="waits" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
