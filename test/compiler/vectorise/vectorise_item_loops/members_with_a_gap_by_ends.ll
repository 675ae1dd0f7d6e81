; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Three of a texel's four channels at a clamped place. While no lane is clamped, the lanes' texels are a row: its last
; load ends with the last lane's third channel.

; CHECK:       2 of members, 0 gathers
; CHECK-LABEL: @wg.texel(
; CHECK:       icmp sle i32 %{{.*}}, %most
; CHECK:       br i1 %{{.*}}, label %[[ROW:.*]], label %[[LANES:.*]]
; CHECK:       [[ROW]]:
; CHECK-COUNT-3: load <4 x float>, ptr addrspace(1)
; CHECK:       getelementptr i8, ptr addrspace(1) %{{.*}}, i64 44
; CHECK:       load <4 x float>, ptr addrspace(1)
; CHECK:       [[LANES]]:
; CHECK:       extractelement <4 x i64>
; CHECK:       phi <4 x float>
define void @wg.texel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = call i32 @llvm.smin.i32(i32 %id, i32 %most)
  %long = sext i32 %index to i64
  %from = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i64 %long
  %r = load float, ptr addrspace(1) %from, align 16
  %g.place = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
  %g = load float, ptr addrspace(1) %g.place, align 4
  %b.place = getelementptr inbounds i8, ptr addrspace(1) %from, i64 8
  %b = load float, ptr addrspace(1) %b.place, align 8
  %r.to = getelementptr inbounds <4 x float>, ptr addrspace(1) %out, i64 %x
  store float %r, ptr addrspace(1) %r.to, align 16
  %g.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 4
  store float %g, ptr addrspace(1) %g.to, align 4
  %b.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 8
  store float %b, ptr addrspace(1) %b.to, align 8
  %a.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 12
  store float 1.0, ptr addrspace(1) %a.to, align 4
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
