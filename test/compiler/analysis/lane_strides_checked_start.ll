; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; A counter goes on by the same in all lanes, so it has its start's stride and rests on the start's check, whose value is
; computed before the loop. "-1 - id" goes down by one, and a pair of shifts extends the sign of its operand's lower
; half. A phi that joins branches rests on no checks.

; CHECK-LABEL: lane-strides of 'wg.rows':
; CHECK:           %first: stride 1
; CHECK:           %first.long: stride 1 if %first, stride 1, within 32 bits, signed
; CHECK:           %down: stride -1
; CHECK:           %start: stride 1 if %first, stride 1, within 32 bits, signed
; CHECK:           %j: stride 1 if %first, stride 1, within 32 bits, signed
; CHECK:           %at: stride 4 if %first, stride 1, within 32 bits, signed
; CHECK:           %up: varying
; CHECK:           %k: varying
; CHECK:           %inside: stride 1
; CHECK:           %joined: varying
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %begin = load i32, ptr addrspace(1) %in, align 4
  %id = trunc i64 %x to i32
  %first = add i32 %id, %begin
  %first.long = sext i32 %first to i64
  %down = xor i32 %id, -1
  %start = add i64 %first.long, 1
  br label %loop

loop:
  %j = phi i64 [ %start, %items ], [ %j.next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %j
  store i32 0, ptr addrspace(1) %at, align 4
  %j.next = add nsw i64 %j, 64
  %up = icmp slt i64 %j.next, %size
  br i1 %up, label %loop, label %left

; The value of this counter's check is computed in its loop.
left:
  br label %again

again:
  %i = phi i32 [ %begin, %left ], [ %i.next, %again ]
  %k = phi i64 [ %first.long, %left ], [ %k.next, %again ]
  %i.next = add i32 %i, %begin
  %inside = add i32 %id, %i.next
  %k.next = sext i32 %inside to i64
  %more = icmp slt i32 %i.next, 100
  br i1 %more, label %again, label %choose

choose:
  %some = icmp slt i32 %begin, 0
  br i1 %some, label %then, label %next

then:
  br label %next

next:
  %joined = phi i64 [ %first.long, %then ], [ %first.long, %choose ]
  %x.next = add nuw nsw i64 %x, 1
  %items.left = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %items.left, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Sub-groups: nothing is assumed of all items.
; CHECK-LABEL: lane-strides of 'wg.halves':
; CHECK:           %both: stride 4294967296
; CHECK:           %low: stride 4 if %x, stride 1, within 32 bits, signed
define void @wg.halves(ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %both = shl i64 %x, 32
  %low = ashr exact i64 %both, 30
  %at = getelementptr i8, ptr addrspace(1) %out, i64 %low
  store i32 %lane, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %items.left = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %items.left, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @__wherry_sub_group_lane() memory(none)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
