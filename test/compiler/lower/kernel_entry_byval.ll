; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; A structure stands in the argument block at the alignment that its parameter asks for. All work-items read the block,
; so a kernel that changes its structure changes a copy of its own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { i32, i64 }

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  dereferenceable(48) %args
; CHECK-SAME:  !wherry.args ![[ARGS:[0-9]+]]
; CHECK:       %[[COPY:.*]] = alloca %pair, align 32
; CHECK:       %[[PAIR:.*]] = getelementptr inbounds i8, ptr %args, i64 32
; CHECK:       call void @llvm.memcpy.{{.*}}(ptr align 32 %[[COPY]], ptr {{.*}}%[[PAIR]], i64 16, i1 false)
; CHECK-NEXT:  store i32 1, ptr %[[COPY]]
; CHECK:       ret void
define spir_kernel void @kernel(i32 %n, ptr byval(%pair) align 32 %pair) {
  store i32 1, ptr %pair
  ret void
}

; A parameter that is only read needs no copy.
; CHECK-LABEL: define void @wg.reads(
; CHECK-NOT:   memcpy
; CHECK:       %[[PAIR:.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK:       load i32, ptr %[[PAIR]]
define spir_kernel void @reads(ptr readonly byval(%pair) align 8 %pair) memory(read) {
  %first = load i32, ptr %pair
  ret void
}

; The slot of a structure is no pointer's.
; CHECK: ![[ARGS]] = !{!{{[0-9]+}}, ![[SLOT:[0-9]+]]}
; CHECK: ![[SLOT]] = !{i32 32, i32 16, i32 32, i32 0, i1 false}
