; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; A variable whose address is stored, kept by a call, or handed to an operation of the work-group may be accessed at
; any time: it crosses. A call that does not keep the address is a use like a load.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    operation at %reduce, next region at %region{{$}}
; CHECK-NEXT:    %stored: crosses regions{{$}}
; CHECK-NEXT:    %captured: crosses regions{{$}}
; CHECK-NEXT:    %handed: crosses regions{{$}}
; CHECK-NEXT:    %read: of one region{{$}}
; CHECK-NEXT:    %sum: live at the beginning of %region{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %stored = alloca i32
  %captured = alloca i32
  %handed = alloca i64
  %read = alloca i32
  store ptr %stored, ptr %args
  call void @keeps(ptr %captured)
  call void @reads(ptr %read)
  br label %reduce

reduce:
  %sum = call i64 @__wherry_reduce(ptr %handed, i32 105, i32 43)
  br label %region

region:
  store i64 %sum, ptr %args
  ret void
}

declare void @keeps(ptr)
declare void @reads(ptr captures(none))
declare i64 @__wherry_reduce(ptr, i32, i32) convergent
