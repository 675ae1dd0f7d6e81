; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; An address made of ids and arguments is made again behind the barrier, though it takes ten instructions: the vectoriser
; sees its stride. The argument, which is known to be there, is loaded once. What takes as many instructions, and is no
; index, is kept.
; REMARK: kernel 'index'{{.*}} work-item context 0 bytes
; REMARK: kernel 'mixed'{{.*}} work-item context 8 bytes

; CHECK-LABEL: define void @wg.index(
; CHECK:         load ptr addrspace(1), ptr %{{.*}}, !invariant.load
; CHECK-NOT:     load ptr addrspace(1)
; CHECK-COUNT-2: mul i32 %{{.*}}, 48
; CHECK-LABEL: define void @wg.mixed(
define void @wg.index(ptr dereferenceable(16) align 8 %args, ptr %context) "wherry-kernel"="index" {
entry:
  %condition = load i1, ptr %args, !invariant.load !0
  br i1 %condition, label %copies, label %end

copies:
  %argument = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %argument, align 8, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %group = call i64 @__wherry_group_id(i32 0)
  %first = shl i64 %group, 4
  %id = add i64 %first, %x
  %short = trunc i64 %id to i32
  %row = mul i32 %short, 48
  %next = add i32 %row, 5
  %wide = sext i32 %next to i64
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %wide
  store i64 1, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  store i64 2, ptr addrspace(1) %place
  br label %end

end:
  ret void
}

define void @wg.mixed(ptr %args, ptr %context) "wherry-kernel"="mixed" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %a = xor i64 %x, 12345
  %b = lshr i64 %a, 3
  %c = xor i64 %b, %x
  %d = shl i64 %c, 7
  %e = xor i64 %d, %c
  %f = lshr i64 %e, 9
  %g = xor i64 %f, %e
  store i64 %g, ptr addrspace(1) %out
  call void @__wherry_barrier(i32 2)
  store i64 %g, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
