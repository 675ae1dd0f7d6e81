; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; A line that the kernel loads is wanted in the caches. Buffers are told apart by their kernel argument: a store of which
; the argument is not known may be to any buffer, so that none is marked. Another buffer's loads do not matter.

; CHECK-LABEL: @wg.loaded(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.loaded(ptr %args, ptr %context) "wherry-kernel"="loaded" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %old = load i32, ptr addrspace(1) %result
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.unknown(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.unknown(ptr %args, ptr %context) "wherry-kernel"="unknown" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %pointer = load ptr addrspace(1), ptr addrspace(1) %a
  store i32 2, ptr addrspace(1) %pointer
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.other_buffer(
; CHECK:       store i32 1, {{.*}}, !wherry.streamed
define void @wg.other_buffer(ptr %args, ptr %context) "wherry-kernel"="other_buffer" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %other = load i32, ptr addrspace(1) %a
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
