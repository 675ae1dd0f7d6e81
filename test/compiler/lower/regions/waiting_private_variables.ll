; RUN: sed -e 's/WAITS/"wherry-waits"/' %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefix=WAITS
; RUN: sed -e 's/WAITS//' %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefix=NONE
; Whether a generic pointer leads to private memory is told by the bounds of the work-item context and of the thread's
; stack. A sub-group's own stack lies outside of them, so private variables stand in the context.

; WAITS-LABEL: define void @wg.asks(
; WAITS-NOT:     alloca [16 x i32]
; WAITS:         %[[CONTEXT:.*]] = getelementptr inbounds i8, ptr %context, i64 64
; WAITS-NEXT:    %[[OWN:.*]] = load ptr, ptr %[[CONTEXT]]
; WAITS:         getelementptr inbounds i8, ptr %[[OWN]], i64 %
; NONE-LABEL: define void @wg.asks(
; NONE:          alloca [16 x i32]
define void @wg.asks(ptr %args, ptr %context) "wherry-kernel"="asks" "wherry-sub-group-size"="16" WAITS {
entry:
  %own = alloca [16 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %odd = trunc i64 %x to i1
  %element = getelementptr i32, ptr %own, i64 %x
  store i32 7, ptr %element
  %private = addrspacecast ptr %element to ptr addrspace(4)
  %global = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %either = select i1 %odd, ptr addrspace(4) %private, ptr addrspace(4) %global
  %space = call i32 @__wherry_space(ptr addrspace(4) %either)
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %out monotonic, align 4
  %set = icmp ne i32 %seen, %space
  br i1 %set, label %left, label %again

again:
  call void @__wherry_yield()
  br label %loop

left:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i32 @__wherry_space(ptr addrspace(4)) nounwind speculatable willreturn memory(none)
declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
