; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>/dev/null | FileCheck %s
; Two members are stored as one number. One of them may have no value, such as the half of a vector that no instruction needs:
; the other one is stored all the same.

; CHECK-LABEL: @wg.halves(
; CHECK-DAG:   [[FIRST:%.*]] = freeze <16 x i16>
; CHECK-DAG:   zext <16 x i16> [[FIRST]] to <16 x i32>
; CHECK:       or <16 x i32> {{%.*}}, {{zeroinitializer|%.*}}
; CHECK-NOT:   poison{{$}}
; CHECK:       store <16 x i32>
define void @wg.halves(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %value = load i16, ptr addrspace(1) %from, align 2
  %to = getelementptr inbounds <2 x i16>, ptr addrspace(1) %out, i64 %x
  store i16 %value, ptr addrspace(1) %to, align 4
  %second = getelementptr inbounds i8, ptr addrspace(1) %to, i64 2
  store i16 poison, ptr addrspace(1) %second, align 2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="halves" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
