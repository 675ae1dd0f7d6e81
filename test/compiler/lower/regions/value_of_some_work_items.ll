; RUN: wherry-opt -passes=form-regions,verify %s | FileCheck %s
; Only the work-item with id 0 gives %value a value before the barrier; for all others it is undefined. LLVM calls the
; phi uniform, but kept once for the work-group it would be overwritten: each work-item keeps its own, in its context.

; CHECK-LABEL: @wg.kept(
; CHECK-NOT:   !wherry.shared
; CHECK:       %[[VALUE:.*]] = phi i32 [ %{{.*}}, %{{.*}} ], [ undef, %{{.*}} ]
; CHECK:       %[[BYTES:.*]] = mul nuw i64 %[[ITEM:.*]], 4
; CHECK:       %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[BYTES]]
; CHECK:       store i32 %[[VALUE]], ptr %[[PLACE]]
; CHECK:       %[[BYTES2:.*]] = mul nuw i64 %{{.*}}, 4
; CHECK:       %[[PLACE2:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[BYTES2]]
; CHECK:       load i32, ptr %[[PLACE2]]
declare i64 @__wherry_local_id(i32) memory(none) speculatable nounwind willreturn
declare void @__wherry_barrier(i32) convergent

define void @wg.kept(ptr %args, ptr %context) #0 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %give, label %join

give:
  %given = load i32, ptr addrspace(1) %in, align 4
  br label %join

join:
  %value = phi i32 [ %given, %give ], [ undef, %entry ]
  call void @__wherry_barrier(i32 1)
  br i1 %first, label %take, label %done

take:
  store i32 %value, ptr addrspace(1) %in, align 4
  br label %done

done:
  ret void
}

attributes #0 = { convergent "wherry-args-bytes"="8" "wherry-kernel"="kept" "wherry-loop-free" }
!0 = !{}
