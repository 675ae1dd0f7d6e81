; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; A loop that asks behind each iteration asks before it, with an end that is not before the first one.

; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK-LABEL: @wg.behind(
; CHECK:       %[[END:.*]] = call i32 @llvm.smax.i32(i32 %bound, i32 %first)
; CHECK:       window.inside:
define void @wg.behind(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = add nsw i32 %id, -2
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add nsw i32 %id, 2
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %body

body:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add nsw i32 %j, 1
  %again = icmp sle i32 %j.next, %bound
  br i1 %again, label %body, label %out.of.it

out.of.it:
  %total = phi float [ %sum.next, %body ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %total, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Down, to an end that is not included: a number before the first one, which does not wrap around.

; CHECK-LABEL: @wg.down(
; CHECK:       %[[SECOND:.*]] = add i32 %first, -1
; CHECK:       call i32 @llvm.smin.i32(i32 %bound, i32 %[[SECOND]])
define void @wg.down(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i64 %size) #1 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = add nsw i32 %id, -3
  %bound = call i32 @llvm.smax.i32(i32 %low, i32 -1)
  %high = add nsw i32 %id, 2
  %first = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %body

body:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add nsw i32 %j, -1
  %again = icmp sgt i32 %j.next, %bound
  br i1 %again, label %body, label %out.of.it

out.of.it:
  %total = phi float [ %sum.next, %body ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %total, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Not where the number behind the first one may wrap around.

; CHECK-LABEL: @wg.wraps(
; CHECK-NOT:   asks:
define void @wg.wraps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i64 %size) #2 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = add nsw i32 %id, -2
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add nsw i32 %id, 3
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w)
  br label %body

body:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
  %again = icmp slt i32 %j.next, %bound
  br i1 %again, label %body, label %out.of.it

out.of.it:
  %total = phi float [ %sum.next, %body ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %total, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Nor where the first number may be the greatest of its type, which the next one, 0, does not exceed.

; CHECK-LABEL: @wg.greatest(
; CHECK-NOT:   asks:
define void @wg.greatest(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i64 %size) #3 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = add nsw i32 %id, -1
  %first = call i32 @llvm.smax.i32(i32 %low, i32 -1)
  %high = add i32 %id, 1
  %bound = call i32 @llvm.umin.i32(i32 %high, i32 %w.last)
  br label %body

body:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %behind = add i32 %j, 1
  %long = zext i32 %behind to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
  %again = icmp ule i32 %j.next, %bound
  br i1 %again, label %body, label %out.of.it

out.of.it:
  %total = phi float [ %sum.next, %body ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %total, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; What the last iteration began with is used behind: not what the next one would begin with.

; CHECK-LABEL: @wg.last(
; CHECK:       asks:
; CHECK:       %[[LAST:last.*]] = phi i32 [ poison, %{{.*}} ], [ %count, %body ]
define void @wg.last(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i64 %size) #4 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = add nsw i32 %id, -2
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add nsw i32 %id, 2
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %body

body:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %count = phi i32 [ 0, %items ], [ %count.next, %body ]
  %count.next = add nuw nsw i32 %count, 1
  %j.next = add nsw i32 %j, 1
  %again = icmp sle i32 %j.next, %bound
  br i1 %again, label %body, label %out.of.it

out.of.it:
  %total = phi i32 [ %count, %body ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %total, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="behind" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "wherry-kernel"="down" "wherry-regions"="1" "wherry-vectorise" }
attributes #3 = { "wherry-kernel"="greatest" "wherry-regions"="1" "wherry-vectorise" }
attributes #4 = { "wherry-kernel"="last" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "wherry-kernel"="wraps" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
