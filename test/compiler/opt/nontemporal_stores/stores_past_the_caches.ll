; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; A marked vector is stored past the caches where GroupContext::plain_stores is 0 and its address is aligned as
; nontemporal stores must be, otherwise plainly. The context is now read, so attributes that say it is not must go.

; CHECK-LABEL: define void @wg.vector(
; CHECK-NOT:   readnone
; CHECK-SAME:  ptr %context) #[[ATTRIBUTES:[0-9]+]]
; CHECK:       %[[FIELD:.*]] = getelementptr inbounds i8, ptr %context, i64 {{[0-9]+}}
; CHECK:       %[[PLAIN:.*]] = load i64, ptr %[[FIELD]]
; CHECK:       %[[PLACE:.*]] = ptrtoint ptr addrspace(1) %out to i64
; CHECK:       %[[EITHER:.*]] = or i64 %[[PLACE]], %[[PLAIN]]
; CHECK:       %[[LOW:.*]] = and i64 %[[EITHER]], 63
; CHECK:       %[[PAST:.*]] = icmp eq i64 %[[LOW]], 0
; CHECK:       br i1 %[[PAST]], label %[[THEN:.*]], label %[[ELSE:.*]]
; CHECK:       [[THEN]]:
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %out, align 64, !nontemporal
; CHECK:       [[ELSE]]:
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %out, align 4
; CHECK-NOT:   !nontemporal
; CHECK:       ret void
; CHECK-NOT:   attributes #[[ATTRIBUTES]] = {{.*}}memory(
define void @wg.vector(ptr %args, ptr readnone %context) memory(argmem: readwrite) "wherry-kernel"="vector" "wherry-regions"="1" "wherry-streamed-bytes"="4" {
  %out = load ptr addrspace(1), ptr %args
  %in.at = getelementptr i8, ptr %args, i64 8
  %in = load ptr addrspace(1), ptr %in.at
  %value = load <16 x float>, ptr addrspace(1) %in
  store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  ret void
}

!0 = distinct !{i32 4}
