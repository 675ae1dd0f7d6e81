; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; A remainder by a divisor that is the same for all work-items: the range goes from one multiple to the next. Where the
; divisor is not above 0, or a mask not one of low bits, each item is a range of its own.

; CHECK:       remark: 1 item loop cut to the work-items that pass a guard
; CHECK-LABEL: @wg.mask(
; CHECK:       %[[STEP:.*]] = add i64 %{{.*}}, 1
; CHECK:       range:
; CHECK:       %range.step = select i1 %{{.*}}, i64 %[[STEP]], i64 1
; CHECK:       call i64 @llvm.cttz.i64(i64 %range.step, i1 true)
; CHECK:       items:
; CHECK:       %[[FROM:.*]] = mul nuw i64 %x, %range.step
; CHECK-NEXT:  %item = add nuw i64 %{{.*}}, %[[FROM]]
; CHECK:       br label %write
define void @wg.mask(ptr addrspace(3) %out, i32 %mask, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %l = trunc i64 %x to i32
  %rest = and i32 %mask, %l
  %each = icmp eq i32 %rest, 0
  br i1 %each, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(3) %out, i64 %x
  store i32 %l, ptr addrspace(3) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; No division by 0 where the branch around the guard makes sure of its divisor.
; CHECK-LABEL: @wg.divided(
; CHECK:       range:
; CHECK:       %[[SAFE:.*]] = select i1 %{{.*}}, i64 1, i64 %{{.*}}
; CHECK-NEXT:  srem i64 %{{.*}}, %[[SAFE]]
; CHECK:       %range.step = select
; CHECK:       udiv i64 %{{.*}}, %range.step
define void @wg.divided(ptr addrspace(3) %out, i64 %by, i64 %rest, i64 %most, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %divides = icmp ne i64 %by, 0
  br i1 %divides, label %asks, label %next

asks:
  %left = srem i64 %x, %by
  %each = icmp eq i64 %left, %rest
  %below = icmp slt i64 %x, %most
  %passes = select i1 %below, i1 %each, i1 false
  br i1 %passes, label %write, label %next

write:
  %to = getelementptr i64, ptr addrspace(3) %out, i64 %x
  store i64 %x, ptr addrspace(3) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Every fourth item: masks keep more of a vector at work.
; CHECK-LABEL: @wg.short(
; CHECK-NOT:   range
; CHECK:       {{^[}]}}
define void @wg.short(ptr addrspace(3) %out, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %rest = and i64 %x, 3
  %each = icmp eq i64 %rest, 0
  br i1 %each, label %write, label %next

write:
  %to = getelementptr i64, ptr addrspace(3) %out, i64 %x
  store i64 %x, ptr addrspace(3) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; What a mask keeps is all of the index: one item.
; CHECK-LABEL: @wg.one(
; CHECK:       range:
; CHECK-NOT:   range.step
; CHECK-NOT:   br i1 %again
; CHECK:       {{^[}]}}
define void @wg.one(ptr addrspace(3) %out, i64 %size) #3 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %l = and i64 %x, 4294967295
  %first = icmp eq i64 %l, 0
  br i1 %first, label %write, label %next

write:
  store i64 %x, ptr addrspace(3) %out
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="mask" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="divided" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="short" "wherry-regions"="1" "wherry-vectorise" }
attributes #3 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="one" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
