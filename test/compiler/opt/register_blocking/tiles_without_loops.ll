; RUN: wherry-opt -passes=register-blocking %s 2>&1 | FileCheck %s
; A product of tiles between two barriers, its loop unrolled: every iteration loads the same elements of the second tile.
; The sum lives across barriers, in the work-item's part of the work-group's memory, which no other iteration accesses.
; Three shared loads would not repay the copies; nor would a kernel of one dimension, whose second dimension has one
; work-item as a rule.
; CHECK-LABEL: @wg.product(
; CHECK:       region.blocked:
; CHECK-COUNT-4: load float, ptr %
; CHECK-COUNT-1: %b0{{.*}} = load
; CHECK-COUNT-1: %b1{{.*}} = load
; CHECK-COUNT-1: %b2{{.*}} = load
; CHECK-COUNT-1: %b3{{.*}} = load
; CHECK-COUNT-4: store float %{{.*}}, ptr %
; CHECK:       br
; CHECK-LABEL: @wg.three(
; CHECK-NOT:   blocked
; CHECK:       {{^[}]}}
; CHECK-LABEL: @wg.line(
; CHECK-NOT:   blocked
; CHECK:       {{^[}]}}

define void @wg.product(ptr %args, ptr %context) #0 {
entry:
  %a = load ptr addrspace(3), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(3), ptr %b.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  %item_context.at = getelementptr i8, ptr %context, i64 64
  %item_context = load ptr, ptr %item_context.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  %line = mul i64 %y, %width
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %region

region:
  %number = add i64 %line, %x
  %own = getelementptr float, ptr %item_context, i64 %number
  %sum = load float, ptr %own
  %row = getelementptr float, ptr addrspace(3) %a, i64 %y
  %a0 = load float, ptr addrspace(3) %row
  %b0.at = getelementptr float, ptr addrspace(3) %b, i64 %x
  %b0 = load float, ptr addrspace(3) %b0.at
  %sum0 = call float @llvm.fmuladd.f32(float %a0, float %b0, float %sum)
  %b1.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 64
  %b1 = load float, ptr addrspace(3) %b1.at
  %sum1 = call float @llvm.fmuladd.f32(float %a0, float %b1, float %sum0)
  %b2.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 128
  %b2 = load float, ptr addrspace(3) %b2.at
  %sum2 = call float @llvm.fmuladd.f32(float %a0, float %b2, float %sum1)
  %b3.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 192
  %b3 = load float, ptr addrspace(3) %b3.at
  %sum3 = call float @llvm.fmuladd.f32(float %a0, float %b3, float %sum2)
  store float %sum3, ptr %own
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %end

end:
  ret void
}

define void @wg.three(ptr %args, ptr %context) #1 {
entry:
  %a = load ptr addrspace(3), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(3), ptr %b.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  %line = mul i64 %y, %width
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %region

region:
  %number = add i64 %line, %x
  %own = getelementptr float, ptr addrspace(3) %a, i64 %number
  %sum = load float, ptr addrspace(3) %own
  %b0.at = getelementptr float, ptr addrspace(3) %b, i64 %x
  %b0 = load float, ptr addrspace(3) %b0.at
  %sum0 = fadd float %sum, %b0
  %b1.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 64
  %b1 = load float, ptr addrspace(3) %b1.at
  %sum1 = fmul float %sum0, %b1
  %b2.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 128
  %b2 = load float, ptr addrspace(3) %b2.at
  %sum2 = fadd float %sum1, %b2
  store float %sum2, ptr addrspace(3) %own
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %end

end:
  ret void
}

define void @wg.line(ptr %args, ptr %context) #2 {
entry:
  %a = load ptr addrspace(3), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(3), ptr %b.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  %item_context.at = getelementptr i8, ptr %context, i64 64
  %item_context = load ptr, ptr %item_context.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  %line = mul i64 %y, %width
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %region

region:
  %number = add i64 %line, %x
  %own = getelementptr float, ptr %item_context, i64 %number
  %sum = load float, ptr %own
  %row = getelementptr float, ptr addrspace(3) %a, i64 7
  %a0 = load float, ptr addrspace(3) %row
  %b0.at = getelementptr float, ptr addrspace(3) %b, i64 %x
  %b0 = load float, ptr addrspace(3) %b0.at
  %sum0 = call float @llvm.fmuladd.f32(float %a0, float %b0, float %sum)
  %b1.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 64
  %b1 = load float, ptr addrspace(3) %b1.at
  %sum1 = call float @llvm.fmuladd.f32(float %a0, float %b1, float %sum0)
  %b2.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 128
  %b2 = load float, ptr addrspace(3) %b2.at
  %sum2 = call float @llvm.fmuladd.f32(float %a0, float %b2, float %sum1)
  %b3.at = getelementptr i8, ptr addrspace(3) %b0.at, i64 192
  %b3 = load float, ptr addrspace(3) %b3.at
  %sum3 = call float @llvm.fmuladd.f32(float %a0, float %b3, float %sum2)
  store float %sum3, ptr %own
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %end

end:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

attributes #0 = { "wherry-kernel"="product" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
attributes #2 = { "wherry-kernel"="line" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
attributes #1 = { "wherry-kernel"="three" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{}
