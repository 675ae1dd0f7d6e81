; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Row and column of a flat index, divided by a constant: each region computes them anew, and sees that neighbours share
; the row. What the kernel's first block divides for the whole work-group is divided once.
; REMARK: kernel 'k'{{.*}} work-item context 0 bytes

; CHECK-LABEL: define void @wg.k(
; CHECK:       %tile = udiv i64 %{{.*}}, %tiles
; CHECK:       begin.r0:
; CHECK-NOT:   %tile = udiv
; CHECK:       z.r1:
; CHECK-DAG:   sdiv i32 %{{.*}}, 16
; CHECK-DAG:   srem i32 %{{.*}}, 16
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %out = load ptr addrspace(3), ptr %args, !invariant.load !0
  %tiles.at = getelementptr inbounds i8, ptr %args, i64 8
  %tiles = load i64, ptr %tiles.at, !invariant.load !0
  %group = call i64 @__wherry_group_id(i32 0)
  %tile = udiv i64 %group, %tiles
  %first = trunc i64 %tile to i32
  %x = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %x to i32
  %row = sdiv i32 %l, 16
  %column = srem i32 %l, 16
  %row.of.all = add i32 %row, %first
  store i32 %row.of.all, ptr addrspace(3) %out
  call void @__wherry_barrier(i32 1)
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %column
  store i32 %row.of.all, ptr addrspace(3) %to
  ret void
}

declare i64 @__wherry_group_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
