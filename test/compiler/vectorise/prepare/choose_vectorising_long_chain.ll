; RUN: awk '/^EACH/{for(k=0;k<100000;++k)print "  %%v" k+1 " = insertelement <16 x i8> %%v" k ", i8 %%byte, i64 3";next}1' %s > %t.ll
; RUN: timeout 40 wherry-opt -passes=choose-vectorising -disable-output %t.ll 2>&1 | FileCheck %s --allow-empty
; Each of 100,000 vectors is a part of the next one, and the last one is stored: in a time that goes up with their number
; (0.2 s; with its square, more than 50 s), none of them is a vector to compute with.

; CHECK-NOT: vectors of 16 elements
define void @wg.chain(ptr %args, ptr %context) "wherry-kernel"="chain" "wherry-regions"="1" {
  %byte = load i8, ptr %args
  %v0 = insertelement <16 x i8> poison, i8 %byte, i64 0
EACH
  store <16 x i8> %v100000, ptr %context
  ret void
}
