; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; A counter in 64 bits and its low half, which LLVM carries apart: the low half is the counter's truncation. A phi with
; another conversion of one value stays.

; CHECK-LABEL: @wg.rows(
; CHECK:       loop:
; CHECK-NEXT:    %wide = phi i64 [ %item, %entry ], [ %next, %loop ]
; CHECK-NEXT:    %other = phi i32
; CHECK-NEXT:    %[[LOW:.*]] = trunc i64 %wide to i32
; CHECK-NEXT:    mul i32 %[[LOW]], %width
define void @wg.rows(ptr addrspace(1) %out, i32 %width) #0 {
entry:
  %item = call i64 @__wherry_global_id(i32 0)
  %items = call i64 @__wherry_global_size(i32 0)
  %item.low = trunc i64 %item to i32
  %items.low = trunc i64 %items to i32
  br label %loop

loop:
  %low = phi i32 [ %item.low, %entry ], [ %next.low, %loop ]
  %wide = phi i64 [ %item, %entry ], [ %next, %loop ]
  %other = phi i32 [ %items.low, %entry ], [ %next.low, %loop ]
  %index = mul i32 %low, %width
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %index
  store i32 %other, ptr addrspace(1) %place, align 4
  %next = add i64 %wide, %items
  %next.low = trunc i64 %next to i32
  %goes.on = icmp ult i32 %next.low, %width
  br i1 %goes.on, label %loop, label %end

end:
  ret void
}

declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_global_size(i32)

attributes #0 = { "wherry-kernel"="rows" }
