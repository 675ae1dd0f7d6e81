; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; LLVM writes "low half < 64" as a test of the bits above 5, and below such a bound the low half as its last 6 bits.
; The pass gives both their plain form again: a comparison in 32 bits and an extension.

; CHECK-LABEL: @wg.masked(
; CHECK:       %[[COUNTER:.*]] = phi i32
; CHECK-NOT:   phi
; CHECK:       %[[BELOW:.*]] = icmp ult i32 %[[COUNTER]], 64
; CHECK:       br i1 %[[BELOW]], label %body, label %end
; CHECK:       body:
; CHECK:       %[[INDEX:.*]] = zext i32 %[[COUNTER]] to i64
; CHECK:       getelementptr i32, ptr addrspace(1) %out, i64 %[[INDEX]]
define void @wg.masked(ptr %args, ptr %context) "wherry-kernel"="masked" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %lane = load i64, ptr %context
  br label %loop

loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %body ]
  %above = and i64 %counter, 4294967232
  %below = icmp eq i64 %above, 0
  br i1 %below, label %body, label %end

body:
  %index = and i64 %counter, 63
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place
  %next = add i64 %index, 16
  br label %loop

end:
  ret void
}

; Without a bound in front of it, a mask is a mask: here the test bounds the counter by 128 only.
; CHECK-LABEL: @wg.real_mask(
; CHECK:       icmp ult i32 %{{.*}}, 128
; CHECK:       %[[WIDE:.*]] = zext i32 %{{.*}} to i64
; CHECK:       %index = and i64 %[[WIDE]], 63
define void @wg.real_mask(ptr %args, ptr %context) "wherry-kernel"="real_mask" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %lane = load i64, ptr %context
  br label %loop

loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %body ]
  %above = and i64 %counter, 4294967168
  %below = icmp eq i64 %above, 0
  br i1 %below, label %body, label %end

body:
  %index = and i64 %counter, 63
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place
  %next = add i64 %index, 16
  br label %loop

end:
  ret void
}
