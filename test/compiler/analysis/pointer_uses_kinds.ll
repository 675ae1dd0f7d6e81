; RUN: wherry-opt -passes='print<pointer-uses>' -disable-output %s 2>&1 | FileCheck %s
; Each kind of use of a private variable, of its address and of addresses derived from it.

; CHECK:      pointer-uses of 'wg.kinds':
; CHECK-NEXT: %v:
; CHECK-DAG:  {{^}}    load: %x = load i32, ptr %v
; CHECK-DAG:  {{^}}    store: store i32 %x, ptr %element
; CHECK-DAG:  {{^}}    stored itself: store ptr %element, ptr %slot
; CHECK-DAG:  {{^}}    atomic: %old = atomicrmw add ptr %element, i32 1
; CHECK-DAG:  {{^}}    stored itself: %swapped = atomicrmw xchg ptr %slot, ptr %v
; CHECK-DAG:  {{^}}    memory intrinsic's destination: call void @llvm.memset.p0.i64(ptr %v,
; CHECK-DAG:  {{^}}    memory intrinsic's source: call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr %v,
; CHECK-DAG:  {{^}}    lifetime: call void @llvm.lifetime.start.p0(ptr %v)
; CHECK-DAG:  {{^}}    compare: %is = icmp eq ptr %v, %slot
; CHECK-DAG:  {{^}}    work-group operation: call void @__wherry_wait_events(i32 1, ptr %element)
; CHECK-DAG:  {{^}}    call: call void @reads(ptr %v)
; CHECK-DAG:  {{^}}    captured: call void @keeps(ptr %element)
; CHECK-DAG:  {{^}}    call: %printed = call i32 (ptr, ...) @printf(ptr %v)
; CHECK-DAG:  {{^}}    other: %number = ptrtoint ptr %v to i64
; CHECK:      {{^}}  %slot:
define void @wg.kinds(ptr %args, ptr %context) "wherry-kernel"="kinds" {
  %v = alloca [4 x i32]
  %slot = alloca ptr
  call void @llvm.lifetime.start.p0(ptr %v)
  %element = getelementptr i32, ptr %v, i64 1
  %x = load i32, ptr %v
  store i32 %x, ptr %element
  store ptr %element, ptr %slot
  %old = atomicrmw add ptr %element, i32 1 monotonic
  %swapped = atomicrmw xchg ptr %slot, ptr %v monotonic
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr %v, i64 8, i1 false)
  %is = icmp eq ptr %v, %slot
  call void @__wherry_wait_events(i32 1, ptr %element)
  call void @reads(ptr %v)
  call void @keeps(ptr %element)
  %printed = call i32 (ptr, ...) @printf(ptr %v)
  %number = ptrtoint ptr %v to i64
  ret void
}

declare void @reads(ptr captures(none))
declare void @keeps(ptr)
declare i32 @printf(ptr, ...)
declare void @__wherry_wait_events(i32, ptr)
