; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; RUN: sed 's/+avx2/+avx512bw,+avx512vl/; s/%at, .step/%at, 64/' %s \
; RUN:   | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s
; RUN: sed 's/+avx2/+avx512bw,+avx512vl/' %s \
; RUN:   | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s --check-prefix=MASKED
; RUN: sed 's/+avx2/+avx512bw,+avx512vl/; s/%at, .step/%at, 64/; s/addrspace(1) %in/addrspace(3) %in/; s/addrspace(1) %from/addrspace(3) %from/; s/inbounds i8, ptr addrspace(1) %in/inbounds i8, ptr addrspace(3) %in/' %s \
; RUN:   | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s --check-prefix=MASKED
; Lanes leave this loop at a bound, so all lanes are in all iterations but the last. Bytes have no masked instructions
; with AVX2: the accesses ask whether all lanes are there, and run without a mask if so. So do loads of global memory in any
; case, as masked loads are not prefetched, unless the loop's steps are longer than what the hardware follows.

; MASKED:      call <8 x i8> @llvm.masked.load
; MASKED-NOT:  load <8 x i8>

; CHECK-LABEL: @wg.bytes(
; CHECK:       %[[BITS:.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK:       %[[ALL:.*]] = icmp eq i8 %[[BITS]], -1
; CHECK:       br i1 %[[ALL]], label %[[WHOLE:.*]], label %[[PART:.*]]
; CHECK:       [[WHOLE]]:
; CHECK:       load <8 x i8>
; CHECK:       [[PART]]:
; CHECK:       call <8 x i8> @llvm.masked.load
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count, i64 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %loop

loop:
  %at = phi i64 [ %x, %body ], [ %later, %loop ]
  %sum = phi i8 [ 0, %body ], [ %more, %loop ]
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %at
  %value = load i8, ptr addrspace(1) %from, align 1
  %more = add i8 %sum, %value
  %later = add i64 %at, %step
  %again.here = icmp ult i64 %later, %count
  br i1 %again.here, label %loop, label %left

left:
  %result = phi i8 [ %more, %loop ]
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %result, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx2" "wherry-kernel"="bytes" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
