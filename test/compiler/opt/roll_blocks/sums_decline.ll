; RUN: wherry-opt -passes=roll-blocks,verify %s | FileCheck %s
; Sums that stay as they are.
; CHECK-NOT: rolled

; A store between the loads may change what is loaded.
; CHECK-LABEL: @wg.stores(
define void @wg.stores(ptr addrspace(3) %row, ptr addrspace(3) %column, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %b0 = load float, ptr addrspace(3) %column, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %pb1 = getelementptr i8, ptr addrspace(3) %column, i64 64
  %b1 = load float, ptr addrspace(3) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %pb2 = getelementptr i8, ptr addrspace(3) %column, i64 128
  %b2 = load float, ptr addrspace(3) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %pb3 = getelementptr i8, ptr addrspace(3) %column, i64 192
  %b3 = load float, ptr addrspace(3) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  store float 0.0, ptr addrspace(3) %row, align 4
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %pb4 = getelementptr i8, ptr addrspace(3) %column, i64 256
  %b4 = load float, ptr addrspace(3) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %pb5 = getelementptr i8, ptr addrspace(3) %column, i64 320
  %b5 = load float, ptr addrspace(3) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %pb6 = getelementptr i8, ptr addrspace(3) %column, i64 384
  %b6 = load float, ptr addrspace(3) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  %pa7 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %pa7, align 4
  %pb7 = getelementptr i8, ptr addrspace(3) %column, i64 448
  %b7 = load float, ptr addrspace(3) %pb7, align 4
  %s7 = call float @llvm.fma.f32(float %a7, float %b7, float %s6)
  call void @__wherry_barrier(i32 1)
  store float %s7, ptr addrspace(1) %out, align 4
  ret void
}

; A part of the sum has another use.
; CHECK-LABEL: @wg.prefix(
define void @wg.prefix(ptr addrspace(3) %row, ptr addrspace(3) %column, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %b0 = load float, ptr addrspace(3) %column, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %pb1 = getelementptr i8, ptr addrspace(3) %column, i64 64
  %b1 = load float, ptr addrspace(3) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %pb2 = getelementptr i8, ptr addrspace(3) %column, i64 128
  %b2 = load float, ptr addrspace(3) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %pb3 = getelementptr i8, ptr addrspace(3) %column, i64 192
  %b3 = load float, ptr addrspace(3) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %pb4 = getelementptr i8, ptr addrspace(3) %column, i64 256
  %b4 = load float, ptr addrspace(3) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %pb5 = getelementptr i8, ptr addrspace(3) %column, i64 320
  %b5 = load float, ptr addrspace(3) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %pb6 = getelementptr i8, ptr addrspace(3) %column, i64 384
  %b6 = load float, ptr addrspace(3) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  %pa7 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %pa7, align 4
  %pb7 = getelementptr i8, ptr addrspace(3) %column, i64 448
  %b7 = load float, ptr addrspace(3) %pb7, align 4
  %s7 = call float @llvm.fma.f32(float %a7, float %b7, float %s6)
  call void @__wherry_barrier(i32 1)
  %parts = fadd float %s3, %s7
  store float %parts, ptr addrspace(1) %out, align 4
  ret void
}

; An index of 32 bits into global memory may wrap around.
; CHECK-LABEL: @wg.global(
define void @wg.global(ptr addrspace(3) %row, ptr addrspace(1) %columns, i32 %x, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %i0 = sext i32 %x to i64
  %pb0 = getelementptr float, ptr addrspace(1) %columns, i64 %i0
  %b0 = load float, ptr addrspace(1) %pb0, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %x1 = add i32 %x, 16
  %i1 = sext i32 %x1 to i64
  %pb1 = getelementptr float, ptr addrspace(1) %columns, i64 %i1
  %b1 = load float, ptr addrspace(1) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %x2 = add i32 %x, 32
  %i2 = sext i32 %x2 to i64
  %pb2 = getelementptr float, ptr addrspace(1) %columns, i64 %i2
  %b2 = load float, ptr addrspace(1) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %x3 = add i32 %x, 48
  %i3 = sext i32 %x3 to i64
  %pb3 = getelementptr float, ptr addrspace(1) %columns, i64 %i3
  %b3 = load float, ptr addrspace(1) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %x4 = add i32 %x, 64
  %i4 = sext i32 %x4 to i64
  %pb4 = getelementptr float, ptr addrspace(1) %columns, i64 %i4
  %b4 = load float, ptr addrspace(1) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %x5 = add i32 %x, 80
  %i5 = sext i32 %x5 to i64
  %pb5 = getelementptr float, ptr addrspace(1) %columns, i64 %i5
  %b5 = load float, ptr addrspace(1) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %x6 = add i32 %x, 96
  %i6 = sext i32 %x6 to i64
  %pb6 = getelementptr float, ptr addrspace(1) %columns, i64 %i6
  %b6 = load float, ptr addrspace(1) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  %pa7 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %pa7, align 4
  %x7 = add i32 %x, 112
  %i7 = sext i32 %x7 to i64
  %pb7 = getelementptr float, ptr addrspace(1) %columns, i64 %i7
  %b7 = load float, ptr addrspace(1) %pb7, align 4
  %s7 = call float @llvm.fma.f32(float %a7, float %b7, float %s6)
  call void @__wherry_barrier(i32 1)
  store float %s7, ptr addrspace(1) %out, align 4
  ret void
}

; Work-items hand nothing to each other.
; CHECK-LABEL: @wg.no_barrier(
define void @wg.no_barrier(ptr addrspace(3) %row, ptr addrspace(3) %column, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %b0 = load float, ptr addrspace(3) %column, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %pb1 = getelementptr i8, ptr addrspace(3) %column, i64 64
  %b1 = load float, ptr addrspace(3) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %pb2 = getelementptr i8, ptr addrspace(3) %column, i64 128
  %b2 = load float, ptr addrspace(3) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %pb3 = getelementptr i8, ptr addrspace(3) %column, i64 192
  %b3 = load float, ptr addrspace(3) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %pb4 = getelementptr i8, ptr addrspace(3) %column, i64 256
  %b4 = load float, ptr addrspace(3) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %pb5 = getelementptr i8, ptr addrspace(3) %column, i64 320
  %b5 = load float, ptr addrspace(3) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %pb6 = getelementptr i8, ptr addrspace(3) %column, i64 384
  %b6 = load float, ptr addrspace(3) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  %pa7 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %pa7, align 4
  %pb7 = getelementptr i8, ptr addrspace(3) %column, i64 448
  %b7 = load float, ptr addrspace(3) %pb7, align 4
  %s7 = call float @llvm.fma.f32(float %a7, float %b7, float %s6)
  store float %s7, ptr addrspace(1) %out, align 4
  ret void
}

; Seven elements.
; CHECK-LABEL: @wg.seven(
define void @wg.seven(ptr addrspace(3) %row, ptr addrspace(3) %column, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %b0 = load float, ptr addrspace(3) %column, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %pb1 = getelementptr i8, ptr addrspace(3) %column, i64 64
  %b1 = load float, ptr addrspace(3) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %pb2 = getelementptr i8, ptr addrspace(3) %column, i64 128
  %b2 = load float, ptr addrspace(3) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %pb3 = getelementptr i8, ptr addrspace(3) %column, i64 192
  %b3 = load float, ptr addrspace(3) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %pb4 = getelementptr i8, ptr addrspace(3) %column, i64 256
  %b4 = load float, ptr addrspace(3) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %pb5 = getelementptr i8, ptr addrspace(3) %column, i64 320
  %b5 = load float, ptr addrspace(3) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %pb6 = getelementptr i8, ptr addrspace(3) %column, i64 384
  %b6 = load float, ptr addrspace(3) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  call void @__wherry_barrier(i32 1)
  store float %s6, ptr addrspace(1) %out, align 4
  ret void
}

declare void @__wherry_barrier(i32)
declare float @llvm.fma.f32(float, float, float)
attributes #0 = { "wherry-kernel"="sums" }
