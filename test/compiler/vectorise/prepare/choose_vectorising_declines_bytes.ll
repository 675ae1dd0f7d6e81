; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; RUN: sed s/+avx512bw,+avx512vl/+avx2/ %s | wherry-opt -passes=choose-vectorising 2>&1 | FileCheck %s --check-prefix=AVX2
; RUN: sed 's/load <16/load volatile <16/' %s | wherry-opt -passes=choose-vectorising 2>&1 | FileCheck %s --check-prefix=STEP
; RUN: sed 's/width", i32 0/width", i32 4/' %s | wherry-opt -passes=choose-vectorising 2>&1 | FileCheck %s --check-prefix=ASKED
; Wide vectors of bytes stay as they are: as lanes, their elements would have to be turned around. Launches try the lanes
; of a register all the same, unless the work-items may count on being in step. A width that is asked for is obeyed.

; CHECK:     remark: {{.*}}not vectorised{{.*}}vectors of 16 elements themselves, with elements of 8 bits
; CHECK-NEXT: also try 16 work-items at once
; CHECK-NOT: "wherry-vectorise"
; CHECK:     "wherry-other-widths"="16"
; AVX2:      also try 8 work-items at once
; STEP:      remark: {{.*}}not vectorised
; STEP-NOT:  also try
; ASKED-NOT: not vectorised
; ASKED:     "wherry-vectorise"
define void @wg.k(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %place = getelementptr <16 x i8>, ptr %args, i64 %x
  %value = load <16 x i8>, ptr %place
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %loop ]
  %sum = phi <16 x i8> [ %value, %items ], [ %added, %loop ]
  %added = add <16 x i8> %sum, %value
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %stored

stored:
  store <16 x i8> %added, ptr %place
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
