; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; All nine elements of a lane's cell, the next lane's behind them: one group, of contiguous stores. Nine elements of cells
; of ten are scattered.

; CHECK:       0 contiguous accesses, {{.*}} 1 of members, 0 gathers, 0 scatters
; CHECK:       0 contiguous accesses, {{.*}} 0 of members, 0 gathers, 9 scatters
define void @wg.whole(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %cell = mul i64 %x, 9
  %base = getelementptr inbounds float, ptr addrspace(1) %out, i64 %cell
  %at.0 = getelementptr inbounds float, ptr addrspace(1) %base, i64 0
  store float 0.0, ptr addrspace(1) %at.0, align 4
  %at.1 = getelementptr inbounds float, ptr addrspace(1) %base, i64 1
  store float 1.0, ptr addrspace(1) %at.1, align 4
  %at.2 = getelementptr inbounds float, ptr addrspace(1) %base, i64 2
  store float 2.0, ptr addrspace(1) %at.2, align 4
  %at.3 = getelementptr inbounds float, ptr addrspace(1) %base, i64 3
  store float 3.0, ptr addrspace(1) %at.3, align 4
  %at.4 = getelementptr inbounds float, ptr addrspace(1) %base, i64 4
  store float 4.0, ptr addrspace(1) %at.4, align 4
  %at.5 = getelementptr inbounds float, ptr addrspace(1) %base, i64 5
  store float 5.0, ptr addrspace(1) %at.5, align 4
  %at.6 = getelementptr inbounds float, ptr addrspace(1) %base, i64 6
  store float 6.0, ptr addrspace(1) %at.6, align 4
  %at.7 = getelementptr inbounds float, ptr addrspace(1) %base, i64 7
  store float 7.0, ptr addrspace(1) %at.7, align 4
  %at.8 = getelementptr inbounds float, ptr addrspace(1) %base, i64 8
  store float 8.0, ptr addrspace(1) %at.8, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.parts(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %cell = mul i64 %x, 10
  %base = getelementptr inbounds float, ptr addrspace(1) %out, i64 %cell
  %at.0 = getelementptr inbounds float, ptr addrspace(1) %base, i64 0
  store float 0.0, ptr addrspace(1) %at.0, align 4
  %at.1 = getelementptr inbounds float, ptr addrspace(1) %base, i64 1
  store float 1.0, ptr addrspace(1) %at.1, align 4
  %at.2 = getelementptr inbounds float, ptr addrspace(1) %base, i64 2
  store float 2.0, ptr addrspace(1) %at.2, align 4
  %at.3 = getelementptr inbounds float, ptr addrspace(1) %base, i64 3
  store float 3.0, ptr addrspace(1) %at.3, align 4
  %at.4 = getelementptr inbounds float, ptr addrspace(1) %base, i64 4
  store float 4.0, ptr addrspace(1) %at.4, align 4
  %at.5 = getelementptr inbounds float, ptr addrspace(1) %base, i64 5
  store float 5.0, ptr addrspace(1) %at.5, align 4
  %at.6 = getelementptr inbounds float, ptr addrspace(1) %base, i64 6
  store float 6.0, ptr addrspace(1) %at.6, align 4
  %at.7 = getelementptr inbounds float, ptr addrspace(1) %base, i64 7
  store float 7.0, ptr addrspace(1) %at.7, align 4
  %at.8 = getelementptr inbounds float, ptr addrspace(1) %base, i64 8
  store float 8.0, ptr addrspace(1) %at.8, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl" "wherry-kernel"="cells" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
