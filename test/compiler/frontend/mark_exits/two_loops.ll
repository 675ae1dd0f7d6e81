; RUN: wherry-opt -passes=mark-exits %s | FileCheck %s
; A return in an inner loop leaves both loops: its block lists both.

; CHECK-LABEL: @leave_both(
; CHECK:       br i1 %left, label %return, label %next, !wherry.loop_header ![[INNER:[0-9]+]]
; CHECK:       return:
; CHECK-NEXT:  call void @body()
; CHECK-NEXT:  br label %end, !wherry.exit_of ![[LIST:[0-9]+]]
; CHECK:       ![[LIST]] = !{!{{[0-9]+}}, ![[INNER]]}
declare void @body()
define void @leave_both(ptr %a) {
entry:
  br label %outer

outer:
  %go = load volatile i1, ptr %a
  br i1 %go, label %inner, label %end

inner:
  %left = load volatile i1, ptr %a
  br i1 %left, label %return, label %next

return:
  call void @body()
  br label %end

next:
  %again = load volatile i1, ptr %a
  br i1 %again, label %inner, label %outer

end:
  ret void
}
