; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/,+avx512vbmi"/"/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=WORDS
; A table of bytes by another byte: in four registers, if it lies in one page. Without permutations of bytes, gathers.

; CHECK:       0 gathers, {{.*}} 1 out of tables in registers
; CHECK:       1 gathers, {{.*}} 1 out of tables in registers
; WORDS:       1 gathers
; CHECK-LABEL: define void @wg.table(
; CHECK:       %[[PLACE:.*]] = and i64 %{{.*}}, 4095
; CHECK-NEXT:  icmp ule i64 %[[PLACE]], 3840
; CHECK:       table{{.*}}:
; CHECK:       %[[A:.*]] = load <64 x i8>, ptr addrspace(2) %{{.*}}, align 1
; CHECK:       %[[B:.*]] = load <64 x i8>, ptr addrspace(2) %{{.*}}, align 1
; CHECK:       %[[C:.*]] = load <64 x i8>, ptr addrspace(2) %{{.*}}, align 1
; CHECK:       %[[D:.*]] = load <64 x i8>, ptr addrspace(2) %{{.*}}, align 1
; CHECK:       %[[LOW:.*]] = call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512(<64 x i8> %{{.*}}, <64 x i8> %[[INDEX:.*]], <64 x i8>
; CHECK-NEXT:  %[[HIGH:.*]] = icmp slt <64 x i8> %[[INDEX]], zeroinitializer
; CHECK-NEXT:  %[[UP:.*]] = call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512(
; CHECK-NEXT:  select <64 x i1> %[[HIGH]], <64 x i8> %[[UP]], <64 x i8> %[[LOW]]
; CHECK:       by.lane{{.*}}:
; CHECK:       call <16 x i32> @llvm.masked.gather
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(2) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %byte = load i8, ptr addrspace(1) %from, align 1
  %index = zext i8 %byte to i64
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

; A variable that holds all that the index reaches needs no check; one that does not is gathered from.
; CHECK-LABEL: define void @wg.variables(
; CHECK:       load <64 x i8>, ptr @long, align 1
; CHECK:       call <64 x i8> @llvm.x86.avx512.permvar.qi.512(
; CHECK:       call <16 x i32> @llvm.masked.gather
@long = private constant [64 x i8] zeroinitializer
@short = private constant [63 x i8] zeroinitializer
define void @wg.variables(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %byte = load i8, ptr addrspace(1) %from, align 1
  %low = and i8 %byte, 63
  %index = zext i8 %low to i64
  %at.0 = getelementptr inbounds i8, ptr @long, i64 %index
  %value.0 = load i8, ptr %at.0, align 1
  %at.1 = getelementptr inbounds i8, ptr @short, i64 %index
  %value.1 = load i8, ptr %at.1, align 1
  %value = add i8 %value.0, %value.1
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
