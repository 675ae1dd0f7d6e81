; RUN: wherry-opt -passes=register-blocking,verify %s | FileCheck %s
; Indices of 32 bits: the iterations' numbers are asked ahead whether they go on by one, and sums that may wrap around,
; whether they stay in 31 bits for all work-items.

; CHECK-LABEL: @wg.signed(
; CHECK:       outer:
; CHECK:       sext i32 %{{.*}} to i64
; CHECK:       sub i64 %
; CHECK:       icmp eq i64 %{{.*}}, 3
; CHECK:       br i1
; CHECK:       add nsw i64 %{{.*}}, 3
; CHECK-LABEL: @wg.unsigned(
; CHECK:       outer:
; CHECK:       icmp {{.*}} 2147483647
; CHECK:       br i1
; CHECK:       add nsw i64 %{{.*}}, 3
; CHECK-LABEL: @wg.masked(
; CHECK:       outer:
; CHECK:       icmp {{.*}} 2147483647
; CHECK:       br i1
; CHECK:       add nsw i64 %{{.*}}, 3
; CHECK-LABEL: @wg.truncated(
; CHECK:       outer:
; CHECK:       icmp {{.*}} 2147483647
; CHECK:       br i1
; CHECK:       add nsw i64 %{{.*}}, 3
; CHECK-LABEL: @wg.short(
; CHECK:       outer:
; CHECK:       icmp eq i64 %{{.*}}, 3
; CHECK:       br i1
; CHECK:       add nsw i64 %{{.*}}, 3
define void @wg.signed(ptr %args, ptr %context) #0 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  %n32 = trunc i64 %n to i32
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %row = mul nsw i32 %x32, %n32
  %sum = add nsw i32 %row, %y32
  %index = sext i32 %sum to i64
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

define void @wg.unsigned(ptr %args, ptr %context) #1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  %n32 = trunc i64 %n to i32
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %row = mul i32 %x32, %n32
  %sum = add i32 %row, %y32
  %index = zext i32 %sum to i64
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

define void @wg.masked(ptr %args, ptr %context) #3 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %row = shl i64 %x, 11
  %sum = add i64 %row, %y
  %index = and i64 %sum, 4294967295
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

define void @wg.truncated(ptr %args, ptr %context) #4 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %row = shl i64 %x, 11
  %sum = add i64 %row, %y
  %sum32 = trunc i64 %sum to i32
  %index = zext i32 %sum32 to i64
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

define void @wg.short(ptr %args, ptr %context) #2 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  %n32 = trunc i64 %n to i32
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %y.up = shl i64 %y, 48
  %y16 = ashr i64 %y.up, 48
  %row = mul i64 %x, %n
  %index = add i64 %row, %y16
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

attributes #4 = { "wherry-kernel"="truncated" "wherry-regions"="1" "target-features"="+avx512bw,+avx512vl" }
attributes #3 = { "wherry-kernel"="masked" "wherry-regions"="1" "target-features"="+avx512bw,+avx512vl" }
attributes #2 = { "wherry-kernel"="short" "wherry-regions"="1" "target-features"="+avx512bw,+avx512vl" }
attributes #1 = { "wherry-kernel"="unsigned" "wherry-regions"="1" "target-features"="+avx512bw,+avx512vl" }
attributes #0 = { "wherry-kernel"="product" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{}
