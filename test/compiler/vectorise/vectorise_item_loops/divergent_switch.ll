; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Each case of a divergent switch has the mask of the lanes with its value; the default has the lanes that no case
; takes.

; CHECK-LABEL: @wg.kinds(
; CHECK:       %[[KIND:.*]] = load <4 x i32>
; CHECK:       %[[ONE:.*]] = icmp eq <4 x i32> %[[KIND]], splat (i32 1)
; CHECK:       xor <4 x i1> %{{.*}}, splat (i1 true)
; CHECK-NOT:   switch
; CHECK:       call void @llvm.masked.store
; CHECK:       call void @llvm.masked.store
define void @wg.kinds(ptr addrspace(1) %in, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %kind = load i32, ptr addrspace(1) %from, align 4
  switch i32 %kind, label %others [
    i32 1, label %first
    i32 5, label %next
  ]

first:
  %a.to = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  store i32 %kind, ptr addrspace(1) %a.to, align 4
  br label %next

others:
  %b.to = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %x
  store i32 %kind, ptr addrspace(1) %b.to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="kinds" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
