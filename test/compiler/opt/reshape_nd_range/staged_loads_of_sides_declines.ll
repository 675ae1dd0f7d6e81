; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; CHECK-NOT: .reshaped

; One part comes from elsewhere.
@elsewhere.tile = internal addrspace(3) global [20 x float] undef
define void @wg.elsewhere(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %middle = getelementptr float, ptr addrspace(1) %from, i64 2
  %loaded = load float, ptr addrspace(1) %middle
  %first = getelementptr float, ptr addrspace(3) @elsewhere.tile, i64 %l
  %to = getelementptr float, ptr addrspace(3) %first, i64 2
  store float %loaded, ptr addrspace(3) %to
  %few = icmp ult i64 %l, 2
  br i1 %few, label %sides, label %all

sides:
  %left = load float, ptr addrspace(1) %from
  store float %left, ptr addrspace(3) %first
  %from.right = getelementptr float, ptr addrspace(1) %from, i64 19
  %right = load float, ptr addrspace(1) %from.right
  %last = getelementptr float, ptr addrspace(3) %first, i64 18
  store float %right, ptr addrspace(3) %last
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) %first, i64 4
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; An element behind the last part.
@behind.tile = internal addrspace(3) global [20 x float] undef
define void @wg.behind(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %middle = getelementptr float, ptr addrspace(1) %from, i64 2
  %loaded = load float, ptr addrspace(1) %middle
  %first = getelementptr float, ptr addrspace(3) @behind.tile, i64 %l
  %to = getelementptr float, ptr addrspace(3) %first, i64 2
  store float %loaded, ptr addrspace(3) %to
  %few = icmp ult i64 %l, 2
  br i1 %few, label %sides, label %all

sides:
  %left = load float, ptr addrspace(1) %from
  store float %left, ptr addrspace(3) %first
  %from.right = getelementptr float, ptr addrspace(1) %from, i64 18
  %right = load float, ptr addrspace(1) %from.right
  %last = getelementptr float, ptr addrspace(3) %first, i64 18
  store float %right, ptr addrspace(3) %last
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) %first, i64 5
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; A work-item loads what no other one may have stored: the store's condition may not hold.
@left_out.tile = internal addrspace(3) global [17 x float] undef
define void @wg.left_out(ptr %args, ptr %context) #2 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %first = getelementptr float, ptr addrspace(3) @left_out.tile, i64 %l
  %to = getelementptr float, ptr addrspace(3) %first, i64 1
  store float %loaded, ptr addrspace(3) %to
  %is.first = icmp eq i64 %l, 0
  %has.left = icmp ne i64 %id, 0
  %is.small = icmp ult i64 %id, 100
  %stores = and i1 %is.first, %has.left
  br i1 %stores, label %side, label %all

side:
  %from.left = getelementptr float, ptr addrspace(1) %from, i64 -1
  %left = load float, ptr addrspace(1) %from.left
  store float %left, ptr addrspace(3) @left_out.tile
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  br i1 %is.small, label %inner, label %end

inner:
  %value = load float, ptr addrspace(3) %first
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

; The loop that fills does something else, too.
@stores.tile = internal addrspace(3) global [20 x float] undef
define void @wg.stores(ptr %args, ptr %context) #3 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %first = sub i64 %id, %l
  br label %head

head:
  %k = phi i64 [ %l, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %k, 20
  br i1 %more, label %fill, label %all

fill:
  %index = add i64 %first, %k
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @stores.tile, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %also = getelementptr float, ptr addrspace(1) %out, i64 %k
  store float 1.0, ptr addrspace(1) %also
  %next = add i64 %k, 16
  br label %head

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) @stores.tile, i64 %l
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; The loop's last number is needed.
@last.tile = internal addrspace(3) global [20 x float] undef
define void @wg.last(ptr %args, ptr %context) #4 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %first = sub i64 %id, %l
  br label %head

head:
  %k = phi i64 [ %l, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %k, 20
  br i1 %more, label %fill, label %all

fill:
  %index = add i64 %first, %k
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @last.tile, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %next = add i64 %k, 16
  br label %head

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) @last.tile, i64 %l
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %k
  store float %value, ptr addrspace(1) %at
  ret void
}

; Work-items' numbers go down.
@down.tile = internal addrspace(3) global [20 x float] undef
define void @wg.down(ptr %args, ptr %context) #5 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %first = sub i64 %id, %l
  br label %head

head:
  %k = phi i64 [ %l, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %k, 20
  br i1 %more, label %fill, label %all

fill:
  %index = add i64 %first, %k
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @down.tile, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %next = add i64 %k, -16
  br label %head

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) @down.tile, i64 %l
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Not all work-items come to the barrier as often as they store: it is in the loop.
@inside.tile = internal addrspace(3) global [20 x float] undef
define void @wg.inside(ptr %args, ptr %context) #6 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %first = sub i64 %id, %l
  br label %head

head:
  %k = phi i64 [ %l, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %k, 20
  br i1 %more, label %fill, label %all

fill:
  %index = add i64 %first, %k
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @inside.tile, i64 %k
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %next = add i64 %k, 16
  br label %head

all:
  %place = getelementptr float, ptr addrspace(3) @inside.tile, i64 %l
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; The address hangs on an id in a way that differs by element.
@mixed.tile = internal addrspace(3) global [20 x float] undef
define void @wg.mixed(ptr %args, ptr %context) #7 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %mixed = xor i64 %id, 5
  %index = add i64 %mixed, %id
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @mixed.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  %few = icmp ult i64 %l, 4
  br i1 %few, label %side, label %all

side:
  %from.right = getelementptr float, ptr addrspace(1) %from, i64 16
  %right = load float, ptr addrspace(1) %from.right
  %to.right = getelementptr float, ptr addrspace(3) %to, i64 16
  store float %right, ptr addrspace(3) %to.right
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) %to, i64 4
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Rows of 18 elements run over: the second part fills elements of the next row again.
@over.tile = internal addrspace(3) global [304 x float] undef
define void @wg.over(ptr %args, ptr %context) #8 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %y, 50
  %index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to.row = mul i64 %m, 18
  %element = add i64 %to.row, %l
  %to = getelementptr float, ptr addrspace(3) @over.tile, i64 %element
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %from.right = getelementptr float, ptr addrspace(1) %from, i64 16
  %right = load float, ptr addrspace(1) %from.right
  %to.right = getelementptr float, ptr addrspace(3) %to, i64 16
  store float %right, ptr addrspace(3) %to.right
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) %to
  %at = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %value, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="elsewhere" }
attributes #1 = { "wherry-kernel"="behind" }
attributes #2 = { "wherry-kernel"="left_out" }
attributes #3 = { "wherry-kernel"="stores" }
attributes #4 = { "wherry-kernel"="last" }
attributes #5 = { "wherry-kernel"="down" }
attributes #6 = { "wherry-kernel"="inside" }
attributes #7 = { "wherry-kernel"="mixed" }
attributes #8 = { "wherry-kernel"="over" }
!0 = !{}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
