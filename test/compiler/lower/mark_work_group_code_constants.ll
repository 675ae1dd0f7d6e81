; RUN: wherry-opt -passes=mark-work-group-code %s | FileCheck %s
; A constant expression hides a local variable from the users of the variable. Such expressions become instructions, so
; that each function gets its own work-group's address.

@tile = internal addrspace(3) global [16 x i32] undef

; CHECK-LABEL: define spir_func i32 @element()
; CHECK-SAME:  #[[INLINE:[0-9]+]]
; CHECK:       %[[PLACE:.*]] = getelementptr {{.*}}ptr addrspace(3) @tile, i64
; CHECK:       load i32, ptr addrspace(3) %[[PLACE]]
define spir_func i32 @element() {
  %value = load i32, ptr addrspace(3) getelementptr ([16 x i32], ptr addrspace(3) @tile, i64 0, i64 3)
  ret i32 %value
}

; CHECK-LABEL: define spir_func ptr addrspace(4) @generic()
; CHECK-SAME:  #[[INLINE]]
; CHECK:       %[[GENERIC:.*]] = addrspacecast ptr addrspace(3) @tile to ptr addrspace(4)
; CHECK:       ret ptr addrspace(4) %[[GENERIC]]
define spir_func ptr addrspace(4) @generic() {
  ret ptr addrspace(4) addrspacecast (ptr addrspace(3) @tile to ptr addrspace(4))
}

; CHECK: attributes #[[INLINE]] = { alwaysinline }
