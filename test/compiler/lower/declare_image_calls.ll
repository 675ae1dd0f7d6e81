; RUN: wherry-opt -passes=declare-image-calls %s | FileCheck %s
; The library's functions for images of any format end, throw nothing and wait for no one; those that read write no
; memory. Passes may so drop them and move them about.

; CHECK: declare <4 x float> @__wherry_image_sample_float({{.*}}) #[[READS:[0-9]+]]
; CHECK: declare void @__wherry_image_store_float({{.*}}) #[[WRITES:[0-9]+]]
declare <4 x float> @__wherry_image_sample_float(ptr addrspace(1), i64, i32, float, float, float, float)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK: attributes #[[READS]] = { nosync nounwind willreturn memory(read) }
; CHECK: attributes #[[WRITES]] = { nosync nounwind willreturn }
