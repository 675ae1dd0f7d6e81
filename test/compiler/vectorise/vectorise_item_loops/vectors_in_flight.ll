; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; As many vectors in flight as hide what each waits for. Four, where each iteration waits for the one before; uniform loads
; do not count, as the vectors share them. Two, where the operations themselves keep the CPU busy, or where the values of
; four would not find room in the registers. Two, in code without a loop that is longer than what a CPU looks ahead, which
; is then scheduled with the vectors side by side.

; CHECK: remark: {{.*}}vectorised, 64 work-items at once
; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops' %s 2>/dev/null | FileCheck %s --check-prefix=SCHEDULED
; SCHEDULED:     define void @wg.many({{.*}} #[[#MANY:]]
; SCHEDULED:     define void @wg.long({{.*}} #[[#LONG:]]
; SCHEDULED:     attributes #[[#MANY]] = {
; SCHEDULED-NOT: wherry-interleaved
; SCHEDULED:     attributes #[[#LONG]] = {
; SCHEDULED-SAME: "wherry-interleaved"
define void @wg.waits(ptr addrspace(1) %out, ptr addrspace(1) %table, i64 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %k.next, %loop ]
  %a = phi i32 [ %id, %body ], [ %e, %loop ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %k
  %word = load i32, ptr addrspace(1) %from, align 4
  %b = add i32 %a, %word
  %c = shl i32 %b, 5
  %d = xor i32 %c, %b
  %e = add i32 %d, 3
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %loop, label %left

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %e, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.busy(ptr addrspace(1) %out, ptr addrspace(1) %table, i64 %limit, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %k.next, %loop ]
  %a0 = phi i32 [ 0, %body ], [ %c0, %loop ]
  %a1 = phi i32 [ 1, %body ], [ %c1, %loop ]
  %a2 = phi i32 [ 2, %body ], [ %c2, %loop ]
  %a3 = phi i32 [ 3, %body ], [ %c3, %loop ]
  %a4 = phi i32 [ 4, %body ], [ %c4, %loop ]
  %a5 = phi i32 [ 5, %body ], [ %c5, %loop ]
  %a6 = phi i32 [ 6, %body ], [ %c6, %loop ]
  %a7 = phi i32 [ 7, %body ], [ %c7, %loop ]
  %b0 = mul i32 %a0, %id
  %c0 = add i32 %b0, %id
  %b1 = mul i32 %a1, %id
  %c1 = add i32 %b1, %id
  %b2 = mul i32 %a2, %id
  %c2 = add i32 %b2, %id
  %b3 = mul i32 %a3, %id
  %c3 = add i32 %b3, %id
  %b4 = mul i32 %a4, %id
  %c4 = add i32 %b4, %id
  %b5 = mul i32 %a5, %id
  %c5 = add i32 %b5, %id
  %b6 = mul i32 %a6, %id
  %c6 = add i32 %b6, %id
  %b7 = mul i32 %a7, %id
  %c7 = add i32 %b7, %id
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %loop, label %left

left:
  %s1 = add i32 %c0, %c1
  %s2 = add i32 %s1, %c2
  %s3 = add i32 %s2, %c3
  %s4 = add i32 %s3, %c4
  %s5 = add i32 %s4, %c5
  %s6 = add i32 %s5, %c6
  %s7 = add i32 %s6, %c7
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %s7, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.many(ptr addrspace(1) %out, ptr addrspace(1) %table, i64 %limit, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %v0 = xor i32 %id, 3
  %v1 = xor i32 %id, 5
  %v2 = xor i32 %id, 7
  %v3 = xor i32 %id, 9
  %v4 = xor i32 %id, 11
  %v5 = xor i32 %id, 13
  %v6 = xor i32 %id, 15
  %v7 = xor i32 %id, 17
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %k.next, %loop ]
  %a = phi i32 [ %id, %body ], [ %u7, %loop ]
  %t0 = add i32 %a, %v0
  %u0 = lshr i32 %t0, 1
  %t1 = add i32 %u0, %v1
  %u1 = lshr i32 %t1, 1
  %t2 = add i32 %u1, %v2
  %u2 = lshr i32 %t2, 1
  %t3 = add i32 %u2, %v3
  %u3 = lshr i32 %t3, 1
  %t4 = add i32 %u3, %v4
  %u4 = lshr i32 %t4, 1
  %t5 = add i32 %u4, %v5
  %u5 = lshr i32 %t5, 1
  %t6 = add i32 %u5, %v6
  %u6 = lshr i32 %t6, 1
  %t7 = add i32 %u6, %v7
  %u7 = lshr i32 %t7, 1
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %loop, label %left

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %u7, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.long(ptr addrspace(1) %out, ptr addrspace(1) %table, i64 %limit, i64 %size) #3 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %t0 = add i32 %id, 5
  %u0 = lshr i32 %t0, 1
  %t1 = add i32 %u0, 6
  %u1 = lshr i32 %t1, 1
  %t2 = add i32 %u1, 7
  %u2 = lshr i32 %t2, 1
  %t3 = add i32 %u2, 8
  %u3 = lshr i32 %t3, 1
  %t4 = add i32 %u3, 9
  %u4 = lshr i32 %t4, 1
  %t5 = add i32 %u4, 10
  %u5 = lshr i32 %t5, 1
  %t6 = add i32 %u5, 11
  %u6 = lshr i32 %t6, 1
  %t7 = add i32 %u6, 12
  %u7 = lshr i32 %t7, 1
  %t8 = add i32 %u7, 13
  %u8 = lshr i32 %t8, 1
  %t9 = add i32 %u8, 14
  %u9 = lshr i32 %t9, 1
  %t10 = add i32 %u9, 15
  %u10 = lshr i32 %t10, 1
  %t11 = add i32 %u10, 16
  %u11 = lshr i32 %t11, 1
  %t12 = add i32 %u11, 17
  %u12 = lshr i32 %t12, 1
  %t13 = add i32 %u12, 18
  %u13 = lshr i32 %t13, 1
  %t14 = add i32 %u13, 19
  %u14 = lshr i32 %t14, 1
  %t15 = add i32 %u14, 20
  %u15 = lshr i32 %t15, 1
  %t16 = add i32 %u15, 21
  %u16 = lshr i32 %t16, 1
  %t17 = add i32 %u16, 22
  %u17 = lshr i32 %t17, 1
  %t18 = add i32 %u17, 23
  %u18 = lshr i32 %t18, 1
  %t19 = add i32 %u18, 24
  %u19 = lshr i32 %t19, 1
  %t20 = add i32 %u19, 25
  %u20 = lshr i32 %t20, 1
  %t21 = add i32 %u20, 26
  %u21 = lshr i32 %t21, 1
  %t22 = add i32 %u21, 27
  %u22 = lshr i32 %t22, 1
  %t23 = add i32 %u22, 28
  %u23 = lshr i32 %t23, 1
  %t24 = add i32 %u23, 29
  %u24 = lshr i32 %t24, 1
  %t25 = add i32 %u24, 30
  %u25 = lshr i32 %t25, 1
  %t26 = add i32 %u25, 31
  %u26 = lshr i32 %t26, 1
  %t27 = add i32 %u26, 32
  %u27 = lshr i32 %t27, 1
  %t28 = add i32 %u27, 33
  %u28 = lshr i32 %t28, 1
  %t29 = add i32 %u28, 34
  %u29 = lshr i32 %t29, 1
  %t30 = add i32 %u29, 35
  %u30 = lshr i32 %t30, 1
  %t31 = add i32 %u30, 36
  %u31 = lshr i32 %t31, 1
  %t32 = add i32 %u31, 37
  %u32 = lshr i32 %t32, 1
  %t33 = add i32 %u32, 38
  %u33 = lshr i32 %t33, 1
  %t34 = add i32 %u33, 39
  %u34 = lshr i32 %t34, 1
  %t35 = add i32 %u34, 40
  %u35 = lshr i32 %t35, 1
  %t36 = add i32 %u35, 41
  %u36 = lshr i32 %t36, 1
  %t37 = add i32 %u36, 42
  %u37 = lshr i32 %t37, 1
  %t38 = add i32 %u37, 43
  %u38 = lshr i32 %t38, 1
  %t39 = add i32 %u38, 44
  %u39 = lshr i32 %t39, 1
  %t40 = add i32 %u39, 45
  %u40 = lshr i32 %t40, 1
  %t41 = add i32 %u40, 46
  %u41 = lshr i32 %t41, 1
  %t42 = add i32 %u41, 47
  %u42 = lshr i32 %t42, 1
  %t43 = add i32 %u42, 48
  %u43 = lshr i32 %t43, 1
  %t44 = add i32 %u43, 49
  %u44 = lshr i32 %t44, 1
  %t45 = add i32 %u44, 50
  %u45 = lshr i32 %t45, 1
  %t46 = add i32 %u45, 51
  %u46 = lshr i32 %t46, 1
  %t47 = add i32 %u46, 52
  %u47 = lshr i32 %t47, 1
  %t48 = add i32 %u47, 53
  %u48 = lshr i32 %t48, 1
  %t49 = add i32 %u48, 54
  %u49 = lshr i32 %t49, 1
  %t50 = add i32 %u49, 55
  %u50 = lshr i32 %t50, 1
  %t51 = add i32 %u50, 56
  %u51 = lshr i32 %t51, 1
  %t52 = add i32 %u51, 57
  %u52 = lshr i32 %t52, 1
  %t53 = add i32 %u52, 58
  %u53 = lshr i32 %t53, 1
  %t54 = add i32 %u53, 59
  %u54 = lshr i32 %t54, 1
  %t55 = add i32 %u54, 60
  %u55 = lshr i32 %t55, 1
  %t56 = add i32 %u55, 61
  %u56 = lshr i32 %t56, 1
  %t57 = add i32 %u56, 62
  %u57 = lshr i32 %t57, 1
  %t58 = add i32 %u57, 63
  %u58 = lshr i32 %t58, 1
  %t59 = add i32 %u58, 64
  %u59 = lshr i32 %t59, 1
  %t60 = add i32 %u59, 65
  %u60 = lshr i32 %t60, 1
  %t61 = add i32 %u60, 66
  %u61 = lshr i32 %t61, 1
  %t62 = add i32 %u61, 67
  %u62 = lshr i32 %t62, 1
  %t63 = add i32 %u62, 68
  %u63 = lshr i32 %t63, 1
  %t64 = add i32 %u63, 69
  %u64 = lshr i32 %t64, 1
  %t65 = add i32 %u64, 70
  %u65 = lshr i32 %t65, 1
  %t66 = add i32 %u65, 71
  %u66 = lshr i32 %t66, 1
  %t67 = add i32 %u66, 72
  %u67 = lshr i32 %t67, 1
  %t68 = add i32 %u67, 73
  %u68 = lshr i32 %t68, 1
  %t69 = add i32 %u68, 74
  %u69 = lshr i32 %t69, 1
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %u69, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="waits" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="busy" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="many" "wherry-regions"="1" "wherry-vectorise" }
attributes #3 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
