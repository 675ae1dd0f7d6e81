; RUN: sed '/getelementptr/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&/;}' %s | wherry-opt -passes=keep-long-loops-rolled - | FileCheck %s
; Instructions that may cost nothing, such as addresses, make no loop long. sed repeats the address.

; CHECK-LABEL: @free(
; CHECK:       getelementptr
; CHECK-NOT:   llvm.loop
define void @free(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  getelementptr float, ptr %p, i32 %i
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %end

end:
  ret void
}
