; RUN: wherry-opt -passes=roll-blocks,verify %s | FileCheck %s
; A sum over eight elements of local arrays, one after the other, as LLVM unrolls a loop over them: a loop again, so that
; loads may go to arguments' memory (opt/reshape). By bytes, and by an index of 32 bits that may wrap around: two
; elements that one block loads do not lie further apart than local memory is large.

; CHECK-LABEL: @wg.sums(
; CHECK:       rolled:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %rolled.body ]
; CHECK-NEXT:    %[[SUM:.*]] = phi float [ %start, %entry ], [ %[[MORE:.*]], %rolled.body ]
; CHECK-NEXT:    %[[GOES_ON:.*]] = icmp ult i64 %[[COUNTER]], 8
; CHECK-NEXT:    br i1 %[[GOES_ON]], label %rolled.body, label %entry.split
; CHECK:       rolled.body:
; CHECK-NEXT:    %[[A_BYTES:.*]] = mul i64 %[[COUNTER]], 4
; CHECK-NEXT:    %[[A_AT:.*]] = getelementptr i8, ptr addrspace(3) %row, i64 %[[A_BYTES]]
; CHECK-NEXT:    %[[A:.*]] = load float, ptr addrspace(3) %[[A_AT]], align 4
; CHECK-NEXT:    %[[B_BYTES:.*]] = mul i64 %[[COUNTER]], 64
; CHECK-NEXT:    %[[B_AT:.*]] = getelementptr i8, ptr addrspace(3) %column, i64 %[[B_BYTES]]
; CHECK-NEXT:    %[[B:.*]] = load float, ptr addrspace(3) %[[B_AT]], align 4
; CHECK-NEXT:    %[[MORE]] = call float @llvm.fma.f32(float %[[A]], float %[[B]], float %[[SUM]])
; CHECK-NEXT:    %[[NEXT]] = add nuw i64 %[[COUNTER]], 1
; CHECK-NEXT:    br label %rolled
; CHECK:       entry.split:
; CHECK-NEXT:    call void @__wherry_barrier(i32 1)
; CHECK-NEXT:    store float %[[SUM]],
define void @wg.sums(ptr addrspace(3) %row, ptr addrspace(3) %column, float %start, ptr addrspace(1) %out) #0 {
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
  store float %s7, ptr addrspace(1) %out, align 4
  ret void
}

; CHECK-LABEL: @wg.indices(
; CHECK:       rolled.body:
; CHECK:         %[[BYTES:.*]] = mul i64 %{{.*}}, 64
; CHECK:         getelementptr i8, ptr addrspace(3) %pb0, i64 %[[BYTES]]
; CHECK:       entry.split:
define void @wg.indices(ptr addrspace(3) %row, ptr addrspace(3) %columns, i32 %x, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %i0 = sext i32 %x to i64
  %pb0 = getelementptr float, ptr addrspace(3) %columns, i64 %i0
  %b0 = load float, ptr addrspace(3) %pb0, align 4
  %s0 = call float @llvm.fma.f32(float %a0, float %b0, float %start)
  %pa1 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %pa1, align 4
  %x1 = add i32 %x, 16
  %i1 = sext i32 %x1 to i64
  %pb1 = getelementptr float, ptr addrspace(3) %columns, i64 %i1
  %b1 = load float, ptr addrspace(3) %pb1, align 4
  %s1 = call float @llvm.fma.f32(float %a1, float %b1, float %s0)
  %pa2 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %pa2, align 4
  %x2 = add i32 %x, 32
  %i2 = sext i32 %x2 to i64
  %pb2 = getelementptr float, ptr addrspace(3) %columns, i64 %i2
  %b2 = load float, ptr addrspace(3) %pb2, align 4
  %s2 = call float @llvm.fma.f32(float %a2, float %b2, float %s1)
  %pa3 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %pa3, align 4
  %x3 = add i32 %x, 48
  %i3 = sext i32 %x3 to i64
  %pb3 = getelementptr float, ptr addrspace(3) %columns, i64 %i3
  %b3 = load float, ptr addrspace(3) %pb3, align 4
  %s3 = call float @llvm.fma.f32(float %a3, float %b3, float %s2)
  %pa4 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %pa4, align 4
  %x4 = add i32 %x, 64
  %i4 = sext i32 %x4 to i64
  %pb4 = getelementptr float, ptr addrspace(3) %columns, i64 %i4
  %b4 = load float, ptr addrspace(3) %pb4, align 4
  %s4 = call float @llvm.fma.f32(float %a4, float %b4, float %s3)
  %pa5 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %pa5, align 4
  %x5 = add i32 %x, 80
  %i5 = sext i32 %x5 to i64
  %pb5 = getelementptr float, ptr addrspace(3) %columns, i64 %i5
  %b5 = load float, ptr addrspace(3) %pb5, align 4
  %s5 = call float @llvm.fma.f32(float %a5, float %b5, float %s4)
  %pa6 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %pa6, align 4
  %x6 = add i32 %x, 96
  %i6 = sext i32 %x6 to i64
  %pb6 = getelementptr float, ptr addrspace(3) %columns, i64 %i6
  %b6 = load float, ptr addrspace(3) %pb6, align 4
  %s6 = call float @llvm.fma.f32(float %a6, float %b6, float %s5)
  %pa7 = getelementptr inbounds nuw i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %pa7, align 4
  %x7 = add i32 %x, 112
  %i7 = sext i32 %x7 to i64
  %pb7 = getelementptr float, ptr addrspace(3) %columns, i64 %i7
  %b7 = load float, ptr addrspace(3) %pb7, align 4
  %s7 = call float @llvm.fma.f32(float %a7, float %b7, float %s6)
  call void @__wherry_barrier(i32 1)
  store float %s7, ptr addrspace(1) %out, align 4
  ret void
}

; Two sums over the same elements are one loop.
; CHECK-LABEL: @wg.two(
; CHECK:       rolled:
; CHECK:         phi float [ %start, %entry ]
; CHECK:         phi float [ 1.000000e+00, %entry ]
; CHECK:       rolled.body:
; CHECK-COUNT-1: load float
; CHECK-NOT:     load float
; CHECK:       entry.split:
; CHECK-NOT:   rolled:
; CHECK:         ret void
define void @wg.two(ptr addrspace(3) %row, float %start, ptr addrspace(1) %out) #0 {
entry:
  %a0 = load float, ptr addrspace(3) %row, align 4
  %s0 = fadd float %start, %a0
  %m0 = fmul float %a0, 1.0
  %p1 = getelementptr i8, ptr addrspace(3) %row, i64 4
  %a1 = load float, ptr addrspace(3) %p1, align 4
  %s1 = fadd float %s0, %a1
  %m1 = fmul float %a1, %m0
  %p2 = getelementptr i8, ptr addrspace(3) %row, i64 8
  %a2 = load float, ptr addrspace(3) %p2, align 4
  %s2 = fadd float %s1, %a2
  %m2 = fmul float %a2, %m1
  %p3 = getelementptr i8, ptr addrspace(3) %row, i64 12
  %a3 = load float, ptr addrspace(3) %p3, align 4
  %s3 = fadd float %s2, %a3
  %m3 = fmul float %a3, %m2
  %p4 = getelementptr i8, ptr addrspace(3) %row, i64 16
  %a4 = load float, ptr addrspace(3) %p4, align 4
  %s4 = fadd float %s3, %a4
  %m4 = fmul float %a4, %m3
  %p5 = getelementptr i8, ptr addrspace(3) %row, i64 20
  %a5 = load float, ptr addrspace(3) %p5, align 4
  %s5 = fadd float %s4, %a5
  %m5 = fmul float %a5, %m4
  %p6 = getelementptr i8, ptr addrspace(3) %row, i64 24
  %a6 = load float, ptr addrspace(3) %p6, align 4
  %s6 = fadd float %s5, %a6
  %m6 = fmul float %a6, %m5
  %p7 = getelementptr i8, ptr addrspace(3) %row, i64 28
  %a7 = load float, ptr addrspace(3) %p7, align 4
  %s7 = fadd float %s6, %a7
  %m7 = fmul float %a7, %m6
  call void @__wherry_barrier(i32 1)
  %both = fadd float %s7, %m7
  store float %both, ptr addrspace(1) %out, align 4
  ret void
}

declare void @__wherry_barrier(i32)
declare float @llvm.fma.f32(float, float, float)
attributes #0 = { "wherry-kernel"="sums" }
