; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Volatile loads and stores happen once for each work-item, and stay volatile.

; CHECK:       0 contiguous accesses, 0 uniform, 0 of members, 0 gathers, 0 scatters, 2 lane by lane
; CHECK-LABEL: @wg.copy(
; CHECK:       load volatile i32
; CHECK:       store volatile i32
; CHECK-NOT:   {{(load|store) <4 x i32>.*addrspace}}
; CHECK:       {{^[}]}}
define void @wg.copy(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load volatile i32, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store volatile i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; In local memory, which no other worker sees, they are vectors, but where work-items wait for each other's stores.
; CHECK-LABEL: @wg.local(
; CHECK:       load <4 x i32>, ptr addrspace(3)
; CHECK:       store <4 x i32> {{.*}}, ptr addrspace(3)
define void @wg.local(ptr addrspace(3) %in, ptr addrspace(3) %out, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(3) %in, i64 %x
  %value = load volatile i32, ptr addrspace(3) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(3) %out, i64 %x
  store volatile i32 %value, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.waits(
; CHECK:       load volatile i32, ptr addrspace(3)
; CHECK:       store volatile i32
define void @wg.waits(ptr addrspace(3) %in, ptr addrspace(3) %out, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  call void @__wherry_yield()
  %from = getelementptr inbounds i32, ptr addrspace(3) %in, i64 %x
  %value = load volatile i32, ptr addrspace(3) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(3) %out, i64 %x
  store volatile i32 %value, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}
declare void @__wherry_yield() convergent nounwind willreturn

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="copy" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="local" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="waits" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
