; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; A volatile vector of pointers: the second element stands 8 bytes behind the first.

; CHECK-LABEL: @pointers(
; CHECK:       getelementptr inbounds i8, ptr addrspace(1) %place, i64 8
define <2 x ptr> @pointers(ptr addrspace(1) %place) {
  %pair = load volatile <2 x ptr>, ptr addrspace(1) %place, align 16
  ret <2 x ptr> %pair
}
