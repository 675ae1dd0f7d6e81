; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A private array of more than 16 KiB leaves the worker's stack for the work-item context, without any barrier.
; REMARK: kernel 'big': {{.*}} work-item context 16392 bytes, private memory 16388 bytes
; REMARK: kernel 'small': {{.*}} work-item context 0 bytes

; CHECK-LABEL: define void @wg.big(
; CHECK-NOT:     alloca
; CHECK:         mul nuw i64 %{{.*}}, 16388
define void @wg.big(ptr %args, ptr %context) "wherry-kernel"="big" {
entry:
  %array = alloca [4097 x i32]
  %x = call i64 @__wherry_local_id(i32 0)
  %element = getelementptr i32, ptr %array, i64 %x
  store i32 7, ptr %element
  ret void
}

; CHECK-LABEL: define void @wg.small(
; CHECK:         alloca [4096 x i32]
define void @wg.small(ptr %args, ptr %context) "wherry-kernel"="small" {
entry:
  %array = alloca [4096 x i32]
  %x = call i64 @__wherry_local_id(i32 0)
  %element = getelementptr i32, ptr %array, i64 %x
  store i32 7, ptr %element
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
