; RUN: wherry-opt -passes=structured-exits,verify %s | FileCheck %s
; The block that ends in "break" stands in the source's loop, but not in LLVM's: work-items of all iterations would come
; to its sub-group function together. Its way out leads over the iteration's end, where they meet, and a number tells
; where to go on.

; CHECK-LABEL: @leave(
; CHECK:       %[[LEFT:.*]] = alloca i32
; CHECK:       loop:
; CHECK-NEXT:  store i32 0, ptr %[[LEFT]]
; CHECK:       own:
; CHECK:       call {{.*}}@_Z20sub_group_reduce_addj
; CHECK:       br label %[[WAY:.*]]
; CHECK:       [[WAY]]:
; CHECK-NEXT:  store i32 1, ptr %[[LEFT]]
; CHECK-NEXT:  br label %[[END:.*]]
; CHECK:       [[END]]:
; CHECK-NEXT:  call void @__wherry_sub_group_barrier()
; CHECK-NEXT:  %[[WHERE:.*]] = load i32, ptr %[[LEFT]]
; CHECK-NEXT:  switch i32 %[[WHERE]], label %loop [
; CHECK-NEXT:    i32 1, label %behind
declare i32 @_Z20sub_group_reduce_addj(i32) convergent

define void @leave(ptr %out, i32 %lane) {
entry:
  %round = alloca i32
  store i32 0, ptr %round
  br label %loop

loop:
  %now = load i32, ptr %round
  %here = icmp eq i32 %now, %lane
  br i1 %here, label %own, label %advance

own:
  %sum = call i32 @_Z20sub_group_reduce_addj(i32 1) convergent
  store i32 %sum, ptr %out
  br label %behind

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

behind:
  ret void
}
