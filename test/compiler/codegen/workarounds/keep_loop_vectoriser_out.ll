; RUN: wherry-opt -passes=keep-loop-vectoriser-out %s | FileCheck %s
; LLVM 22's loop vectoriser takes the flags of an instruction behind a condition for sure in lanes that are not there.
; The pass keeps it from item loops with conditions. The loop keeps its other metadata.

; CHECK-LABEL: @wg.condition(
; CHECK:       br i1 %x.again, label %item, label %end, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]], ![[OFF:[0-9]+]]}
; CHECK-DAG:   ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses"
; CHECK-DAG:   ![[OFF]] = !{!"llvm.loop.vectorize.enable", i32 0}
define void @wg.condition(ptr %args, ptr %context) "wherry-kernel"="condition" "wherry-regions"="1" {
entry:
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %inside = icmp ult i64 %x, 7
  br i1 %inside, label %body, label %item.end

body:
  %place = getelementptr i32, ptr %args, i64 %x
  store i32 1, ptr %place, !llvm.access.group !2
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %end, !llvm.loop !1, !wherry.item_loop !0

end:
  ret void
}

!0 = !{}
!1 = distinct !{!1, !3}
!2 = distinct !{}
!3 = !{!"llvm.loop.parallel_accesses", !2}
