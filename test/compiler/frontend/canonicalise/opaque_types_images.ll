; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; An image becomes a pointer to global memory, where its descriptor stands, whatever its dimensions and access; a sampler
; becomes the 64 bits of its value. The library's functions are written with these types, and their calls agree then.
; OpenCL C 6.15.15.

; CHECK-NOT: spirv.
; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %sampler)
; CHECK:   %own = call spir_func i64 @literal(i32 18)
; CHECK:   call spir_func <4 x float> @read(ptr addrspace(1) %from, i64 %sampler, <2 x float> zeroinitializer)
; CHECK:   call spir_func <4 x float> @read(ptr addrspace(1) %from, i64 %own, <2 x float> zeroinitializer)
; CHECK:   call spir_func void @write(ptr addrspace(1) %to)
; CHECK-NOT: spirv.
define spir_kernel void @kernel(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from,
                                target("spirv.Image", void, 2, 0, 1, 0, 0, 0, 1) %to, target("spirv.Sampler") %sampler) {
  %own = call spir_func target("spirv.Sampler") @literal(i32 18)
  %a = call spir_func <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from,
                                        target("spirv.Sampler") %sampler, <2 x float> zeroinitializer)
  %b = call spir_func <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from,
                                        target("spirv.Sampler") %own, <2 x float> zeroinitializer)
  call spir_func void @write(target("spirv.Image", void, 2, 0, 1, 0, 0, 0, 1) %to)
  ret void
}

; As in the library.
define spir_func <4 x float> @read(ptr addrspace(1) %image, i64 %sampler, <2 x float> %at) {
  ret <4 x float> zeroinitializer
}
declare spir_func target("spirv.Sampler") @literal(i32)
declare spir_func void @write(target("spirv.Image", void, 2, 0, 1, 0, 0, 0, 1))
