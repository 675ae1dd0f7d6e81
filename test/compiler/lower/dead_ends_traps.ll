; RUN: wherry-opt -passes=dead-ends %s | FileCheck %s
; A trap ends the program: its block goes on to the return, behind a debugtrap, as LLVM would end the block behind a
; trap again. So does any block that does something before its unreachable end. A block that is only unreachable is
; never come to, and stays.

; CHECK-LABEL: define void @wg.traps(
; CHECK:       traps:
; CHECK-NEXT:  store i32 1, ptr %args
; CHECK-NEXT:  call void @llvm.debugtrap()
; CHECK-NEXT:  br label %[[RETURN:.*]]
; CHECK:       leaves:
; CHECK-NEXT:  store volatile i32 2, ptr %args
; CHECK-NEXT:  br label %[[RETURN]]
; CHECK:       never:
; CHECK-NEXT:  unreachable
; CHECK:       [[RETURN]]:
; CHECK-NEXT:  ret void
; CHECK-NOT:   call void @llvm.trap
define void @wg.traps(ptr %args, ptr %context) #0 {
entry:
  %how = load i32, ptr %args
  switch i32 %how, label %never [ i32 0, label %traps
                                  i32 1, label %leaves
                                  i32 2, label %end ]
traps:
  store i32 1, ptr %args
  call void @llvm.trap()
  unreachable
leaves:
  store volatile i32 2, ptr %args
  unreachable
never:
  unreachable
end:
  ret void
}

attributes #0 = { "wherry-kernel"="kernel" "wherry-sub-groups" }
