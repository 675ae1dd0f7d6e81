; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; RUN: sed 's/"wherry-regions"="2"/"wherry-regions"="1"/' %s | wherry-opt -passes=prefetch-far-accesses | FileCheck %s --check-prefix=NONE
; What the next work-groups load is prefetched where groups hand values from region to region: of memory that goes on
; with the global id, or by a constant for each group, wherever a part of the item loop begins.

; NONE-NOT:    call void @llvm.prefetch

; CHECK-LABEL: @wg.by_id(
; CHECK:       %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %place, i64 8192
; CHECK:       call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 3, i32 1)
; CHECK:       load <16 x i32>, ptr addrspace(1) %place
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.by_id(ptr %args, ptr %context) "wherry-kernel"="by_id" "wherry-regions"="2" {
entry:
  %group.at = getelementptr i8, ptr %context, i64 8
  %group = load i64, ptr %group.at
  %launch = load ptr, ptr %context
  %size.at = getelementptr i8, ptr %launch, i64 48
  %size = load i64, ptr %size.at
  %first = mul i64 %size, %group
  %in = load ptr addrspace(1), ptr %args
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %next, %items ], !wherry.item_loop !0
  %id = add i64 %first, %x
  %narrow = trunc i64 %id to i32
  %index = sext i32 %narrow to i64
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %values = load <16 x i32>, ptr addrspace(1) %place, align 4
  %neighbour = getelementptr i8, ptr addrspace(1) %place, i64 4
  %others = load <16 x i32>, ptr addrspace(1) %neighbour, align 4
  %sum = add <16 x i32> %values, %others
  %part = getelementptr i32, ptr addrspace(3) null, i64 %x
  store <16 x i32> %sum, ptr addrspace(3) %part, align 4
  %next = add i64 %x, 16
  %again = icmp ult i64 %next, %size
  br i1 %again, label %items, label %done

done:
  ret void
}

; CHECK-LABEL: @wg.by_block(
; CHECK:       call void @llvm.prefetch.p1(
; CHECK:       @llvm.masked.load
; CHECK:       ret void
define void @wg.by_block(ptr %args, ptr %context, <16 x i1> %mask) "wherry-kernel"="by_block" "wherry-regions"="2" {
entry:
  %group.at = getelementptr i8, ptr %context, i64 8
  %group = load i64, ptr %group.at
  %narrow = trunc i64 %group to i32
  %first = shl i32 %narrow, 8
  %index = sext i32 %first to i64
  %in = load ptr addrspace(1), ptr %args
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %part = load i1, ptr %args
  br i1 %part, label %rest, label %start

rest:
  br label %start

start:
  %begin = phi i64 [ 0, %entry ], [ 32, %rest ]
  br label %items

items:
  %x = phi i64 [ %begin, %start ], [ %next, %items ], !wherry.item_loop !0
  %at = getelementptr i32, ptr addrspace(1) %place, i64 %x
  %values = call <16 x i32> @llvm.masked.load.v16i32.p1(ptr addrspace(1) align 4 %at, <16 x i1> %mask, <16 x i32> poison)
  store <16 x i32> %values, ptr addrspace(3) null, align 4
  %next = add i64 %x, 16
  %again = icmp ult i64 %next, 64
  br i1 %again, label %items, label %done

done:
  ret void
}

!0 = !{}
