; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes leave the outer loop one by one. The inner loop's uniform way out leaves both loops: all lanes that are left take
; it together, and come by what follows the inner loop, which no lane runs then.

; CHECK-LABEL: @wg.both(
; CHECK:       inner.v:
; CHECK:       %[[ENDED:.*]] = icmp eq i64 %{{.*}}, 0
; CHECK:       %[[ASKED:.*]] = freeze i1 %[[ENDED]]
; CHECK:       br i1 %[[ASKED]], label %[[LEFT:.*]], label %
; CHECK:       outer.rest.v:
; CHECK:       phi <4 x i1> [ %[[LEAVING:.*]], %[[LEFT]] ]
; CHECK:       phi <4 x i1> [ zeroinitializer, %[[LEFT]] ]
; CHECK:       %[[LEAVING]] = or <4 x i1>
define void @wg.both(ptr addrspace(1) %out, i64 %count, i32 %skip, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  br label %outer

outer:
  %v = phi i32 [ 0, %body ], [ %id, %outer.latch ]
  %outer.count = phi i64 [ %count, %body ], [ %less, %outer.latch ]
  br label %inner

inner:
  %k = phi i64 [ %outer.count, %outer ], [ %less, %inner.latch ]
  %ended = icmp eq i64 %k, 0
  br i1 %ended, label %left, label %inner.body

inner.body:
  %less = add i64 %k, -1
  %again.inner = icmp ne i32 %skip, 0
  br i1 %again.inner, label %inner.latch, label %outer.rest

inner.latch:
  br label %inner

outer.rest:
  %own = icmp ne i32 %v, 0
  br i1 %own, label %left, label %outer.latch

outer.latch:
  br label %outer

left:
  %result = phi i32 [ %v, %inner ], [ 1, %outer.rest ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="both" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
