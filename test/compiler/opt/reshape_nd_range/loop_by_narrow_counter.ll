; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A counter of 32 bits below a bound of 64: the host asks that the counter reaches the bound before it wraps around.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       icmp ule i64 %{{.*}}, 4294967295
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %line = mul i64 %y, %n
  br label %head

head:
  %x = phi i32 [ 0, %0 ], [ %next, %body ]
  %wide = zext i32 %x to i64
  %more = icmp ult i64 %wide, %n
  br i1 %more, label %body, label %end

body:
  %index = add i64 %line, %wide
  %to = getelementptr i32, ptr addrspace(1) %a, i64 %index
  store i32 %x, ptr addrspace(1) %to
  %next = add i32 %x, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
