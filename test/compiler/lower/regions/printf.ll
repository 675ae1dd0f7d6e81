; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; printf is no work-group operation: each work-item calls the runtime, with its arguments packed at multiples of 8 bytes
; and a table of their sizes. The result is the call's.

@format = private unnamed_addr addrspace(2) constant [9 x i8] c"%d %v4f\0A\00"

; CHECK:         @[[SIZES:.*]] = private constant [2 x i32] [i32 4, i32 16]
; CHECK-LABEL: define void @wg.say(
; CHECK:         %[[PACKED:.*]] = alloca [24 x i8], align 8
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[FIRST:.*]] = getelementptr inbounds i8, ptr %[[PACKED]], i64 0
; CHECK:         store i32 %{{.*}}, ptr %[[FIRST]], align 8
; CHECK:         %[[SECOND:.*]] = getelementptr inbounds i8, ptr %[[PACKED]], i64 8
; CHECK:         store <4 x float> splat (float 1.000000e+00), ptr %[[SECOND]], align 8
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 40
; CHECK:         %[[PRINTED:.*]] = call i32 %{{.*}}(ptr %context, ptr addrspacecast (ptr addrspace(2) @format to ptr), ptr %[[PACKED]], ptr @[[SIZES]], i32 2)
; CHECK:         store i32 %[[PRINTED]], ptr addrspace(1)
; CHECK-NOT:     call {{.*}}@printf(
; CHECK:       attributes #0 = {{.*}}"wherry-prints"
define void @wg.say(ptr %args, ptr %context) "wherry-kernel"="say" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %number = trunc i64 %x to i32
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %number, <4 x float> splat (float 1.0))
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %printed, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i32 @printf(ptr addrspace(2), ...)

!0 = !{}
