; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The uniform part of this index of 32 bits is loaded in the loop, so it is not known before. The access itself checks
; that the index does not wrap from the first lane to the last; otherwise it gathers.

; CHECK:       2 contiguous accesses
; CHECK-LABEL: @wg.shift(
; CHECK:       %[[BY:.*]] = load i32, ptr addrspace(1) %shift, align 4
; CHECK:       %[[FIRST:.*]] = add i32 %{{.*}}, %[[BY]]
; CHECK:       %[[FROM:[0-9]+]] = sext i32 %[[FIRST]] to i64
; CHECK:       %[[LAST:.*]] = add i64 %[[FROM]], 3
; CHECK:       %[[NARROW:.*]] = trunc i64 %[[LAST]] to i32
; CHECK:       %[[AGAIN:.*]] = sext i32 %[[NARROW]] to i64
; CHECK:       %[[HOLDS:.*]] = icmp eq i64 %[[AGAIN]], %[[LAST]]
; CHECK:       %[[ALWAYS:.*]] = and i1 true, %[[HOLDS]]
; CHECK:       br i1 %[[ALWAYS]], label %[[TOGETHER:.*]], label %[[APART:.*]]
; CHECK:       [[TOGETHER]]:
; CHECK:       load <4 x float>
; CHECK:       [[APART]]:
; CHECK:       call <4 x float> @llvm.masked.gather
define void @wg.shift(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %shift, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %by = load i32, ptr addrspace(1) %shift, align 4
  %id = trunc i64 %x to i32
  %index = add i32 %id, %by
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="shift" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
