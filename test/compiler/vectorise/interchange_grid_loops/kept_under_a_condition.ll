; RUN: wherry-opt -passes=interchange-grid-loops %s | FileCheck %s
; An array whose lifetime begins anew under a condition keeps its contents where the condition is false: the loop stays,
; as the array has one place for all work-items. One that begins at the body's head goes.

; CHECK-LABEL: @wg.sometimes(
; CHECK-NOT:   iteration.number
; CHECK-LABEL: @wg.always(
; CHECK:       iteration.number
define void @wg.sometimes(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  %own = alloca [8 x i32]
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %load ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %next

body:
  %long = zext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  %fills = icmp ugt i32 %i, 99
  br i1 %fills, label %fill, label %load

fill:
  call void @llvm.lifetime.start.p0(ptr %own)
  %place = getelementptr i32, ptr %own, i32 3
  store i32 %i, ptr %place
  br label %load

load:
  %value = load i32, ptr %own
  store i32 %value, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.always(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  %own = alloca [8 x i32]
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %load ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %next

body:
  %long = zext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  call void @llvm.lifetime.start.p0(ptr %own)
  %place = getelementptr i32, ptr %own, i32 3
  store i32 %i, ptr %place
  br label %load

load:
  %value = load i32, ptr %own
  store i32 %value, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr)
attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
