; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; Two vectors in flight where a row of bytes is read by a clamped index: one check of both vectors' ends. Not where each
; other byte is read, nor of floats.

; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.smin.i64(i64 %x, i64 %last)
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %clamped
  %value = load i8, ptr addrspace(1) %at, align 1
  %float = uitofp i8 %value to float
  %scaled = fmul float %float, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %scaled, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.gaps(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.smin.i64(i64 %x, i64 %last)
  %twice = shl nsw i64 %clamped, 1
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %twice
  %value = load i8, ptr addrspace(1) %at, align 1
  %float = uitofp i8 %value to float
  %scaled = fmul float %float, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %scaled, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.floats(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.smin.i64(i64 %x, i64 %last)
  %at = getelementptr inbounds float, ptr addrspace(1) %in, i64 %clamped
  %float = load float, ptr addrspace(1) %at, align 4
  %scaled = fmul float %float, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %scaled, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i64 @llvm.smin.i64(i64, i64)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="bytes" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="gaps" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="floats" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
