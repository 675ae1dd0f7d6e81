; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; Only pipes and reservations change. Another opaque type of SPIR-V, and whatever has none of them, stays.

; CHECK: declare void @sample(target("spirv.Sampler"))
declare void @sample(target("spirv.Sampler"))

; CHECK-LABEL: define void @keeps(target("spirv.Sampler") %sampler, ptr addrspace(3) %tile)
; CHECK-NEXT:  %kept = alloca [2 x target("spirv.Sampler")], align 8
; CHECK-NEXT:  %count = load volatile i32, ptr addrspace(3) %tile, align 4
; CHECK-NEXT:  call void @sample(target("spirv.Sampler") %sampler)
; CHECK-NEXT:  call void @sample(target("spirv.Sampler") zeroinitializer)
; CHECK-NEXT:  ret void
define void @keeps(target("spirv.Sampler") %sampler, ptr addrspace(3) %tile) {
  %kept = alloca [2 x target("spirv.Sampler")], align 8
  %count = load volatile i32, ptr addrspace(3) %tile, align 4
  call void @sample(target("spirv.Sampler") %sampler)
  call void @sample(target("spirv.Sampler") zeroinitializer)
  ret void
}
