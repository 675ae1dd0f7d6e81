; RUN: wherry-opt -passes=dead-ends,verify %s | FileCheck %s
; In kernels with sub-groups every block leads to the kernel's one end, so that the item loop has one way out: behind a
; trap, and, in an endless loop, by a condition that never holds and that LLVM cannot know.

; CHECK-LABEL: @wg.ends(
; CHECK:       trap:
; CHECK-NEXT:  call void @llvm.debugtrap()
; CHECK-NEXT:  br label %[[END:.*]]
; CHECK:       endless:
; CHECK-NEXT:  store volatile i32 1
; CHECK-NEXT:  %[[LAUNCH:.*]] = load volatile i64, ptr %context
; CHECK-NEXT:  %[[NEVER:.*]] = icmp eq i64 %[[LAUNCH]], 0
; CHECK-NEXT:  br i1 %[[NEVER]], label %[[END]], label
; CHECK:       [[END]]:
; CHECK-NEXT:  ret void
; CHECK-NOT:   ret void
; CHECK-NOT:   unreachable
; CHECK:       {{^[}]}}
define void @wg.ends(ptr %args, ptr %context) #0 {
entry:
  %kind = load i32, ptr %args
  switch i32 %kind, label %plain [
    i32 1, label %trap
    i32 2, label %endless
  ]

trap:
  call void @llvm.trap()
  unreachable

endless:
  store volatile i32 1, ptr %args
  br label %endless

plain:
  ret void
}

attributes #0 = { "wherry-kernel"="ends" "wherry-sub-groups" }
