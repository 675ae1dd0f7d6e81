; RUN: wherry-opt -passes='function(choose-elements)' %s | FileCheck %s
; A palette of four colours by bytes: a work-item chooses the colour, and so among four of its twelve bytes.

; CHECK-LABEL: @k(
; CHECK-COUNT-12: alloca i8
; CHECK-NOT:     alloca
; CHECK-COUNT-4: icmp eq i64 %{{.*}}, {{[147]|10}}
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @k(ptr addrspace(1) %out, i8 %by) {
  %d = alloca [4 x [3 x i8]]
  %id = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %i = load i32, ptr addrspace(1) %from
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 12, i1 false)
  %known = getelementptr inbounds i8, ptr %d, i64 4
  store i8 %by, ptr %known
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds [4 x [3 x i8]], ptr %d, i64 0, i64 %wide, i64 1
  %value = load i8, ptr %at
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %value, ptr addrspace(1) %to
  ret void
}

; The index times three may wrap around: then it may be any byte, twelve are too many.

; CHECK-LABEL: @wraps(
; CHECK:         alloca [4 x [3 x i8]]
define void @wraps(ptr addrspace(1) %out, i8 %by) {
  %d = alloca [4 x [3 x i8]]
  %id = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr i64, ptr addrspace(1) %out, i64 %id
  %i = load i64, ptr addrspace(1) %from
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 12, i1 false)
  %known = getelementptr inbounds i8, ptr %d, i64 4
  store i8 %by, ptr %known
  %at = getelementptr [4 x [3 x i8]], ptr %d, i64 0, i64 %i, i64 1
  %value = load i8, ptr %at
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %value, ptr addrspace(1) %to
  ret void
}

; Colours as vectors: a number each.

; CHECK-LABEL: @vectors(
; CHECK-COUNT-2: alloca i32
; CHECK-NOT:     alloca
; CHECK:         bitcast <4 x i8> %by to i32
; CHECK:         %[[CHOSEN:.*]] = select i1 %{{.*}}, i32 %{{.*}}, i32
; CHECK:         bitcast i32 %[[CHOSEN]] to <4 x i8>
define void @vectors(ptr addrspace(1) %out, <4 x i8> %by) {
  %d = alloca [2 x <4 x i8>]
  %id = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %i = load i32, ptr addrspace(1) %from
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 8, i1 false)
  store <4 x i8> %by, ptr %d
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds <4 x i8>, ptr %d, i64 %wide
  %value = load <4 x i8>, ptr %at
  %to = getelementptr <4 x i8>, ptr addrspace(1) %out, i64 %id
  store <4 x i8> %value, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
