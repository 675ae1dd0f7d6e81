; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; A store that each work-item makes once, to a buffer that the kernel does not load from, may pass the caches by. The
; pass marks it, with a node of its own that holds the store's bytes.

; CHECK-LABEL: @wg.results(
; CHECK:       store float %sum, {{.*}}, !wherry.streamed ![[FLOAT:[0-9]+]]
; CHECK:       store double %wide, {{.*}}, !wherry.streamed ![[DOUBLE:[0-9]+]]
; CHECK-DAG:   ![[FLOAT]] = distinct !{i32 4}
; CHECK-DAG:   ![[DOUBLE]] = distinct !{i32 8}
define void @wg.results(ptr %args, ptr %context) "wherry-kernel"="results" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %row

row:
  %y = phi i64 [ 0, %entry ], [ %y.next, %row.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %row ], [ %x.next, %item ], !wherry.item_loop !0
  %place = getelementptr float, ptr addrspace(1) %a, i64 %x
  %sum = load float, ptr addrspace(1) %place
  %result = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %sum, ptr addrspace(1) %result
  %wide = fpext float %sum to double
  %wide.result = getelementptr double, ptr addrspace(1) %out, i64 %x
  store double %wide, ptr addrspace(1) %wide.result
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %row.end, !wherry.item_loop !0

row.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, 8
  br i1 %y.again, label %row, label %end

end:
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
