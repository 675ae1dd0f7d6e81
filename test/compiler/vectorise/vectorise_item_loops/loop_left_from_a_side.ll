; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A uniform way out on a side that not all lanes take: lanes on the other side stay in the loop, so it is no branch out.

; CHECK-LABEL: @wg.side(
; CHECK:       %[[MORE:.*]] = icmp slt i32 %{{.*}}, %limit
; CHECK-NOT:   br i1 %[[MORE]]
; CHECK:       bitcast <4 x i1> %{{.*}} to i4
; CHECK-NOT:   br i1 %[[MORE]]
; CHECK:       store <4 x i32>
define void @wg.side(ptr addrspace(1) %out, i32 %limit, i64 %size) #0 {
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
  br i1 %inside, label %side, label %step

side:
  %more = icmp slt i32 %n, %limit
  br i1 %more, label %step, label %left

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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="side" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
