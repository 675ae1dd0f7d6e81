; RUN: wherry-opt -passes=keep-known-zero-bits %s | FileCheck %s
; Where the condition does not hold, or need not, a mask stays; "not equal" tells of the other side.

; CHECK-LABEL: @wg.sides(
; CHECK:       store i64 %before
; CHECK:       not.zero:
; CHECK-NEXT:  and i64 %lane, 4294967292
; CHECK:       zero:
; CHECK-NEXT:  and i64 %lane, 4294967295
; CHECK:       done:
; CHECK-NEXT:  and i64 %lane, 4294967292
define void @wg.sides(ptr %args, ptr %context) "wherry-kernel"="sides" "wherry-regions"="1" {
entry:
  %lane = load i64, ptr %context
  %before = and i64 %lane, 4294967292
  store i64 %before, ptr %args
  %rest = and i64 %lane, 3
  %any = icmp ne i64 %rest, 0
  br i1 %any, label %not.zero, label %zero

not.zero:
  %a = and i64 %lane, 4294967292
  store i64 %a, ptr %args
  br label %done

zero:
  %b = and i64 %lane, 4294967292
  store i64 %b, ptr %args
  br label %done

done:
  %c = and i64 %lane, 4294967292
  store i64 %c, ptr %args
  ret void
}
