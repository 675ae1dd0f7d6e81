; RUN: wherry-opt -passes='function(uniform-offsets-first),verify' %s | FileCheck %s
; An address with a known stride stays as it is, and so does one whose second offset differs between work-items, and one
; in a matrix row for each work-item.

; CHECK-LABEL: @wg.known(
; CHECK:         %place = getelementptr i8, ptr addrspace(1) %first, i64 %plane
; CHECK-LABEL: @wg.both(
; CHECK:         %place = getelementptr i8, ptr addrspace(1) %first, i64 %x
; CHECK-LABEL: @wg.row(
; CHECK:         %place = getelementptr i8, ptr addrspace(1) %first, i64 %plane
define void @wg.known(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.umin.i64(i64 %x, i64 %most)
  %first = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %place = getelementptr i8, ptr addrspace(1) %first, i64 %plane
  %value = load float, ptr addrspace(1) %place, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.both(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.umin.i64(i64 %x, i64 %most)
  %first = getelementptr inbounds float, ptr addrspace(1) %in, i64 %clamped
  %place = getelementptr i8, ptr addrspace(1) %first, i64 %x
  %value = load float, ptr addrspace(1) %place, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.row(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.umin.i64(i64 %x, i64 %most)
  %row = mul i64 %x, %most
  %first = getelementptr inbounds float, ptr addrspace(1) %in, i64 %row
  %place = getelementptr i8, ptr addrspace(1) %first, i64 %plane
  %value = load float, ptr addrspace(1) %place, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
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
