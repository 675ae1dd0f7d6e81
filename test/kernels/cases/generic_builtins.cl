// global: 40
// local: 1, 8, 40
// options: -cl-std=CL3.0
// arg: out int 40
// arg: local 16 * L
// expect: out[i] = i * 100 + 10 + 3 + (i + 1) + i * 4 + 6
kernel void test(global int *out, local int *shared) {
  int i = get_global_id(0), self = get_local_id(0);
  float whole;
  int exponent, quotient, sign;
  float part = fract(i + 0.5f, &whole);             // 0.5, i
  part += modf(2.25f, &whole);                      // 0.25, 2
  part += frexp(8.0f, &exponent);                   // 0.5, 4
  remquo(7.0f, 2.0f, &quotient);                    // 4
  lgamma_r(-0.5f, &sign);                           // -1
  float cosine, sine = sincos(0.0f, &cosine);       // 0, 1
  int4 *to = i % 2 ? (int4 *)(shared + self * 4) : &(int4){0, 0, 0, 0};
  vstore4((int4)(i, i + 1, i + 2, i + 3), 0, (int *)to);
  int4 back = vload4(0, (int *)to);
  out[i] = i * 100 + 10 * (part == 1.25f) + (int)(whole + cosine) + sine + (i + 1) * (quotient == 4 && exponent == 4 && sign == -1) +
           back.x + back.y + back.z + back.w;
}
