; RUN: wherry-opt -passes=begin-lifetimes %s | FileCheck %s
; Loops that leave elements out, or that load from the array, whose old contents they keep.
; CHECK-NOT: lifetime.start

define void @wg.from_one(ptr %args, ptr %context) "wherry-kernel"="from_one" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 1, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.every_second(ptr %args, ptr %context) "wherry-kernel"="every_second" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 2
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 7
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.unknown(ptr %args, ptr %context) "wherry-kernel"="unknown" {
entry:
  %array = alloca [8 x float]
  %n = load i64, ptr %args
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.sometimes(ptr %args, ptr %context) "wherry-kernel"="sometimes" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  %c = load i1, ptr %args
  br i1 %c, label %some, label %stored
some:
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.adds(ptr %args, ptr %context) "wherry-kernel"="adds" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  %old = load float, ptr %to
  %sum = fadd float %old, 1.0
  store float %sum, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.volatile(ptr %args, ptr %context) "wherry-kernel"="volatile" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store volatile float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

define void @wg.narrow(ptr %args, ptr %context) "wherry-kernel"="narrow" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store half 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}

; All of it: the pass is at work.
; CHECK-LABEL: @wg.all(
; CHECK:       lifetime.start
define void @wg.all(ptr %args, ptr %context) "wherry-kernel"="all" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  br label %stored
stored:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}
declare void @__wherry_barrier(i32) convergent
