; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/shl i32 %index, 2/shl i32 %index, 1/' %s | wherry-opt -passes=vectorise-item-loops 2>&1 | FileCheck %s --check-prefix=APART
; Offsets in bytes, as those of an image's texels: the lanes' offsets are compared with steps of an element's size. Where
; nothing is multiplied by that size, no lanes can be neighbours, and there is no check.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.masked(
; CHECK:       add <4 x i32> %{{.*}}, <i32 0, i32 4, i32 8, i32 12>
; CHECK:       icmp sle i32 %{{.*}}, 2147483635
; CHECK:       load <4 x float>
; CHECK:       call <4 x float> @llvm.masked.gather
; APART:       1 gathers, 0 scatters, 0 lane by lane;
define void @wg.masked(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = and i32 %id, %most
  %offset = shl i32 %index, 2
  %offset.long = sext i32 %offset to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %offset.long
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="clamped" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
