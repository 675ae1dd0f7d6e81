; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The difference of two values is the same for all lanes only where both keep their strides: the low bits of an index may
; begin anew within a vector. An address computed from the difference rests on the same check, so it is no uniform one.

; CHECK:       0 uniform, {{.*}} 1 scatters
; CHECK-LABEL: @wg.block(
; CHECK:       call void @llvm.masked.scatter.v4i32.v4p1(
define void @wg.block(ptr addrspace(1) %out, i64 %start, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = add i64 %x, %start
  %low = and i64 %id, 31
  %block = sub i64 %id, %low
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %block
  store i32 7, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="block" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
