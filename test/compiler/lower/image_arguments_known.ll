; RUN: wherry-opt -passes=image-arguments %s | FileCheck %s
; A variant is compiled for the formats of its launches' images: channel type, order, bytes of a texel, number of
; channels, and where components come from are constants, also two of them in one load. Pitches are not.

; CHECK-NOT: load i32
; CHECK:     %pitch = load i64,
; CHECK-NOT: load i64
; CHECK:     call void @use(i32 4318, i64 17179869188, i64 %pitch)
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !wherry.args !0 !kernel_arg_base_type !2
    !kernel_arg_addr_space !3 !wherry.known_arguments !4 {
  %image = load ptr addrspace(1), ptr %args, align 8
  %pitch_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 8
  %pitch = load i64, ptr addrspace(1) %pitch_place, align 8
  %type_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 40
  %type = load i32, ptr addrspace(1) %type_place, align 8
  %two_place = getelementptr inbounds i8, ptr addrspace(1) %type_place, i64 8
  %two = load i64, ptr addrspace(1) %two_place, align 8
  call void @use(i32 %type, i64 %two, i64 %pitch)
  ret void
}

declare void @use(i32, i64, i64)

!0 = !{!1}
!1 = !{i32 0, i32 8, i32 8, i32 1, i1 true}
!2 = !{!"image2d_t"}
!3 = !{i32 1}
!4 = !{!5}
; 4318 (CL_FLOAT), 4277 (CL_RGBA), 4, 4, 0x3210, 0x3210
!5 = !{i32 0, i192 18730604988393910614157489076488622993101011457937630}
