; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A store to local memory between two members' loads from global memory cannot change them: they stay one access group.
; Four bytes of each lane at one place are stored as one number, past loads from elsewhere.

; CHECK:       2 contiguous accesses, 0 uniform, 2 of members
; CHECK-LABEL: @wg.sums(
; CHECK-COUNT-2: load <4 x float>, ptr addrspace(1)
; CHECK:       store <4 x float>
; CHECK:       store <4 x i32> %{{.*}}, ptr addrspace(1) %{{.*}}, align 1
define void @wg.sums(ptr addrspace(1) %pairs, ptr addrspace(1) %out, ptr addrspace(3) %tile, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %pair = getelementptr inbounds { float, float }, ptr addrspace(1) %pairs, i64 %x
  %first = load float, ptr addrspace(1) %pair, align 4
  %tile.to = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %x
  store float %first, ptr addrspace(3) %tile.to, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  %second = load float, ptr addrspace(1) %second.at, align 4
  %a = fptoui float %first to i8
  %b = fptoui float %second to i8
  %to = getelementptr inbounds [4 x i8], ptr addrspace(1) %out, i64 %x
  store i8 %a, ptr addrspace(1) %to, align 1
  %to.1 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 1
  store i8 %b, ptr addrspace(1) %to.1, align 1
  %again.from = load i32, ptr addrspace(3) %tile.to, align 4
  %c = trunc i32 %again.from to i8
  %to.2 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 2
  store i8 %c, ptr addrspace(1) %to.2, align 1
  %to.3 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 3
  store i8 %b, ptr addrspace(1) %to.3, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sums" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
