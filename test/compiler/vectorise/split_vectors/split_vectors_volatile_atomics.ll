; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; A volatile atomic access stays one atomic access (LLVM 22 has atomic loads of vectors).

; CHECK-LABEL: @atomic(
; CHECK-NEXT:  load atomic volatile <2 x i32>
define <2 x i32> @atomic(ptr addrspace(1) %place) {
  %pair = load atomic volatile <2 x i32>, ptr addrspace(1) %place monotonic, align 8
  ret <2 x i32> %pair
}
