; RUN: wherry-opt -passes='keep-own-vectors,for-kernels<vectorised>(scalarizer<load-store>),vectorise-item-loops,restore-own-vectors,verify' %s 2>&1 | FileCheck %s
; Lanes that follow pointers of their own would not pay: work-items one by one add four colours in one instruction again.
; The kernel's attributes and metadata stay.

; CHECK:       remark: {{.*}}not vectorised: it would not pay
; CHECK:       remark: work-items keep their own vectors
; CHECK-LABEL: define void @wg.list(
; CHECK-SAME:  ptr addrspace(1) %colours, ptr addrspace(1) %nodes, i64 %size) #[[KERNEL:[0-9]+]] !kernel_arg_type !{{[0-9]+}}
; CHECK:       load <4 x float>, ptr addrspace(1)
; CHECK:       fadd <4 x float>
; CHECK-NOT:   extractelement
; CHECK-NOT:   define
; CHECK:       attributes #[[KERNEL]] = { {{.*}}"wherry-kernel"="list"
; CHECK-NOT:   wherry-with-own-vectors
define void @wg.list(ptr addrspace(1) %colours, ptr addrspace(1) %nodes, i64 %size) #0 !kernel_arg_type !0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %x
  br label %node

node:
  %at = phi i64 [ %x, %items ], [ %third, %node ]
  %sum = phi <4 x float> [ zeroinitializer, %items ], [ %sum.next, %node ]
  %from = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %at
  %colour = load <4 x float>, ptr addrspace(1) %from
  %sum.next = fadd <4 x float> %sum, %colour
  %link = getelementptr i64, ptr addrspace(1) %nodes, i64 %at
  %follow = load i64, ptr addrspace(1) %link
  %second.link = getelementptr i64, ptr addrspace(1) %nodes, i64 %follow
  %second = load i64, ptr addrspace(1) %second.link
  %third.link = getelementptr i64, ptr addrspace(1) %nodes, i64 %second
  %third = load i64, ptr addrspace(1) %third.link
  %more = icmp ne i64 %third, 0
  br i1 %more, label %node, label %next

next:
  store <4 x float> %sum.next, ptr addrspace(1) %to
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="list" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
