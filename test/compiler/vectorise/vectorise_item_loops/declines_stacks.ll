; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/eq i64 .deep.next, 0/eq i64 %k.next, 50/' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefix=COUNTED
; A walk with a stack in private memory: what is loaded was scattered a moment before, and lanes wait for the longest
; walk. As often for all work-items, as in a histogram, lanes pay.

; CHECK:   not vectorised: it would not pay
; COUNTED: : vectorised, 16 work-items
define void @wg.walk(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  %stack = alloca [64 x i32], align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %loop

loop:
  %deep = phi i64 [ 8, %body ], [ %deep.next, %loop ]
  %k = phi i64 [ 0, %body ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %body ], [ %more, %loop ]
  %slot = getelementptr i32, ptr %stack, i64 %deep
  %node = load i32, ptr %slot, align 4
  %child = zext i32 %node to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %child
  %key = load i32, ptr addrspace(1) %at, align 4
  %a = mul i32 %key, 77
  %b = xor i32 %a, %node
  %c = mul i32 %b, 99
  %d = add i32 %c, %key
  %e = mul i32 %d, 33
  %f = xor i32 %e, %a
  %more = add i32 %sum, %f
  store i32 %more, ptr %slot, align 4
  %step = and i32 %f, 3
  %wide = zext i32 %step to i64
  %below = sub i64 %deep, 2
  %moved = add i64 %below, %wide
  %deep.next = and i64 %moved, 63
  %k.next = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %deep.next, 0
  br i1 %end, label %left, label %loop

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %more, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="walk" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
