; RUN: wherry-opt -passes=declare-precompiled %s | FileCheck %s
; Not in the library: a function with a body (a program may define its own pow), other names, and other types of
; arguments. Their attributes stay.

; CHECK-LABEL: define float @_Z4powrff(
; CHECK-SAME:  #[[MINE:[0-9]+]]
define float @_Z4powrff(float noundef %x, float noundef %y) #0 {
  ret float %x
}

; CHECK-LABEL: @calls(
; CHECK:       call float @_Z4powrff(float noundef %x, float noundef %x) #[[MINE]]
; CHECK:       call i32 @_Z3powii(i32 noundef 2, i32 noundef 3) #[[MINE]]
define void @calls(float %x) {
  %defined = call float @_Z4powrff(float noundef %x, float noundef %x) #0
  %integers = call i32 @_Z3powii(i32 noundef 2, i32 noundef 3) #0
  ret void
}

; CHECK-DAG: declare i32 @_Z3powii(i32, i32) #[[MINE]]
; CHECK-DAG: declare half @_Z3powDhDh(half, half) #[[MINE]]
; CHECK-DAG: declare float @_Z3powfi(float, i32) #[[MINE]]
; CHECK-DAG: declare float @_Z6hiddenf(float) #[[MINE]]
; CHECK-DAG: declare float @pow(float, float) #[[MINE]]
declare i32 @_Z3powii(i32, i32) #0
declare half @_Z3powDhDh(half, half) #0
declare float @_Z3powfi(float, i32) #0
declare float @_Z6hiddenf(float) #0
declare float @pow(float, float) #0

; CHECK: attributes #[[MINE]] = { convergent }
attributes #0 = { convergent }
