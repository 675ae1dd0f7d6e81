; RUN: sed s/FEATURES/+avx512bw,+avx512vl,+avx512vbmi/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,BYTES
; RUN: sed s/FEATURES/+avx512bw,+avx512vl/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,HALVES
; RUN: sed s/FEATURES/+avx2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,WORDS
; As gather_of_a_window.ll: a window holds as many elements as one instruction permutes, 64 bytes at most, so that the
; lanes of a picture that shrinks lie in it, too.

; CHECK:       1 gathers, {{.*}} 1 of them contiguous by a run-time check
; BYTES:       umin.v16i32(<16 x i32> %{{.*}}, <16 x i32> splat (i32 63))
; BYTES:       %[[WINDOW:.*]] = call <64 x i8> @llvm.masked.load.v64i8.p1(
; BYTES:       call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %[[WINDOW]],
; HALVES:      umin.v16i32(<16 x i32> %{{.*}}, <16 x i32> splat (i32 31))
; HALVES:      call <32 x i8> @llvm.masked.load.v32i8.p1(
; HALVES:      zext <32 x i8> %{{.*}} to <32 x i16>
; HALVES:      call <32 x i16> @llvm.x86.avx512.permvar.hi.512(
; WORDS-NOT:   permvar
define void @wg.shrink(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %small = trunc i64 %x to i32
  %far = trunc i64 %by to i32
  %product = mul i32 %small, %far
  %index = lshr i32 %product, 16
  %at = zext i32 %index to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %at
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

attributes #0 = { "target-features"="FEATURES" "wherry-kernel"="shrink" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
