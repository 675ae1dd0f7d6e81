; RUN: wherry-opt -passes=keep-block-loops-rolled %s | FileCheck %s
; RUN: wherry-opt -passes='function(keep-block-loops-rolled),for-kernels<block_loops>(release-block-loops)' %s | FileCheck %s --check-prefix=RELEASED
; A loop over a block stays rolled until work-items have had the chance to run its iterations, and is released with its
; other metadata.

; CHECK-LABEL: @wg.block(
; CHECK:       !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: @wg.other(
; CHECK-NOT:   !llvm.loop
; CHECK-LABEL: @wg.beside(
; CHECK-NOT:   !llvm.loop
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]], ![[DISABLE:[0-9]+]], ![[BLOCK:[0-9]+]]}
; CHECK:       ![[DISABLE]] = !{!"llvm.loop.unroll.disable", i32 1}
; CHECK:       ![[BLOCK]] = !{!"wherry.block_loop"

; RELEASED-LABEL: @wg.block(
; RELEASED:       !llvm.loop ![[LOOP:[0-9]+]]
; RELEASED:       ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]]}
; RELEASED:       ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
define void @wg.block(ptr %args, ptr %context) "wherry-kernel"="block" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head, !llvm.loop !1

end:
  ret void
}

; Another loop over 16 indices.

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = mul i32 %id32, 24
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; A loop beside another one becomes no dimension.

define void @wg.beside(ptr %args, ptr %context) "wherry-kernel"="beside" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  %k = phi i32 [ 0, %head ], [ %k.next, %end ]
  store i32 %k, ptr addrspace(1) %in
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n32
  br i1 %again, label %end, label %done

done:
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
