; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s
; An access in an inner loop runs often: full vectors have no masks.

; CHECK-LABEL: @wg.long(
; CHECK:       vector.again:
; CHECK:       load <4 x float>
define void @wg.long(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %value = load float, ptr addrspace(1) %at, align 4
  br label %inner

inner:
  %i = phi i64 [ 0, %body ], [ %i.next, %inner ]
  %inner.at = getelementptr inbounds float, ptr addrspace(1) %at, i64 %i
  %inner.value = load float, ptr addrspace(1) %inner.at, align 4
  fmul float %inner.value, %value
  %i.next = add nuw nsw i64 %i, 1
  %inner.again = icmp ult i64 %i.next, 100
  br i1 %inner.again, label %inner, label %last

last:
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
