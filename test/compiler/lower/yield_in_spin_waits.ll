; RUN: wherry-opt -passes=yield-in-spin-waits %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; On the way back to the start of a loop that may wait for another sub-group others are let run. The kernel is no longer
; regroupable: in other work-groups sub-groups could not wait for each other.
; REMARK: sub-groups take turns in a loop that may wait for another one

; CHECK-LABEL: define void @wg.waits(
; CHECK-SAME:      #[[WAITS:[0-9]+]]
; CHECK:       loop:
; CHECK-NEXT:    %tries = phi i32 [ 0, %entry ], [ %next, %[[YIELD:.*]] ]
; CHECK:         switch i32 %seen, label %[[YIELD]] [
; CHECK-NEXT:      i32 1, label %left
; CHECK-NEXT:      i32 2, label %[[YIELD]]
; CHECK-NEXT:    ]
; CHECK:       [[YIELD]]:
; CHECK-NEXT:    call void @__wherry_yield()
; CHECK-NEXT:    br label %loop
; CHECK:       left:
; CHECK-NOT:     call
; CHECK:         ret void
; CHECK:       attributes #[[WAITS]] = { "wherry-kernel"="waits" "wherry-sub-group-size"="16" "wherry-waits" }
define void @wg.waits(ptr addrspace(1) %flag, ptr %context) "wherry-kernel"="waits" "wherry-regroupable" "wherry-sub-group-size"="16" {
entry:
  br label %loop

loop:
  %tries = phi i32 [ 0, %entry ], [ %next, %loop ], [ %next, %loop ]
  %next = add i32 %tries, 1
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  switch i32 %seen, label %loop [
    i32 1, label %left
    i32 2, label %loop
  ]

left:
  ret void
}
