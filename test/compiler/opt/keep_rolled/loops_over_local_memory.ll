; RUN: wherry-opt -passes=keep-block-loops-rolled %s | FileCheck %s
; RUN: wherry-opt -passes='function(keep-block-loops-rolled),for-kernels<block_loops>(release-block-loops)' %s | FileCheck %s --check-prefix=RELEASED
; A loop that reads a tile in local memory may become one that reads arguments' memory (staged_loads), which runs
; several iterations together if it is rolled. It is marked even if the program asks to unroll it, and gets that request
; back.

; CHECK-LABEL: @wg.reads(
; CHECK:       !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: @wg.writes(
; CHECK-NOT:   !llvm.loop
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[ASKED:[0-9]+]], ![[DISABLE:[0-9]+]],
; CHECK:       ![[ASKED]] = !{!"llvm.loop.unroll.full"}
; CHECK:       ![[DISABLE]] = !{!"llvm.loop.unroll.disable", i32 1}

; RELEASED:     ![[LOOP:[0-9]+]] = distinct !{![[LOOP]], ![[ASKED:[0-9]+]]}
; RELEASED:     ![[ASKED]] = !{!"llvm.loop.unroll.full"}
; RELEASED-NOT: llvm.loop.unroll.disable
@tile = internal addrspace(3) global [16 x float] undef

define void @wg.reads(ptr %args, ptr %context) "wherry-kernel"="reads" {
entry:
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %on = icmp ne i64 %k, 16
  br i1 %on, label %body, label %end

body:
  %at = getelementptr float, ptr addrspace(3) @tile, i64 %k
  %value = load float, ptr addrspace(3) %at
  %more = fadd float %sum, %value
  %next = add i64 %k, 1
  br label %head, !llvm.loop !1

end:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  store float %sum, ptr addrspace(1) %out
  ret void
}

define void @wg.writes(ptr %args, ptr %context) "wherry-kernel"="writes" {
entry:
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %on = icmp ne i64 %k, 16
  br i1 %on, label %body, label %end

body:
  %at = getelementptr float, ptr addrspace(3) @tile, i64 %k
  %value = load float, ptr addrspace(3) %at
  %more = fadd float %value, 1.0
  store float %more, ptr addrspace(3) %at
  %next = add i64 %k, 1
  br label %head

end:
  ret void
}
!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.full"}
