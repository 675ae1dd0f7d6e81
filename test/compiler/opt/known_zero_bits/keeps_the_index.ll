; RUN: wherry-opt -passes=keep-known-zero-bits %s | FileCheck %s
; In "if (l % 4 == 0) t[l] += t[l + 2]" LLVM clears two bits of the index that the condition knows to be zero.

; CHECK-LABEL: @wg.tree(
; CHECK:       %base = and i64 %lane, 4294967295
define void @wg.tree(ptr %args, ptr %context) "wherry-kernel"="tree" "wherry-regions"="1" {
entry:
  %lane = load i64, ptr %context
  %number = trunc i64 %lane to i32
  %rest = and i32 %number, 3
  %first = icmp eq i32 %rest, 0
  br i1 %first, label %add, label %done

add:
  %base = and i64 %lane, 4294967292
  %place = getelementptr i32, ptr %args, i64 %base
  store i32 1, ptr %place
  br label %done

done:
  ret void
}
