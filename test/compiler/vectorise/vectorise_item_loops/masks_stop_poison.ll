; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The inner condition of a lane that is not on the outer side may be poison. A select, not an "and", joins it to the
; mask.

; CHECK-LABEL: @wg.nested(
; CHECK:       %[[OUTER:.*]] = icmp ult <4 x i32> %[[BY:.*]], splat (i32 32)
; CHECK:       %[[SHIFTED:.*]] = shl <4 x i32> splat (i32 1), %[[BY]]
; CHECK:       %[[INNER:.*]] = icmp sgt <4 x i32> %[[SHIFTED]], splat (i32 100)
; CHECK:       %[[BOTH:.*]] = select <4 x i1> %[[OUTER]], <4 x i1> %[[INNER]], <4 x i1> zeroinitializer
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[BOTH]])
define void @wg.nested(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %by = load i32, ptr addrspace(1) %from, align 4
  %small = icmp ult i32 %by, 32
  br i1 %small, label %shift, label %next

shift:
  %shifted = shl i32 1, %by
  %large = icmp sgt i32 %shifted, 100
  br i1 %large, label %keep, label %next

keep:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %shifted, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="nested" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
