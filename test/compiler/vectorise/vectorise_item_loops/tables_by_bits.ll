; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An index of eight bits that are set one by one, by more operations than LLVM's analysis looks at, and one of nine bits.

; CHECK:       0 gathers, {{.*}} 1 out of tables in registers
; CHECK:       1 gathers, {{.*}} lane by lane
; CHECK-NOT:   out of tables
; CHECK-LABEL: define void @wg.table(
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(2) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %byte = load i8, ptr addrspace(1) %from, align 1
  %whole = zext i8 %byte to i32
  %is0 = icmp ugt i32 %whole, 7
  %set0 = or i32 0, 1
  %c0 = select i1 %is0, i32 %set0, i32 0
  %is1 = icmp ugt i32 %whole, 27
  %set1 = or i32 %c0, 2
  %c1 = select i1 %is1, i32 %set1, i32 %c0
  %is2 = icmp ugt i32 %whole, 47
  %set2 = or i32 %c1, 4
  %c2 = select i1 %is2, i32 %set2, i32 %c1
  %is3 = icmp ugt i32 %whole, 67
  %set3 = or i32 %c2, 8
  %c3 = select i1 %is3, i32 %set3, i32 %c2
  %is4 = icmp ugt i32 %whole, 87
  %set4 = or i32 %c3, 16
  %c4 = select i1 %is4, i32 %set4, i32 %c3
  %is5 = icmp ugt i32 %whole, 107
  %set5 = or i32 %c4, 32
  %c5 = select i1 %is5, i32 %set5, i32 %c4
  %is6 = icmp ugt i32 %whole, 127
  %set6 = or i32 %c5, 64
  %c6 = select i1 %is6, i32 %set6, i32 %c5
  %is7 = icmp ugt i32 %whole, 147
  %set7 = or i32 %c6, 128
  %c7 = select i1 %is7, i32 %set7, i32 %c6
  %index = sext i32 %c7 to i64
  %entry.at = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %index
  %value = load i8, ptr addrspace(2) %entry.at, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.nine(ptr addrspace(1) %in, ptr addrspace(2) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %byte = load i8, ptr addrspace(1) %from, align 1
  %whole = zext i8 %byte to i32
  %is0 = icmp ugt i32 %whole, 7
  %set0 = or i32 0, 1
  %c0 = select i1 %is0, i32 %set0, i32 0
  %is1 = icmp ugt i32 %whole, 27
  %set1 = or i32 %c0, 2
  %c1 = select i1 %is1, i32 %set1, i32 %c0
  %is2 = icmp ugt i32 %whole, 47
  %set2 = or i32 %c1, 4
  %c2 = select i1 %is2, i32 %set2, i32 %c1
  %is3 = icmp ugt i32 %whole, 67
  %set3 = or i32 %c2, 8
  %c3 = select i1 %is3, i32 %set3, i32 %c2
  %is4 = icmp ugt i32 %whole, 87
  %set4 = or i32 %c3, 16
  %c4 = select i1 %is4, i32 %set4, i32 %c3
  %is5 = icmp ugt i32 %whole, 107
  %set5 = or i32 %c4, 32
  %c5 = select i1 %is5, i32 %set5, i32 %c4
  %is6 = icmp ugt i32 %whole, 127
  %set6 = or i32 %c5, 64
  %c6 = select i1 %is6, i32 %set6, i32 %c5
  %is7 = icmp ugt i32 %whole, 147
  %set7 = or i32 %c6, 256
  %c7 = select i1 %is7, i32 %set7, i32 %c6
  %index = sext i32 %c7 to i64
  %entry.at = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %index
  %value = load i8, ptr addrspace(2) %entry.at, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
