; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; A loop's counter and the same counter extended, as LLVM rotates loops by narrow counters: constants count as
; converted. Not where the first number is another one.

; CHECK-LABEL: @wg.counts(
; CHECK:       loop:
; CHECK-NEXT:    %k = phi i16 [ -1, %entry ], [ %next, %loop ]
; CHECK-NEXT:    %[[WIDE:.*]] = sext i16 %k to i32
; CHECK-NEXT:    getelementptr i32, ptr addrspace(1) %out, i32 %[[WIDE]]
define void @wg.counts(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  br label %loop

loop:
  %wide = phi i32 [ -1, %entry ], [ %extended, %loop ]
  %k = phi i16 [ -1, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %wide
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add i16 %k, 1
  %extended = sext i16 %next to i32
  %more = icmp slt i32 %extended, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: @wg.differs(
; CHECK:         %wide = phi i32
; CHECK-NEXT:    %k = phi i16
define void @wg.differs(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  br label %loop

loop:
  %wide = phi i32 [ 65535, %entry ], [ %extended, %loop ]
  %k = phi i16 [ -1, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %wide
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add i16 %k, 1
  %extended = sext i16 %next to i32
  %more = icmp slt i32 %extended, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="counts" }
