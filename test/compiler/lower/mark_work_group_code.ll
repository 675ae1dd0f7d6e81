; RUN: wherry-opt -passes=mark-work-group-code %s | FileCheck %s
; Only a kernel has its work-group at hand: functions that ask for ids, use local variables or print, and those that
; call them, must be inlined into it. Attributes and calls that forbid inlining lose that.

@tile = internal addrspace(3) global [16 x i32] undef

; CHECK: define spir_func i64 @asks() #[[INLINE:[0-9]+]]
define spir_func i64 @asks() #0 {
  %id = call i64 @__wherry_local_id(i32 0)
  ret i64 %id
}

; CHECK: define spir_func void @stores_tile() #[[INLINE]]
define spir_func void @stores_tile() #0 {
  store i32 1, ptr addrspace(3) @tile
  ret void
}

; CHECK: define spir_func i32 @prints(ptr addrspace(2) %format) #[[INLINE]]
define spir_func i32 @prints(ptr addrspace(2) %format) #0 {
  %result = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format)
  ret i32 %result
}

; CHECK: define spir_func i64 @calls() #[[INLINE]]
; CHECK-NEXT: call spir_func i64 @asks(){{$}}
define spir_func i64 @calls() #0 {
  %id = call spir_func i64 @asks() #1
  ret i64 %id
}

; What needs none of that is left to LLVM.
; CHECK: define spir_func i32 @alone(ptr addrspace(1) %in) #[[AS_WRITTEN:[0-9]+]]
define spir_func i32 @alone(ptr addrspace(1) %in) #0 {
  %value = load i32, ptr addrspace(1) %in
  ret i32 %value
}

; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %in) {
; CHECK:      call spir_func i64 @calls(){{$}}
; CHECK:      call spir_func i32 @alone(ptr addrspace(1) %in) #[[NOT_HERE:[0-9]+]]
define spir_kernel void @kernel(ptr addrspace(1) %in) {
  %id = call spir_func i64 @calls() #1
  %value = call spir_func i32 @alone(ptr addrspace(1) %in) #1
  ret void
}

declare i64 @__wherry_local_id(i32)
declare i32 @printf(ptr addrspace(2), ...)

; CHECK-DAG: attributes #[[INLINE]] = { alwaysinline }
; CHECK-DAG: attributes #[[AS_WRITTEN]] = { noinline optnone }
; CHECK-DAG: attributes #[[NOT_HERE]] = { noinline }
attributes #0 = { noinline optnone }
attributes #1 = { noinline }
