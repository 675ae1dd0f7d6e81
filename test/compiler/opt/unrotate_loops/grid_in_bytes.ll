; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop over the grid whose counter is extended and tested in 64 bits, while the guard tests 32. The offset in bytes,
; of which LLVM writes the beginning and the step as "x << 32 >> 30", follows the counter.

; CHECK-LABEL: @wg.grid(
; CHECK-NOT:     br i1
; CHECK:       loop:
; CHECK-NEXT:    %c = phi i64 [ %first, %before ], [ %c2, %[[BODY:.*]] ]
; CHECK-NOT:     phi
; CHECK:         %[[BYTES:.*]] = mul i64 %c, 4
; CHECK:         %[[TEST:.*]] = icmp slt i64 %c, %nl
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.grid(ptr addrspace(1) %o, i32 %n) #0 {
entry:
  %g = call i64 @__wherry_global_id(i32 0)
  %gl = trunc i64 %g to i32
  %some = icmp sgt i32 %n, %gl
  br i1 %some, label %before, label %done
before:
  %s = call i64 @__wherry_global_size(i32 0)
  %g2 = shl i64 %g, 32
  %first = ashr exact i64 %g2, 32
  %s2 = shl i64 %s, 32
  %step = ashr exact i64 %s2, 32
  %nl = sext i32 %n to i64
  %byte = ashr exact i64 %g2, 30
  %bstep = ashr exact i64 %s2, 30
  br label %loop
loop:
  %b = phi i64 [ %byte, %before ], [ %b2, %loop ]
  %c = phi i64 [ %first, %before ], [ %c2, %loop ]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 %b
  store i32 1, ptr addrspace(1) %p
  %c2 = add i64 %c, %step
  %b2 = add i64 %b, %bstep
  %more = icmp slt i64 %c2, %nl
  br i1 %more, label %loop, label %left
left:
  br label %done
done:
  ret void
}
declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_global_size(i32) #1
attributes #0 = { "wherry-kernel"="grid" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
