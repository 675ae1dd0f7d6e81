; RUN: wherry-opt -passes=lower-arrivals %s 2>/dev/null | FileCheck %s
; An arrival in a loop packs its arguments into one array in the entry block: the stack does not grow with the iterations.

@site = private constant i32 0

; CHECK-LABEL: define void @wg.k(
; CHECK:       entry:
; CHECK-NEXT:    %[[PACKED:.*]] = alloca [1 x i64]
; CHECK:       body:
; CHECK-NOT:     alloca
; CHECK:         %[[PLACE:.*]] = getelementptr inbounds i64, ptr %[[PACKED]], i64 0
; CHECK-NEXT:    store i64 %i, ptr %[[PLACE]]
; CHECK:         call void %{{.*}}(ptr %context, ptr @site, i64 %i, ptr %[[PACKED]], i32 1)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-checked" "wherry-regions"="1" {
entry:
  %n = load i64, ptr %args
  br label %body

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 %i, i64 %i)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done

done:
  ret void
}

declare void @__wherry_arrive(ptr, i64, ...)
