; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; A kernel becomes a function of the argument block and the work-group's context. Each argument has its slot there, at
; its alignment, vectors at their size's: !wherry.args says {offset, bytes, alignment, pointee's alignment, pointer}.
; The block is the same for all groups, so its loads are invariant, and the host has written all of it: none is undefined.
; OpenCL C 6.3.5: a 3-component vector takes the place of 4 components.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-NOT:   spir_kernel
; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  ptr noundef align 128 dereferenceable(52) %args, ptr noundef align 8 dereferenceable({{[0-9]+}}) %context)
; CHECK-SAME:  !wherry.args ![[ARGS:[0-9]+]]
; CHECK-DAG:   %[[BYTE_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK-DAG:   %byte = load i8, ptr %[[BYTE_AT]], align 1, !invariant.load ![[EMPTY:[0-9]+]], !noundef ![[EMPTY]]
; CHECK-DAG:   %[[OUT_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 8
; CHECK-DAG:   %out = load ptr addrspace(1), ptr %[[OUT_AT]], align 8, !invariant.load ![[EMPTY]], !noundef ![[EMPTY]]
; CHECK-DAG:   %[[VECTOR_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 16
; CHECK-DAG:   %vector = load <3 x float>, ptr %[[VECTOR_AT]], align 16, !invariant.load ![[EMPTY]], !noundef ![[EMPTY]]
; CHECK-DAG:   %[[CHARS_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 32
; CHECK-DAG:   %chars = load <2 x i8>, ptr %[[CHARS_AT]], align 2, !invariant.load ![[EMPTY]], !noundef ![[EMPTY]]
; CHECK-DAG:   %[[LONG_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 40
; CHECK-DAG:   %long = load i64, ptr %[[LONG_AT]], align 8, !invariant.load ![[EMPTY]], !noundef ![[EMPTY]]
; CHECK-DAG:   %[[INT_AT:.*]] = getelementptr inbounds i8, ptr %args, i64 48
; CHECK-DAG:   %int = load i32, ptr %[[INT_AT]], align 4, !invariant.load ![[EMPTY]], !noundef ![[EMPTY]]
; CHECK:       call void @use(i8 %byte, ptr addrspace(1) {{.*}}%out, <3 x float> %vector, <2 x i8> %chars, i64 %long, i32 %int)
; CHECK:       ret void
define spir_kernel void @kernel(i8 zeroext %byte, ptr addrspace(1) align 4 %out, <3 x float> %vector, <2 x i8> %chars, i64 %long, i32 %int) {
  call void @use(i8 %byte, ptr addrspace(1) %out, <3 x float> %vector, <2 x i8> %chars, i64 %long, i32 %int)
  ret void
}

declare void @use(i8, ptr addrspace(1), <3 x float>, <2 x i8>, i64, i32)

; CHECK: "wherry-args-bytes"="52"
; CHECK-SAME: "wherry-kernel"="kernel"
; CHECK: ![[ARGS]] = !{![[BYTE:[0-9]+]], ![[OUT:[0-9]+]], ![[VECTOR:[0-9]+]], ![[CHARS:[0-9]+]], ![[LONG:[0-9]+]], ![[INT:[0-9]+]]}
; CHECK: ![[BYTE]] = !{i32 0, i32 1, i32 1, i32 0, i1 false}
; CHECK: ![[OUT]] = !{i32 8, i32 8, i32 8, i32 4, i1 true}
; CHECK: ![[VECTOR]] = !{i32 16, i32 16, i32 16, i32 0, i1 false}
; CHECK: ![[CHARS]] = !{i32 32, i32 2, i32 2, i32 0, i1 false}
; CHECK: ![[LONG]] = !{i32 40, i32 8, i32 8, i32 0, i1 false}
; CHECK: ![[INT]] = !{i32 48, i32 4, i32 4, i32 0, i1 false}
