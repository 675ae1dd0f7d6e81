// SPDX-License-Identifier: Apache-2.0
// Coordinates as of an image's nearest texels: whole and half numbers, clamped and truncated; from 2^23 on their sums
// with a half are rounded to even numbers.
// global: 1000
// local: 1, 40, 250, null
// arg: in int 1500 = i * 7 + 3
// arg: shifts int 6 = i == 0 ? 0 - 70000 : i == 1 ? 0 - 17 : i == 2 ? 0 : i == 3 ? 250 : i == 4 ? 984 : 70000
// arg: halves int 6000
// arg: less int 6000
// arg: bounds int 6000
// arg: far int 1000
// arg: behind int 1000
// expect: halves[i] = in(min(max(i % 1000 + shifts(i / 1000), 0), 999))
// expect: less[i] = in(min(max(i % 1000 + shifts(i / 1000) - 2, 0), 999))
// expect: bounds[i] = in(min(max(i % 1000 + shifts(i / 1000), 3), 90))
// expect: far[i] = in(i < 500 ? i : i + i % 2)
// expect: behind[i] = in(i < 500 ? i : i + (i % 4 == 3 ? 1 : i % 4 == 1 ? 0 - 1 : 0))
kernel void test(global const int *in, global const int *shifts, global int *halves, global int *less,
                 global int *bounds, global int *far, global int *behind) {
  const int x = get_global_id(0);
  for (int k = 0; k < 6; ++k) {
    const float at = (float)(x + shifts[k]);
    halves[k * 1000 + x] = in[(int)clamp(at + 0.5f, 0.0f, 999.0f)];
    less[k * 1000 + x] = in[(int)clamp(at - 1.5f, 0.0f, 999.5f)];
    bounds[k * 1000 + x] = in[(int)clamp(at, 3.25f, 90.75f)];
  }
  far[x] = in[(int)clamp((float)(x + 8388108) + 0.5f, 0.0f, 1e9f) - 8388108];
  behind[x] = in[(int)clamp((float)(x + 16776716), 0.0f, 1e9f) - 16776716];
}
