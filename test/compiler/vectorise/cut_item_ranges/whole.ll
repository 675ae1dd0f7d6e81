; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; RUN: wherry-opt '-passes=cut-item-ranges,instcombine<no-verify-fixpoint>' %s | FileCheck %s --check-prefix=KNOWN
; If the first item and the last one pass, and the counter goes up by one from one to the other, then all items are the
; range. That is not asked of counters that start at a known number, of signed ones, and of remainders.

; CHECK-LABEL: @wg.row(
; CHECK:       [[BOUND:%[0-9]+]] = freeze i32 %width
; CHECK-NEXT:  icmp ult i32 [[FIRST:%[0-9]+]], [[BOUND]]
; CHECK:       icmp ult i32 [[LAST:%[0-9]+]], [[BOUND]]
; CHECK:       icmp ule i32 [[FIRST]], [[LAST]]
; CHECK:       [[DISTANCE:%.*]] = sub i32 [[LAST]], [[FIRST]]
; CHECK:       [[WIDE:%.*]] = zext i32 [[DISTANCE]] to i64
; CHECK:       icmp eq i64 [[WIDE]], {{%.*}}
; CHECK:       icmp ult i32 %y, %height
; CHECK:       [[WHOLE:%[0-9]+]] = and i1
; CHECK:       range:
; CHECK-NEXT:  %range.first = phi i64
; CHECK:       br i1 [[WHOLE]], label %range.found, label %range.part
; CHECK:       range.part:
; CHECK:       br label %range.found
; CHECK:       range.found:
; CHECK-NEXT:  phi i64 [ 0, %range ], [ %range.low, %range.part ]
; CHECK-NEXT:  phi i64 [ {{%.*}}, %range ], [ %range.length, %range.part ]
define void @wg.row(ptr addrspace(1) %out, i64 %start, i64 %size, i32 %width, i32 %y, i32 %height) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %global = add i64 %x, %start
  %i = trunc i64 %global to i32
  %in_row = icmp ult i32 %i, %width
  %in_column = icmp ult i32 %y, %height
  %inside = and i1 %in_row, %in_column
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %global
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.local(
; CHECK:       range:
; CHECK-NOT:   range.part
; CHECK:       range.low
define void @wg.local(ptr addrspace(3) %out, i64 %size, i32 %n) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %i = trunc i64 %x to i32
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %i
  store i32 %i, ptr addrspace(3) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.signed(
; CHECK:       range:
; CHECK-NOT:   range.part
; CHECK:       range.low
define void @wg.signed(ptr addrspace(1) %out, i64 %start, i64 %size, i32 %n) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %global = add i64 %x, %start
  %i = trunc i64 %global to i32
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %global
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Of 256 items, the distance between the two counters is known.
; KNOWN-LABEL: @wg.known(
; KNOWN-NOT:   icmp eq
; KNOWN:       range:
define void @wg.known(ptr addrspace(1) %out, i64 %start, i32 %width) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %global = add i64 %x, %start
  %i = trunc i64 %global to i32
  %in_row = icmp ult i32 %i, %width
  br i1 %in_row, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %global
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 256, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
