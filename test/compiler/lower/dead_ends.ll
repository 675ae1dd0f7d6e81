; RUN: wherry-opt -passes=dead-ends %s | FileCheck %s
; An endless loop has no way to the return, and would give the item loop a second way out. It gets one that no work-item
; takes: it depends on the launch's address, which is never null; the load is volatile, so that LLVM does not know.

; CHECK-LABEL: define void @wg.spins(
; CHECK:       spin:
; CHECK:       %[[LAUNCH:.*]] = load volatile i64, ptr %context
; CHECK:       %[[NULL:.*]] = icmp eq i64 %[[LAUNCH]], 0
; CHECK:       br i1 %[[NULL]], label %[[RETURN:.*]], label %[[ON:.*]]
; CHECK:       [[ON]]:
; CHECK-NEXT:  br label %spin
; CHECK:       [[RETURN]]:
; CHECK-NEXT:  ret void
define void @wg.spins(ptr %args, ptr %context) #0 {
entry:
  %stop = load i1, ptr %args
  br i1 %stop, label %spin, label %end
spin:
  br label %spin
end:
  ret void
}

; Loops that follow each other: one way out, of the last, is enough. All returns become one.
; CHECK-LABEL: define void @wg.second_spins(
; CHECK:       first:
; CHECK-NOT:   load volatile
; CHECK:       second:
; CHECK:       load volatile
; CHECK-NOT:   load volatile
; CHECK:       ret void
; CHECK-NOT:   ret void
; CHECK:       }
define void @wg.second_spins(ptr %args, ptr %context) #0 {
entry:
  %stop = load i1, ptr %args
  br i1 %stop, label %first, label %end
first:
  %again = load i1, ptr %args
  br i1 %again, label %first, label %second
second:
  br label %second
end:
  br i1 %stop, label %early, label %late
early:
  ret void
late:
  ret void
}

attributes #0 = { "wherry-kernel"="kernel" "wherry-sub-groups" }
