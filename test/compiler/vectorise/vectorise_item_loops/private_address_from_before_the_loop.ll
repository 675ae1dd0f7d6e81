; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; An address in a private array that is computed before the item loop is each lane's own: it is computed in the loop,
; on the lanes' array.

; CHECK-LABEL: @wg.table(
; CHECK:       %[[LANES:.*]] = alloca [256 x i8], align 64
; CHECK:       %[[THIRD:.*]] = getelementptr i8, ptr %[[LANES]], i64 48
; CHECK:       store <4 x i32> %{{.*}}, ptr %[[THIRD]]
define void @wg.table(ptr addrspace(1) %in, i64 %size) #0 {
entry:
  %table = alloca [16 x i32], align 4
  %third = getelementptr inbounds [16 x i32], ptr %table, i64 0, i64 3
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  store i32 %value, ptr %third, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
