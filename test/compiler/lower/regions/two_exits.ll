; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A region may end at different operations, or at the kernel's end, where all work-items choose alike: the group then
; switches to what comes next. No work-item context is needed to tell.
; REMARK: 3 regions
; REMARK-SAME: work-item context 0 bytes
; REMARK-NOT: divergent barriers

; CHECK-LABEL: define void @wg.choose(
; CHECK:       [[ONE:group.operation.*]]: {{.*}}preds = %[[DONE:.*]]
; CHECK:       [[OTHER:group.operation.*]]: {{.*}}preds = %[[DONE]]
; CHECK:       [[DONE]]:
; CHECK-NEXT:    switch i32 %{{.*}}, label %{{.*}} [
; CHECK-NEXT:      i32 {{[0-2]}}, label %{{.*}}
; CHECK-NEXT:      i32 {{[0-2]}}, label %{{.*}}
; CHECK-NEXT:    ]
define void @wg.choose(ptr %args, ptr %context) "wherry-kernel"="choose" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %to_n, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 0, ptr addrspace(1) %place
  switch i32 %n, label %done [
    i32 1, label %one
    i32 2, label %other
  ]
one:
  call void @__wherry_barrier(i32 2)
  store i32 1, ptr addrspace(1) %place
  ret void
other:
  call void @__wherry_barrier(i32 2)
  store i32 2, ptr addrspace(1) %place
  ret void
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
