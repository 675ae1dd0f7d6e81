; RUN: wherry-opt -passes='function(uniform-offsets-first),verify' %s | FileCheck %s
; The address in front of the offset stays for its other uses.

; CHECK-LABEL: @wg.used(
; CHECK:         %first = getelementptr inbounds float, ptr addrspace(1) %in, i64 %clamped
; CHECK:         %[[PLANE:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %plane
; CHECK-NEXT:    %[[PLACE:.*]] = getelementptr float, ptr addrspace(1) %[[PLANE]], i64 %clamped
; CHECK-NEXT:    %value = load float, ptr addrspace(1) %[[PLACE]], align 4
; CHECK:         store float %value, ptr addrspace(1) %first, align 4
define void @wg.used(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.umin.i64(i64 %x, i64 %most)
  %first = getelementptr inbounds float, ptr addrspace(1) %in, i64 %clamped
  %place = getelementptr i8, ptr addrspace(1) %first, i64 %plane
  %value = load float, ptr addrspace(1) %place, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %first, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
