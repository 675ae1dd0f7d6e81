; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Local memory stays where a load may see something else than what a work-item has loaded from an argument's memory.
; CHECK-NOT: .reshaped

; The kernel stores to the memory that the tile is filled from.
@in_place.tile = internal addrspace(3) global [16 x float] undef
define void @wg.in_place(ptr %args, ptr %context) #0 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @in_place.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @in_place.tile
  store float %value, ptr addrspace(1) %from
  ret void
}

; No barrier stands between.
@no_barrier.tile = internal addrspace(3) global [16 x float] undef
define void @wg.no_barrier(ptr %args, ptr %context) #1 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @no_barrier.tile, i64 %l
  call void @__wherry_barrier(i32 1)
  store float %loaded, ptr addrspace(3) %to
  %value = load float, ptr addrspace(3) @no_barrier.tile
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Elements that no work-item fills: behind the last one's.
@beyond.tile = internal addrspace(3) global [17 x float] undef
define void @wg.beyond(ptr %args, ptr %context) #2 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @beyond.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %after = getelementptr float, ptr addrspace(3) %to, i64 1
  %value = load float, ptr addrspace(3) %after
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Some work-items fill, and more elements are loaded.
@few.tile = internal addrspace(3) global [16 x float] undef
define void @wg.few(ptr %args, ptr %context) #3 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %to = getelementptr float, ptr addrspace(3) @few.tile, i64 %l
  %fills = icmp ult i64 %l, 8
  br i1 %fills, label %fill, label %all

fill:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  store float %loaded, ptr addrspace(3) %to
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %ninth = getelementptr float, ptr addrspace(3) @few.tile, i64 8
  %value = load float, ptr addrspace(3) %ninth
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; The barrier orders other work-items' stores to the argument's memory that the kernel loads from.
@ordered.tile = internal addrspace(3) global [16 x float] undef
define void @wg.ordered(ptr %args, ptr %context) #4 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @ordered.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %loaded, ptr addrspace(1) %at
  call void @__wherry_barrier(i32 3)
  %value = load float, ptr addrspace(3) @ordered.tile
  %others = load float, ptr addrspace(1) %out
  %sum = fadd float %value, %others
  %there = getelementptr float, ptr addrspace(1) %at, i64 1000000
  store float %sum, ptr addrspace(1) %there
  ret void
}

; An element's value is of the work-item of another row.
@two.tile = internal addrspace(3) global [16 x float] undef
define void @wg.two(ptr %args, ptr %context) #5 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %m
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @two.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @two.tile
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Work-items that return before the barrier do not fill.
@leaves.tile = internal addrspace(3) global [16 x float] undef
define void @wg.leaves(ptr %args, ptr %context) #6 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %is.in = icmp ult i64 %id, 1000
  br i1 %is.in, label %fill, label %end

fill:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @leaves.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @leaves.tile
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

; Elements overlap.
@overlap.tile = internal addrspace(3) global [19 x i8] undef
define void @wg.overlap(ptr %args, ptr %context) #7 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr i8, ptr addrspace(3) @overlap.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @overlap.tile
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Work-items leave a loop after different iterations, and load by its counter.
@counted.tile = internal addrspace(3) global [16 x float] undef
define void @wg.counted(ptr %args, ptr %context) #8 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  br label %search

search:
  %k = phi i64 [ 0, %entry ], [ %next, %search ]
  %at.k = add i64 %id, %k
  %place = getelementptr float, ptr addrspace(1) %in, i64 %at.k
  %number = load float, ptr addrspace(1) %place
  %next = add nuw nsw i64 %k, 1
  %goes.on = fcmp ogt float %number, 0.0
  br i1 %goes.on, label %search, label %fill

fill:
  %found = phi i64 [ %k, %search ]
  %index = add i64 %l, %found
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @counted.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @counted.tile
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; The kernel asks how many dimensions the launch has, and reshaped ones have three.
@asks.tile = internal addrspace(3) global [16 x float] undef
define void @wg.asks(ptr %args, ptr %context) #9 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @asks.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @asks.tile
  %dimensions = call i32 @__wherry_work_dim()
  %number = uitofp i32 %dimensions to float
  %product = fmul float %value, %number
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %product, ptr addrspace(1) %at
  ret void
}

declare i32 @__wherry_work_dim() nounwind willreturn memory(none)
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="in_place" }
attributes #1 = { "wherry-kernel"="no_barrier" }
attributes #2 = { "wherry-kernel"="beyond" }
attributes #3 = { "wherry-kernel"="few" }
attributes #4 = { "wherry-kernel"="ordered" }
attributes #5 = { "wherry-kernel"="two" }
attributes #6 = { "wherry-kernel"="leaves" }
attributes #7 = { "wherry-kernel"="overlap" }
attributes #8 = { "wherry-kernel"="counted" }
attributes #9 = { "wherry-kernel"="asks" }
!0 = !{}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
