; RUN: wherry-opt -passes=keep-image-loops-rolled %s | FileCheck %s
; Loops are not marked where accesses are calls in any case: of more than three, of filters, of samplers that the launch
; gives; nor where a private array is to become values.

; CHECK-NOT:   !llvm.loop
define void @many(ptr addrspace(1) %image, i64 %sampler) {
entry:
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  %texel0 = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel0)
  %texel1 = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel1)
  %texel2 = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel2)
  %texel3 = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel3)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %i.next, 5
  br i1 %more, label %columns, label %rows.end

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}

define void @filter(ptr addrspace(1) %image, i64 %sampler) {
entry:
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  %x = sitofp i32 %i to float
  %texel = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 34, i32 2, float %x, float %x, float 0.0, float 0.0)
  call void @use(<4 x float> %texel)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %i.next, 5
  br i1 %more, label %columns, label %rows.end

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}

define void @sampler(ptr addrspace(1) %image, i64 %sampler) {
entry:
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  %texel = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 %sampler, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %i.next, 5
  br i1 %more, label %columns, label %rows.end

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}

define void @array(ptr addrspace(1) %image, i64 %sampler) {
entry:
  %values = alloca [5 x i32]
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  %texel = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel)
  %at = getelementptr i32, ptr %values, i32 %i
  store i32 %j, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %i.next, 5
  br i1 %more, label %columns, label %rows.end

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}
declare <4 x float> @__wherry_image_fetch_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32) memory(read)
declare <4 x float> @__wherry_image_sample_float(ptr addrspace(1), i64, i32, float, float, float, float) memory(read)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)
declare void @use(<4 x float>)
