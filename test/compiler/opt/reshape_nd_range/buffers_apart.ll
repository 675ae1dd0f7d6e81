; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A sum in memory beside another argument's: a second function of the same ND-range for launches whose buffers lie apart.

; CHECK:       define void @wg.sum.reshaped({{.*}} #[[FACTS:[0-9]+]]
; CHECK-LABEL: define zeroext i1 @shape.sum(
; CHECK:       ret i1 true
define void @wg.sum(ptr %args, ptr %context) #0 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %head

head:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %body, label %end

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %k
  %value = load float, ptr addrspace(1) %from
  %old = load float, ptr addrspace(1) %to
  %sum = fadd float %old, %value
  store float %sum, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  br label %head

end:
  ret void
}

; One argument's memory alone, and a place that goes on.
; CHECK-NOT: @wg.alone.reshaped
define void @wg.alone(ptr %args, ptr %context) #1 {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %head

head:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %body, label %end

body:
  %old = load float, ptr addrspace(1) %to
  %sum = fadd float %old, 1.0
  store float %sum, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  br label %head

end:
  ret void
}
; Members that are loaded in turns with stores to another argument.
; CHECK: define void @wg.turns.reshaped(
define void @wg.turns(ptr %args, ptr %context) #2 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %first = mul i64 %id, 3
  %second = add i64 %first, 1
  %from.first = getelementptr i8, ptr addrspace(1) %in, i64 %first
  %a = load i8, ptr addrspace(1) %from.first
  %to.first = getelementptr i8, ptr addrspace(1) %out, i64 %first
  store i8 %a, ptr addrspace(1) %to.first
  %from.second = getelementptr i8, ptr addrspace(1) %in, i64 %second
  %b = load i8, ptr addrspace(1) %from.second
  %to.second = getelementptr i8, ptr addrspace(1) %out, i64 %second
  store i8 %b, ptr addrspace(1) %to.second
  ret void
}

; Neighbours of contiguous accesses are loaded by one vector each.
; CHECK-NOT: @wg.near.reshaped
define void @wg.near(ptr %args, ptr %context) #4 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %second = add i64 %id, 1
  %from.first = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %from.first
  %to.first = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %a, ptr addrspace(1) %to.first
  %from.second = getelementptr i8, ptr addrspace(1) %in, i64 %second
  %b = load i8, ptr addrspace(1) %from.second
  %sum = add i8 %a, %b
  store i8 %sum, ptr addrspace(1) %to.first
  ret void
}
; CHECK: attributes #[[FACTS]] = {{.*}}"wherry-needs-apart"
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
attributes #0 = { "wherry-kernel"="sum" }
attributes #1 = { "wherry-kernel"="alone" }
attributes #2 = { "wherry-kernel"="turns" }
attributes #4 = { "wherry-kernel"="near" }
!0 = !{}
