; RUN: wherry-opt -passes='print<item-strides>' -disable-output %s 2>&1 | FileCheck %s
; A loop advances an index from where it begins: the stride is that of the beginning, whether the step is known or
; not. Where the step differs between work-items the index varies.

; CHECK-LABEL: item-strides of 'wg.loops':
; CHECK-NEXT:    %out: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %x: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %y: along 0 stride 0, along 1 stride 1
; CHECK-NEXT:    %z: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %size: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %i: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %n: along 0 stride 0, along 1 varying
; CHECK-NEXT:    %place: along 0 stride 4, along 1 stride 0
; CHECK-NEXT:    %i.next: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %n.next: along 0 stride 0, along 1 varying
; CHECK-NEXT:    %more: along 0 varying, along 1 stride 0

define void @wg.loops(ptr %args, ptr %context) "wherry-kernel"="loops" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %size = load i64, ptr %context
  br label %loop

loop:
  %i = phi i64 [ %x, %entry ], [ %i.next, %loop ]
  %n = phi i64 [ 0, %entry ], [ %n.next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %i.next = add i64 %i, %size
  %n.next = add i64 %n, %y
  %more = icmp ult i64 %i.next, 65536
  br i1 %more, label %loop, label %done

done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
