; RUN: wherry-opt -passes=keep-loop-vectoriser-out %s | FileCheck %s
; Loops of the kernel's own, and item loops that have loops inside, are not for the pass: LLVM vectorises only innermost
; loops. Nor are functions that are no kernels.

; CHECK-LABEL: @wg.inner(
; CHECK-NOT:   llvm.loop
; CHECK:       ret void
; CHECK-NOT:   llvm.loop
define void @wg.inner(ptr %args, ptr %context) "wherry-kernel"="inner" "wherry-regions"="1" {
entry:
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %inner

inner:
  %k = phi i64 [ 0, %item ], [ %k.next, %inner.end ]
  %odd = trunc i64 %k to i1
  br i1 %odd, label %body, label %inner.end

body:
  store i64 %k, ptr %args
  br label %inner.end

inner.end:
  %k.next = add i64 %k, 1
  %k.again = icmp ult i64 %k.next, %x
  br i1 %k.again, label %inner, label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %end, !wherry.item_loop !0

end:
  ret void
}

; CHECK-LABEL: @helper(
; CHECK-NOT:   llvm.loop
; CHECK:       ret void
; CHECK-NOT:   llvm.loop
define void @helper(ptr %args) {
entry:
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %inside = icmp ult i64 %x, 7
  br i1 %inside, label %body, label %item.end

body:
  store i64 %x, ptr %args
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %end, !wherry.item_loop !0

end:
  ret void
}

!0 = !{}
