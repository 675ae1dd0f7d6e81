; RUN: wherry-opt -passes=prefetch-far-accesses,verify %s | FileCheck %s
; The lanes of a vector load texels of two rows of an image, at offsets that both rows have in common, as a filter does:
; the row three rows on is prefetched, by every second lane; down the image if the lanes of the iteration before went to
; the right, up if to the left, at no distance if they went down or up.

; CHECK-LABEL: @wg.filter(
; CHECK:       entry:
; CHECK:         %[[ROWS:.*]] = mul i64 %pitch, 3
; CHECK:       items:
; CHECK:         %[[DISTANCE:.*]] = phi i64 [ %[[ROWS]], %entry ], [ %[[NEXT:.*]], %items ]
; CHECK:         %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %texels, i64 %[[DISTANCE]]
; CHECK:         %low0 = extractelement
; CHECK-NEXT:    %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %[[AHEAD]], i64 %low0
; CHECK-NEXT:    call void @llvm.prefetch.p1(ptr addrspace(1) %[[FIRST]], i32 0, i32 2, i32 1)
; CHECK:         %low2 = extractelement
; CHECK-NEXT:    %[[THIRD:.*]] = getelementptr i8, ptr addrspace(1) %[[AHEAD]], i64 %low2
; CHECK-NEXT:    call void @llvm.prefetch.p1(ptr addrspace(1) %[[THIRD]], i32 0, i32 2, i32 1)
; CHECK-NOT:     call void @llvm.prefetch
; CHECK:         srem i32
; CHECK:         %[[DOWN:.*]] = mul i64 %pitch, 3
; CHECK:         %[[IS_LEFT:.*]] = icmp slt i32 %[[ALONG:.*]], -6
; CHECK:         %[[IS_RIGHT:.*]] = icmp sgt i32 %[[ALONG]], 6
; CHECK:         %[[UP:.*]] = sub i64 0, %[[DOWN]]
; CHECK:         %[[OTHER:.*]] = select i1 %[[IS_LEFT]], i64 %[[UP]], i64 0
; CHECK:         %[[NEXT]] = select i1 %[[IS_RIGHT]], i64 %[[DOWN]], i64 %[[OTHER]]
; CHECK:         ret void
define void @wg.filter(ptr %args, ptr %context, ptr addrspace(1) %offsets) "wherry-kernel"="filter" "wherry-regions"="1"
    !wherry.args !0 !kernel_arg_base_type !2 !kernel_arg_addr_space !3 {
entry:
  %image = load ptr addrspace(1), ptr %args, align 8
  %texels = load ptr addrspace(1), ptr addrspace(1) %image, align 8, !invariant.load !4
  %pitch.at = getelementptr i8, ptr addrspace(1) %image, i64 8
  %pitch = load i64, ptr addrspace(1) %pitch.at, align 8, !invariant.load !4
  %above = getelementptr i8, ptr addrspace(1) %texels, i64 %pitch
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ]
  %offsets.at = getelementptr <4 x i64>, ptr addrspace(1) %offsets, i64 %x
  %at = load <4 x i64>, ptr addrspace(1) %offsets.at
  %low0 = extractelement <4 x i64> %at, i64 0
  %low0.at = getelementptr i8, ptr addrspace(1) %texels, i64 %low0
  %low0.texel = load <4 x i32>, ptr addrspace(1) %low0.at, align 1
  %low1 = extractelement <4 x i64> %at, i64 1
  %low1.at = getelementptr i8, ptr addrspace(1) %texels, i64 %low1
  %low1.texel = load <4 x i32>, ptr addrspace(1) %low1.at, align 1
  %low2 = extractelement <4 x i64> %at, i64 2
  %low2.at = getelementptr i8, ptr addrspace(1) %texels, i64 %low2
  %low2.texel = load <4 x i32>, ptr addrspace(1) %low2.at, align 1
  %low3 = extractelement <4 x i64> %at, i64 3
  %low3.at = getelementptr i8, ptr addrspace(1) %texels, i64 %low3
  %low3.texel = load <4 x i32>, ptr addrspace(1) %low3.at, align 1
  %high0 = extractelement <4 x i64> %at, i64 0
  %high0.at = getelementptr i8, ptr addrspace(1) %above, i64 %high0
  %high0.texel = load <4 x i32>, ptr addrspace(1) %high0.at, align 1
  %high1 = extractelement <4 x i64> %at, i64 1
  %high1.at = getelementptr i8, ptr addrspace(1) %above, i64 %high1
  %high1.texel = load <4 x i32>, ptr addrspace(1) %high1.at, align 1
  %high2 = extractelement <4 x i64> %at, i64 2
  %high2.at = getelementptr i8, ptr addrspace(1) %above, i64 %high2
  %high2.texel = load <4 x i32>, ptr addrspace(1) %high2.at, align 1
  %high3 = extractelement <4 x i64> %at, i64 3
  %high3.at = getelementptr i8, ptr addrspace(1) %above, i64 %high3
  %high3.texel = load <4 x i32>, ptr addrspace(1) %high3.at, align 1
  call void @use(<4 x i32> %low0.texel, <4 x i32> %low1.texel, <4 x i32> %low2.texel, <4 x i32> %low3.texel)
  call void @use(<4 x i32> %high0.texel, <4 x i32> %high1.texel, <4 x i32> %high2.texel, <4 x i32> %high3.texel)
  %x.next = add i64 %x, 1
  %again = icmp ult i64 %x.next, 100
  br i1 %again, label %items, label %end

end:
  ret void
}

declare void @use(<4 x i32>, <4 x i32>, <4 x i32>, <4 x i32>) memory(inaccessiblemem: readwrite)

!0 = !{!1}
!1 = !{i32 0, i32 8, i32 8, i32 1, i1 true}
!2 = !{!"image2d_t"}
!3 = !{i32 1}
!4 = !{}
