; RUN: wherry-opt -passes='print<forward-progress>' -disable-output %s 2>&1 | FileCheck %s
; An exchange that is tried again with the value loaded succeeds for one lane at least: all lanes make progress.

; CHECK-LABEL: forward-progress of 'wg.retry':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      no lane waits for another

define void @wg.retry(ptr addrspace(1) %counter, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %begin = load i32, ptr addrspace(1) %counter, align 4
  br label %loop

loop:
  %old = phi i32 [ %begin, %items ], [ %seen, %loop ]
  %new = mul i32 %old, 3
  %pair = cmpxchg ptr addrspace(1) %counter, i32 %old, i32 %new monotonic monotonic, align 4
  %seen = extractvalue { i32, i1 } %pair, 0
  %success = extractvalue { i32, i1 } %pair, 1
  br i1 %success, label %left, label %loop

left:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
