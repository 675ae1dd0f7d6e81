; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; A reservation that does not exist is the number 0 (OpenCL C 6.15.16: CLK_NULL_RESERVE_ID); an undefined one stays
; undefined. Constants change their type in instructions, in phis, and as initialisers.

; CHECK: @reservations = internal addrspace(3) global [2 x i64] zeroinitializer, align 8
@reservations = internal addrspace(3) global [2 x target("spirv.ReserveId")] zeroinitializer, align 8

declare void @use(target("spirv.ReserveId"))

; CHECK-LABEL: define void @constants(
; CHECK:       call void @use(i64 0)
; CHECK-NEXT:  call void @use(i64 undef)
; CHECK-NEXT:  call void @use(i64 poison)
define void @constants() {
  call void @use(target("spirv.ReserveId") zeroinitializer)
  call void @use(target("spirv.ReserveId") undef)
  call void @use(target("spirv.ReserveId") poison)
  ret void
}

; CHECK-LABEL: define ptr addrspace(3) @address(
; CHECK:       getelementptr [2 x i64], ptr addrspace(3) @reservations, i64 0, i64 %index
define ptr addrspace(3) @address(i64 %index) {
  %place = getelementptr [2 x target("spirv.ReserveId")], ptr addrspace(3) @reservations, i64 0, i64 %index
  ret ptr addrspace(3) %place
}

; CHECK-LABEL: define i64 @either(i1 %which, i64 %reservation)
; CHECK:       phi i64 [ %reservation, %entry ], [ 0, %none ]
; CHECK:       select i1 %which, i64 %chosen, i64 0
define target("spirv.ReserveId") @either(i1 %which, target("spirv.ReserveId") %reservation) {
entry:
  br i1 %which, label %none, label %join
none:
  br label %join
join:
  %chosen = phi target("spirv.ReserveId") [ %reservation, %entry ], [ zeroinitializer, %none ]
  %result = select i1 %which, target("spirv.ReserveId") %chosen, target("spirv.ReserveId") zeroinitializer
  ret target("spirv.ReserveId") %result
}
