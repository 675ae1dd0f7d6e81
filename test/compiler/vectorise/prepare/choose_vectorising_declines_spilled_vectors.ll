; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; Five vectors of 16 elements are alive in the loop: with a register for each element, most of them would be spilled.

; CHECK:     remark: {{.*}}not vectorised{{.*}}vectors of 16 elements themselves, of which 96 elements are alive at once
; CHECK-NOT: "wherry-vectorise"
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %place = getelementptr <16 x i32>, ptr %args, i64 %x
  %value = load <16 x i32>, ptr %place
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %loop ]
  %a = phi <16 x i32> [ %value, %items ], [ %b, %loop ]
  %b = phi <16 x i32> [ zeroinitializer, %items ], [ %c, %loop ]
  %c = phi <16 x i32> [ zeroinitializer, %items ], [ %d, %loop ]
  %d = phi <16 x i32> [ zeroinitializer, %items ], [ %added, %loop ]
  %sum = add <16 x i32> %a, %value
  %added = add <16 x i32> %sum, %d
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %stored

stored:
  store <16 x i32> %a, ptr %place
  br label %items.next

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!llvm.module.flags = !{!1, !2}
!0 = !{}
!1 = !{i32 8, !"wherry.optimize", i32 1}
!2 = !{i32 7, !"wherry.vector_width", i32 0}
