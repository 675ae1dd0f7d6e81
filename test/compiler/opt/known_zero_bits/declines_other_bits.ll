; RUN: wherry-opt -passes=keep-known-zero-bits %s | FileCheck %s
; Bits that the condition says nothing of stay cleared, and so do those of another value.

; CHECK-LABEL: @wg.others(
; CHECK:       and i64 %lane, 4294967288
; CHECK:       and i64 %other, 4294967292
; CHECK:       and i64 %lane, 24
define void @wg.others(ptr %args, ptr %context) "wherry-kernel"="others" "wherry-regions"="1" {
entry:
  %lane = load i64, ptr %context
  %next = getelementptr i64, ptr %context, i64 1
  %other = load i64, ptr %next
  %rest = and i64 %lane, 3
  %first = icmp eq i64 %rest, 0
  br i1 %first, label %add, label %done

add:
  %more = and i64 %lane, 4294967288
  %else = and i64 %other, 4294967292
  %few = and i64 %lane, 24
  %sum = add i64 %more, %else
  %all = add i64 %sum, %few
  store i64 %all, ptr %args
  br label %done

done:
  ret void
}
