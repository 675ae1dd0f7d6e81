; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed s/+avx512bw,+avx512vl/+avx2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=AVX2
; Three bytes of four: two loads of whole pixels, of which the second one ends with the last blue, as the byte behind it
; may not exist. Under the epilogue's mask, the bytes between are masked out; without masks for bytes each lane loads its
; own.

; CHECK:       1 contiguous accesses, 0 uniform, 1 of members, 0 gathers
; CHECK-LABEL: @wg.grey(
; CHECK:       %[[LOW:.*]] = load <2 x i32>, ptr addrspace(1) %[[FIRST:.*]], align 1
; CHECK:       %[[BEHIND:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 7
; CHECK:       %[[HIGH:.*]] = load <2 x i32>, ptr addrspace(1) %[[BEHIND]], align 1
; CHECK:       %[[DOWN:.*]] = lshr <2 x i32> %[[HIGH]], splat (i32 8)
; CHECK:       %[[ALL:.*]] = shufflevector <2 x i32> %[[LOW]], <2 x i32> %[[DOWN]]
; CHECK:       trunc <4 x i32> %[[ALL]] to <4 x i8>
; CHECK:       lshr <4 x i32> %[[ALL]], splat (i32 8)
; CHECK:       lshr <4 x i32> %[[ALL]], splat (i32 16)
; CHECK:       %[[OWN:.*]] = shufflevector <4 x i1> %epilogue.mask, {{.*}} zeroinitializer
; CHECK:       %[[COLOURS:.*]] = and <4 x i1> %[[OWN]], <i1 true, i1 true, i1 true, i1 false>
; CHECK:       call <4 x i8> @llvm.masked.load.v4i8.p1({{.*}}, <4 x i1> %[[COLOURS]], <4 x i8> poison)

; AVX2:        load <2 x i32>
; AVX2-NOT:    @llvm.masked.load
define void @wg.grey(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index = shl i64 %x, 2
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %red = load i8, ptr addrspace(1) %from, align 1
  %from.green = getelementptr inbounds i8, ptr addrspace(1) %from, i64 1
  %green = load i8, ptr addrspace(1) %from.green, align 1
  %from.blue = getelementptr inbounds i8, ptr addrspace(1) %from, i64 2
  %blue = load i8, ptr addrspace(1) %from.blue, align 1
  %some = xor i8 %red, %green
  %all = xor i8 %some, %blue
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %all, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="grey" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
