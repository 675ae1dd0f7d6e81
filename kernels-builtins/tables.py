#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes tables.h: the coefficients of the math functions. Run by hand (needs mpmath) when one changes.

Each polynomial interpolates its function at Chebyshev's nodes, which is within a hair of minimax; the
error, relative to the function, stands beside it.
"""
from mpmath import mp, mpf, sqrt, sin, cos, tan, asin, atan, atanh, exp, erf, erfc, pi, loggamma, log, \
    matrix, lu_solve, polyval, sinh, cosh, expm1, log1p, tanh
mp.dps = 60


def fit(f, low, high, n):
    """The n coefficients, lowest first, of a polynomial near f on [low, high]."""
    low, high = mpf(low), mpf(high)
    xs = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    # Newton's divided differences, then expansion.
    d = [f(x) for x in xs]
    for j in range(1, n):
        for i in range(n - 1, j - 1, -1):
            d[i] = (d[i] - d[i - 1]) / (xs[i] - xs[i - j])
    c = [mpf(0)] * n
    for i in range(n - 1, -1, -1):
        c = [(c[k - 1] if k else 0) - c[k] * xs[i] for k in range(n)]
        c[0] += d[i]
    worst = max(abs(sum(c[k] * x**k for k in range(n)) / f(x) - 1)
                for x in (low + (high - low) * (i + mpf(1) / 3) / 400 for i in range(400)))
    return c, worst


def minimax(f, weight, low, high, n, least=mpf(10)**-4):
    """The n coefficients, lowest first, of the polynomial p that makes the worst weight * |p - f| least: Remez.

    Where the weight is below `least` of the greatest, f does not matter."""
    low, high = mpf(low), mpf(high)
    points = [low + (high - low) * (i + mpf(1) / 3) / (40 * n + 1) for i in range(40 * n + 1)]
    greatest = max(weight(x) for x in points)
    points = [x for x in points if weight(x) > greatest * least]
    fs, ws = [f(x) for x in points], [weight(x) for x in points]
    chosen = [round((len(points) - 1) / 2 * (1 - cos(pi * i / n))) for i in range(n + 1)]
    for _ in range(12):
        a = matrix(n + 1, n + 1)
        for row, i in enumerate(chosen):
            for k in range(n):
                a[row, k] = points[i]**k
            a[row, n] = (-1)**row / ws[i]
        solved = lu_solve(a, matrix([fs[i] for i in chosen]))
        c = [solved[k] for k in range(n)]
        errors = [w * (polyval(c[::-1], x) - y) for x, y, w in zip(points, fs, ws)]
        # The highest of each run of one sign; n + 1 of the runs, beside one another.
        runs = []
        for i, e in enumerate(errors):
            if runs and (errors[runs[-1]] > 0) == (e > 0):
                runs[-1] = max(runs[-1], i, key=lambda j: abs(errors[j]))
            else:
                runs.append(i)
        while len(runs) > n + 1:
            runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
        if len(runs) < n + 1 or runs == chosen:
            break
        chosen = runs
    return c, max(abs(e) for e in errors)


def rounded(x):
    """The float nearest to x."""
    m, e = mp.frexp(mpf(x))
    return mp.ldexp(mp.nint(mp.ldexp(m, 24)), e - 24)


def hexed(x):
    return float(x).hex()


out = []


def polynomial(name, what, f, low, high, n):
    c, worst = fit(f, low, high, n)
    out.append(f"// {what}, within {mp.nstr(worst, 2)}.")
    out.append(f"static __constant double {name}[] = {{" + ", ".join(hexed(v) for v in c) + "};")


def polynomial_d(name, what, f, weight, low, high, n, least=mpf(10)**-4):
    """The minimax polynomial, of doubles."""
    c, exact = minimax(f, lambda x: abs(weight(x)), low, high, n, least)
    c = [mpf(float(v)) for v in c]
    low, high = mpf(low), mpf(high)
    worst = max(abs(weight(x) * (polyval(c[::-1], x) - f(x)))
                for x in (low + (high - low) * (i + mpf(1) / 3) / 400 for i in range(400)))
    out.append(f"// {what}, within {mp.nstr(worst, 2)}.")
    out.append(f"static __constant double {name}[] = {{" + ", ".join(hexed(v) for v in c) + "};")


def rational_d(name, what, f, low, high, n, m, at=lambda t: t):
    """A fraction of n coefficients above 1, of doubles, and m and 1 below, each beginning with 1; f(0) is 1.

    Of x = at(t), t from low to high."""
    low, high, k = mpf(low), mpf(high), n + m
    xs = [at((low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * k))) for i in range(k)]
    a = matrix(k, k)
    for i, x in enumerate(xs):
        for j in range(n):
            a[i, j] = x**(j + 1)
        for j in range(m):
            a[i, n + j] = -f(x) * x**(j + 1)
    solved = lu_solve(a, matrix([f(x) - 1 for x in xs]))
    c = [mpf(float(v)) for v in solved]
    above, below = [mpf(1)] + c[:n], [mpf(1)] + c[n:]
    worst = max(abs(polyval(above[::-1], x) / polyval(below[::-1], x) / f(x) - 1)
                for x in (at(low + (high - low) * (i + mpf(1) / 3) / 400) for i in range(400)))
    out.append(f"// {what}, above and below, within {mp.nstr(worst, 2)}.")
    for part, values in (("Above", above), ("Below", below)):
        out.append(f"static __constant double {name}{part}[] = {{" + ", ".join(hexed(v) for v in values) + "};")


def polynomial_f(name, what, f, weight, low, high, n):
    """Of floats."""
    c, exact = minimax(f, lambda x: abs(weight(x)), low, high, n)
    c = [rounded(v) for v in c]
    low, high = mpf(low), mpf(high)
    worst = max(abs(weight(x) * (polyval(c[::-1], x) - f(x)))
                for x in (low + (high - low) * (i + mpf(1) / 3) / 400 for i in range(400)))
    out.append(f"// {what}, within {mp.nstr(worst, 2)}.")
    out.append(f"static __constant float {name}[] = {{" + ", ".join(hexed(v) + "f" for v in c) + "};")


root = lambda f: (lambda z: f(sqrt(z)))
near = lambda f: (lambda x: f(x if abs(x) > mpf(10)**-12 else mpf(10)**-12))
tiny = mpf(10)**-20
polynomial_d("kLog", "(2 atanh(s) - 2s) / s^3 by s^2, |s| <= 0.1716", root(lambda s: (2 * atanh(s) - 2 * s) / s**3), root(lambda s: s**3 / (2 * atanh(s))), tiny, "0.02945", 7)
polynomial_d("kLog2", "2 atanh(s) / s / log(2) by s^2, |s| <= 0.1716", root(lambda s: 2 * atanh(s) / s / log(mpf(2))), root(lambda s: s / (2 * atanh(s)) * log(mpf(2))), tiny, "0.02945", 8)
polynomial_d("kPow", "(2 atanh(s) - 2s) / s^3 / log(2) by s^2, |s| <= 0.0832", root(lambda s: (2 * atanh(s) - 2 * s) / s**3 / log(mpf(2))), root(lambda s: s**3 / (2 * atanh(s)) * log(mpf(2))), tiny, mpf("0.0832")**2, 6)
R = "0.3468"
polynomial_d("kExp", "(e^r - 1) / r, |r| <= 0.3468", near(lambda r: expm1(r) / r), lambda r: r / exp(r), "-" + R, R, 11)
polynomial_d("kExpm1", "(e^r - 1 - r) / r^2, |r| <= 0.3468", near(lambda r: (expm1(r) - r) / r**2), near(lambda r: r * r / expm1(r)), "-" + R, R, 11)
polynomial_d("kExp2", "(2^r - 1) / r, |r| <= 0.5", near(lambda r: (2**r - 1) / r), lambda r: r / 2**r, -0.5, 0.5, 11)
polynomial_d("kExp10", "(10^r - 1) / r, |r| <= 0.1506", near(lambda r: (10**r - 1) / r), lambda r: r / 10**r, "-0.1506", "0.1506", 11)
polynomial_d("kSin", "(sin(r) / r - 1) / r^2 by r^2, |r| <= 1.5709", root(lambda r: (sin(r) / r - 1) / r**2), root(lambda r: r**3 / sin(r)), tiny, mpf("1.5709")**2, 8)
# kSinPi's and kSinPiF's roundings were searched for, among some thousands, so that sin(pi / 2) is 1, none is above, with
# FMA and without, and the worst error is least.
out.append("// sin(pi v) / v - M_PI by v^2, |v| <= 0.5.")
out.append("static __constant double kSinPi[] = {0x1.184d4a98bc5bep-53, -0x1.4abbce625be53p+2, 0x1.466bc6775aa6fp+1, "
           "-0x1.32d2cce627521p-1, 0x1.5078348519c08p-4, -0x1.e3074dde21800p-8, 0x1.e8f35f10e2ac8p-12, "
           "-0x1.6f798de01869dp-16, 0x1.9d1ef0355f8e9p-21};")
Q = mpf("0.7856")**2
polynomial_d("kSinQuarter", "(sin(r) / r - 1) / r^2 by r^2, |r| <= 0.7856", root(lambda r: (sin(r) / r - 1) / r**2), root(lambda r: r**3 / sin(r)), tiny, Q, 6)
polynomial_d("kCosQuarter", "(cos(r) - 1 + r^2 / 2) / r^4 by r^2, |r| <= 0.7856", root(lambda r: (cos(r) - 1 + r * r / 2) / r**4), root(lambda r: r**4 / cos(r)), tiny, Q, 6)
rational_d("kTan", "tan(r) / r by r^2, |r| <= 0.7856", root(lambda r: tan(r) / r), tiny, Q, 3, 3)
polynomial_d("kCbrt", "(1 - e)^(-1/3), |e| <= 0.1031", lambda e: (1 - e)**(mpf(-1) / 3), lambda e: (1 - e)**(mpf(1) / 3), "-0.1031", "0.1031", 5)
polynomial_d("kRsqrt", "(1 - e)^(-1/2), -0.0693 <= e <= 0.0677", lambda e: (1 - e)**mpf(-0.5), lambda e: (1 - e)**mpf(0.5), "-0.0693", "0.0677", 4)
polynomial("kAsin", "(asin(x) - x) / x^3 by x^2, |x| <= 0.5", root(lambda x: (asin(x) - x) / x**3), mpf(10)**-8, mpf("0.25"), 14)
polynomial_d("kAtan", "(atan(u) / u - 1) / u^2 by u^2, |u| <= 1", root(lambda u: (atan(u) / u - 1) / u**2), root(lambda u: u**3 / atan(u)), tiny, 1, 19)
out.append("// erf(n / 128), and its derivative there, up to 5.9.")
out.append("static __constant double kErfRows[][2] __attribute__((aligned(16))) = {")
rows = ["{" + hexed(erf(r)) + ", " + hexed(2 / sqrt(pi) * exp(-r * r)) + "}" for r in (mpf(n) / 128 for n in range(757))]
out += ["  " + ", ".join(rows[n:n + 2]) + "," for n in range(0, len(rows), 2)]
out.append("};")
erfcx = lambda x: erfc(x) * exp(x * x)
rational_d("kErfc", "erfc(x) e^(x^2), x = 2 / t - 2, 0 <= x <= 28", erfcx, mpf(1) / 15, 1, 10, 11, lambda t: 2 / t - 2)
stirling = lambda z: loggamma(z) - (z - mpf(1) / 2) * log(z) + z - log(2 * pi) / 2
polynomial("kStirling", "The rest of Stirling's series for log(gamma(z)), times z, by 1 / z^2, z >= 10",
           lambda w: stirling(1 / sqrt(w)) / sqrt(w), mpf(10)**-8, mpf("0.01"), 9)

# For float arithmetic. The weight makes of the polynomial's error that of the function, relative.
polynomial_f("kExpF", "(e^r - 1) / r, |r| <= 0.3468", near(lambda r: expm1(r) / r), lambda r: r / exp(r), "-" + R, R, 6)
polynomial_f("kExp2F", "(2^r - 1) / r, |r| <= 0.5", near(lambda r: (2**r - 1) / r), lambda r: r / 2**r, -0.5, 0.5, 6)
polynomial_f("kExp10F", "(10^r - 1) / r, |r| <= 0.1506", near(lambda r: (10**r - 1) / r), lambda r: r / 10**r, "-0.1506", "0.1506", 6)
polynomial_f("kExpm1F", "(e^r - 1 - r) / r^2, |r| <= 0.3468", near(lambda r: (expm1(r) - r) / r**2), near(lambda r: r * r / expm1(r)), "-" + R, R, 5)
M = "0.3334"
polynomial_f("kLogF", "(log(1 + f) - f) / f^2, |f| <= 0.3334", near(lambda f: (log1p(f) - f) / f**2), near(lambda f: f * f / log1p(f)), "-" + M, M, 9)
polynomial_f("kLog2F", "log2(1 + f) / f, |f| <= 0.3334", near(lambda f: log1p(f) / log(mpf(2)) / f), near(lambda f: f / log1p(f)), "-" + M, M, 9)
polynomial_f("kLog10F", "(log10(1 + f) - f / log(10)) / f^2, |f| <= 0.3334", near(lambda f: (log1p(f) - f) / log(mpf(10)) / f**2), near(lambda f: f**2 / log1p(f) * log(mpf(10))), "-" + M, M, 9)
polynomial_f("kPowF", "(log(1 + f) - f + f^2 / 2) / f^3, |f| <= 0.3334", near(lambda f: (log1p(f) - f + f * f / 2) / f**3), near(lambda f: f**3 / log1p(f)), "-" + M, M, 9)
# kSinF's roundings were searched for, among some ten thousand, so that sin(pi / 2) and cos(0) are 1, none is above, and the worst
# error in float arithmetic is least.
out.append("// (sin(r) / r - 1) / r^2 by r^2, |r| <= 1.58.")
out.append("static __constant float kSinF[] = {-0x1.55554cp-3f, 0x1.110ecap-7f, -0x1.9f6daep-13f, 0x1.5d9734p-19f};")
out.append("// sin(pi v) / v - PI_F by v^2, |v| <= 0.5.")
out.append("static __constant float kSinPiF[] = {-0x1.c2cb7ap-24f, -0x1.4abbc2p+2f, 0x1.4668b2p+1f, -0x1.324d2ap-1f, "
           "0x1.3db888p-4f};")
Q = mpf("0.0625")
polynomial_f("kSinPiQuarterF", "sin(pi v) / v by v^2, |v| <= 0.25", root(lambda v: sin(pi * v) / v), root(lambda v: v / sin(pi * v)), tiny, Q, 4)
polynomial_f("kCosPiQuarterF", "(cos(pi v) - 1) / v^2 by v^2, |v| <= 0.25", root(lambda v: (cos(pi * v) - 1) / v**2), root(lambda v: v**2 / cos(pi * v)), tiny, Q, 4)
polynomial_f("kAtanPiF", "atan(u) / (pi u) by u^2, |u| <= 1", root(lambda u: atan(u) / u / pi), root(lambda u: u / atan(u) * pi), tiny, 1, 9)
polynomial_f("kAsinPiF", "asin(x) / (pi x) by x^2, |x| <= 0.5", root(lambda x: asin(x) / x / pi), root(lambda x: x / asin(x) * pi), tiny, "0.25", 6)
Q = mpf("0.79")**2
polynomial_f("kSinQuarterF", "(sin(r) / r - 1) / r^2 by r^2, |r| <= 0.79", root(lambda r: (sin(r) / r - 1) / r**2), root(lambda r: r**3 / sin(r)), tiny, Q, 3)
polynomial_f("kCosQuarterF", "(cos(r) - 1) / r^2 by r^2, |r| <= 0.79", root(lambda r: (cos(r) - 1) / r**2), root(lambda r: r**2 / cos(r)), tiny, Q, 4)
polynomial_f("kAtanF", "(atan(u) / u - 1) / u^2 by u^2, |u| <= 1", root(lambda u: (atan(u) / u - 1) / u**2), root(lambda u: u**3 / atan(u)), tiny, 1, 8)
polynomial_f("kAsinF", "(asin(x) / x - 1) / x^2 by x^2, |x| <= 0.5", root(lambda x: (asin(x) / x - 1) / x**2), root(lambda x: x**3 / asin(x)), tiny, "0.25", 5)
polynomial_f("kSinhF", "(sinh(x) / x - 1) / x^2 by x^2, |x| <= 1", root(lambda x: (sinh(x) / x - 1) / x**2), root(lambda x: x**3 / sinh(x)), tiny, 1, 3)
polynomial_f("kNativeExp2F", "(2^r - 1) / r, |r| <= 0.5", near(lambda r: (2**r - 1) / r), lambda r: r / 2**r, -0.5, 0.5, 5)
polynomial_f("kNativeLog2F", "log2(1 + f) / f, |f| <= 0.3334", near(lambda f: log1p(f) / log(mpf(2)) / f), near(lambda f: f / log1p(f)), "-" + M, M, 8)
polynomial_f("kNativeSinF", "sin(r) / r by r^2, |r| <= 1.58", root(lambda r: sin(r) / r), root(lambda r: r / sin(r)), tiny, mpf("1.58")**2, 4)
polynomial_f("kErfF", "-log(erfc(t)) / t, 0 <= t <= 4", near(lambda t: -log(erfc(t)) / t), near(lambda t: erfc(t) * t / erf(t)), 0, 4, 8)
polynomial_f("kErfSmallF", "erf(x) / x by x^2, |x| <= 0.5", root(lambda x: erf(x) / x), root(lambda x: x / erf(x)), tiny, "0.25", 5)
f = lambda t: erfcx(4 / t - 4) / t
polynomial_f("kErfcF", "erfc(x) e^(x^2) / t, t = 4 / (4 + x), 0.45 <= x <= 10.3", f, lambda t: 1 / f(t), 4 / mpf("14.3"), 4 / mpf("4.45"), 9)


def parts(x, sizes):
    """x as a sum of doubles of so many bits each; the last in full."""
    result = []
    for bits in sizes:
        if bits:
            m, e = mp.frexp(x)
            v = mp.nint(mp.ldexp(m, bits)) if x else mpf(0)
            v = mp.ldexp(v, e - bits) if x else mpf(0)
        else:
            v = mpf(float(x))
        result.append(v)
        x -= v
    return result


def reduce4(j):
    mp.dps = 420
    v = mp.ldexp(2 / mp.pi, j)
    v -= 4 * mp.nint(v / 4) if j else 0
    return v


out.append("// 2^(16 j) * 2 / pi, less a multiple of 4, as the sum of four numbers.")
out.append("static __constant double kTurns[][4] = {")
for j in range(61):
    out.append("  {" + ", ".join(hexed(v) for v in parts(reduce4(16 * j), [0] * 4)) + "},")
out.append("};")
out.append("// 2^(4 j) * 2 / pi, less a multiple of 4: two numbers of 25 bits, and the rest.")
out.append("static __constant double kTurns_short[][3] = {")
for j in range(27):
    v = reduce4(4 * j)
    # Fixed points, so that products with 28 bits are exact and sums of them too.
    v0 = mp.ldexp(mp.nint(mp.ldexp(v, 23)), -23)
    v1 = mp.ldexp(mp.nint(mp.ldexp(v - v0, 48)), -48)
    out.append("  {" + ", ".join(hexed(x) for x in (v0, v1, v - v0 - v1)) + "},")
out.append("};")


def from_srgb(x):
    return x / mpf("12.92") if x <= mpf("0.04045") else ((x + mpf("0.055")) / mpf("1.055"))**mpf("2.4")


mp.dps = 60
polynomial_f("kToSrgb", "1.055 t^(5/3) - 0.055 by t, the fourth root of 0.0031308 to 1", lambda t: mpf("1.055") * t**(mpf(5) / 3) - mpf("0.055"), lambda t: mpf(1), mpf("0.0031308")**mpf("0.25"), 1, 7)
out.append("// The linear value of each byte in sRGB.")
out.append("static __constant float kFromSrgb[] = {" + ", ".join(hexed(rounded(from_srgb(mpf(i) / 255))) + "f" for i in range(256)) + "};")

with open("tables.h", "w") as file:
    file.write("// SPDX-License-Identifier: Apache-2.0\n// Written by tables.py.\n#pragma once\n")
    for line in out:
        while len(line) > 118:
            cut = line.rfind(", ", 0, 116) + 1
            file.write(line[:cut] + "\n")
            line = "   " + line[cut:]
        file.write(line + "\n")
