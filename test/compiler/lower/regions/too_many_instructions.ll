; RUN: not wherry-opt -passes='function(loop(loop-unroll-full)),form-regions' -disable-output %s 2>&1 | FileCheck %s
; Where work-items may come to different barriers, the code behind them cannot be cut by a barrier more: 256 regions
; would each hold a copy of 24,000 instructions. The build fails with the kernel's name rather than run out of memory.

; facts and a remark.

; CHECK: error: kernel 'many' has so many work-group operations
define void @wg.many(ptr %args, ptr %context) "wherry-kernel"="many" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  br label %again
again:
  br label %barriers
barriers:
  %i = phi i64 [ 0, %again ], [ %i.next, %barriers.next ]
  %here = icmp eq i64 %i, %x
  br i1 %here, label %barrier, label %barriers.next
barrier:
  call void @__wherry_barrier(i32 2)
  br label %barriers.next
barriers.next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 256
  br i1 %more, label %barriers, label %stores, !llvm.loop !1
stores:
  %k = phi i64 [ 0, %barriers.next ], [ %k.next, %stores ]
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %k
  store volatile i64 %x, ptr addrspace(1) %place
  %k.next = add i64 %k, 1
  %more.stores = icmp ult i64 %k.next, 12000
  br i1 %more.stores, label %stores, label %turn, !llvm.loop !2
turn:
  %seen = load volatile i64, ptr addrspace(1) %out
  %back = icmp ult i64 %seen, %x
  br i1 %back, label %again, label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
!1 = distinct !{!1, !3}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.full"}
