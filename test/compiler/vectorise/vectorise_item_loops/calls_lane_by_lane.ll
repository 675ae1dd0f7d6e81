; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A call of the host, as for printf, runs lane by lane in the order of the work-items. The lanes' arguments go by way of
; memory, from which the code generator takes a lane's cheaply.

; CHECK:       1 lane by lane
; CHECK-LABEL: @wg.print(
; CHECK:       %[[LANES:.*]] = alloca <4 x i32>
; CHECK:       %[[VALUES:.*]] = load <4 x i32>
; CHECK:       store <4 x i32> %[[VALUES]], ptr %[[LANES]]
; CHECK:       %[[AT:.*]] = getelementptr i32, ptr %[[LANES]], i64 %
; CHECK:       %[[ONE:.*]] = load i32, ptr %[[AT]]
; CHECK:       call i32 @print(i32 %[[ONE]])
declare i32 @print(i32)

define void @wg.print(ptr addrspace(1) %in, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %printed = call i32 @print(i32 %value)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="print" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
