; RUN: wherry-opt -passes=narrow-phis,verify %s | FileCheck %s
; Two cases of the switch bring one value to the phi. The narrowed phi has the same truncation for both edges, as LLVM's
; verifier demands.

; CHECK-LABEL: @wg.cases(
; CHECK:       %[[LOW:.*]] = trunc i64 %a to i32
; CHECK-NOT:   trunc i64 %a to i32
; CHECK:       phi i32 [ %{{.*}}, %others ], [ %[[LOW]], %entry ], [ %[[LOW]], %entry ]
define void @wg.cases(ptr addrspace(1) %out, i64 %a, i64 %b, i32 %kind) #0 {
entry:
  switch i32 %kind, label %others [
    i32 0, label %join
    i32 1, label %join
  ]

others:
  br label %join

join:
  %value = phi i64 [ %b, %others ], [ %a, %entry ], [ %a, %entry ]
  %low = trunc i64 %value to i32
  store i32 %low, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="cases" "wherry-regions"="1" "wherry-vectorise" }
