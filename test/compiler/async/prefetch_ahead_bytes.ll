; RUN: wherry-opt -passes=prefetch-ahead %s 2>/dev/null | FileCheck %s
; Masked loads and gathers count like plain loads. However much a loop loads, in an iteration it fetches four lines at most
; into the first cache, or with nothing to fetch, and sixteen into the second: more would wait for the misses before.

; CHECK-LABEL: define void @wg.masked(
; CHECK:         getelementptr i8, ptr %ahead, i64 64
; CHECK:         br i1
; CHECK:         getelementptr i8, ptr %ahead, i64 0
; CHECK-NEXT:    call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 0, i32 1)
; CHECK-NEXT:    br label
; CHECK:         getelementptr i8, ptr %ahead, i64 0
; CHECK-NEXT:    call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NEXT:    br label
; CHECK:         call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define void @wg.many(
; CHECK:         [[NEAR:%.*]] = icmp ne i64
; CHECK:         %ahead = phi ptr
; CHECK:         [[SUM:%.*]] = getelementptr i8, ptr %ahead, i64 512
; CHECK-NEXT:    [[INSIDE:%.*]] = icmp ult ptr [[SUM]], %ahead.last
; CHECK-NEXT:    select i1 [[INSIDE]], ptr [[SUM]], ptr %ahead.last
; CHECK-NEXT:    [[OVER:%.*]] = icmp uge ptr %ahead, %ahead.last
; CHECK-NEXT:    [[FIRST:%.*]] = or i1 [[NEAR]], [[OVER]]
; CHECK-NEXT:    br i1 [[FIRST]],
; CHECK:         getelementptr i8, ptr %ahead, i64 192
; CHECK-NEXT:    call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 0, i32 1)
; CHECK-NEXT:    br label
; CHECK:         getelementptr i8, ptr %ahead, i64 448
; CHECK-NEXT:    call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NEXT:    br label
; CHECK:         load <64 x double>
; CHECK-LABEL: define void @wg.most(
; CHECK:         getelementptr i8, ptr %ahead, i64 960
; CHECK-NEXT:    call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NEXT:    br label
; CHECK:         load <256 x double>
define void @wg.masked(ptr %args, ptr %context) "wherry-kernel"="masked" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %places = getelementptr float, ptr addrspace(3) %place, <16 x i64> zeroinitializer
  %values = call <16 x float> @llvm.masked.gather.v16f32.v16p3(<16 x ptr addrspace(3)> %places, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.many(ptr %args, ptr %context) "wherry-kernel"="many" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <64 x double>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.most(ptr %args, ptr %context) "wherry-kernel"="most" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <256 x double>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 64
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}
