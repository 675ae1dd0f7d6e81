; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A divergent value that is no vector's element keeps the loop scalar: a structure in a structure, which split-vectors
; has left whole in memory, or made of other values.

; CHECK:       not vectorised: it loads or stores a large structure or array at once
; CHECK:       not vectorised: it has values that are no elements of vectors
; CHECK-LABEL: @wg.nested(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @wg.nested(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds { { i32, i32 }, i32 }, ptr addrspace(1) %in, i64 %x
  %value = load { { i32, i32 }, i32 }, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds { { i32, i32 }, i32 }, ptr addrspace(1) %out, i64 %x
  store { { i32, i32 }, i32 } %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.made(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @wg.made(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %both = insertvalue { { i32, i32 }, i32 } zeroinitializer, i32 %value, 0, 1
  %part = extractvalue { { i32, i32 }, i32 } %both, 0, 1
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %part, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="nested" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="made" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
