; RUN: wherry-opt -passes=generic-to-named-spaces %s | FileCheck %s
; A generic pointer from two spaces, from memory or from a caller may lead anywhere: it stays generic.

; CHECK-LABEL: @two_spaces(
; CHECK:       load i32, ptr addrspace(4) %either
define i32 @two_spaces(ptr addrspace(1) %global, ptr addrspace(3) %local, i1 %which) {
  %one = addrspacecast ptr addrspace(1) %global to ptr addrspace(4)
  %other = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  %either = select i1 %which, ptr addrspace(4) %one, ptr addrspace(4) %other
  %value = load i32, ptr addrspace(4) %either
  ret i32 %value
}

; CHECK-LABEL: @from_memory(
; CHECK:       load i32, ptr addrspace(4) %pointer
; CHECK:       load i32, ptr addrspace(4) %argument
define i32 @from_memory(ptr addrspace(1) %place, ptr addrspace(4) %argument) {
  %pointer = load ptr addrspace(4), ptr addrspace(1) %place
  %value = load i32, ptr addrspace(4) %pointer
  %more = load i32, ptr addrspace(4) %argument
  %sum = add i32 %value, %more
  ret i32 %sum
}
