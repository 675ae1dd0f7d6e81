; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; (index << 32) >> 30 is the lower half of a clamped index, in bytes of floats: four from lane to lane. Shifted by 29, eight: no
; neighbours.

; CHECK:       1 gathers, {{.*}} 1 of them contiguous by a run-time check
; CHECK:       1 gathers, 0 scatters, 0 lane by lane
; CHECK-NOT:   by a run-time check
; CHECK-LABEL: @wg.floats(
; CHECK:       contiguous:
; CHECK-LABEL: @wg.far(
; CHECK-NOT:   contiguous:
define void @wg.floats(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step, i64 %n, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.smin.i64(i64 %x, i64 %last)
  %up = shl i64 %clamped, 32
  %bytes = ashr exact i64 %up, 30
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %bytes
  %value = load float, ptr addrspace(1) %at, align 4
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

define void @wg.far(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step, i64 %n, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.smin.i64(i64 %x, i64 %last)
  %up = shl i64 %clamped, 32
  %bytes = ashr exact i64 %up, 29
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %bytes
  %value = load float, ptr addrspace(1) %at, align 4
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
