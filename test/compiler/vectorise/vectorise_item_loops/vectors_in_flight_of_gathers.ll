; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; Code with gathers has two vectors in flight where all are known to be full. Not where the size of the item loop is not
; known, of members of 16 bytes, which each lane loads as they are, beside scatters and volatile loads, nor where more
; values are alive than registers hold.

; CHECK:         remark: {{.*}}vectorised, 32 work-items at once: {{.*}} 1 gathers
; CHECK-COUNT-5: remark: {{.*}}vectorised, 16 work-items at once
define void @wg.gather(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %table, i64 %wide
  %value = load float, ptr addrspace(1) %at, align 4
  %result = fmul float %value, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.not_known(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %table, i64 %wide
  %value = load float, ptr addrspace(1) %at, align 4
  %result = fmul float %value, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.members(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %four = shl nuw nsw i64 %wide, 4
  %at = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %four
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %at, i64 12
  %m0 = load float, ptr addrspace(1) %at, align 4
  %m1 = load float, ptr addrspace(1) %at1, align 4
  %m2 = load float, ptr addrspace(1) %at2, align 4
  %m3 = load float, ptr addrspace(1) %at3, align 4
  %s0 = fadd float %m0, %m1
  %s1 = fadd float %m2, %m3
  %result = fmul float %s0, %s1
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.scatter(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #3 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %float = uitofp i32 %place to float
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %wide
  store float %float, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.volatile(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #4 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %table, i64 %wide
  %value = load volatile float, ptr addrspace(1) %at, align 4
  %result = fmul float %value, 3.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.many(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #5 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %place = load i32, ptr addrspace(1) %from, align 4
  %wide = zext i32 %place to i64
  %i0 = mul i64 %wide, 3
  %at0 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i0
  %v0 = load float, ptr addrspace(1) %at0, align 4
  %i1 = mul i64 %wide, 4
  %at1 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i1
  %v1 = load float, ptr addrspace(1) %at1, align 4
  %i2 = mul i64 %wide, 5
  %at2 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i2
  %v2 = load float, ptr addrspace(1) %at2, align 4
  %i3 = mul i64 %wide, 6
  %at3 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i3
  %v3 = load float, ptr addrspace(1) %at3, align 4
  %i4 = mul i64 %wide, 7
  %at4 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i4
  %v4 = load float, ptr addrspace(1) %at4, align 4
  %i5 = mul i64 %wide, 8
  %at5 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i5
  %v5 = load float, ptr addrspace(1) %at5, align 4
  %i6 = mul i64 %wide, 9
  %at6 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i6
  %v6 = load float, ptr addrspace(1) %at6, align 4
  %i7 = mul i64 %wide, 10
  %at7 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i7
  %v7 = load float, ptr addrspace(1) %at7, align 4
  %i8 = mul i64 %wide, 11
  %at8 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i8
  %v8 = load float, ptr addrspace(1) %at8, align 4
  %i9 = mul i64 %wide, 12
  %at9 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i9
  %v9 = load float, ptr addrspace(1) %at9, align 4
  %i10 = mul i64 %wide, 13
  %at10 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i10
  %v10 = load float, ptr addrspace(1) %at10, align 4
  %i11 = mul i64 %wide, 14
  %at11 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i11
  %v11 = load float, ptr addrspace(1) %at11, align 4
  %i12 = mul i64 %wide, 15
  %at12 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i12
  %v12 = load float, ptr addrspace(1) %at12, align 4
  %i13 = mul i64 %wide, 16
  %at13 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i13
  %v13 = load float, ptr addrspace(1) %at13, align 4
  %i14 = mul i64 %wide, 17
  %at14 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i14
  %v14 = load float, ptr addrspace(1) %at14, align 4
  %i15 = mul i64 %wide, 18
  %at15 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i15
  %v15 = load float, ptr addrspace(1) %at15, align 4
  %i16 = mul i64 %wide, 19
  %at16 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i16
  %v16 = load float, ptr addrspace(1) %at16, align 4
  %i17 = mul i64 %wide, 20
  %at17 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i17
  %v17 = load float, ptr addrspace(1) %at17, align 4
  %i18 = mul i64 %wide, 21
  %at18 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i18
  %v18 = load float, ptr addrspace(1) %at18, align 4
  %i19 = mul i64 %wide, 22
  %at19 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i19
  %v19 = load float, ptr addrspace(1) %at19, align 4
  %i20 = mul i64 %wide, 23
  %at20 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i20
  %v20 = load float, ptr addrspace(1) %at20, align 4
  %i21 = mul i64 %wide, 24
  %at21 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i21
  %v21 = load float, ptr addrspace(1) %at21, align 4
  %i22 = mul i64 %wide, 25
  %at22 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i22
  %v22 = load float, ptr addrspace(1) %at22, align 4
  %i23 = mul i64 %wide, 26
  %at23 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i23
  %v23 = load float, ptr addrspace(1) %at23, align 4
  %i24 = mul i64 %wide, 27
  %at24 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i24
  %v24 = load float, ptr addrspace(1) %at24, align 4
  %i25 = mul i64 %wide, 28
  %at25 = getelementptr inbounds float, ptr addrspace(1) %table, i64 %i25
  %v25 = load float, ptr addrspace(1) %at25, align 4
  %s24 = fmul float %v25, %v24
  %s23 = fmul float %s24, %v23
  %s22 = fmul float %s23, %v22
  %s21 = fmul float %s22, %v21
  %s20 = fmul float %s21, %v20
  %s19 = fmul float %s20, %v19
  %s18 = fmul float %s19, %v18
  %s17 = fmul float %s18, %v17
  %s16 = fmul float %s17, %v16
  %s15 = fmul float %s16, %v15
  %s14 = fmul float %s15, %v14
  %s13 = fmul float %s14, %v13
  %s12 = fmul float %s13, %v12
  %s11 = fmul float %s12, %v11
  %s10 = fmul float %s11, %v10
  %s9 = fmul float %s10, %v9
  %s8 = fmul float %s9, %v8
  %s7 = fmul float %s8, %v7
  %s6 = fmul float %s7, %v6
  %s5 = fmul float %s6, %v5
  %s4 = fmul float %s5, %v4
  %s3 = fmul float %s4, %v3
  %s2 = fmul float %s3, %v2
  %s1 = fmul float %s2, %v1
  %s0 = fmul float %s1, %v0
  %result = fadd float %s0, 1.0
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="gather" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="not_known" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="members" "wherry-regions"="1" "wherry-vectorise" }
attributes #3 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="scatter" "wherry-regions"="1" "wherry-vectorise" }
attributes #4 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="volatile" "wherry-regions"="1" "wherry-vectorise" }
attributes #5 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="many" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
