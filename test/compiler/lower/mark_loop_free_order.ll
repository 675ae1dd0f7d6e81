; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; What is known of a function does not depend on which kernel asks first: both call @shared, one of them has a loop of
; its own. Attributes that a kernel has stay.

; CHECK: define spir_kernel void @looping(ptr addrspace(1) %out) {
define spir_kernel void @looping(ptr addrspace(1) %out) {
entry:
  call spir_func void @shared(ptr addrspace(1) %out)
  br label %body
body:
  %stop = load volatile i1, ptr addrspace(1) %out
  br i1 %stop, label %end, label %body
end:
  ret void
}

; CHECK: define spir_kernel void @bounded(ptr addrspace(1) %out) #[[BOTH:[0-9]+]]
define spir_kernel void @bounded(ptr addrspace(1) %out) #0 {
  call spir_func void @shared(ptr addrspace(1) %out)
  ret void
}

define spir_func void @shared(ptr addrspace(1) %out) {
  store i32 0, ptr addrspace(1) %out
  ret void
}

; CHECK: attributes #[[BOTH]] = { convergent "wherry-loop-free" }
attributes #0 = { convergent }
