; RUN: wherry-opt -passes=image-arguments %s | FileCheck %s
; An image's descriptor is the same for a whole launch, so that loads from it may leave all loops: they are invariant,
; and the descriptor may be read anywhere.

; CHECK:      %image = load ptr addrspace(1), ptr %place, align 8, !nonnull !{{[0-9]+}}, !dereferenceable ![[BYTES:[0-9]+]],
; CHECK-SAME: !align ![[ALIGN:[0-9]+]]
; CHECK-NEXT: %data = load ptr addrspace(1), ptr addrspace(1) %image, align 8, !invariant.load
; CHECK-NEXT: %type_place = getelementptr
; CHECK-NEXT: %type = load i32, ptr addrspace(1) %type_place, align 8, !invariant.load
; CHECK-NEXT: %texel = load i32, ptr addrspace(1) %data, align 4{{$}}
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !wherry.args !0 !kernel_arg_base_type !2
    !kernel_arg_addr_space !3 {
  %place = getelementptr inbounds i8, ptr %args, i64 8
  %image = load ptr addrspace(1), ptr %place, align 8
  %data = load ptr addrspace(1), ptr addrspace(1) %image, align 8
  %type_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 40
  %type = load i32, ptr addrspace(1) %type_place, align 8
  %texel = load i32, ptr addrspace(1) %data, align 4
  call void @use(i32 %type, i32 %texel)
  ret void
}

declare void @use(i32, i32)

; CHECK: ![[BYTES]] = !{i64 88}
; CHECK: ![[ALIGN]] = !{i64 8}
!0 = !{!1, !4}
!1 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!2 = !{!"float*", !"image2d_array_depth_t"}
!3 = !{i32 1, i32 1}
!4 = !{i32 8, i32 8, i32 8, i32 1, i1 true}
