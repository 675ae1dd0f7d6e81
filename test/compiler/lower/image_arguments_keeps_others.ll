; RUN: wherry-opt -passes=image-arguments %s | FileCheck %s
; What a buffer holds may change, also where the program calls a structure like an image. A volatile load stays as it
; is, and so does one beyond a known format.

; CHECK:      %buffer = load ptr addrspace(1), ptr %args, align 8{{$}}
; CHECK-NEXT: %value = load i32, ptr addrspace(1) %buffer, align 4{{$}}
; CHECK-NEXT: getelementptr
; CHECK-NEXT: %structure = load i32, ptr %structure_place, align 4{{$}}
; CHECK-NEXT: getelementptr
; CHECK-NEXT: %image = load ptr addrspace(1), ptr %image_place, align 8, !nonnull
; CHECK-NEXT: %checked = load volatile i32, ptr addrspace(1) %image, align 8{{$}}
; CHECK-NEXT: getelementptr
; CHECK-NEXT: %levels = load i64, ptr addrspace(1) %levels_place, align 8, !invariant.load
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !wherry.args !0 !kernel_arg_base_type !4
    !kernel_arg_addr_space !5 !wherry.known_arguments !6 {
  %buffer = load ptr addrspace(1), ptr %args, align 8
  %value = load i32, ptr addrspace(1) %buffer, align 4
  %structure_place = getelementptr inbounds i8, ptr %args, i64 8
  %structure = load i32, ptr %structure_place, align 4
  %image_place = getelementptr inbounds i8, ptr %args, i64 16
  %image = load ptr addrspace(1), ptr %image_place, align 8
  %checked = load volatile i32, ptr addrspace(1) %image, align 8
  %levels_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 64
  %levels = load i64, ptr addrspace(1) %levels_place, align 8
  call void @use(i32 %value, i32 %structure, i32 %checked, i64 %levels)
  ret void
}

declare void @use(i32, i32, i32, i64)

!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!2 = !{i32 8, i32 4, i32 4, i32 0, i1 false}
!3 = !{i32 16, i32 8, i32 8, i32 1, i1 true}
!4 = !{!"float*", !"image_t", !"image3d_t"}
!5 = !{i32 1, i32 0, i32 1}
!6 = !{!7}
!7 = !{i32 2, i32 4318}
