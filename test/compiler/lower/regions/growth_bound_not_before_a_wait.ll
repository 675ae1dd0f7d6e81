; RUN: sed -e 's/WAITS/"wherry-waits"/' %s | wherry-opt -passes='function(loop(loop-unroll-full)),form-regions' 2>&1 | FileCheck %s --check-prefix=WAITS
; RUN: sed -e 's/WAITS//' -e '/__wherry_yield/d' %s | wherry-opt -passes='function(loop(loop-unroll-full)),form-regions' 2>&1 | FileCheck %s --check-prefix=NONE
; A join that many operations reach is not made a cut if a sub-group may wait on the way to it: for another one, which
; may be held up at the cut.

; WAITS: kernel 'many': 33 regions
; NONE: kernel 'many': 34 regions
define void @wg.many(ptr %args, ptr %context) "wherry-kernel"="many" "wherry-sub-group-size"="16" WAITS {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %to_n, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  br label %barriers
barriers:
  %i = phi i32 [ 0, %entry ], [ %i.next, %barriers.next ]
  %here = icmp eq i32 %i, %n
  br i1 %here, label %barrier, label %barriers.next
barrier:
  call void @__wherry_barrier(i32 2)
  br label %wait
wait:
  %seen = load atomic i32, ptr addrspace(1) %out monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %barriers.next, label %wait.again
wait.again:
  call void @__wherry_yield()
  br label %wait
barriers.next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 32
  br i1 %more, label %barriers, label %work, !llvm.loop !1
work:
  br label %stores
stores:
  %k = phi i64 [ 0, %work ], [ %k.next, %stores ]
  %index = add i64 %x, %k
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %index
  store volatile i64 %x, ptr addrspace(1) %place
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 160
  br i1 %again, label %stores, label %done, !llvm.loop !2
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
!1 = distinct !{!1, !3}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.full"}
