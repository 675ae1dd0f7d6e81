; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; A window loop in another one. Both are copied for work-items that are not in the windows: the inner loop first, so that the
; outer loop's copy has both forms of the inner loop.

; CHECK:       remark: 2 loops over windows cut by borders, aligned
; CHECK-LABEL: @wg.nested(
; CHECK:       outer:
; CHECK:       icmp ult i64 %number{{[0-9]*}}, 5
; CHECK:       head:
; CHECK:       icmp ult i64 %number, 5
; CHECK:       head.other:
; CHECK-NEXT:  %j.other = phi i32
; CHECK:       outer.other:
; CHECK-NEXT:  %k.other = phi i32
; CHECK:       head.other.other:
; CHECK-NEXT:  %j.other.other = phi i32
; CHECK:       head.other{{[0-9]+}}:
; CHECK:       icmp ult i64 %number.other, 5
; CHECK-NOT:   other.other.other:
define void @wg.nested(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 2
  %not.below = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %first = call i32 @llvm.smin.i32(i32 %not.below, i32 %w.last)
  %high = add i32 %id, 2
  %high.not.below = call i32 @llvm.smax.i32(i32 %high, i32 0)
  %bound = call i32 @llvm.smin.i32(i32 %high.not.below, i32 %w.last)
  br label %outer

outer:
  %k = phi i32 [ %first, %items ], [ %k.next, %outer.latch ]
  %outer.sum = phi float [ 0.0, %items ], [ %sum.last, %outer.latch ]
  %outer.inside = icmp sle i32 %k, %bound
  br i1 %outer.inside, label %outer.body, label %outer.out

outer.body:
  %klong = sext i32 %k to i64
  %kfrom = getelementptr float, ptr addrspace(1) %in, i64 %klong
  %kv = load float, ptr addrspace(1) %kfrom
  br label %head

head:
  %j = phi i32 [ %first, %outer.body ], [ %j.next, %body ]
  %sum = phi float [ %outer.sum, %outer.body ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %p = fmul float %value, %kv
  %sum.next = fadd float %sum, %p
  %j.next = add i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  br label %outer.latch

outer.latch:
  %k.next = add i32 %k, 1
  br label %outer

outer.out:
  %res = phi float [ %outer.sum, %outer ]
  %wide = sext i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %res, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
