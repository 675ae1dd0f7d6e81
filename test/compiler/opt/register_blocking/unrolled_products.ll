; RUN: wherry-opt -passes=register-blocking %s 2>&1 | FileCheck %s
; RUN: sed 's/i64 %right.index.[1-9][0-9]*$/i64 %right.line.1/' %s | wherry-opt -passes=register-blocking 2>&1 | FileCheck %s --check-prefix=ONE
; A matrix product's loop that the program has unrolled: an iteration has many instructions, and 16 loads that four
; iterations share. With one shared load it stays.

; CHECK:   remark: {{.*}}4 iterations of the loop around the item loop
; CHECK:   "wherry-blocked-iterations"
; ONE:     remark: {{.*}}an iteration has too many instructions
; ONE-NOT: "wherry-blocked-iterations"

define void @wg.product(ptr %args, ptr %context) #0 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  %line = mul i64 %y, %n
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %sum

sum:
  %k = phi i64 [ 0, %item ], [ %k.next, %sum ]
  %total = phi float [ 0.0, %item ], [ %more, %sum ]
  %k.0 = add i64 %k, 0
  %left.index.0 = add i64 %line, %k.0
  %left.at.0 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.0
  %left.0 = load float, ptr addrspace(1) %left.at.0
  %right.line.0 = mul i64 %k.0, %n
  %right.index.0 = add i64 %right.line.0, %x
  %right.at.0 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.0
  %right.0 = load float, ptr addrspace(1) %right.at.0
  %product.0 = fmul float %left.0, %right.0
  %more.0 = fadd float %total, %product.0
  %k.1 = add i64 %k, 1
  %left.index.1 = add i64 %line, %k.1
  %left.at.1 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.1
  %left.1 = load float, ptr addrspace(1) %left.at.1
  %right.line.1 = mul i64 %k.1, %n
  %right.index.1 = add i64 %right.line.1, %x
  %right.at.1 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.1
  %right.1 = load float, ptr addrspace(1) %right.at.1
  %product.1 = fmul float %left.1, %right.1
  %more.1 = fadd float %more.0, %product.1
  %k.2 = add i64 %k, 2
  %left.index.2 = add i64 %line, %k.2
  %left.at.2 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.2
  %left.2 = load float, ptr addrspace(1) %left.at.2
  %right.line.2 = mul i64 %k.2, %n
  %right.index.2 = add i64 %right.line.2, %x
  %right.at.2 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.2
  %right.2 = load float, ptr addrspace(1) %right.at.2
  %product.2 = fmul float %left.2, %right.2
  %more.2 = fadd float %more.1, %product.2
  %k.3 = add i64 %k, 3
  %left.index.3 = add i64 %line, %k.3
  %left.at.3 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.3
  %left.3 = load float, ptr addrspace(1) %left.at.3
  %right.line.3 = mul i64 %k.3, %n
  %right.index.3 = add i64 %right.line.3, %x
  %right.at.3 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.3
  %right.3 = load float, ptr addrspace(1) %right.at.3
  %product.3 = fmul float %left.3, %right.3
  %more.3 = fadd float %more.2, %product.3
  %k.4 = add i64 %k, 4
  %left.index.4 = add i64 %line, %k.4
  %left.at.4 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.4
  %left.4 = load float, ptr addrspace(1) %left.at.4
  %right.line.4 = mul i64 %k.4, %n
  %right.index.4 = add i64 %right.line.4, %x
  %right.at.4 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.4
  %right.4 = load float, ptr addrspace(1) %right.at.4
  %product.4 = fmul float %left.4, %right.4
  %more.4 = fadd float %more.3, %product.4
  %k.5 = add i64 %k, 5
  %left.index.5 = add i64 %line, %k.5
  %left.at.5 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.5
  %left.5 = load float, ptr addrspace(1) %left.at.5
  %right.line.5 = mul i64 %k.5, %n
  %right.index.5 = add i64 %right.line.5, %x
  %right.at.5 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.5
  %right.5 = load float, ptr addrspace(1) %right.at.5
  %product.5 = fmul float %left.5, %right.5
  %more.5 = fadd float %more.4, %product.5
  %k.6 = add i64 %k, 6
  %left.index.6 = add i64 %line, %k.6
  %left.at.6 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.6
  %left.6 = load float, ptr addrspace(1) %left.at.6
  %right.line.6 = mul i64 %k.6, %n
  %right.index.6 = add i64 %right.line.6, %x
  %right.at.6 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.6
  %right.6 = load float, ptr addrspace(1) %right.at.6
  %product.6 = fmul float %left.6, %right.6
  %more.6 = fadd float %more.5, %product.6
  %k.7 = add i64 %k, 7
  %left.index.7 = add i64 %line, %k.7
  %left.at.7 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.7
  %left.7 = load float, ptr addrspace(1) %left.at.7
  %right.line.7 = mul i64 %k.7, %n
  %right.index.7 = add i64 %right.line.7, %x
  %right.at.7 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.7
  %right.7 = load float, ptr addrspace(1) %right.at.7
  %product.7 = fmul float %left.7, %right.7
  %more.7 = fadd float %more.6, %product.7
  %k.8 = add i64 %k, 8
  %left.index.8 = add i64 %line, %k.8
  %left.at.8 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.8
  %left.8 = load float, ptr addrspace(1) %left.at.8
  %right.line.8 = mul i64 %k.8, %n
  %right.index.8 = add i64 %right.line.8, %x
  %right.at.8 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.8
  %right.8 = load float, ptr addrspace(1) %right.at.8
  %product.8 = fmul float %left.8, %right.8
  %more.8 = fadd float %more.7, %product.8
  %k.9 = add i64 %k, 9
  %left.index.9 = add i64 %line, %k.9
  %left.at.9 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.9
  %left.9 = load float, ptr addrspace(1) %left.at.9
  %right.line.9 = mul i64 %k.9, %n
  %right.index.9 = add i64 %right.line.9, %x
  %right.at.9 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.9
  %right.9 = load float, ptr addrspace(1) %right.at.9
  %product.9 = fmul float %left.9, %right.9
  %more.9 = fadd float %more.8, %product.9
  %k.10 = add i64 %k, 10
  %left.index.10 = add i64 %line, %k.10
  %left.at.10 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.10
  %left.10 = load float, ptr addrspace(1) %left.at.10
  %right.line.10 = mul i64 %k.10, %n
  %right.index.10 = add i64 %right.line.10, %x
  %right.at.10 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.10
  %right.10 = load float, ptr addrspace(1) %right.at.10
  %product.10 = fmul float %left.10, %right.10
  %more.10 = fadd float %more.9, %product.10
  %k.11 = add i64 %k, 11
  %left.index.11 = add i64 %line, %k.11
  %left.at.11 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.11
  %left.11 = load float, ptr addrspace(1) %left.at.11
  %right.line.11 = mul i64 %k.11, %n
  %right.index.11 = add i64 %right.line.11, %x
  %right.at.11 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.11
  %right.11 = load float, ptr addrspace(1) %right.at.11
  %product.11 = fmul float %left.11, %right.11
  %more.11 = fadd float %more.10, %product.11
  %k.12 = add i64 %k, 12
  %left.index.12 = add i64 %line, %k.12
  %left.at.12 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.12
  %left.12 = load float, ptr addrspace(1) %left.at.12
  %right.line.12 = mul i64 %k.12, %n
  %right.index.12 = add i64 %right.line.12, %x
  %right.at.12 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.12
  %right.12 = load float, ptr addrspace(1) %right.at.12
  %product.12 = fmul float %left.12, %right.12
  %more.12 = fadd float %more.11, %product.12
  %k.13 = add i64 %k, 13
  %left.index.13 = add i64 %line, %k.13
  %left.at.13 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.13
  %left.13 = load float, ptr addrspace(1) %left.at.13
  %right.line.13 = mul i64 %k.13, %n
  %right.index.13 = add i64 %right.line.13, %x
  %right.at.13 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.13
  %right.13 = load float, ptr addrspace(1) %right.at.13
  %product.13 = fmul float %left.13, %right.13
  %more.13 = fadd float %more.12, %product.13
  %k.14 = add i64 %k, 14
  %left.index.14 = add i64 %line, %k.14
  %left.at.14 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.14
  %left.14 = load float, ptr addrspace(1) %left.at.14
  %right.line.14 = mul i64 %k.14, %n
  %right.index.14 = add i64 %right.line.14, %x
  %right.at.14 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.14
  %right.14 = load float, ptr addrspace(1) %right.at.14
  %product.14 = fmul float %left.14, %right.14
  %more.14 = fadd float %more.13, %product.14
  %k.15 = add i64 %k, 15
  %left.index.15 = add i64 %line, %k.15
  %left.at.15 = getelementptr float, ptr addrspace(1) %a, i64 %left.index.15
  %left.15 = load float, ptr addrspace(1) %left.at.15
  %right.line.15 = mul i64 %k.15, %n
  %right.index.15 = add i64 %right.line.15, %x
  %right.at.15 = getelementptr float, ptr addrspace(1) %b, i64 %right.index.15
  %right.15 = load float, ptr addrspace(1) %right.at.15
  %product.15 = fmul float %left.15, %right.15
  %more = fadd float %more.14, %product.15
  %k.next = add i64 %k, 16
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %sum, label %result

result:
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %more, ptr addrspace(1) %out.at
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %end

end:
  ret void
}

attributes #0 = { "wherry-kernel"="product" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{}
