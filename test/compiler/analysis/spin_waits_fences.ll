; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; Behind a fence a plain load finds what others have written, if the kernel writes there at all.

; CHECK-LABEL: spin-waits of 'wg.written':
; CHECK-NEXT:    waits at  %seen = load i32, ptr addrspace(1) %flags
; CHECK-LABEL: spin-waits of 'wg.only_read':
; CHECK-NEXT:    no loop waits

define void @wg.written(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-args-bytes"="16" !wherry.args !1 {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  store i32 1, ptr addrspace(1) %flags
  br label %loop

loop:
  %seen = load i32, ptr addrspace(1) %flags
  %set = icmp eq i32 %seen, 2
  fence acq_rel
  br i1 %set, label %left, label %loop

left:
  ret void
}

define void @wg.only_read(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-args-bytes"="16" !wherry.args !1 {
entry:
  %list = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  br label %loop

loop:
  %at = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %list, i32 %at
  %next = load i32, ptr addrspace(1) %place
  store i32 %next, ptr addrspace(1) %out
  fence acq_rel
  %end = icmp eq i32 %next, 0
  br i1 %end, label %left, label %loop

left:
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
