; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An item loop whose accesses are a known way apart, eight bytes, is left to LLVM's vectoriser if it does not pay: LLVM
; loads and stores neighbouring members together.

; CHECK:       not vectorised: it would not pay
; CHECK-LABEL: @wg.bytes(
; CHECK-NOT:   llvm.loop.vectorize.enable
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %x
  %red = load i8, ptr addrspace(1) %from, align 1
  store i8 %red, ptr addrspace(1) %to, align 1
  %green.from = getelementptr inbounds i8, ptr addrspace(1) %from, i64 1
  %green.to = getelementptr inbounds i8, ptr addrspace(1) %to, i64 1
  %green = load i8, ptr addrspace(1) %green.from, align 1
  store i8 %green, ptr addrspace(1) %green.to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="bytes" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
