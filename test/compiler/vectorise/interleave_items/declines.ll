; RUN: wherry-opt -passes=interleave-items,verify %s 2>&1 | FileCheck %s
; Nothing waits: three chains; work-items leave a loop one by one, also by a range check, which is no guard there: its
; iterations have effects; a kernel whose lanes are vectors.

; CHECK-DAG:   remark: {{.*}} run one by one: it would not pay
; CHECK-DAG:   remark: {{.*}} run one by one: work-items take turns in a loop
; CHECK-DAG:   remark: {{.*}} run one by one: work-items take turns in a loop
; CHECK-NOT:   .together
define void @wg.throughput(ptr addrspace(1) %a, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x i32>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x i32>, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i32 [ 0, %items ], [ %i.next, %loop ]
  %v = phi <16 x i32> [ %start, %items ], [ %v.next, %loop ]
  %w = phi <16 x i32> [ %start, %items ], [ %w.next, %loop ]
  %y = phi <16 x i32> [ %start, %items ], [ %y.next, %loop ]
  %v.next = xor <16 x i32> %v, splat (i32 1)
  %w.next = add <16 x i32> %w, splat (i32 3)
  %y.next = sub <16 x i32> %y, splat (i32 5)
  %i.next = add i32 %i, 1
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %loop, label %next

next:
  %both = add <16 x i32> %v.next, %w.next
  %all = xor <16 x i32> %both, %y.next
  store <16 x i32> %all, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.leaves_apart(ptr addrspace(1) %a, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  br label %loop

loop:
  %v = phi <16 x float> [ %start, %items ], [ %sum, %loop ]
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %first = extractelement <16 x float> %sum, i64 0
  %on = fcmp olt float %first, 2.0
  br i1 %on, label %loop, label %next

next:
  store <16 x float> %sum, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.range_check(ptr addrspace(1) %a, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i64 [ %x, %items ], [ %i.next, %body ]
  %v = phi <16 x float> [ %start, %items ], [ %sum, %body ]
  %on = icmp ult i64 %i, %n
  br i1 %on, label %body, label %next

body:
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
  %i.next = add i64 %i, 64
  br label %loop

next:
  store <16 x float> %v, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.lanes(ptr addrspace(1) %a, i32 %n, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i32 [ 0, %items ], [ %i.next, %loop ]
  %v = phi <16 x float> [ %start, %items ], [ %sum, %loop ]
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %i.next = add i32 %i, 1
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %loop, label %next

next:
  store <16 x float> %sum, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
attributes #1 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
