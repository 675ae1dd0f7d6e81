; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A butterfly's element, of two members, is 2 * (l - l % s) + l % s: from s on as many lanes go up by one. The lanes'
; indices tell whether all do: then members are loaded and stored as rows, else lane by lane.

; CHECK:       0 gathers, 1 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.butterfly(
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
; CHECK:       br i1 %{{.*}}, label %[[ROWS:contiguous]], label %[[LANES:by.lane]]
; CHECK:       [[ROWS]]:
; CHECK-COUNT-2: load <4 x float>
; CHECK:       [[LANES]]:
; CHECK-COUNT-4: load <2 x float>
; CHECK:       loaded:
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
; CHECK:       br i1 %{{.*}}, label %[[TO_ROWS:contiguous.*]], label %[[TO_LANES:by.lane.*]]
; CHECK:       [[TO_ROWS]]:
; CHECK-COUNT-2: store <4 x float>
; CHECK:       [[TO_LANES]]:
; CHECK:       call void @llvm.masked.scatter.v4i64
define void @wg.butterfly(ptr addrspace(3) %data, i32 %mask, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %low = and i32 %id, %mask
  %high = sub nsw i32 %id, %low
  %twice = shl i32 %high, 1
  %index = add i32 %twice, %low
  %index.long = sext i32 %index to i64
  %at = getelementptr <2 x float>, ptr addrspace(3) %data, i64 %index.long
  %second.at = getelementptr i8, ptr addrspace(3) %at, i64 4
  %first = load float, ptr addrspace(3) %at, align 8
  %second = load float, ptr addrspace(3) %second.at, align 4
  %sum = fadd float %first, %second
  %difference = fsub float %first, %second
  store float %sum, ptr addrspace(3) %at, align 8
  store float %difference, ptr addrspace(3) %second.at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="butterfly" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
