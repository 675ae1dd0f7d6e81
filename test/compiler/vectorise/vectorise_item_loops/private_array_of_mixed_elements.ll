; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Accesses of different sizes to one private array forbid interleaving: each lane has the array as a whole, 64 bytes
; behind the lane before.

; CHECK-LABEL: @wg.table(
; CHECK:       %[[LANES:.*]] = alloca [256 x i8], align 64
; CHECK:       %[[FIRST:.*]] = getelementptr {{.*}}, ptr %[[LANES]], i64 0, i64 %which
; CHECK:       getelementptr i8, ptr %[[FIRST]], <4 x i64> <i64 0, i64 64, i64 128, i64 192>
; CHECK:       call void @llvm.masked.scatter.v4i32.v4p0
; CHECK:       %[[WORDS:.*]] = getelementptr i8, <4 x ptr> %{{.*}}, <4 x i64>
; CHECK:       call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[WORDS]]
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %which, i64 %size) #0 {
entry:
  %table = alloca [16 x i32], align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %element = getelementptr inbounds [16 x i32], ptr %table, i64 0, i64 %which
  store i32 %value, ptr %element, align 4
  %byte.at = getelementptr inbounds i8, ptr %table, i64 %which
  %byte = load i8, ptr %byte.at, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %byte, ptr addrspace(1) %to, align 1
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
