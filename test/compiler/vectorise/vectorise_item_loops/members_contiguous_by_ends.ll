; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A texel of four channels at a clamped place, two of them read as integers and one as both: one group. While no lane is clamped, the
; lanes' texels are a row, which is loaded whole.

; CHECK:       2 of members, 0 gathers
; CHECK-LABEL: @wg.texel(
; CHECK:       %[[HIGH:.*]] = icmp sle i32 %{{.*}}, %most
; CHECK:       br i1 %{{.*}}, label %[[ROW:.*]], label %[[LANES:.*]]
; CHECK:       [[ROW]]:
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1)
; CHECK:       bitcast <4 x float> %{{.*}} to <4 x i32>
; CHECK:       [[LANES]]:
; CHECK:       extractelement <4 x i64>
; CHECK:       phi <4 x float>
; CHECK:       store <4 x float>
define void @wg.texel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = call i32 @llvm.smin.i32(i32 %id, i32 %most)
  %bytes = shl nsw i32 %index, 4
  %offset = sext i32 %bytes to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %offset
  %r = load float, ptr addrspace(1) %from, align 4
  %r.bits = load i32, ptr addrspace(1) %from, align 4
  %g.place = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
  %g = load float, ptr addrspace(1) %g.place, align 4
  %b.place = getelementptr inbounds i8, ptr addrspace(1) %from, i64 8
  %b = load i32, ptr addrspace(1) %b.place, align 4
  %a.place = getelementptr inbounds i8, ptr addrspace(1) %from, i64 12
  %a = load i32, ptr addrspace(1) %a.place, align 4
  %r.to = getelementptr inbounds <4 x float>, ptr addrspace(1) %out, i64 %x
  store float %r, ptr addrspace(1) %r.to, align 4
  %g.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 4
  store float %g, ptr addrspace(1) %g.to, align 4
  %b.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 8
  store i32 %b, ptr addrspace(1) %b.to, align 4
  %a.to = getelementptr inbounds i8, ptr addrspace(1) %r.to, i64 12
  %both = xor i32 %a, %r.bits
  store i32 %both, ptr addrspace(1) %a.to, align 4
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
