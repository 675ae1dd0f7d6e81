; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; The lanes of a sub-group run together, so their private variables stand on the stack side by side: where those of 16
; lanes take more than 64 KiB, they are put into the work-item context.
; REMARK: kernel 'wide': {{.*}} work-item context 8192 bytes
; REMARK: kernel 'narrow': {{.*}} work-item context 0 bytes

; CHECK-LABEL: define void @wg.wide(
; CHECK-NOT:     alloca
; CHECK-LABEL: define void @wg.narrow(
; CHECK:         alloca [1024 x i32]
define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" "wherry-sub-groups" "wherry-sub-group-size"="16" {
entry:
  %array = alloca [2048 x i32]
  %x = call i64 @__wherry_local_id(i32 0)
  %element = getelementptr i32, ptr %array, i64 %x
  store i32 7, ptr %element
  ret void
}

define void @wg.narrow(ptr %args, ptr %context) "wherry-kernel"="narrow" "wherry-sub-groups" "wherry-sub-group-size"="16" {
entry:
  %array = alloca [1024 x i32]
  %x = call i64 @__wherry_local_id(i32 0)
  %element = getelementptr i32, ptr %array, i64 %x
  store i32 7, ptr %element
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
