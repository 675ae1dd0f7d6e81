; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A guard that is the same for all work-items, as of a peeled iteration: the host asks it.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       %[[GUARD:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK:       zext i1 %[[GUARD]] to i64
; CHECK:       icmp eq i64 %{{.*}}, 1
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %any = icmp ne i64 %n, 0
  br i1 %any, label %enter, label %end

enter:
  br label %head

head:
  %y = phi i64 [ 1, %enter ], [ %next, %body ]
  %more = icmp ult i64 %y, %n
  br i1 %more, label %body, label %left

body:
  %line = mul i64 %y, %n
  %index = add i64 %line, %id
  %to = getelementptr i64, ptr addrspace(1) %a, i64 %index
  store i64 %y, ptr addrspace(1) %to
  %next = add nuw i64 %y, 1
  br label %head

left:
  br label %end

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
