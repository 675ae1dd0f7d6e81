; RUN: wherry-opt -passes="for-kernels<accumulating>(early-cse),promote-accumulators" %s 2>&1 | FileCheck %s
; A loop whose header stands alone in front of its test, as regions are formed, is rotated too: the sum is stored once.

; CHECK-LABEL: @wg.k(
; CHECK:       load float, ptr addrspace(1)
; CHECK:       {{^}}latch:
; CHECK-NOT:   store
; CHECK:       br i1
; CHECK:       store float %{{.*}}, ptr addrspace(1)
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %out = load ptr addrspace(1), ptr %args, !wherry.apart !3
  %second = getelementptr i8, ptr %args, i64 8
  %in = load ptr addrspace(1), ptr %second, !wherry.apart !4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %latch ]
  br label %test

test:
  %again = icmp ult i64 %i, %size
  br i1 %again, label %latch, label %items.next

latch:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  %old = load float, ptr addrspace(1) %place
  %sum = fadd float %old, %value
  store float %sum, ptr addrspace(1) %place
  %next = add i64 %i, 1
  br label %loop

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!llvm.module.flags = !{!1, !2}
!0 = !{}
!1 = !{i32 8, !"wherry.optimize", i32 1}
!2 = !{i32 7, !"wherry.vector_width", i32 0}
!3 = !{i32 0}
!4 = !{i32 1}
