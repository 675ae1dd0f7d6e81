; RUN: wherry-opt -passes='print<pointer-uses>' -disable-output %s 2>&1 | FileCheck %s
; An address that a loop carries on is followed around the loop once.

; CHECK:      pointer-uses of 'wg.walk':
; CHECK-NEXT:   %v:
; CHECK-NEXT:     compare: %more = icmp ne ptr %next, %end
; CHECK-NEXT:     store: store i32 0, ptr %at{{.*}}
; CHECK-NEXT:     compare: %more = icmp ne ptr %next, %end
; CHECK-NOT:  {{[a-z]}}
define void @wg.walk(ptr %args, ptr %context) "wherry-kernel"="walk" {
entry:
  %v = alloca [16 x i32]
  %end = getelementptr i32, ptr %v, i64 16
  br label %loop

loop:
  %at = phi ptr [ %v, %entry ], [ %next, %loop ]
  store i32 0, ptr %at
  %next = getelementptr i32, ptr %at, i64 1
  %more = icmp ne ptr %next, %end
  br i1 %more, label %loop, label %done

done:
  ret void
}
