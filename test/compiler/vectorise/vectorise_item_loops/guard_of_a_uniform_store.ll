; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; All lanes that come here store one value to one place. If no lane comes, the scalar store must not happen: a jump
; skips it.

; CHECK-LABEL: @wg.found(
; CHECK:       %[[TAKEN:.*]] = icmp eq <4 x i32>
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[TAKEN]] to i4
; CHECK:       %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK:       br i1 %[[ANY]], label %[[STORE:.*]], label %
; CHECK:       [[STORE]]:
; CHECK-NEXT:  store i32 1, ptr addrspace(1) %flag, align 4
define void @wg.found(ptr addrspace(1) %in, ptr addrspace(1) %flag, i32 %wanted, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %found = icmp eq i32 %value, %wanted
  br i1 %found, label %tell, label %next

tell:
  store i32 1, ptr addrspace(1) %flag, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="found" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
