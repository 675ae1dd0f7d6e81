; RUN: wherry-opt -passes=vector-divisions,verify %s | FileCheck %s
; The same operands divided with and without sign are two quotients, and so are those of another block.

; CHECK-LABEL: @both(
; CHECK:       fptosi <4 x double>
; CHECK:       fptoui <4 x double>
; CHECK:       again:
; CHECK:       fdiv <4 x double>
; CHECK:       fptosi <4 x double>
; CHECK-NOT:   div <4 x i32>
define <4 x i32> @both(<4 x i32> %a, <4 x i32> %b, i1 %more) #0 {
entry:
  %s = sdiv <4 x i32> %a, %b
  %u = udiv <4 x i32> %a, %b
  %x = xor <4 x i32> %s, %u
  br i1 %more, label %again, label %done

again:
  %r = srem <4 x i32> %a, %b
  br label %done

done:
  %result = phi <4 x i32> [ %x, %entry ], [ %r, %again ]
  ret <4 x i32> %result
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
