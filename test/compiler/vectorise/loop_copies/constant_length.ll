; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; An array cannot be assigned: a copy of a constant number of its elements was a loop, which becomes a loop again.

; CHECK-LABEL: @wg.rows(
; CHECK:       copies:
; CHECK:         [[AT:%copied.*]] = phi i64 [ 0, %0 ], [ [[NEXT:%.*]], %copy ]
; CHECK:         icmp ne i64 [[AT]], 256
; CHECK:       copy:
; CHECK:         [[FROM:%.*]] = getelementptr inbounds float, ptr addrspace(1) %in, i64 [[AT]]
; CHECK:         [[TO:%.*]] = getelementptr inbounds float, ptr %rows, i64 [[AT]]
; CHECK:         load float, ptr addrspace(1) [[FROM]], align 4
; CHECK:         store float %{{.*}}, ptr [[TO]], align 4
; CHECK-NOT:   call void @llvm.memcpy
define float @wg.rows(ptr addrspace(1) %in, i64 %index) #0 {
  %rows = alloca [16 x [16 x float]], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %rows, ptr addrspace(1) align 4 %in, i64 1024, i1 false)
  %at = getelementptr float, ptr %rows, i64 %index
  %value = load float, ptr %at, align 4
  ret float %value
}

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
attributes #0 = { "wherry-kernel"="rows" }
