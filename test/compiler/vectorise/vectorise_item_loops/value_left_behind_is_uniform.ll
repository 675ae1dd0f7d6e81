; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; What one item loop leaves behind is one value for all lanes of the next loop, also if the first loop's lanes have it
; from atomic loads, which count as divergent: the branch on it stays a branch, and its side has no mask.

; CHECK-LABEL: @wg.two(
; CHECK:       %[[KEPT:.*]] = phi i32
; CHECK:       %[[IS:.*]] = icmp eq i32 %[[KEPT]], 0
; CHECK:       br i1 %[[IS]], label %[[SIDE:.*]], label
; CHECK:       [[SIDE]]:
; CHECK:       store <4 x i32> zeroinitializer
define void @wg.two(ptr addrspace(1) %same, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %first

first:
  %x = phi i64 [ 0, %entry ], [ %x.next, %first ], !wherry.item_loop !0
  %value = load atomic i32, ptr addrspace(1) %same monotonic, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %first, label %between, !wherry.item_loop !0

between:
  %kept = phi i32 [ %value, %first ]
  br label %second

second:
  %x2 = phi i64 [ 0, %between ], [ %x2.next, %next2 ], !wherry.item_loop !0
  br label %body2

body2:
  %is = icmp eq i32 %kept, 0
  br i1 %is, label %side, label %next2

side:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x2
  store i32 0, ptr addrspace(1) %to, align 4
  br label %next2

next2:
  %x2.next = add nuw nsw i64 %x2, 1
  %again2 = icmp ult i64 %x2.next, %size, !wherry.item_loop !0
  br i1 %again2, label %second, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="two" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
