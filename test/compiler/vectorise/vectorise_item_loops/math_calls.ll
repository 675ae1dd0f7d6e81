; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A precompiled math function is called once with all lanes, and an intrinsic becomes its vector form; fast-math flags
; and !fpmath stay.

; CHECK-LABEL: @wg.math(
; CHECK:       call nsz <4 x float> @llvm.sqrt.v4f32(<4 x float>
; CHECK:       call <4 x float> @_Z3powDv4_fS_(<4 x float> %{{.*}}, <4 x float> splat (float 1.500000e+00))
; CHECK:       fdiv arcp <4 x float> {{.*}}, !fpmath ![[ACCURACY:[0-9]+]]
; CHECK:       ![[ACCURACY]] = !{float 2.500000e+00}
declare float @_Z3powff(float, float) memory(none)

define void @wg.math(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %root = call nsz float @llvm.sqrt.f32(float %value)
  %power = call float @_Z3powff(float %root, float 1.5)
  %quotient = fdiv arcp float %value, %power, !fpmath !2
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %quotient, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="math" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
!2 = !{float 2.5}
