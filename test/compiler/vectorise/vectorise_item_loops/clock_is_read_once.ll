; RUN: wherry-opt -passes='vectorise-item-loops,verify' %s | FileCheck %s
; Lanes that go together read the clock once, before and behind memory, and it costs them no more than one work-item.

; CHECK-LABEL: @wg.clock(
; CHECK:       body.v:
; CHECK-NEXT:  %[[BEGIN:.*]] = call i64 @llvm.readcyclecounter()
; CHECK-NOT:   readcyclecounter
; CHECK:       load <8 x i64>
; CHECK:       %[[END:.*]] = call i64 @llvm.readcyclecounter()
; CHECK:       %[[TICKS:.*]] = sub i64 %[[END]], %[[BEGIN]]
; CHECK-NOT:   lane:
; CHECK:       store <8 x i64>
declare i64 @llvm.readcyclecounter()

define void @wg.clock(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %begin = call i64 @llvm.readcyclecounter()
  %from = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %value = load i64, ptr addrspace(1) %from, align 8
  %end = call i64 @llvm.readcyclecounter()
  %ticks = sub i64 %end, %begin
  %sum = add i64 %ticks, %value
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="clock" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
