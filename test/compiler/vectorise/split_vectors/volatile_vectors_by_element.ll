; RUN: wherry-opt -passes='function(split-vectors),verify' %s | FileCheck %s
; The scalarizer leaves volatile vectors whole, which have no lanes. The pass accesses them element by element, each
; access volatile and as aligned as its place.

; CHECK-LABEL: @copy(
; CHECK:       load volatile i32, ptr %{{.*}}, align 8
; CHECK:       load volatile i32, ptr %{{.*}}, align 4
; CHECK:       store volatile i32 %{{.*}}, align 8
; CHECK:       store volatile i32 %{{.*}}, align 4
; CHECK-NOT:   {{(load|store) volatile <}}
; CHECK:       {{^[}]}}
define void @copy(ptr %from, ptr %to) {
  %value = load volatile <2 x i32>, ptr %from, align 8
  store volatile <2 x i32> %value, ptr %to, align 8
  ret void
}
