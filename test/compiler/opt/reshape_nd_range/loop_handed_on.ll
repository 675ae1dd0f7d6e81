; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A window of two that moves over a row: iterations, as work-items, load what the one before has loaded, the first one
; what stands before the loop.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:         %[[FIRST:.*]] = load float, ptr addrspace(1) %in
; CHECK:         %[[X:.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:         %[[BEFORE:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[X]], i64 1)
; CHECK:         getelementptr float, ptr addrspace(1) %in, i64 %{{.*}}
; CHECK:         %[[EARLIER:.*]] = load float
; CHECK:         %[[IS_FIRST:.*]] = icmp ule i64 %[[X]], 0
; CHECK:         %[[LEFT:.*]] = select i1 %[[IS_FIRST]], float %[[FIRST]], float %[[EARLIER]]
; CHECK:         fadd float %[[LEFT]], %right
; CHECK-LABEL: define zeroext i1 @shape.k(
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %first = load float, ptr addrspace(1) %in
  %row = mul nsw i64 %y, %n
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = phi float [ %first, %0 ], [ %right, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %index = add nsw i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %right = load float, ptr addrspace(1) %from
  %sum = fadd float %left, %right
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}

; Two of them: of the second iteration, the last one is what stood before the loop, too.

; CHECK-LABEL: define void @wg.two.reshaped(
; CHECK:         call i64 @llvm.usub.sat.i64(i64 %[[X:.*]], i64 2)
; CHECK:         %[[EARLIER:.*]] = load float
; CHECK:         %[[IS_SECOND:.*]] = icmp ule i64 %[[X]], 1
; CHECK:         %[[HERE:.*]] = select i1 %[[IS_SECOND]], float 1.000000e+00, float %[[EARLIER]]
; CHECK:         %[[IS_FIRST:.*]] = icmp ule i64 %[[X]], 0
; CHECK:         select i1 %[[IS_FIRST]], float 0.000000e+00, float %[[HERE]]
define void @wg.two(ptr %args, ptr %context) "wherry-kernel"="two" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %row = mul nsw i64 %y, %n
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = phi float [ 0.0, %0 ], [ %here, %body ]
  %here = phi float [ 1.0, %0 ], [ %right, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %index = add nsw i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %right = load float, ptr addrspace(1) %from
  %part = fadd float %left, %here
  %sum = fadd float %part, %right
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
