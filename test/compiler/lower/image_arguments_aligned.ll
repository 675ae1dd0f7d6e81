; RUN: wherry-opt -passes=image-arguments %s | FileCheck %s
; Texels that begin at a multiple of 4 bytes (is_small of the known format is 3) have an address of that alignment; others
; (2) have none.

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       %aligned = load ptr addrspace(1), ptr addrspace(1) %in, align 8, !invariant.load !{{[0-9]+}}, !align ![[FOUR:[0-9]+]]
; CHECK:       %other = load ptr addrspace(1), ptr addrspace(1) %out, align 8, !invariant.load !{{[0-9]+}}{{$}}
; CHECK:       ![[FOUR]] = !{i64 4}
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !wherry.args !0 !kernel_arg_base_type !3
    !kernel_arg_addr_space !4 !wherry.known_arguments !5 {
  %in = load ptr addrspace(1), ptr %args, align 8
  %aligned = load ptr addrspace(1), ptr addrspace(1) %in, align 8
  %out_place = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out_place, align 8
  %other = load ptr addrspace(1), ptr addrspace(1) %out, align 8
  call void @use(ptr addrspace(1) %aligned, ptr addrspace(1) %other)
  ret void
}

declare void @use(ptr addrspace(1), ptr addrspace(1))

!0 = !{!1, !2}
!1 = !{i32 0, i32 8, i32 8, i32 1, i1 true}
!2 = !{i32 8, i32 8, i32 8, i32 1, i1 true}
!3 = !{!"image2d_t", !"image2d_t"}
!4 = !{i32 1, i32 1}
!5 = !{!6, !7}
; 4318 (CL_FLOAT), 4277 (CL_RGBA), 4, 4, 0x3210, 0x3210, 3 or 2, 5
!6 = !{i32 0, i256 134799733354584522910100106120516135795297797849632921839921612722398}
!7 = !{i32 1, i256 134799733348307421174713425356680346372090131433530566395457578209502}
