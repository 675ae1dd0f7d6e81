; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; Values other than phis get the plain form of a comparison with a power of two as well.

; CHECK-LABEL: @wg.id(
; CHECK:       %[[LOW:.*]] = trunc i64 %id to i32
; CHECK:       %[[BELOW:.*]] = icmp uge i32 %{{.*}}, 256
; CHECK:       br i1 %[[BELOW]], label %end, label %inside
; CHECK:       inside:
; CHECK:       %[[INDEX:.*]] = zext i32 %[[LOW]] to i64
; CHECK:       getelementptr i32, ptr addrspace(1) %out, i64 %[[INDEX]]
define void @wg.id(ptr %args, ptr %context) "wherry-kernel"="id" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %x = load i64, ptr %context
  %id = add i64 %x, 7
  %above = and i64 %id, 4294967040
  %outside = icmp ne i64 %above, 0
  br i1 %outside, label %end, label %inside

inside:
  %index = and i64 %id, 255
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place
  br label %end

end:
  ret void
}
