; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; Pipes, reservations, queues, events of devices, images and samplers change. Another opaque type of SPIR-V, and whatever has none of them, stays.

; CHECK: declare void @signal(target("spirv.Event"))
declare void @signal(target("spirv.Event"))

; CHECK-LABEL: define void @keeps(target("spirv.Event") %event, ptr addrspace(3) %tile)
; CHECK-NEXT:  %kept = alloca [2 x target("spirv.Event")], align 8
; CHECK-NEXT:  %count = load volatile i32, ptr addrspace(3) %tile, align 4
; CHECK-NEXT:  call void @signal(target("spirv.Event") %event)
; CHECK-NEXT:  call void @signal(target("spirv.Event") zeroinitializer)
; CHECK-NEXT:  ret void
define void @keeps(target("spirv.Event") %event, ptr addrspace(3) %tile) {
  %kept = alloca [2 x target("spirv.Event")], align 8
  %count = load volatile i32, ptr addrspace(3) %tile, align 4
  call void @signal(target("spirv.Event") %event)
  call void @signal(target("spirv.Event") zeroinitializer)
  ret void
}
