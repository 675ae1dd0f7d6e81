; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s --implicit-check-not=window. --implicit-check-not=remark
; An end that goes with the sum, bounds without a window between them, an index that has no stride from lane to lane, and a
; value behind the loop that the loop has not without an iteration. Steps of two and loops with sub-groups are no
; candidates.

; CHECK: remark: a loop over a window is not aligned: its end is not known before it
; CHECK: remark: a loop over a window is not aligned: no window has the same length for all work-items
; CHECK: remark: a loop over a window is not aligned: no access would be contiguous or uniform
; CHECK: remark: a loop over a window is not aligned: a value is used behind it
define void @wg.loaded_end(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 2
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %bound = fptosi float %sum to i32
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
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
define void @wg.triangle(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.smax.i32(i32 %id, i32 %r)
  %bound = add i32 %w.last, 0
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
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
define void @wg.square(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 0, %id
  %first = call i32 @llvm.smax.i32(i32 %low, i32 -2)
  %high = sub i32 %w.last, %id
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 2)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %square = mul i32 %j, %id
  %long = sext i32 %square to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
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
define void @wg.behind(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 0, %id
  %first = call i32 @llvm.smax.i32(i32 %low, i32 -2)
  %high = sub i32 %w.last, %id
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 2)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %double = fadd float %sum, %sum
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %at = add i32 %id, %j
  %long = sext i32 %at to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %double, %head ]
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
define void @wg.step_of_two(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 0, %id
  %first = call i32 @llvm.smax.i32(i32 %low, i32 -2)
  %high = sub i32 %w.last, %id
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 2)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %at = add i32 %id, %j
  %long = sext i32 %at to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 2
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
define void @wg.sub_groups(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 0, %id
  %first = call i32 @llvm.smax.i32(i32 %low, i32 -2)
  %high = sub i32 %w.last, %id
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 2)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %at = add i32 %id, %j
  %long = sext i32 %at to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %bits = call i64 @__wherry_sub_group_reduce(i64 %long, i32 108, i32 43)
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
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

declare i64 @__wherry_sub_group_reduce(i64, i32, i32) convergent

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
