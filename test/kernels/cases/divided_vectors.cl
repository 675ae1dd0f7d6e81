// global: 256
// local: 16, 64, 256
// arg: a uint 256 = i % 3 == 0 ? 4294967295 - i : i % 3 == 1 ? (i * 65521 + 3) * (i % 250 + 7) - 1 : i * 16777259 % 4294967296
// arg: b uint 256 = i % 5 == 0 ? 4294967295 - 2 * i : i % 3 == 1 ? i % 250 + 7 : i * i * 31 + 1
// arg: c int 256 = i % 3 == 0 ? i - 2147483647 : i % 3 == 1 ? (i * 32749 + 3) * (i % 100 + 5) + 1 - i % 2 * 2 : 2147483647 - i
// arg: d int 256 = i % 7 == 0 ? 0 - 1 : i % 3 == 1 ? i % 100 + 5 : 0 - i * i * 13 - 2
// arg: s short 256 = i % 2 == 0 ? i * 128 - 32768 : 32767 - i
// arg: t short 256 = i % 3 == 0 ? 0 - i - 2 : i * i % 300 + 1
// arg: u uchar 256 = i
// arg: v uchar 256 = i * 7 % 250 + 1
// arg: ua uint 256
// arg: ub uint 256
// arg: sc int 256
// arg: sd int 256
// arg: ss short 256
// arg: st short 256
// arg: bytes uchar 256
// expect: ua[i] = a(i) / b(i)
// expect: ub[i] = a(i) % b(i)
// expect: sc[i] = c(i) / d(i)
// expect: sd[i] = c(i) % d(i)
// expect: ss[i] = s(i) / t(i)
// expect: st[i] = s(i) % t(i)
// expect: bytes[i] = u(i) / v(i) + u(i) % v(i)
// Quotients at the ends of what integers hold, and one beside a multiple: vectors divide them as floats.
kernel void test(global const uint *a, global const uint *b, global const int *c, global const int *d,
                 global const short *s, global const short *t, global const uchar *u, global const uchar *v,
                 global uint *ua, global uint *ub, global int *sc, global int *sd, global short *ss, global short *st,
                 global uchar *bytes) {
  size_t x = get_global_id(0);
  ua[x] = a[x] / b[x];
  ub[x] = a[x] % b[x];
  sc[x] = c[x] / d[x];
  sd[x] = c[x] % d[x];
  ss[x] = s[x] / t[x];
  st[x] = s[x] % t[x];
  bytes[x] = u[x] / v[x] + u[x] % v[x];
}
