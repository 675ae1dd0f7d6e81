; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; 5 - min(x, 7) is no less than -2. Extended by zeros it may be any number, and -2 is a great one: no window begins there.

; CHECK:     remark: a loop over a window is not aligned: no window has the same length for all work-items
; CHECK-NOT: window:
define void @wg.difference(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %least = call i32 @llvm.umin.i32(i32 %id, i32 7)
  %begin.narrow = sub nsw i32 5, %least
  %first = zext i32 %begin.narrow to i64
  br label %head

head:
  %j = phi i64 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i64 %j, 40
  br i1 %inside, label %body, label %out.of.it

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %j
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i64 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  %wide = sext i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %sum.last, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
