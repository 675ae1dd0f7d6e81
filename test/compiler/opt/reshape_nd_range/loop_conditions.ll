; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A row of the buffer that the loop stores to is loaded in all iterations that pass a condition on the counter: the rows
; behind it lie apart.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       %[[ROW:.*]] = freeze i64 %t
; CHECK:       %[[THERE:.*]] = sub i64 %[[ROW]],
; CHECK:       %[[FIRST:.*]] = add i64 %[[THERE]], 1
; CHECK:       call i64 @llvm.smax.i64(i64 0, i64 %[[FIRST]])
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.t = getelementptr inbounds i8, ptr %args, i64 8
  %t = load i64, ptr %at.t, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %pivot.line = mul i64 %t, %n
  %pivot = add i64 %pivot.line, %x
  %from = getelementptr float, ptr addrspace(1) %a, i64 %pivot
  br label %head

head:
  %y = phi i64 [ 0, %0 ], [ %next, %latch ]
  %more = icmp ult i64 %y, %n
  br i1 %more, label %ask, label %end

ask:
  %behind = icmp ugt i64 %y, %t
  br i1 %behind, label %then, label %latch

then:
  %line = mul i64 %y, %n
  %index = add i64 %line, %x
  %to = getelementptr float, ptr addrspace(1) %a, i64 %index
  %old = load float, ptr addrspace(1) %to
  %value = load float, ptr addrspace(1) %from
  %new = fsub float %old, %value
  store float %new, ptr addrspace(1) %to
  br label %latch

latch:
  %next = add nuw i64 %y, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
