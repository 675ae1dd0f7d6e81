; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; The host's code generator knows no pipe and no reservation of SPIR-V. A pipe becomes a pointer to global memory, a
; reservation a 64-bit number, in parameters, results, private variables, and arrays.
; OpenCL C 6.15.16.

; CHECK-NOT: spirv.
; CHECK-DAG: declare spir_func i64 @reserve(ptr addrspace(1), i32)
; CHECK-DAG: declare spir_func void @commit(ptr addrspace(1), i64)
declare spir_func target("spirv.ReserveId") @reserve(target("spirv.Pipe", 1), i32)
declare spir_func void @commit(target("spirv.Pipe", 1), target("spirv.ReserveId"))

; CHECK-LABEL: define spir_kernel void @produce(ptr addrspace(1) %out, i64 %index)
; CHECK-NEXT:  %kept_pipe = alloca ptr addrspace(1), align 8
; CHECK-NEXT:  %kept = alloca [2 x i64], align 8
; CHECK-NEXT:  store ptr addrspace(1) %out, ptr %kept_pipe
; CHECK-NEXT:  %pipe = load ptr addrspace(1), ptr %kept_pipe
; CHECK-NEXT:  %reservation = call spir_func i64 @reserve(ptr addrspace(1) %pipe, i32 4)
; CHECK-NEXT:  %place = getelementptr inbounds [2 x i64], ptr %kept, i64 0, i64 %index
; CHECK-NEXT:  store i64 %reservation, ptr %place
; CHECK-NEXT:  %again = load i64, ptr %place
; CHECK-NEXT:  call spir_func void @commit(ptr addrspace(1) %pipe, i64 %again)
; CHECK-NEXT:  ret void
; CHECK-NOT: spirv.
define spir_kernel void @produce(target("spirv.Pipe", 1) %out, i64 %index) {
  %kept_pipe = alloca target("spirv.Pipe", 1), align 8
  %kept = alloca [2 x target("spirv.ReserveId")], align 8
  store target("spirv.Pipe", 1) %out, ptr %kept_pipe
  %pipe = load target("spirv.Pipe", 1), ptr %kept_pipe
  %reservation = call spir_func target("spirv.ReserveId") @reserve(target("spirv.Pipe", 1) %pipe, i32 4)
  %place = getelementptr inbounds [2 x target("spirv.ReserveId")], ptr %kept, i64 0, i64 %index
  store target("spirv.ReserveId") %reservation, ptr %place
  %again = load target("spirv.ReserveId"), ptr %place
  call spir_func void @commit(target("spirv.Pipe", 1) %pipe, target("spirv.ReserveId") %again)
  ret void
}
