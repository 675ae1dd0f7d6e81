; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A work-group walks a row from "begin + id" on; `begin` is loaded, so no check before the item loop can tell whether the
; sum wraps. The start is checked at the counter's uses: single elements and pairs are loaded as rows where it holds,
; lane by lane else. The first lane's counter goes along beside the vector of all lanes'.

; CHECK:       2 contiguous accesses, 1 uniform, 1 of members, 0 gathers, 0 scatters
; CHECK-LABEL: @wg.row(
; CHECK:       loop.v:
; CHECK-DAG:   %[[FIRST:.*]] = phi i64
; CHECK-DAG:   phi <4 x i64>
; CHECK:       vector.v:
; CHECK:       %[[ROW:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[FIRST]]
; CHECK:       %[[LAST:.*]] = add i64 %{{.*}}, 3
; CHECK:       %[[HOLDS:.*]] = icmp eq i64 %{{.*}}, %[[LAST]]
; CHECK:       br i1 %{{.*}}, label %[[TOGETHER:contiguous.*]], label %[[APART:by.lane.*]]
; CHECK:       [[TOGETHER]]:
; CHECK:       [[APART]]:
; CHECK:       call <4 x float> @llvm.masked.gather
; CHECK:       br i1 %{{.*}}, label %[[PAIRS:contiguous.*]], label %[[LANES:by.lane.*]]
; CHECK:       load <4 x float>, ptr addrspace(1) %[[ROW]]
; CHECK:       call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %[[ROW]]
; CHECK:       [[PAIRS]]:
; CHECK:       [[LANES]]:
; CHECK-COUNT-2: load <4 x float>, ptr addrspace(1)
; CHECK-COUNT-2: call <4 x float> @llvm.masked.load
define void @wg.row(ptr addrspace(1) %in, ptr addrspace(1) %pairs, ptr addrspace(1) %rows, ptr addrspace(3) %out, i64 %end, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %begin = load i32, ptr addrspace(1) %rows, align 4
  %id = trunc i64 %x to i32
  %start = add i32 %id, %begin
  %start.long = sext i32 %start to i64
  br label %loop

loop:
  %j = phi i64 [ %start.long, %body ], [ %j.next, %vector ]
  %sum = phi float [ 0.0, %body ], [ %more, %vector ]
  %inside = icmp slt i64 %j, %end
  br i1 %inside, label %vector, label %left

vector:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %j
  %value = load float, ptr addrspace(1) %from, align 4
  %pair = getelementptr inbounds <2 x float>, ptr addrspace(1) %pairs, i64 %j
  %second.from = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  %first = load float, ptr addrspace(1) %pair, align 8
  %second = load float, ptr addrspace(1) %second.from, align 4
  %product = fmul float %first, %second
  %both = fadd float %product, %value
  %more = fadd float %sum, %both
  %j.next = add nsw i64 %j, 64
  br label %loop

left:
  %to = getelementptr inbounds float, ptr addrspace(3) %out, i64 %x
  store float %sum, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="row" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
