; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; The window from -2 to 2 has the same length for all work-items: all go over five iterations, with one counter, and each
; has those between its own bounds.

; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK-LABEL: @wg.relative(
; CHECK:       items:
; CHECK:       %[[BEGIN:.*]] = sub i32 %first, -2
; CHECK:       %[[LENGTH:.*]] = sub i32 %bound, %first
; CHECK:       %[[ANY:.*]] = icmp sle i32 %first, %bound
; CHECK-NEXT:  br i1 %[[ANY]], label %window, label %out.of.it
; CHECK:       head:
; CHECK-NEXT:  %number = phi i64 [ 0, %window ], [ %[[NEXT:.*]], %window.next ]
; CHECK-NEXT:  %sum = phi float [ 0.000000e+00, %window ], [ %[[SUM:.*]], %window.next ]
; CHECK-NEXT:  %[[NUMBER:.*]] = trunc i64 %number to i32
; CHECK-NEXT:  %[[J:.*]] = add i32 -2, %[[NUMBER]]
; CHECK:       %[[GOES_ON:.*]] = icmp ult i64 %number, 5
; CHECK-NEXT:  br i1 %[[GOES_ON]], label %window.inside, label %out.of.it
; CHECK:       window.inside:
; CHECK:       %[[FROM:.*]] = sub i32 %{{.*}}, %[[BEGIN]]
; CHECK-NEXT:  %[[OWN:.*]] = icmp ule i32 %[[FROM]], %[[LENGTH]]
; CHECK-NEXT:  br i1 %[[OWN]], label %body, label %window.next
; CHECK:       body:
; CHECK-NEXT:  add i32 %id, %[[J]]
; CHECK:       window.next:
; CHECK-NEXT:  %[[SUM]] = phi float [ %sum.next, %body ], [ %sum, %window.inside ]
; CHECK:       out.of.it:
; CHECK-NEXT:  phi float [ %sum, %head ], [ 0.000000e+00, %items ]
define void @wg.relative(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
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

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
