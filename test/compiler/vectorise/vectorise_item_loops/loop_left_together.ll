; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes leave the loop one by one by a condition of their own, and all that are left by a uniform one: a branch asks the
; uniform part, and the mask of the others holds the divergent part alone. What a lane leaves with is kept while the lane
; is active.

; CHECK-LABEL: @wg.escape(
; CHECK:       head.v:
; CHECK:       %[[MASK:.*]] = phi <4 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAYS:.*]], %
; CHECK:       %[[INSIDE:.*]] = fcmp ole <4 x float>
; CHECK:       %[[MORE:.*]] = icmp slt i32 %{{.*}}, %limit
; CHECK:       select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> %
; CHECK:       %[[OWN:.*]] = freeze <4 x i1> %[[INSIDE]]
; CHECK:       %[[ASKED:.*]] = freeze i1 %[[MORE]]
; CHECK:       br i1 %[[ASKED]], label %{{.*}}, label %{{.*}}
; CHECK-DAG:   bitcast <4 x i1> %[[STAYS]] to i4
; CHECK-DAG:   %[[STAYS]] = select <4 x i1> %[[MASK]], <4 x i1> %[[OWN]], <4 x i1> zeroinitializer
define void @wg.escape(ptr addrspace(1) %out, i32 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %c = uitofp i32 %id to float
  br label %head

head:
  %n = phi i32 [ 0, %body ], [ %n.next, %step ]
  %z = phi float [ 0.0, %body ], [ %z.next, %step ]
  %square = fmul float %z, %z
  %inside = fcmp ole float %square, 4.0
  %more = icmp slt i32 %n, %limit
  %both = select i1 %inside, i1 %more, i1 false
  br i1 %both, label %step, label %left

step:
  %z.next = fadd float %square, %c
  %n.next = add i32 %n, 1
  br label %head

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %n, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="escape" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
