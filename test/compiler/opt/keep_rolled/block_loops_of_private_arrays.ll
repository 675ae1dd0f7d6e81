; RUN: wherry-opt -passes=keep-block-loops-rolled %s | FileCheck %s --check-prefixes=CHECK,MARKED
; RUN: wherry-opt -passes='function(keep-block-loops-rolled),for-kernels<block_loops>(release-block-loops)' %s | FileCheck %s
; A private array becomes values where its loop is unrolled: such a loop is not marked. A request to unroll stays.

; CHECK-LABEL: @wg.array(
; CHECK-NOT:   !llvm.loop
; CHECK-LABEL: @wg.asked(
; CHECK:       !llvm.loop ![[ASKED:[0-9]+]]
; CHECK-LABEL: @wg.block(
; MARKED:      !llvm.loop ![[BLOCK:[0-9]+]]
; CHECK:       ![[ASKED]] = distinct !{![[ASKED]], ![[ENABLE:[0-9]+]]}
; CHECK:       ![[ENABLE]] = !{!"llvm.loop.unroll.enable"}
; MARKED:      ![[BLOCK]] = distinct !{![[BLOCK]], ![[DISABLE:[0-9]+]],
; MARKED:      ![[DISABLE]] = !{!"llvm.loop.unroll.disable", i32 1}
define void @wg.array(ptr %args, ptr %context) "wherry-kernel"="array" {
entry:
  %values = alloca [16 x i32]
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = shl i64 %id, 4
  %stop = add i64 %begin, 16
  br label %head

head:
  %i = phi i64 [ %begin, %entry ], [ %next, %body ]
  %more = icmp ne i64 %i, %stop
  br i1 %more, label %body, label %end

body:
  %k = and i64 %i, 15
  %at = getelementptr i32, ptr %values, i64 %k
  store i32 1, ptr %at
  %next = add i64 %i, 1
  br label %head

end:
  ret void
}

define void @wg.asked(ptr %args, ptr %context) "wherry-kernel"="asked" {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = shl i64 %id, 4
  %stop = add i64 %begin, 16
  br label %head

head:
  %i = phi i64 [ %begin, %entry ], [ %next, %body ]
  %more = icmp ne i64 %i, %stop
  br i1 %more, label %body, label %end

body:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %head, !llvm.loop !1

end:
  ret void
}

define void @wg.block(ptr %args, ptr %context) "wherry-kernel"="block" {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = shl i64 %id, 4
  %stop = add i64 %begin, 16
  br label %head

head:
  %i = phi i64 [ %begin, %entry ], [ %next, %body ]
  %more = icmp ne i64 %i, %stop
  br i1 %more, label %body, label %end

body:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.enable"}
