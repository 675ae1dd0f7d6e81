; RUN: wherry-opt -passes=generic-to-named-spaces %s | FileCheck %s
; A volatile access stays as the source has it. A function that takes a generic pointer gets one, whatever space it
; comes from.

declare void @takes(ptr addrspace(4))

; CHECK-LABEL: @kept(
; CHECK:       %generic = addrspacecast ptr addrspace(1) %pointer to ptr addrspace(4)
; CHECK:       load volatile i32, ptr addrspace(4) %generic
; CHECK:       load i32, ptr addrspace(1) %pointer
; CHECK:       call void @takes(ptr addrspace(4) %generic)
define i32 @kept(ptr addrspace(1) %pointer) {
  %generic = addrspacecast ptr addrspace(1) %pointer to ptr addrspace(4)
  %watched = load volatile i32, ptr addrspace(4) %generic
  %value = load i32, ptr addrspace(4) %generic
  call void @takes(ptr addrspace(4) %generic)
  %sum = add i32 %watched, %value
  ret i32 %sum
}
