; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; Only work-group functions have item loops: a function without the facts stays as it is, whatever its loop looks like.

; CHECK-LABEL: @helper(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
; CHECK-LABEL: @wg.fill(
; CHECK:       store <4 x float>
define void @helper(ptr addrspace(1) %out, i64 %size) {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float 0.0, ptr addrspace(1) %to, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size
  br i1 %again, label %items, label %done

done:
  ret void
}

define void @wg.fill(ptr addrspace(1) %out, float %value, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="fill" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
