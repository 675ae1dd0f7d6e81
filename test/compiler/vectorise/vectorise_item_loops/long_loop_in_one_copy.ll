; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s
; A long loop with few accesses is one masked copy: vectors of all work-items, whole or not, go through the same code.
; sed repeats the multiplication.

; CHECK-LABEL: @wg.long(
; CHECK:       vector.start:
; CHECK-NEXT:    %partial.begin = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %[[BACK:.*]] ]
; CHECK:         [[LEFT:%.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 4)
; CHECK:         %epilogue.mask = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>,
; CHECK:         @llvm.masked.load.v4f32
; CHECK:         @llvm.masked.store.v4f32
; CHECK:         [[NEXT]] = add nuw i64 %partial.begin, [[LEFT]]
; CHECK-NEXT:    [[AGAIN:%.*]] = icmp ult i64 [[NEXT]], %size
; CHECK-NEXT:    br i1 [[AGAIN]], label %vector.start, label %done, !llvm.loop
; CHECK-NOT:     fmul
; CHECK:       declare
define void @wg.long(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %value = load float, ptr addrspace(1) %at, align 4
  fmul float %value, %value
  store float %value, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
