; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; Downwards to an unsigned bound that may be 0: before an iteration, i >= bound would hold for ever. The loop stays. To a
; bound that is not 0, i is the counter.

; CHECK-LABEL: @wg.down(
; CHECK:       loop:
; CHECK:         br i1 %more, label %loop, label %left
; CHECK-LABEL: @wg.down.to.one(
; CHECK:       loop:
; CHECK:         icmp uge i64 %i, %bound
define void @wg.down(ptr addrspace(1) %out, i64 %from, i64 %bound) #0 {
entry:
  %some = icmp ule i64 %bound, %from
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i64 [ %from, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 0, ptr addrspace(1) %to, align 4
  %more = icmp ugt i64 %i, %bound
  %next = add i64 %i, -1
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

define void @wg.down.to.one(ptr addrspace(1) %out, i64 %from, i64 %least) #0 {
entry:
  %bound = or i64 %least, 1
  %some = icmp ule i64 %bound, %from
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i64 [ %from, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 0, ptr addrspace(1) %to, align 4
  %more = icmp ugt i64 %i, %bound
  %next = add i64 %i, -1
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="down" "wherry-vectorise" }
