; RUN: wherry-opt -passes=drop-dead-masks,instsimplify,verify %s | FileCheck %s
; A row of the work-group, whose number LLVM keeps in 64 bits and masks behind "if (local id == 0)". Only the low half is
; asked for, by the masks and the truncation: the row's number is the same for all work-items. Flags that the masked
; number kept are dropped.

; CHECK-LABEL: @wg.rows(
; CHECK:       body:
; CHECK:         %row = phi i64 [ %group, %entry ], [ %next, %after ]
; CHECK:       first:
; CHECK:         %index = and i64 %row, 4294967295
; CHECK:         getelementptr float, ptr addrspace(1) %out, i64 %index
; CHECK:       after:
; CHECK-NOT:     phi
; CHECK:         %next = add i64 %row, %groups
; CHECK:         %low = trunc i64 %next to i32
define void @wg.rows(ptr addrspace(1) %out, i32 %height) #0 {
entry:
  %group = call i64 @__wherry_group_id(i32 0)
  %groups = call i64 @__wherry_num_groups(i32 0)
  %item = call i64 @__wherry_local_id(i32 0)
  br label %body

body:
  %row = phi i64 [ %group, %entry ], [ %next, %after ]
  %is.first = icmp eq i64 %item, 0
  br i1 %is.first, label %first, label %after

first:
  %index = and i64 %row, 4294967295
  %at = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %at, align 4
  br label %after

after:
  %kept = phi i64 [ %index, %first ], [ %row, %body ]
  %next = add nuw nsw i64 %kept, %groups
  %low = trunc nuw i64 %next to i32
  %more = icmp ult i32 %low, %height
  br i1 %more, label %body, label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="rows" }
declare i64 @__wherry_group_id(i32)
declare i64 @__wherry_num_groups(i32)
declare i64 @__wherry_local_id(i32)
