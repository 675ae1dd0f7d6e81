; RUN: sed 's/SIZE/256/; s/FIRST/1/' %s | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s --check-prefix=MASKS
; RUN: sed 's/SIZE/257/; s/FIRST/1/' %s | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s --check-prefix=PEELS
; RUN: sed 's/SIZE/256/; s/FIRST/%%first/' %s | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' | FileCheck %s --check-prefix=PEELS
; A range check of the local id is no speculatively uniform branch where the items are few: lanes would be peeled in each
; work-group. Where items are more, or the check is of the global id, vectors whose lanes disagree are rare.

; MASKS-NOT: call i4 @llvm.cttz.i4(
; MASKS:     call void @llvm.masked.store
; MASKS-NOT: call i4 @llvm.cttz.i4(
; PEELS:     call i4 @llvm.cttz.i4(
define void @wg.range(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count, i64 %first) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = add i64 %x, FIRST
  %inside = icmp ult i64 %id, %count
  br i1 %inside, label %work, label %next

work:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, SIZE, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="range" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
