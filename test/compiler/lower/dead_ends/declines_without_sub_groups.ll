; RUN: wherry-opt -passes=dead-ends,verify %s | FileCheck %s
; A kernel without sub-groups keeps its traps and endless loops.

; CHECK-LABEL: @wg.ends(
; CHECK:       call void @llvm.trap()
; CHECK-NEXT:  unreachable
; CHECK-NOT:   load volatile
; CHECK:       {{^[}]}}
define void @wg.ends(ptr %args, ptr %context) #0 {
entry:
  %kind = load i32, ptr %args
  %bad = icmp eq i32 %kind, 1
  br i1 %bad, label %trap, label %endless

trap:
  call void @llvm.trap()
  unreachable

endless:
  store volatile i32 1, ptr %args
  br label %endless
}

attributes #0 = { "wherry-kernel"="ends" }
