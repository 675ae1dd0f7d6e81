; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s
; Inactive lanes do not enter a block from which lanes go on to a store under a mask.

; CHECK-LABEL: @wg.long(
; CHECK:         [[SMALL:%.*]] = fcmp olt <4 x float>
; CHECK-NOT:     freeze
; CHECK:         select <4 x i1> %epilogue.mask, <4 x i1> [[SMALL]], <4 x i1> zeroinitializer
; CHECK-NOT:     freeze
; CHECK:         call void @llvm.masked.store.v4f32
declare float @llvm.sqrt.f32(float)

define void @wg.long(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %value = load float, ptr addrspace(1) %at, align 4
  fmul float %value, %value
  %small = fcmp olt float %value, 1.0
  br i1 %small, label %sine, label %other

other:
  %large = fcmp ogt float %value, 9.0
  br i1 %large, label %join, label %next

sine:
  %root = call float @llvm.sqrt.f32(float %value)
  %twice = fadd float %root, %root
  %thrice = fadd float %twice, %root
  br label %join

join:
  %chosen = phi float [ %value, %other ], [ %thrice, %sine ]
  store float %chosen, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
