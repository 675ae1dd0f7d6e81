; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Each region's item loop is looked at by itself: the second has a wait and stays, the first is vectorised. Their
; kernel does not get the fact "wherry-contiguous".

; CHECK-DAG:   : vectorised, 4 work-items
; CHECK-DAG:   not vectorised: {{.*}}wait for each other
; CHECK-LABEL: @wg.two(
; CHECK:       atomicrmw xchg
; CHECK:       store <4 x float>
; CHECK-NOT:   "wherry-contiguous"
define void @wg.two(ptr addrspace(1) %data, ptr addrspace(1) %lock, i64 %size) #0 {
entry:
  br label %first

first:
  %x = phi i64 [ 0, %entry ], [ %x.next, %first ], !wherry.item_loop !0
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  store float 1.0, ptr addrspace(1) %at, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %first, label %between, !wherry.item_loop !0

between:
  br label %second

second:
  %x2 = phi i64 [ 0, %between ], [ %x2.next, %release ], !wherry.item_loop !0
  br label %wait

wait:
  %was = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic, align 4
  %taken = icmp eq i32 %was, 0
  br i1 %taken, label %release, label %wait

release:
  store atomic i32 0, ptr addrspace(1) %lock monotonic, align 4
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
