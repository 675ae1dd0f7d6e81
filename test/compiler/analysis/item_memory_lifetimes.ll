; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; A variable whose lifetime starts anew behind the barrier, before every other use, does not cross it; one whose
; lifetime starts behind a use does. In a loop around the barrier both sides are reached from each other.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    operation at %barrier, next region at %region{{$}}
; CHECK-NEXT:    %fresh: of one region{{$}}
; CHECK-NEXT:    %late: crosses regions{{$}}
; CHECK-NEXT:    %kept: crosses regions{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %fresh = alloca i32
  %late = alloca i32
  %kept = alloca i32
  br label %loop

loop:
  call void @llvm.lifetime.start.p0(ptr %fresh)
  %x = load i32, ptr %late
  call void @llvm.lifetime.start.p0(ptr %late)
  store i32 %x, ptr %fresh
  store i32 %x, ptr %kept
  store i32 %x, ptr %late
  br label %barrier

barrier:
  call void @__wherry_barrier(i32 1)
  br label %region

region:
  %more = load volatile i1, ptr %args
  br i1 %more, label %loop, label %end

end:
  ret void
}

declare void @__wherry_barrier(i32) convergent
