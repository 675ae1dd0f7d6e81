; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; Where work-items load, compute a little and store, vectors of more than four elements fill registers by themselves:
; the pass leaves the kernel scalar and says so.

; CHECK:     remark: {{.*}}not vectorised{{.*}}vectors of 16 elements themselves, at a cost of 3, as lanes 11
; CHECK:     define void @wg.k({{.*}} #[[WIDE:[0-9]+]]
; CHECK-NOT: attributes #[[WIDE]] = {{.*}}"wherry-vectorise"
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %place = getelementptr <16 x float>, ptr %args, i64 %x
  %value = load <16 x float>, ptr %place
  %sum = fadd <16 x float> %value, %value
  store <16 x float> %sum, ptr %place
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
