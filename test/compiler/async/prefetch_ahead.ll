; RUN: wherry-opt -passes=prefetch-ahead %s 2>/dev/null | FileCheck %s
; An innermost loop that loads a tile from local memory fetches, in each iteration, as many bytes ahead of the next copy as
; it loads (GroupContext::ahead), into the cache that the copy names, and stores how far it came where it ends. Nothing is
; fetched past the copy's last line.

; CHECK:       define void @wg.sum(ptr %args, ptr %context)
; The copy that was queued is started first.
; CHECK:         store ptr null
; CHECK:         %[[TO_NEXT:.*]] = getelementptr inbounds i8, ptr %context, i64 96
; CHECK:         %[[FIRST:.*]] = load ptr, ptr %[[TO_NEXT]]
; CHECK:         %[[TO_NEAR:.*]] = getelementptr inbounds i8, ptr %context, i64 144
; CHECK-NEXT:    %[[IS_NEAR:.*]] = load i64, ptr %[[TO_NEAR]]
; CHECK:         %[[NEAR:.*]] = icmp ne i64 %[[IS_NEAR]], 0
; CHECK:       loop:
; CHECK:         %[[AHEAD:.*]] = phi ptr
; CHECK:         %[[LAST:.*]] = phi ptr
; CHECK:         %[[SUM:.*]] = getelementptr i8, ptr %[[AHEAD]], i64 128
; CHECK:         %[[BELOW:.*]] = icmp ult ptr %[[SUM]], %[[LAST]]
; CHECK:         select i1 %[[BELOW]], ptr %[[SUM]], ptr %[[LAST]]
; CHECK:         %[[OVER:.*]] = icmp uge ptr %[[AHEAD]], %[[LAST]]
; CHECK:         %[[INTO_FIRST:.*]] = or i1 %[[NEAR]], %[[OVER]]
; CHECK:         br i1 %[[INTO_FIRST]], label %[[FIRST_CACHE:.*]], label %[[SECOND_CACHE:.*]]
; CHECK:       [[FIRST_CACHE]]:
; CHECK:         %[[LINE:.*]] = getelementptr i8, ptr %[[AHEAD]], i64 0
; CHECK:         call void @llvm.prefetch.p0(ptr %[[LINE]], i32 0, i32 0, i32 1)
; CHECK:         %[[SECOND:.*]] = getelementptr i8, ptr %[[AHEAD]], i64 64
; CHECK:         call void @llvm.prefetch.p0(ptr %[[SECOND]], i32 0, i32 0, i32 1)
; CHECK:       [[SECOND_CACHE]]:
; CHECK:         %[[LINE:.*]] = getelementptr i8, ptr %[[AHEAD]], i64 0
; CHECK:         call void @llvm.prefetch.p0(ptr %[[LINE]], i32 0, i32 2, i32 1)
; CHECK:         %[[SECOND:.*]] = getelementptr i8, ptr %[[AHEAD]], i64 64
; CHECK:         call void @llvm.prefetch.p0(ptr %[[SECOND]], i32 0, i32 2, i32 1)
; A block is copied on the way, seldom.
; CHECK:         br i1 %{{.*}}, !prof
; CHECK:         load <16 x float>, ptr addrspace(3)
; CHECK:       done:
; CHECK:         %[[STORE_NEXT:.*]] = getelementptr inbounds i8, ptr %context, i64 96
; CHECK:         store ptr %{{.*}}, ptr %[[STORE_NEXT]]
; CHECK:       attributes #0 = { "wherry-copies"
; The context is written to now: what LLVM had inferred of it and of the function is gone.
; CHECK-NOT:     memory(read)
define void @wg.sum(ptr %args, ptr noalias readonly %context) "wherry-kernel"="sum" "wherry-regions"="1" memory(read) "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  %place.2 = getelementptr float, ptr addrspace(3) %place, i64 1024
  %values.2 = load <16 x float>, ptr addrspace(3) %place.2, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = !{}
