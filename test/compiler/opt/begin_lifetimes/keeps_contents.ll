; RUN: wherry-opt -passes=begin-lifetimes %s | FileCheck %s
; Without a work-group operation nothing is kept; and what the address went to, may load the array's old contents.
; CHECK-NOT: lifetime.start

define void @wg.alone(ptr %args, ptr %context) "wherry-kernel"="alone" {
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
  br label %end
end:
  ret void
}

define void @wg.escapes(ptr %args, ptr %context) "wherry-kernel"="escapes" {
entry:
  %array = alloca [8 x float]
  store ptr %array, ptr %context
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  call void @reads()
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

define void @wg.called(ptr %args, ptr %context) "wherry-kernel"="called" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %stored ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  call void @reads_it(ptr %array)
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
declare void @reads()
declare void @reads_it(ptr captures(none))
