; RUN: wherry-opt -passes='for-kernels<accumulating>(early-cse),verify' %s | FileCheck %s
; Each iteration stores to another place: there is no sum to keep in a register, and the kernel stays as it is.

; CHECK-LABEL: @wg.k(
; CHECK:       %place = getelementptr
; CHECK:       %same = getelementptr
; CHECK:       store float %sum, ptr addrspace(1) %same
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %out = load ptr addrspace(1), ptr %args
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %out, i64 %i
  %old = load float, ptr addrspace(1) %place
  %sum = fadd float %old, 1.0
  %same = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum, ptr addrspace(1) %same
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %size
  br i1 %again, label %loop, label %items.next

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!0 = !{}
