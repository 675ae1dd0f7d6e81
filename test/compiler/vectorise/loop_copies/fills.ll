; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; A fill of global or local memory was a loop of stores. A structure that is assigned, and fills with a byte that is not
; known, of unknown length, of private memory, or of parts of an element stay.

; CHECK-LABEL: @wg.zeros(
; CHECK:         [[AT:%copied.*]] = phi i64
; CHECK:         icmp ne i64 [[AT]], 32
; CHECK:         [[TO:%.*]] = getelementptr inbounds i32, ptr addrspace(1) %row, i64 [[AT]]
; CHECK:         store i32 0, ptr addrspace(1) [[TO]], align 4
; CHECK-NOT:   call void @llvm.memset
define void @wg.zeros(ptr addrspace(1) %out, i64 %index) #0 {
  %row = getelementptr i32, ptr addrspace(1) %out, i64 %index
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %row, i8 0, i64 128, i1 false)
  ret void
}

; CHECK-LABEL: @wg.ones(
; CHECK:         icmp ne i64 %{{.*}}, 24
; CHECK:         store i16 -1, ptr addrspace(3) %{{.*}}, align 2
; CHECK-NOT:   call void @llvm.memset
define void @wg.ones(ptr addrspace(3) %out) #0 {
  call void @llvm.memset.p3.i64(ptr addrspace(3) align 2 %out, i8 -1, i64 48, i1 false)
  ret void
}

%pair = type { i32, i32 }

; CHECK-LABEL: @wg.structure(
; CHECK:         call void @llvm.memset
define void @wg.structure(ptr addrspace(1) %out, i64 %index) #0 {
  %at = getelementptr %pair, ptr addrspace(1) %out, i64 %index
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %at, i8 0, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @wg.others(
; CHECK:         call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 %byte
; CHECK-NEXT:    call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 30
; CHECK-NEXT:    call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 32, i1 true)
; CHECK-NEXT:    call void @llvm.memset.p0
; CHECK-NEXT:    call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 %bytes
; CHECK-NEXT:    ret void
define void @wg.others(ptr addrspace(1) %out, i8 %byte, i32 %n) #0 {
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  %own = alloca [32 x i8], align 4
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 %byte, i64 32, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 30, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 32, i1 true)
  call void @llvm.memset.p0.i64(ptr align 4 %own, i8 0, i64 32, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 0, i64 %bytes, i1 false)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)
attributes #0 = { "wherry-kernel"="fills" }
