; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; Not prefetched: what all groups load, what is an unknown way from group to group, local memory, what kernels load
; that store as much, and what a loop over the grid loads.

; CHECK-LABEL: @wg.elsewhere(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.elsewhere(ptr %args, ptr %context) "wherry-kernel"="elsewhere" "wherry-regions"="2" {
entry:
  %group.at = getelementptr i8, ptr %context, i64 8
  %group = load i64, ptr %group.at
  %in = load ptr addrspace(1), ptr %args
  %pitch.at = getelementptr i8, ptr %args, i64 8
  %pitch = load i64, ptr %pitch.at
  %row = mul i64 %group, %pitch
  %row.at = getelementptr i32, ptr addrspace(1) %in, i64 %row
  %near = mul i64 %group, 256
  %local.at = getelementptr i32, ptr addrspace(3) null, i64 %near
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %next, %items ], !wherry.item_loop !0
  %same = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %values = load <16 x i32>, ptr addrspace(1) %same, align 4
  %place = getelementptr i32, ptr addrspace(1) %row.at, i64 %x
  %more = load <16 x i32>, ptr addrspace(1) %place, align 4
  %here = getelementptr i32, ptr addrspace(3) %local.at, i64 %x
  %own = load <16 x i32>, ptr addrspace(3) %here, align 4
  %sum = add <16 x i32> %values, %more
  %all = add <16 x i32> %sum, %own
  store <16 x i32> %all, ptr addrspace(3) null, align 4
  %next = add i64 %x, 16
  %again = icmp ult i64 %next, 64
  br i1 %again, label %items, label %done

done:
  ret void
}

; CHECK-LABEL: @wg.grid(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.grid(ptr %args, ptr %context) "wherry-kernel"="grid" "wherry-regions"="2" {
entry:
  %group.at = getelementptr i8, ptr %context, i64 8
  %group = load i64, ptr %group.at
  %in = load ptr addrspace(1), ptr %args
  %step.at = getelementptr i8, ptr %args, i64 8
  %step = load i64, ptr %step.at
  %near = mul i64 %group, 64
  br label %loop

loop:
  %k = phi i64 [ %near, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %k
  %values = load <16 x i32>, ptr addrspace(1) %at, align 4
  store <16 x i32> %values, ptr addrspace(3) null, align 4
  %next = add i64 %k, %step
  %again = icmp ult i64 %next, 1000000
  br i1 %again, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: @wg.stores(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.stores(ptr %args, ptr %context) "wherry-kernel"="stores" "wherry-regions"="2" {
entry:
  %group.at = getelementptr i8, ptr %context, i64 8
  %group = load i64, ptr %group.at
  %in = load ptr addrspace(1), ptr %args
  %near = mul i64 %group, 256
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %near
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %next, %items ], !wherry.item_loop !0
  %at = getelementptr i32, ptr addrspace(1) %place, i64 %x
  %values = load <16 x i32>, ptr addrspace(1) %at, align 4
  %sum = add <16 x i32> %values, %values
  store <16 x i32> %sum, ptr addrspace(1) %at, align 4
  %next = add i64 %x, 16
  %again = icmp ult i64 %next, 64
  br i1 %again, label %items, label %done

done:
  ret void
}

!0 = !{}
