; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; RUN: sed 's/ !wherry.known_arguments !4//' %s | wherry-opt -passes=inline-policy | FileCheck %s --check-prefix=ANY
; The functions that read and write images are long, as they know all formats. A variant for known formats inlines them,
; and keeps what its formats need; kernels for any format call them.

; CHECK-NOT:  call void @read
; ANY:        call void @read() #[[AS_WRITTEN:[0-9]+]]
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !kernel_arg_base_type !2
    !kernel_arg_addr_space !3 !wherry.known_arguments !4 {
  call void @read() #1
  ret void
}

; CHECK: define internal void @read() #[[INLINE:[0-9]+]]
; ANY:   define internal void @read() #[[AS_WRITTEN]]
define internal void @read() #0 {
  ret void
}

; CHECK-DAG: attributes #[[INLINE]] = { alwaysinline }
; ANY:       attributes #[[AS_WRITTEN]] = { noinline }
attributes #0 = { noinline }
attributes #1 = { noinline }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wherry.optimize", i32 1}
!2 = !{!"image2d_t"}
!3 = !{i32 1}
!4 = !{!5}
!5 = !{i32 0, i32 4318}
