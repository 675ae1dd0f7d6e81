; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; The scalarizer leaves volatile vectors whole. The pass makes each element's access by itself, once, volatile, in
; order, with the alignment that its place has.

; CHECK-LABEL: @copy(
; CHECK:       %[[A:.*]] = load volatile i32, ptr addrspace(1) %{{.*}}, align 8
; CHECK:       %[[AT:.*]] = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
; CHECK:       %[[B:.*]] = load volatile i32, ptr addrspace(1) %[[AT]], align 4
; CHECK-NOT:   load
; CHECK:       store volatile i32 %{{.*}}, ptr addrspace(3) %{{.*}}, align 2
; CHECK:       getelementptr inbounds i8, ptr addrspace(3) %to, i64 4
; CHECK:       store volatile i32 %{{.*}}, ptr addrspace(3) %{{.*}}, align 2
; CHECK-NOT:   store
; CHECK:       ret void
define void @copy(ptr addrspace(1) %from, ptr addrspace(3) %to) {
  %pair = load volatile <2 x i32>, ptr addrspace(1) %from, align 8
  store volatile <2 x i32> %pair, ptr addrspace(3) %to, align 2
  ret void
}

; Scalars, plain vectors, and elements that are no whole bytes stay.
; CHECK-LABEL: @kept(
; CHECK-NEXT:  load volatile i32, ptr %place
; CHECK-NEXT:  load <4 x i32>, ptr %place
; CHECK-NEXT:  load volatile <8 x i1>, ptr %place
; CHECK-NEXT:  ret void
define void @kept(ptr %place) {
  %scalar = load volatile i32, ptr %place
  %plain = load <4 x i32>, ptr %place
  %truth = load volatile <8 x i1>, ptr %place
  ret void
}
