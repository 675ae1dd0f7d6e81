; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Atomic operations of all lanes on one address become one. A relaxed minimum without a use is mostly there already: then
; a load will do. Inactive lanes add nothing, and what all lanes add counts as often as there are active ones. Results
; are what the lanes before leave.

; CHECK:       0 lane by lane, 1 atomic operations of all lanes as one
; CHECK-LABEL: @wg.least(
; CHECK:       %[[LOW:.*]] = shufflevector <4 x i32> %[[VALUE:.*]], <4 x i32> poison, <2 x i32> <i32 0, i32 1>
; CHECK:       %[[HIGH:.*]] = shufflevector <4 x i32> %[[VALUE]], <4 x i32> poison, <2 x i32> <i32 2, i32 3>
; CHECK:       icmp slt <2 x i32> %[[HIGH]], %[[LOW]]
; CHECK:       %[[LEAST:.*]] = extractelement <1 x i32> %{{.*}}, i64 0
; CHECK:       %[[OLD:.*]] = load atomic i32, ptr addrspace(1) %result monotonic, align 4
; CHECK:       %[[LESS:.*]] = icmp sle i32 %[[OLD]], %[[LEAST]]
; CHECK:       %[[NEW:.*]] = select i1 %[[LESS]], i32 %[[OLD]], i32 %[[LEAST]]
; CHECK:       %[[CHANGES:.*]] = icmp ne i32 %[[OLD]], %[[NEW]]
; CHECK:       br i1 %[[CHANGES]], label %changes, label %updated
; CHECK:       changes:
; CHECK:       atomicrmw volatile min ptr addrspace(1) %result, i32 %[[LEAST]] monotonic, align 4
define void @wg.least(ptr addrspace(1) %in, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %old = atomicrmw volatile min ptr addrspace(1) %result, i32 %value monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; An order of other accesses keeps the operation itself.
; CHECK-LABEL: @wg.ordered(
; CHECK-NOT:   load atomic
; CHECK:       atomicrmw min ptr addrspace(1) %result, i32 %{{.*}} seq_cst, align 4
define void @wg.ordered(ptr addrspace(1) %in, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %old = atomicrmw min ptr addrspace(1) %result, i32 %value seq_cst, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.count(
; CHECK:       %[[SOME:.*]] = icmp ne <4 x i32> %{{.*}}, splat (i32 7)
; CHECK:       %[[MASK:.*]] = or <4 x i1> zeroinitializer, %[[SOME]]
; CHECK:       add.any:
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK:       %[[ALL:.*]] = zext i4 %[[BITS]] to i64
; CHECK:       %[[COUNT:.*]] = call i64 @llvm.ctpop.i64(i64 %[[ALL]])
; CHECK:       %[[NARROW:.*]] = trunc i64 %[[COUNT]] to i32
; CHECK:       %[[SUM:.*]] = mul i32 3, %[[NARROW]]
; CHECK:       atomicrmw add ptr addrspace(1) %result, i32 %[[SUM]] monotonic, align 4
define void @wg.count(ptr addrspace(1) %in, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %some = icmp ne i32 %value, 7
  br i1 %some, label %add, label %next

add:
  %old = atomicrmw add ptr addrspace(1) %result, i32 3 monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.places(
; CHECK:       %[[ACTIVE:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK:       %[[BY_ONE:.*]] = shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[ACTIVE]], <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK:       %[[TWO:.*]] = add <4 x i32> %[[BY_ONE]], %[[ACTIVE]]
; CHECK:       %[[BY_TWO:.*]] = shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[TWO]], <4 x i32> <i32 2, i32 3, i32 4, i32 5>
; CHECK:       %[[SUMS:.*]] = add <4 x i32> %[[BY_TWO]], %[[TWO]]
; CHECK:       %[[ALL:.*]] = extractelement <4 x i32> %[[SUMS]], i64 3
; CHECK:       %[[OLD:.*]] = atomicrmw add ptr addrspace(1) %result, i32 %[[ALL]] monotonic, align 4
; CHECK:       %[[BEFORE:.*]] = shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[SUMS]], <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK:       %[[EACH:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK:       add <4 x i32> %[[EACH]], %[[BEFORE]]
; CHECK:       call void @llvm.masked.scatter
define void @wg.places(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %result, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %some = icmp ne i32 %value, 7
  br i1 %some, label %add, label %next

add:
  %old = atomicrmw add ptr addrspace(1) %result, i32 %value monotonic, align 4
  %place = zext i32 %old to i64
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %place
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="atomics" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
