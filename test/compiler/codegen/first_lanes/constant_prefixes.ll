; RUN: wherry-opt -passes=first-lanes,verify %s | FileCheck %s
; Masked accesses of the first 2, 4, 8 ... lanes are of shorter vectors; the other lanes of a load are as the masked load
; gives them.

; CHECK-LABEL: @half(
; CHECK:       %[[SHORT:.*]] = load <8 x i32>, ptr %from, align 4
; CHECK:       %[[WIDE:.*]] = shufflevector <8 x i32> %[[SHORT]], {{.*}} <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison
; CHECK:       shufflevector <16 x i32> %[[WIDE]], <16 x i32> %other, <16 x i32> <i32 0, {{.*}} i32 7, i32 24, {{.*}} i32 31>
; CHECK:       store <8 x i32> %{{.*}}, ptr %to, align 4
; CHECK-NOT:   masked
; CHECK:       ret
define void @half(ptr %from, ptr %to, <16 x i32> %other) {
  %value = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %from, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <16 x i32> %other)
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %value, ptr align 4 %to, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>)
  ret void
}
