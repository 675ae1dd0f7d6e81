; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/i32 0}/i32 16}/' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefix=ASKED
; Which other widths launches are to try: twice and half as many lanes, and one by one where the estimates are near, as
; of gathers. None where the kernel has sub-groups, where a volatile access in any item loop says that work-items may
; count on being in step, and where a width is asked for.

; CHECK:       launches that go on for long also try 1, 8 and 32 work-items at once
; CHECK:       launches that go on for long also try 8 and 32 work-items at once
; CHECK-NOT:   also try
; CHECK:       define void @wg.gathers({{.*}} #[[DOUBTED:[0-9]+]]
; CHECK:       define void @wg.clear({{.*}} #[[CLEAR:[0-9]+]]
; CHECK:       define void @wg.volatile({{.*}} #[[VOLATILE:[0-9]+]]
; CHECK:       define void @wg.two_loops({{.*}} #[[TWO_LOOPS:[0-9]+]]
; CHECK:       define void @wg.sub_groups({{.*}} #[[SUB_GROUPS:[0-9]+]]
; CHECK-DAG:   attributes #[[DOUBTED]] = {{.*}} "wherry-lanes"="16" "wherry-other-widths"="41"
; CHECK-DAG:   attributes #[[CLEAR]] = {{.*}} "wherry-lanes"="16" "wherry-other-widths"="40"
; CHECK-DAG:   attributes #[[VOLATILE]] = { {{[^}]*}}"wherry-lanes"="16" "wherry-regions"
; CHECK-DAG:   attributes #[[TWO_LOOPS]] = { {{[^}]*}}"wherry-lanes"="16" "wherry-regions"
; CHECK-DAG:   attributes #[[SUB_GROUPS]] = { {{[^}]*}}"wherry-lanes"="16" "wherry-regions"
; ASKED-NOT:   also try
; ASKED-NOT:   wherry-other-widths
define void @wg.gathers(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) "target-features"="+avx512bw,+avx512vl" "wherry-regions"="1" "wherry-vectorise" "wherry-kernel"="gathers" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = sext i32 %which to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %index
  %first = load i32, ptr addrspace(1) %from, align 4
  %other = xor i64 %index, 1
  %other.from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %other
  %second = load i32, ptr addrspace(1) %other.from, align 4
  %value = add i32 %first, %second
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.clear(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) "target-features"="+avx512bw,+avx512vl" "wherry-regions"="1" "wherry-vectorise" "wherry-kernel"="clear" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %value = mul i32 %which, %which
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.volatile(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) "target-features"="+avx512bw,+avx512vl" "wherry-regions"="1" "wherry-vectorise" "wherry-kernel"="volatile" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = sext i32 %which to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %index
  %first = load i32, ptr addrspace(1) %from, align 4
  %other = xor i64 %index, 1
  %other.from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %other
  %second = load volatile i32, ptr addrspace(1) %other.from, align 4
  %value = add i32 %first, %second
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.two_loops(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) "target-features"="+avx512bw,+avx512vl" "wherry-regions"="1" "wherry-vectorise" "wherry-kernel"="two_loops" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = sext i32 %which to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %index
  %first = load i32, ptr addrspace(1) %from, align 4
  %other = xor i64 %index, 1
  %other.from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %other
  %second = load i32, ptr addrspace(1) %other.from, align 4
  %value = add i32 %first, %second
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %between, !wherry.item_loop !0

between:
  br label %more

more:
  %y = phi i64 [ 0, %between ], [ %y.next, %more.next ], !wherry.item_loop !0
  br label %more.body

more.body:
  %more.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %y
  %more.value = load volatile i32, ptr addrspace(1) %more.at, align 4
  %more.to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %y
  store i32 %more.value, ptr addrspace(1) %more.to, align 4
  br label %more.next

more.next:
  %y.next = add nuw nsw i64 %y, 1
  %more.again = icmp ult i64 %y.next, %size, !wherry.item_loop !0
  br i1 %more.again, label %more, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.sub_groups(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) "target-features"="+avx512bw,+avx512vl" "wherry-regions"="1" "wherry-vectorise" "wherry-kernel"="sub_groups" "wherry-sub-groups" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = sext i32 %which to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %index
  %first = load i32, ptr addrspace(1) %from, align 4
  %other = xor i64 %index, 1
  %other.from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %other
  %second = load i32, ptr addrspace(1) %other.from, align 4
  %value = add i32 %first, %second
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
