; RUN: wherry-opt -passes="function(require<domtree>),for-kernels<often_dividing>(early-cse),segment-item-loops,verify" %s 2>&1 | FileCheck %s
; A second item loop has more divisions than pay, until early-cse joins equal ones: both are in segments. The first goes on
; to its next segment whatever analyses of before say.

; CHECK-LABEL: @wg.two(
; CHECK:       segment.end:
; CHECK:       [[NEXT:%.*]] = add nuw i64 %segment.first
; CHECK-NEXT:  [[AGAIN:%.*]] = icmp ult i64 [[NEXT]], 128
; CHECK-NEXT:  br i1 [[AGAIN]], label %segment
; CHECK:       segment.end{{[0-9]+}}:
define void @wg.two(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = lshr i64 %x, 4
  %line = getelementptr [17 x float], ptr addrspace(1) %in, i64 %row
  %value = load float, ptr addrspace(1) %line, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 128, !wherry.item_loop !0
  br i1 %again, label %items, label %second, !wherry.item_loop !0

second:
  br label %items2

items2:
  %x2 = phi i64 [ 0, %second ], [ %x2.next, %next2 ], !wherry.item_loop !0
  %row0 = lshr i64 %x2, 4
  %row1 = lshr i64 %x2, 4
  %row2 = lshr i64 %x2, 4
  %row3 = lshr i64 %x2, 4
  %row4 = lshr i64 %x2, 4
  %row5 = lshr i64 %x2, 4
  %row6 = lshr i64 %x2, 4
  %to0 = getelementptr float, ptr addrspace(1) %out, i64 %row0
  %to1 = getelementptr i8, ptr addrspace(1) %to0, i64 %row1
  %to2 = getelementptr i8, ptr addrspace(1) %to1, i64 %row2
  %to3 = getelementptr i8, ptr addrspace(1) %to2, i64 %row3
  %to4 = getelementptr i8, ptr addrspace(1) %to3, i64 %row4
  %to5 = getelementptr i8, ptr addrspace(1) %to4, i64 %row5
  %to6 = getelementptr i8, ptr addrspace(1) %to5, i64 %row6
  store i8 1, ptr addrspace(1) %to6, align 1
  br label %next2

next2:
  %x2.next = add nuw nsw i64 %x2, 1
  %again2 = icmp ult i64 %x2.next, 128, !wherry.item_loop !0
  br i1 %again2, label %items2, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="2" "wherry-vectorise" }
!0 = !{}
