; RUN: awk '/^EACH/{for(k=1;k<=6000;++k){each=substr($0,5);gsub("JJ",k-1,each);gsub("KK",k,each);print each};next}1' %s > %t.ll
; RUN: bash -c 'ulimit -t 2; exec opt -passes=loop-simplify -disable-output %t.ll'
; RUN: not --crash bash -c 'ulimit -t 2; exec opt -passes=loop-load-elim -disable-output %t.ll'
; A loop of 6000 loads, whose indices may wrap around, takes LLVM more than a minute. Once two seconds are enough, LLVM
; has mended the fault, and codegen/workarounds/short_loop_load_elim can go.

define void @sums(ptr noalias %in, ptr noalias %out, i64 %first, i64 %count) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %first, %i
  %sum.0 = trunc i64 %index to i32
EACH  %index.KK = add i64 %index, KK
EACH  %low.KK = and i64 %index.KK, 4294967295
EACH  %place.KK = getelementptr inbounds i32, ptr %in, i64 %low.KK
EACH  %x.KK = load i32, ptr %place.KK, align 4
EACH  %sum.KK = add i32 %sum.JJ, %x.KK
  %place = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %sum.6000, ptr %place, align 4
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end

end:
  ret void
}
