; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Work-items that take turns stay as they are

; CHECK-NOT: reshaped

; where most of the work is of all of them,
define void @wg.shared(ptr %args, ptr %context) "wherry-kernel"="shared" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  %x = load float, ptr addrspace(1) %from
  %squared = fmul float %x, %x
  %times = fmul float %squared, %x
  %turn = and i64 %i, 1
  %odd = icmp eq i64 %turn, 1
  br i1 %odd, label %first, label %end

first:
  %more = fadd float %times, 1.0
  br label %end

end:
  %y = phi float [ %times, %0 ], [ %more, %first ]
  store float %y, ptr addrspace(1) %to
  ret void
}

; where what they load decides, too,
define void @wg.loaded(ptr %args, ptr %context) "wherry-kernel"="loaded" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  %turn = and i64 %i, 1
  %odd = icmp eq i64 %turn, 1
  br i1 %odd, label %first, label %end

first:
  %x = load float, ptr addrspace(1) %from
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %store, label %end

store:
  store float %x, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

; where they store to columns of rows whose length is not known,
define void @wg.columns(ptr %args, ptr %context) "wherry-kernel"="columns" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %x = call i64 @__wherry_global_id(i32 1)
  %row = mul i64 %i, %w
  %at = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %at
  %to = getelementptr float, ptr addrspace(1) %out, i64 %at
  %turn = and i64 %i, 1
  %odd = icmp eq i64 %turn, 1
  br i1 %odd, label %first, label %end

first:
  %value = load float, ptr addrspace(1) %from
  store float %value, ptr addrspace(1) %to
  br label %end

end:
  ret void
}

; and where they ask how many there are.
define void @wg.asks(ptr %args, ptr %context) "wherry-kernel"="asks" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %size = call i64 @__wherry_global_size(i32 0)
  %to = getelementptr i64, ptr addrspace(1) %in, i64 %i
  %turn = and i64 %i, 1
  %odd = icmp eq i64 %turn, 1
  br i1 %odd, label %first, label %end

first:
  %value = load i64, ptr addrspace(1) %to
  %sum = add i64 %value, %size
  store i64 %sum, ptr addrspace(1) %to
  br label %end

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
