; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; Local and private memory stays in the caches. A generic pointer (OpenCL C 6.7.1) may lead into any buffer, so that no
; store is marked beside an access through one. Kernels that are not vectorised have no vectors to store.

; CHECK-LABEL: @wg.local(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.local(ptr %args, ptr %context) "wherry-kernel"="local" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  %local = load ptr addrspace(3), ptr %context, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(3) %local
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.private(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.private(ptr %args, ptr %context) "wherry-kernel"="private" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  %variable = alloca i32
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr %variable
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.generic(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.generic(ptr %args, ptr %context) "wherry-kernel"="generic" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  %generic = load ptr addrspace(4), ptr %context, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %old = load i32, ptr addrspace(4) %generic
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.scalar(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar" "wherry-regions"="1" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
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
