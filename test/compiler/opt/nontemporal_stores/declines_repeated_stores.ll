; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; A work-item that stores in a loop may write a line again and again: the caches should keep it. A store outside the item
; loop belongs to the group and is none of a row's either.

; CHECK-LABEL: @wg.in_a_loop(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.in_a_loop(ptr %args, ptr %context) "wherry-kernel"="in_a_loop" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  br label %again

again:
  %k = phi i64 [ 0, %item ], [ %k.next, %again ]
  store i32 1, ptr addrspace(1) %result
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %x
  br i1 %more, label %again, label %last

last:
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.for_the_group(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.for_the_group(ptr %args, ptr %context) "wherry-kernel"="for_the_group" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  store i32 1, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @wg.another_loop(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.another_loop(ptr %args, ptr %context) "wherry-kernel"="another_loop" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ]
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
