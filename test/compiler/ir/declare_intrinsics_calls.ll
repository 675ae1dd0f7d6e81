; RUN: wherry-opt -passes=declare-intrinsics %s | FileCheck %s
; RUN: wherry-opt -passes=declare-intrinsics,gvn %s | FileCheck %s --check-prefix=MERGED
; A call has no attributes of its own, so that the declaration's count: a convergent call site would keep LLVM from
; merging two calls for the same id.

; CHECK-LABEL: @ids(
; CHECK:       call spir_func i64 @__wherry_group_id(i32 0){{$}}
; CHECK:       call spir_func void @__wherry_barrier(i32 1){{$}}
; CHECK:       call spir_func i64 @__wherry_group_id(i32 0){{$}}
; MERGED-LABEL: @ids(
; MERGED:       @__wherry_group_id
; MERGED:       @__wherry_barrier
; MERGED-NOT:   @__wherry_group_id
; MERGED:       ret i64
define i64 @ids() {
  %first = call spir_func noundef i64 @__wherry_group_id(i32 noundef 0) #1
  call spir_func void @__wherry_barrier(i32 noundef 1) #1
  %second = call spir_func i64 @__wherry_group_id(i32 0) #1
  %sum = add i64 %first, %second
  ret i64 %sum
}

declare spir_func i64 @__wherry_group_id(i32) #0
declare spir_func void @__wherry_barrier(i32) #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind }
