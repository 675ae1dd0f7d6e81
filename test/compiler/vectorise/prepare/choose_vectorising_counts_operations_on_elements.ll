; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; Where a loop computes with elements of a vector of sixteen, one by one, lanes save that.

; CHECK-NOT: remark
; CHECK:     define void @wg.k({{.*}} #[[WIDE:[0-9]+]]
; CHECK:     attributes #[[WIDE]] = { "stackrealign" {{.*}}"wherry-vectorise"
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %place = getelementptr <16 x i32>, ptr %args, i64 %x
  %value = load <16 x i32>, ptr %place
  %first = extractelement <16 x i32> %value, i64 0
  %second = extractelement <16 x i32> %value, i64 4
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %loop ]
  %a = phi i32 [ %first, %items ], [ %sum, %loop ]
  %b = phi i32 [ %second, %items ], [ %mixed, %loop ]
  %sum = add i32 %a, %b
  %mixed = xor i32 %sum, %b
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %stored

stored:
  %half = insertelement <16 x i32> %value, i32 %sum, i64 0
  %whole = insertelement <16 x i32> %half, i32 %mixed, i64 4
  store <16 x i32> %whole, ptr %place
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
