; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; Kept: values that differ; loads, between which memory may change; divisions, which may trap where no path asked for
; them; freezes, each of which may be another number.

; CHECK-LABEL: @wg.different(
; CHECK:         %sum = phi i32 [ %sum.1, %first ], [ %sum.2, %others ]
; CHECK:         %loaded = phi i32 [ %loaded.1, %first ], [ %loaded.2, %others ]
; CHECK:         %quotient = phi i32 [ %quotient.1, %first ], [ %quotient.2, %others ]
; CHECK:         %frozen = phi i32 [ %frozen.1, %first ], [ %frozen.2, %others ]
define void @wg.different(ptr addrspace(1) %in, i32 %a, i32 %b, i1 %c) #0 {
entry:
  br i1 %c, label %first, label %others

first:
  %sum.1 = add i32 %a, 1
  store i32 %sum.1, ptr addrspace(1) %in, align 4
  %loaded.1 = load i32, ptr addrspace(1) %in, align 4
  %quotient.1 = udiv i32 %a, %b
  %frozen.1 = freeze i32 %b
  br label %after

others:
  %sum.2 = add i32 %b, 1
  %loaded.2 = load i32, ptr addrspace(1) %in, align 4
  %quotient.2 = udiv i32 %a, %b
  %frozen.2 = freeze i32 %b
  br label %after

after:
  %sum = phi i32 [ %sum.1, %first ], [ %sum.2, %others ]
  %loaded = phi i32 [ %loaded.1, %first ], [ %loaded.2, %others ]
  %quotient = phi i32 [ %quotient.1, %first ], [ %quotient.2, %others ]
  %frozen = phi i32 [ %frozen.1, %first ], [ %frozen.2, %others ]
  %all = add i32 %sum, %loaded
  %more = add i32 %all, %quotient
  %most = add i32 %more, %frozen
  store i32 %most, ptr addrspace(1) %in, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="different" }
