; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; The test of the inner window loop leads out of the outer one, too. Once the inner loop is aligned, both loops get
; exits of their own, with phis for values that the copies hand on.

; CHECK:       remark: 2 loops over windows cut by borders, aligned
; CHECK:       out.of.both.loopexit:
; CHECK-NEXT:  phi float [ %sum, %head ], [ %sum.other{{[0-9]*}}, %head.other{{[0-9]*}} ]
define void @wg.exits(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
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
  %j = phi i32 [ %first, %outer.body ], [ %j.next, %go.on ]
  %sum = phi float [ %outer.sum, %outer.body ], [ %sum.next, %go.on ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.both

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %p = fmul float %value, %kv
  %sum.next = fadd float %sum, %p
  %found = fcmp oeq float %value, %kv
  br i1 %found, label %outer.latch, label %go.on

go.on:
  %j.next = add nsw i32 %j, 1
  br label %head

outer.latch:
  %sum.last = phi float [ %sum.next, %body ]
  %k.next = add nsw i32 %k, 1
  br label %outer

out.of.both:
  %sum.both = phi float [ %sum, %head ]
  br label %next

outer.out:
  %outer.last = phi float [ %outer.sum, %outer ]
  br label %next

next:
  %result = phi float [ %outer.last, %outer.out ], [ %sum.both, %out.of.both ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %end

end:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
