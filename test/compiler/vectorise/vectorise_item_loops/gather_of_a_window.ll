; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/+avx512f,.*vl"/+avx2"/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=AVX2
; Where an index goes up by less than one from lane to lane, as by a quotient or a product of floats, a run-time check
; asks whether the lanes' elements lie between the first one's and the last one's, and these in one register's length:
; then all of them are loaded together, and permuted. Elements of 64 bits likewise; not indices that go up by more.

; CHECK:       2 gathers, {{.*}} 2 of them contiguous by a run-time check
; CHECK:       1 gathers, 0 scatters, 0 lane by lane; about
; CHECK-LABEL: define void @wg.enlarge(
; CHECK:       %[[INDEX:.*]] = fptosi <16 x float> %{{.*}} to <16 x i32>
; CHECK:       %[[FIRST:.*]] = extractelement <16 x i32> %[[INDEX]], i64 0
; CHECK-NEXT:  %[[FIRSTS:.*]] = shufflevector <16 x i32> %[[INDEX]], {{.*}} zeroinitializer
; CHECK-NEXT:  %[[PLACES:.*]] = sub <16 x i32> %[[INDEX]], %[[FIRSTS]]
; CHECK-NEXT:  %[[REACH:.*]] = shufflevector <16 x i32> %[[PLACES]], <16 x i32> poison, <16 x i32> <i32 15, {{.*}}, i32 15>
; CHECK-NEXT:  %[[MOST:.*]] = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %[[REACH]], <16 x i32> splat (i32 15))
; CHECK-NEXT:  icmp ule <16 x i32> %[[PLACES]], %[[MOST]]
; CHECK-NEXT:  call i1 @llvm.vector.reduce.and.v16i1
; CHECK-NEXT:  %[[NO_WRAP:.*]] = icmp sle i32 %[[FIRST]], 2147483632
; CHECK:       window{{.*}}:
; CHECK:       %[[BETWEEN:.*]] = icmp ule <16 x i32> <i32 0, {{.*}}, i32 15>
; CHECK:       %[[WINDOW:.*]] = call <16 x i32> @llvm.masked.load.v16i32.p1({{.*}} <16 x i1> %[[BETWEEN]], <16 x i32> zeroinitializer)
; CHECK-NEXT:  %[[LANES:.*]] = shufflevector <16 x i32> %[[PLACES]],
; CHECK-NEXT:  call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> %[[WINDOW]], <16 x i32> %[[LANES]])
; CHECK:       by.lane{{.*}}:
; CHECK:       call <16 x float> @llvm.masked.gather
; CHECK:       call <8 x i64> @llvm.masked.load.v8i64.p1(
; CHECK:       call <8 x i64> @llvm.x86.avx512.permvar.di.512(
; AVX2:        2 gathers, {{.*}} 2 of them contiguous by a run-time check
; AVX2:        call <8 x i32> @llvm.masked.load.v8i32.p1(
; AVX2:        call <8 x i32> @llvm.x86.avx2.permd(
; AVX2:        call <8 x i32> @llvm.x86.avx2.permd(
define void @wg.enlarge(ptr addrspace(1) %in, ptr addrspace(1) %bits, ptr addrspace(1) %out, float %scale, i64 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %small = trunc i64 %x to i32
  %number = sitofp i32 %small to float
  %place = fmul float %number, %scale
  %index = fptosi float %place to i32
  %at = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %at
  %value = load float, ptr addrspace(1) %from, align 4
  %bit = mul i64 %x, %by
  %word = lshr i64 %bit, 6
  %from.bits = getelementptr inbounds i64, ptr addrspace(1) %bits, i64 %word
  %packed = load i64, ptr addrspace(1) %from.bits, align 8
  %short = trunc i64 %packed to i32
  %other = bitcast i32 %short to float
  %sum = fadd float %value, %other
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: define void @wg.by_index(
; CHECK-NOT:   window
; CHECK:       ret void
define void @wg.by_index(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = mul i64 %x, %by
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %at
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl" "wherry-kernel"="enlarge" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
