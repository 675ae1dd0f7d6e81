; RUN: wherry-opt -passes=prefetch-ahead %s 2>/dev/null | FileCheck %s
; Of nested loops the inner one fetches, not the ones around it, which would fetch besides.

; CHECK-LABEL: define void @wg.nest(
; CHECK:       outer:
; CHECK-NOT:     call void @llvm.prefetch
; CHECK:       inner:
; CHECK:         call void @llvm.prefetch.p0(
; CHECK:         load <16 x float>, ptr addrspace(3) %place
; CHECK:       outer.next:
; CHECK-NOT:     call void @llvm.prefetch
; CHECK:         ret void
define void @wg.nest(ptr %args, ptr %context) "wherry-kernel"="nest" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %outer.next ]
  %head = load float, ptr addrspace(3) %tile
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %next, %inner ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %inner, label %outer.next
outer.next:
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 8
  br i1 %again, label %outer, label %done
done:
  ret void
}
