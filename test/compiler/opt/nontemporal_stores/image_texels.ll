; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; An image's texels, whose address comes from its descriptor, are told apart by the argument, as buffers are: what is
; written to an image alone is marked, not what is written to one that is read too, and nothing where the address is
; that of a level whose number is not known, which may be any image's.

; CHECK-LABEL: @wg.copy(
; CHECK:       store i32 %texel, {{.*}}, !wherry.streamed
define void @wg.copy(ptr %args, ptr %context) "wherry-kernel"="copy" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 !kernel_arg_base_type !4 !kernel_arg_addr_space !5 {
entry:
  %from = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to.at = getelementptr i8, ptr %args, i64 8
  %to = load ptr addrspace(1), ptr %to.at, !invariant.load !0
  %from.texels = load ptr addrspace(1), ptr addrspace(1) %from, !invariant.load !0
  %to.texels = load ptr addrspace(1), ptr addrspace(1) %to, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item ], !wherry.item_loop !0
  %read = getelementptr i32, ptr addrspace(1) %from.texels, i64 %x
  %texel = load i32, ptr addrspace(1) %read
  %written = getelementptr i32, ptr addrspace(1) %to.texels, i64 %x
  store i32 %texel, ptr addrspace(1) %written
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.in_place(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.in_place(ptr %args, ptr %context) "wherry-kernel"="in_place" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 !kernel_arg_base_type !4 !kernel_arg_addr_space !5 {
entry:
  %to = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to.texels = load ptr addrspace(1), ptr addrspace(1) %to, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item ], !wherry.item_loop !0
  %written = getelementptr i32, ptr addrspace(1) %to.texels, i64 %x
  %texel = load i32, ptr addrspace(1) %written
  %more = add i32 %texel, 1
  store i32 %more, ptr addrspace(1) %written
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.level(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.level(ptr %args, ptr %context, i64 %level) "wherry-kernel"="level" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 !kernel_arg_base_type !4 !kernel_arg_addr_space !5 {
entry:
  %to = load ptr addrspace(1), ptr %args, !invariant.load !0
  %level.at = getelementptr i8, ptr addrspace(1) %to, i64 %level
  %to.texels = load ptr addrspace(1), ptr addrspace(1) %level.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item ], !wherry.item_loop !0
  %written = getelementptr i32, ptr addrspace(1) %to.texels, i64 %x
  store i32 1, ptr addrspace(1) %written
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
!4 = !{!"image2d_t", !"image2d_t"}
!5 = !{i32 1, i32 1}
