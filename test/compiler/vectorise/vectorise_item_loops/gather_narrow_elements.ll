; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Elements of 8 and 16 bits: the aligned word around each is gathered, and shifted; under a mask likewise. Elements that
; may straddle two words are gathered themselves.

; An index of few bits: from a word's start that is the same for all lanes, by indices of 32 bits.
; CHECK-LABEL: @wg.table(
; CHECK:       %[[INDEX:.*]] = zext <8 x i8> %{{.*}} to <8 x i64>
; CHECK:       %[[START:.*]] = ptrtoint ptr addrspace(1) %table to i32
; CHECK:       %[[LOW:.*]] = and i32 %[[START]], 3
; CHECK:       %[[NARROW:.*]] = trunc <8 x i64> %[[INDEX]] to <8 x i32>
; CHECK:       %[[BYTES:.*]] = add <8 x i32> %[[NARROW]], %{{.*}}
; CHECK:       %[[NUMBER:.*]] = lshr <8 x i32> %[[BYTES]], splat (i32 2)
; CHECK:       %[[WIDE:.*]] = zext <8 x i32> %[[NUMBER]] to <8 x i64>
; CHECK:       %[[FIRST:.*]] = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %table, i64 -4)
; CHECK:       %[[WORDS:.*]] = getelementptr i32, ptr addrspace(1) %[[FIRST]], <8 x i64> %[[WIDE]]
; CHECK:       %[[LOADED:.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %[[WORDS]], <8 x i1> splat (i1 true)
; CHECK:       %[[IN:.*]] = and <8 x i32> %[[BYTES]], splat (i32 3)
; CHECK:       %[[SHIFT:.*]] = shl <8 x i32> %[[IN]], splat (i32 3)
; CHECK:       %[[DOWN:.*]] = lshr <8 x i32> %[[LOADED]], %[[SHIFT]]
; CHECK:       trunc <8 x i32> %[[DOWN]] to <8 x i8>
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %index = zext i8 %which to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %index
  %value = load i8, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; A signed index of 32 bits of bytes: words are counted in 32 bits, so that the gather takes such indices. Whatever the
; start's lowest bits are, no sum wraps around.
; CHECK-LABEL: @wg.signed(
; CHECK:       %[[ALL:.*]] = load <8 x i32>
; CHECK:       %[[START:.*]] = ptrtoint ptr addrspace(1) %{{.*}} to i32
; CHECK:       %[[LOW:.*]] = and i32 %[[START]], 3
; CHECK:       %[[IN:.*]] = and <8 x i32> %[[ALL]], splat (i32 3)
; CHECK:       %[[BYTES:.*]] = add <8 x i32> %[[IN]], %{{.*}}
; CHECK-DAG:   %[[NUMBER:.*]] = ashr <8 x i32> %[[ALL]], splat (i32 2)
; CHECK-DAG:   %[[MORE:.*]] = lshr <8 x i32> %[[BYTES]], splat (i32 2)
; CHECK:       %[[WORD:.*]] = add <8 x i32> %[[NUMBER]], %[[MORE]]
; CHECK:       %[[WIDE:.*]] = sext <8 x i32> %[[WORD]] to <8 x i64>
; CHECK:       %[[FIRST:.*]] = call ptr addrspace(1) @llvm.ptrmask.p1.i64(
; CHECK:       %[[WORDS:.*]] = getelementptr i32, ptr addrspace(1) %[[FIRST]], <8 x i64> %[[WIDE]]
; CHECK:       call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %[[WORDS]],
define void @wg.signed(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = sext i32 %which to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %index
  %value = load i8, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; An unsigned index of 32 bits has no form that the gather takes.
; CHECK-LABEL: @wg.unsigned(
; CHECK-NOT:   ashr
; CHECK:       %[[FROM:.*]] = getelementptr{{.*}} i8, ptr addrspace(1) %table, <8 x i64>
; CHECK:       %[[DOWN:.*]] = sub <8 x i64> zeroinitializer, %{{.*}}
; CHECK:       getelementptr i8, <8 x ptr addrspace(1)> %[[FROM]], <8 x i64> %[[DOWN]]
define void @wg.unsigned(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %which = load i32, ptr addrspace(1) %in.at, align 4
  %index = zext i32 %which to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %index
  %value = load i8, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Any index, of halves, under a mask.
; CHECK-LABEL: @wg.masked(
; CHECK:       %[[FROM:.*]] = getelementptr{{.*}} half, ptr addrspace(1) %table, <8 x i64>
; CHECK:       %[[BYTES:.*]] = ptrtoint <8 x ptr addrspace(1)> %[[FROM]] to <8 x i32>
; CHECK:       %[[LOW:.*]] = and <8 x i32> %[[BYTES]], splat (i32 3)
; CHECK:       %[[UP:.*]] = zext <8 x i32> %[[LOW]] to <8 x i64>
; CHECK:       %[[DOWN:.*]] = sub <8 x i64> zeroinitializer, %[[UP]]
; CHECK:       %[[WORDS:.*]] = getelementptr i8, <8 x ptr addrspace(1)> %[[FROM]], <8 x i64> %[[DOWN]]
; CHECK:       %[[LOADED:.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %[[WORDS]], <8 x i1> %{{.*}}, <8 x i32> poison)
; CHECK:       %[[NARROW:.*]] = trunc <8 x i32> %{{.*}} to <8 x i16>
; CHECK:       bitcast <8 x i16> %[[NARROW]] to <8 x half>
define void @wg.masked(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %which = load i64, ptr addrspace(1) %in.at, align 8
  %some = icmp ne i64 %which, 7
  br i1 %some, label %load, label %next

load:
  %from = getelementptr inbounds half, ptr addrspace(1) %table, i64 %which
  %value = load half, ptr addrspace(1) %from, align 2
  %to = getelementptr inbounds half, ptr addrspace(1) %out, i64 %x
  store half %value, ptr addrspace(1) %to, align 2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.unaligned(
; CHECK:       call <8 x i16> @llvm.masked.gather.v8i16.v8p1(<8 x ptr addrspace(1)> align 1
define void @wg.unaligned(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %which = load i64, ptr addrspace(1) %in.at, align 8
  %from = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %which
  %value = load i16, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  store i16 %value, ptr addrspace(1) %to, align 2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
