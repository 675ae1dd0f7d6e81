// Written by tables.py.
#pragma once
// (2 atanh(s) - 2s) / s^3 by s^2, |s| <= 0.1716, within 1.8e-18.
static __constant double kLog[] = {0x1.5555555555591p-1, 0x1.99999999803b1p-2, 0x1.2492494197840p-2,
    0x1.c71c52561ce8cp-3, 0x1.74662e64e2513p-3, 0x1.39a377dcd7d32p-3, 0x1.2ef324d182fcfp-3};
// 2 atanh(s) / s / log(2) by s^2, |s| <= 0.1716, within 1.4e-17.
static __constant double kLog2[] = {0x1.71547652b82fep+1, 0x1.ec709dc3a0481p-1, 0x1.2776c50ee3502p-1,
    0x1.a61762d6e1f75p-2, 0x1.484afb67e4867p-2, 0x1.0ca1625432297p-2, 0x1.c46df8435fbf2p-3, 0x1.b5919f292f110p-3};
// (2 atanh(s) - 2s) / s^3 / log(2) by s^2, |s| <= 0.0832, within 4.0e-20.
static __constant double kPow[] = {0x1.ec709dc3a03fcp-1, 0x1.2776c50efad76p-1, 0x1.a617629fb04e8p-2,
    0x1.484b2147f58a0p-2, 0x1.0c8f1a197f594p-2, 0x1.d0149fe6f6813p-3};
// (e^r - 1) / r, |r| <= 0.3468, within 1.3e-17.
static __constant double kExp[] = {0x1.0000000000000p+0, 0x1.000000000000bp-1, 0x1.55555555554b1p-3,
    0x1.55555555502c6p-5, 0x1.11111111305bbp-7, 0x1.6c16c1851528cp-10, 0x1.a01a010c383c4p-13,
    0x1.a01998203fe7cp-16, 0x1.71df57acc7456p-19, 0x1.28aedb8c5134fp-22, 0x1.ad3dee2128df7p-26};
// (e^r - 1 - r) / r^2, |r| <= 0.3468, within 1.4e-18.
static __constant double kExpm1[] = {0x1.0000000000000p-1, 0x1.5555555555559p-3, 0x1.555555555553dp-5,
    0x1.111111110f73ep-7, 0x1.6c16c16c1fa7cp-10, 0x1.a01a01afa6fdcp-13, 0x1.a01a0177fddeep-16,
    0x1.71ddf8fc3bfd1p-19, 0x1.27e53fb64ee52p-22, 0x1.af5d863563e77p-26, 0x1.1ed7920f27f4ap-29};
// (2^r - 1) / r, |r| <= 0.5, within 3.3e-17.
static __constant double kExp2[] = {0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a4p-3, 0x1.c6b08d7049fe5p-5,
    0x1.3b2ab6fba02a1p-7, 0x1.5d87fe78ce4bdp-10, 0x1.4309130e834fcp-13, 0x1.ffcbfba35af37p-17,
    0x1.62bfc88474e96p-20, 0x1.b5268d9a82dd2p-24, 0x1.e619a6a6c5981p-28, 0x1.e77cd5851f328p-32};
// (10^r - 1) / r, |r| <= 0.1506, within 4.1e-17.
static __constant double kExp10[] = {0x1.26bb1bbb55516p+1, 0x1.53524c73cea77p+1, 0x1.0470591de2c27p+1,
    0x1.2bd7609fd504bp+0, 0x1.1429ffd1f4773p-1, 0x1.a7ed70a19299ap-3, 0x1.16e4df6022a35p-4, 0x1.41165efe57c28p-6,
    0x1.4898c1c6b243fp-8, 0x1.2f739cfe9a26ep-10, 0x1.f97535fb18bb0p-13};
// (sin(r) / r - 1) / r^2 by r^2, |r| <= 1.5709, within 6.3e-18.
static __constant double kSin[] = {-0x1.5555555555555p-3, 0x1.11111111110c2p-7, -0x1.a01a01a0149c0p-13,
    0x1.71de3a528ef2cp-19, -0x1.ae6454ceb8890p-26, 0x1.6123cc0865d42p-33, -0x1.ae43593146e1ep-41,
    0x1.88300f100541cp-49};
// (sin(r) / r - 1) / r^2 by r^2, |r| <= 0.7856, within 1.1e-17.
static __constant double kSinQuarter[] = {-0x1.5555555555549p-3, 0x1.111111110f819p-7, -0x1.a01a019c07614p-13,
    0x1.71de357055363p-19, -0x1.ae5e6175b1ac3p-26, 0x1.5d91e13ad891cp-33};
// (cos(r) - 1 + r^2 / 2) / r^4 by r^2, |r| <= 0.7856, within 5.6e-19.
static __constant double kCosQuarter[] = {0x1.555555555554bp-5, -0x1.6c16c16c14fe5p-10, 0x1.a01a019c8cb46p-16,
    -0x1.27e4f7f0ffb13p-22, 0x1.1ee9dc0d082cfp-29, -0x1.8fa6e7fa154fap-37};
// tan(r) / r by r^2, |r| <= 0.7856, above and below, within 8.5e-17.
static __constant double kTanAbove[] = {0x1.0000000000000p+0, -0x1.06b32c5603529p-3, 0x1.6f9a002d8769ep-9,
    -0x1.f5590fe5cd9f4p-18};
static __constant double kTanBelow[] = {0x1.0000000000000p+0, -0x1.d8aeeb8056fe8p-2, 0x1.7e64f4d44ce05p-6,
    -0x1.b4be615451a72p-13};
// (1 - e)^(-1/3), |e| <= 0.1031, within 9.8e-8.
static __constant double kCbrt[] = {0x1.00000012dcd17p+0, 0x1.5554300a8887fp-2, 0x1.c718cdcabe55ap-3,
    0x1.655e32aff4512p-3, 0x1.2a890f8a888fep-3};
// (1 - e)^(-1/2), -0.0693 <= e <= 0.0677, within 7.9e-7.
static __constant double kRsqrt[] = {0x1.ffffe7586b073p-1, 0x1.00001c506b3e7p-1, 0x1.814c9cd50fca8p-2,
    0x1.405fa9c48675bp-2};
// (asin(x) - x) / x^3 by x^2, |x| <= 0.5, within 5.1e-18.
static __constant double kAsin[] = {0x1.5555555555555p-3, 0x1.3333333333388p-4, 0x1.6db6db6dac1e0p-5,
    0x1.f1c71c7a52bb3p-6, 0x1.6e8ba123e46f6p-6, 0x1.1c4efce2338f8p-6, 0x1.c990ad3d23852p-7, 0x1.7b027ee665b04p-7,
    0x1.3b49de4f69546p-7, 0x1.31622517e9c56p-7, 0x1.8f192db2e854ep-9, 0x1.4061958be1df6p-6, -0x1.3b416f5df0b55p-6,
    0x1.e529c927ca273p-6};
// (atan(u) / u - 1) / u^2 by u^2, |u| <= 1, within 4.9e-17.
static __constant double kAtan[] = {-0x1.555555555544fp-2, 0x1.9999999984472p-3, -0x1.2492491fadbbfp-3,
    0x1.c71c70a0a3fc5p-4, -0x1.745d025b45734p-4, 0x1.3b12b4b5e629dp-4, -0x1.1108aaaea1ef8p-4, 0x1.e178ad6cbbd4ap-5,
    -0x1.ad351fb1e3d66p-5, 0x1.7eeb5cedb8fbap-5, -0x1.4f569c10c538bp-5, 0x1.17358a76a7626p-5,
    -0x1.a77eb053c7c57p-6, 0x1.1689177335488p-6, -0x1.2d8974f36db19p-7, 0x1.fab85b4f6dcabp-9,
    -0x1.322adc6fb47f2p-10, 0x1.d59f8da225fa4p-13, -0x1.558a91925cfadp-16};
// -log2(erfc(t)) / t / (t + 2) by t / (t + 3), 0 <= t <= 5.95, within 3.1e-16.
static __constant double kErf[] = {0x1.a0be83d8d0330p-1, 0x1.4101f4a49d970p-3, 0x1.2d7cae106dec5p-1,
    0x1.f527b97eb3980p-13, -0x1.719abd0e18570p-4, -0x1.284c99837060fp-3, 0x1.c2c45bd2a6c36p-5,
    0x1.dd85ff00e52e6p-4, 0x1.27c79f7804b1dp-5, -0x1.e955d1442a56fp-4, 0x1.29b2c2c4960aap-7, -0x1.825c60b8dda48p-3,
    0x1.129075734dd93p-1, -0x1.e6d4cf6d01840p-2, 0x1.309b23afd1794p-3};
// erf(x), 0 <= x <= 5.9, around multiples of kErfPieceStep, within 7.6e-17.
static __constant double kErfPiece[][8] __attribute__((aligned(64))) = {
  {0x0.0p+0, 0x1.78983697dc96fp-1, 0x1.f2e0e9a6a8b09p-1, 0x1.ff9532f846ab0p-1, 0x1.fffef1960d85dp-1,
    0x1.ffffff30d18e8p-1, 0x1.ffffffffd0b56p-1, 0x1.fffffffffffcdp-1},
  {0x1.20dd750429b6dp+0, 0x1.35f93fe7d1b3dp-1, 0x1.7f036c0107295p-4, 0x1.107a8c7323a6dp-8, 0x1.be6abbb10a5adp-15,
    0x1.a517d9e6162dcp-23, 0x1.c960bf2314f5ap-33, 0x1.1e060100ae491p-44},
  {-0x1.11ed213b202ebp-57, -0x1.e92d58d9d70f9p-2, -0x1.2e38b338cf934p-3, -0x1.42810c3c47233p-7,
    -0x1.60403819b4486p-13, -0x1.9f56066b45c0fp-21, -0x1.0eacc11fa7249p-30, -0x1.8af54b469705bp-42},
  {-0x1.812746b0379cdp-2, 0x1.956d8115b4b4fp-5, 0x1.fc40d51c87d11p-4, 0x1.cf89e53befd9dp-7, 0x1.5fff1dde52f23p-12,
    0x1.085511ae84638p-19, 0x1.a1a147718148cp-29, 0x1.65a10436daaebp-40},
  {-0x1.d7433eb8cbcfbp-44, 0x1.1e212e40a2125p-3, -0x1.8f200c056fa12p-5, -0x1.b923dce88bd21p-7,
    -0x1.f0c93c735957ap-12, -0x1.e6d34f5dff70ap-19, -0x1.d7bf7dd17d96ap-28, -0x1.dd60e51ec2334p-39},
  {0x1.ce2f21a08a863p-4, -0x1.e2ddf11e4ecb9p-5, -0x1.a8088f07623ddp-8, 0x1.16a496cd53ef1p-7, 0x1.04cbf67b093d1p-11,
    0x1.587c605b61481p-18, 0x1.9f5d394451e6ap-27, 0x1.f488371bf13c4p-38},
  {-0x1.a4cbf289e64b1p-34, -0x1.6466d5e8e5947p-6, 0x1.0ca1af26d089cp-6, -0x1.98ead4934136dp-9,
    -0x1.a048936d6c0edp-12, -0x1.841feca27a389p-18, -0x1.284c68b442b3dp-26, -0x1.acf43a232d092p-37},
  {-0x1.b82ce180c196dp-6, 0x1.364940506b7ccp-6, -0x1.7f8930b060ba3p-8, 0x1.6629fa973c62ap-14,
    0x1.f66b4fb27eebap-13, 0x1.637c786399456p-18, 0x1.5f5930c37a502p-26, 0x1.34ad1d2ae56aep-36},
  {-0x1.066a8670994b4p-26, 0x1.e537fdc95bd33p-11, -0x1.3bc15f2ae602dp-10, 0x1.44016673ed4adp-11,
    -0x1.b410d02f7fe9dp-14, -0x1.0b74e9882bc61p-18, -0x1.605c1474632d4p-26, -0x1.7c3de112b1305p-36},
  {0x1.565dafe2201a9p-8, -0x1.f7f006c0cb85cp-9, 0x1.990a14255b5fcp-10, -0x1.664aab4e0a6edp-12,
    0x1.b9ddb6068e1e1p-16, 0x1.4abb9ece8a92ap-19, 0x1.2e6544a016f03p-26, 0x1.96baf8e6d637ap-36},
  {-0x1.3d6b78f788e6cp-21, 0x1.cfa0e00c41963p-12, -0x1.23da7fb258e87p-12, 0x1.b36c26f679081p-15,
    0x1.f2760fc71f908p-20, -0x1.4bbc03244c04cp-20, -0x1.bf6bb57ff129dp-27, -0x1.7e3974da58effp-36},
  {-0x1.bf02fe1ed28d0p-11, 0x1.2895bfac8ac05p-11, -0x1.6ffd9744f6576p-13, 0x1.19a651257298dp-15,
    -0x1.68c2075caf5bep-18, 0x1.03760ba79bd0dp-21, 0x1.1e2316c8957d5p-27, 0x1.3cfe6c3cd7601p-36},
  {-0x1.8d18533074949p-18, -0x1.27703f40daa2fp-13, 0x1.71ce169e8bc18p-14, -0x1.624f9a128c087p-16,
    0x1.565aa14ca5648p-19, -0x1.19101ad0f07f6p-23, -0x1.3b550ced9b1b0p-28, -0x1.cc02142468c42p-37},
  {0x1.13514f53a6e2fp-13, -0x1.0676033115ab1p-14, 0x1.c397543d4eca0p-19, 0x1.8a9e9d341328cp-19,
    -0x1.00ac3106c9dfbp-21, 0x1.7dbd291ac52dcp-27, 0x1.2ad4948966abap-29, 0x1.30e6d22bb8814p-37},
  {-0x1.9b278f65f6ea7p-17, 0x1.8c29f6aa22945p-16, -0x1.8ae3830c6785fp-17, 0x1.e892a3cc93602p-20,
    -0x1.275a444e6095ap-23, 0x1.a7ea6b753ee5bp-27, -0x1.f032bbdfe2550p-31, -0x1.a590ebb1a5f3bp-38},
  {-0x1.077464e241f06p-17, 0x1.48edc73d5ffc6p-18, 0x1.0496806a4f894p-19, -0x1.d6e3fbddba778p-21,
    0x1.d328fcccf91e8p-24, -0x1.f4732b124539ap-28, 0x1.32637b0be82c1p-32, 0x1.adcfa2d6492adp-39},
};
#define kErfPieceStep 0x1.9400000000000p-1
// erf(x) / x by x^2, |x| <= 0.5, within 1.4e-17.
static __constant double kErfSmall[] = {0x1.20dd750429b6dp+0, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b23p-4,
    -0x1.b82ce3127f445p-6, 0x1.565bcd0a99af3p-8, -0x1.c02db23971b29p-11, 0x1.f9a2a5b39893dp-14,
    -0x1.f4bb8d01f9825p-17, 0x1.b7753b6a53485p-20, -0x1.39f53ce182cb7p-23};
// erfc(x) e^(x^2) / t, t = 4 / (4 + x), by u = kErfcScale t - kErfcShift, 0.4 <= x <= 28, within 3.4e-21.
static __constant double kErfc[] = {0x1.215548ee7f465p-2, 0x1.9dfb90fa28627p-3, 0x1.058c6226c71dep-3,
    0x1.2247925ab6934p-4, 0x1.18219f464c7f1p-5, 0x1.cdffecb9a1aeap-7, 0x1.3b87045f3d1efp-8, 0x1.4ee80682979aep-10,
    0x1.ce66af6a056cep-13, 0x1.ae6d5aa697dc6p-19, -0x1.802efe45483efp-17, -0x1.97ee845a3afbcp-19,
    0x1.2d0cf25db8335p-24, 0x1.db4e0c829a870p-23, 0x1.129b376494fc9p-25, -0x1.a234f968bfd5fp-27,
    -0x1.12875dbf8ab8dp-28, 0x1.4db34e8a052a6p-31, 0x1.ab6600b008e79p-32, -0x1.0b5ef4f13ddc7p-35,
    -0x1.3ed1d313222b1p-35, 0x1.ecc36cd980fe2p-40, 0x1.bfe07b12abea5p-39, -0x1.b51cb6d55df39p-44,
    -0x1.b6f33ba751399p-43};
#define kErfcScale 0x1.467e2519f8946p+1
#define kErfcShift 0x1.519f89467e252p+0
// The rest of Stirling's series for log(gamma(z)), times z, by 1 / z^2, z >= 10, within 8.5e-23.
static __constant double kStirling[] = {0x1.5555555555555p-4, -0x1.6c16c16c16c16p-9, 0x1.a01a01a0194fap-11,
    -0x1.3813813545ba3p-11, 0x1.b951dd031590fp-11, -0x1.f6a7cdb21e1d9p-10, 0x1.a38d547eaac31p-8,
    -0x1.d6033cf0fad74p-6, 0x1.09d872616392cp-3};
// (e^r - 1) / r, |r| <= 0.3468, within 1.8e-8.
static __constant float kExpF[] = {0x1.0000000000000p+0f, 0x1.fffffc0000000p-2f, 0x1.55541e0000000p-3f,
    0x1.5558480000000p-5f, 0x1.1264b40000000p-7f, 0x1.6abdf00000000p-10f};
// (2^r - 1) / r, |r| <= 0.5, within 1.6e-8.
static __constant float kExp2F[] = {0x1.62e4300000000p-1f, 0x1.ebfbdc0000000p-3f, 0x1.c6aef00000000p-5f,
    0x1.3b2d6e0000000p-7f, 0x1.5f3a2c0000000p-10f, 0x1.41d7880000000p-13f};
// (10^r - 1) / r, |r| <= 0.1506, within 1.1e-8.
static __constant float kExp10F[] = {0x1.26bb1c0000000p+1f, 0x1.53524a0000000p+1f, 0x1.046f6c0000000p+1f,
    0x1.2bd9f80000000p+0f, 0x1.15816e0000000p-1f, 0x1.a65c060000000p-3f};
// (e^r - 1 - r) / r^2, |r| <= 0.3468, within 1.7e-8.
static __constant float kExpm1F[] = {0x1.fffffe0000000p-2f, 0x1.5554b40000000p-3f, 0x1.5556980000000p-5f,
    0x1.1224de0000000p-7f, 0x1.6bbe7e0000000p-10f};
// (log(1 + f) - f) / f^2, |f| <= 0.3334, within 1.0e-8.
static __constant float kLogF[] = {-0x1.0000000000000p-1f, 0x1.5555040000000p-2f, -0x1.fffe7a0000000p-3f,
    0x1.99d1120000000p-3f, -0x1.55a8f80000000p-3f, 0x1.1ece5e0000000p-3f, -0x1.f22f6e0000000p-4f,
    0x1.1e7b960000000p-3f, -0x1.099c6e0000000p-3f};
// log2(1 + f) / f, |f| <= 0.3334, within 6.3e-8.
static __constant float kLog2F[] = {0x1.7154760000000p+0f, -0x1.7154560000000p-1f, 0x1.ec6ffa0000000p-2f,
    -0x1.7172580000000p-2f, 0x1.27a4be0000000p-2f, -0x1.e504e20000000p-3f, 0x1.9d2e2c0000000p-3f,
    -0x1.c6a0740000000p-3f, 0x1.9fd83c0000000p-3f};
// (log10(1 + f) - f / log(10)) / f^2, |f| <= 0.3334, within 6.2e-9.
static __constant float kLog10F[] = {-0x1.bcb7b20000000p-3f, 0x1.287a2e0000000p-3f, -0x1.bcb65e0000000p-4f,
    0x1.63f6560000000p-4f, -0x1.28c31c0000000p-4f, 0x1.f23bb60000000p-5f, -0x1.b0b7de0000000p-5f,
    0x1.f1abe80000000p-5f, -0x1.cd69e80000000p-5f};
// (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 0.3334, within 2.6e-9.
static __constant float kPowF[] = {0x1.5555580000000p-2f, -0x1.ffff140000000p-3f, 0x1.99976e0000000p-3f,
    -0x1.5597f40000000p-3f, 0x1.24f6760000000p-3f, -0x1.f3acac0000000p-4f, 0x1.b84e4e0000000p-4f,
    -0x1.06bb560000000p-3f, 0x1.ec9b880000000p-4f};
// (sin(r) / r - 1) / r^2 by r^2, |r| <= 1.58.
static __constant float kSinF[] = {-0x1.55554cp-3f, 0x1.110ecap-7f, -0x1.9f6daep-13f, 0x1.5d9734p-19f};
// (sin(r) / r - 1) / r^2 by r^2, |r| <= 0.79, within 7.6e-9.
static __constant float kSinQuarterF[] = {-0x1.5555440000000p-3f, 0x1.11071c0000000p-7f, -0x1.9938fa0000000p-13f};
// (cos(r) - 1) / r^2 by r^2, |r| <= 0.79, within 2.6e-9.
static __constant float kCosQuarterF[] = {-0x1.0000000000000p-1f, 0x1.55553c0000000p-5f, -0x1.6c07b80000000p-10f,
    0x1.9908ec0000000p-16f};
// (atan(u) / u - 1) / u^2 by u^2, |u| <= 1, within 2.5e-8.
static __constant float kAtanF[] = {-0x1.5554de0000000p-2f, 0x1.99793e0000000p-3f, -0x1.230da40000000p-3f,
    0x1.b4fa700000000p-4f, -0x1.3593580000000p-4f, 0x1.629c6e0000000p-5f, -0x1.0d018e0000000p-6f,
    0x1.80a11e0000000p-9f};
// (asin(x) / x - 1) / x^2 by x^2, |x| <= 0.5, within 5.7e-9.
static __constant float kAsinF[] = {0x1.5555c60000000p-3f, 0x1.3302ac0000000p-4f, 0x1.7468f20000000p-5f,
    0x1.8d0c220000000p-6f, 0x1.589dd60000000p-5f};
// (sinh(x) / x - 1) / x^2 by x^2, |x| <= 1, within 2.9e-8.
static __constant float kSinhF[] = {0x1.5555960000000p-3f, 0x1.10f7c40000000p-7f, 0x1.ab2cae0000000p-13f};
// (2^r - 1) / r, |r| <= 0.5, within 1.1e-7.
static __constant float kNativeExp2F[] = {0x1.62e42a0000000p-1f, 0x1.ebf9c80000000p-3f, 0x1.c6b78e0000000p-5f,
    0x1.3ce5b20000000p-7f, 0x1.5b8ba00000000p-10f};
// log2(1 + f) / f, |f| <= 0.3334, within 2.8e-7.
static __constant float kNativeLog2F[] = {0x1.7154720000000p+0f, -0x1.7154580000000p-1f, 0x1.ec81ea0000000p-2f,
    -0x1.7171e80000000p-2f, 0x1.2478ea0000000p-2f, -0x1.e50cd20000000p-3f, 0x1.f90cd00000000p-3f,
    -0x1.c69fba0000000p-3f};
// sin(r) / r by r^2, |r| <= 1.58, within 1.0e-6.
static __constant float kNativeSinF[] = {0x1.ffffde0000000p-1f, -0x1.554f480000000p-3f, 0x1.10598a0000000p-7f,
    -0x1.8374ea0000000p-13f};
// -log(erfc(t)) / t, 0 <= t <= 4, within 4.2e-8.
static __constant float kErfF[] = {0x1.20dd760000000p+0f, 0x1.45f28e0000000p-1f, 0x1.a522da0000000p-4f,
    -0x1.3ca8280000000p-6f, 0x1.beb1b40000000p-13f, 0x1.46d57c0000000p-10f, -0x1.8dc3440000000p-12f,
    0x1.53ae5c0000000p-15f};
// erf(x) / x by x^2, |x| <= 0.5, within 5.7e-8.
static __constant float kErfSmallF[] = {0x1.20dd740000000p+0f, -0x1.8127320000000p-2f, 0x1.ce24fc0000000p-4f,
    -0x1.b664ca0000000p-6f, 0x1.353fde0000000p-8f};
// erfc(x) e^(x^2) / t, t = 4 / (4 + x), 0.45 <= x <= 10.3, within 7.5e-8.
static __constant float kErfcF[] = {0x1.209cd20000000p-3f, 0x1.248cf60000000p-3f, 0x1.0323260000000p-3f,
    0x1.361c6c0000000p-3f, 0x1.f474460000000p-4f, -0x1.39e9520000000p-4f, 0x1.0abc140000000p-1f,
    -0x1.d538be0000000p-2f, 0x1.51ecb20000000p-2f};
// 2^(16 j) * 2 / pi, less a multiple of 4, as the sum of four numbers.
static __constant double kTurns[][4] = {
  {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55, -0x1.6447e493ad4cep-109, 0x1.e21c820ff28b2p-163},
  {0x1.836e4e44152a0p+0, -0x1.ec54170565912p-55, 0x1.b6c52b3278872p-113, 0x1.07f9458eaf7afp-170},
  {-0x1.b1bbead603d8bp+0, 0x1.f47d4d377036ep-54, -0x1.d6a66c3bc6fbep-108, -0x1.ae9c5421443aap-168},
  {0x1.529fc2757d1f5p-4, 0x1.a6ee06db14acdp-59, -0x1.8778df7c035d4p-113, 0x1.d5ef5de2b0db9p-167},
  {0x1.fc2757d1f534ep+0, -0x1.1f924eb53361ep-55, 0x1.c820ff28b1d5fp-111, -0x1.443a9e48db91cp-168},
  {-0x1.505c1596447e5p-1, 0x1.b14acc9e21c82p-55, 0x1.fe5163abdebbcp-112, 0x1.586dc91b8e909p-166},
  {0x1.f534ddc0db629p+0, 0x1.664f10e4107f9p-54, 0x1.163abdebbc562p-108, -0x1.236e4716f6c8bp-162},
  {0x1.bb81b6c52b328p-1, -0x1.de37df00d74e3p-55, 0x1.7bd778ac36e49p-109, -0x1.1c5bdb22d1ffap-164},
  {0x1.b6c52b3278872p-1, 0x1.07f9458eaf7afp-58, -0x1.d4f246dc8e2dfp-115, 0x1.374b801924bbbp-170},
  {-0x1.6a66c3bc6fbe0p+0, -0x1.ae9c5421443aap-56, 0x1.b7246e3a424ddp-112, 0x1.700324977504fp-167},
  {0x1.3c439041fe516p+0, 0x1.d5ef5de2b0db9p-55, 0x1.1b8e909374b80p-110, 0x1.924bba8274648p-166},
  {-0x1.bef806ba71508p-2, -0x1.443a9e48db91cp-56, -0x1.6f6c8b47fe6dbp-110, -0x1.115f62e6de302p-164},
  {0x1.fe5163abdebbcp+0, 0x1.586dc91b8e909p-54, 0x1.ba5c00c925dd4p-109, 0x1.3a32439fc3bd6p-165},
  {0x1.63abdebbc561bp+0, 0x1.c91b8e909374cp-54, -0x1.ff9b6d115f62ep-108, -0x1.b78c0788538d4p-162},
  {-0x1.0a21d4f246dc9p-3, 0x1.d2126e9700325p-59, -0x1.a22bec5cdbc60p-113, -0x1.e214e34ed658cp-168},
  {-0x1.d4f246dc8e2dfp-3, 0x1.374b801924bbbp-58, -0x1.f62e6de301e21p-112, -0x1.38d3b5963045ep-166},
  {0x1.b7246e3a424ddp+0, 0x1.700324977504fp-55, -0x1.cdbc603c429c7p-109, 0x1.894d39f74411bp-163},
  {0x1.b8e909374b802p-2, -0x1.b6d115f62e6dep-56, -0x1.80f10a71a76b3p-111, 0x1.cfba208d7d4bbp-166},
  {-0x1.bdb22d1ff9b6dp+0, -0x1.15f62e6de301ep-56, -0x1.0a71a76b2c609p-111, 0x1.1046bea5d7689p-165},
  {0x1.d2e006492eea1p+0, -0x1.8b9b78c078854p-54, 0x1.cb129a73ee882p-108, 0x1.afa975da24275p-163},
  {0x1.924bba8274648p-6, 0x1.cfe1deb1cb12ap-60, -0x1.63045df7282b4p-114, -0x1.44bb7b16638fep-168},
  {0x1.2eea09d1921d0p+0, -0x1.e214e34ed658cp-56, -0x1.177dca0ad144cp-112, 0x1.213a671c09ad1p-166},
  {-0x1.f62e6de301e21p+0, -0x1.38d3b5963045ep-54, 0x1.1afa975da2427p-111, 0x1.338e04d68befdp-165},
  {0x1.921cfe1deb1cbp+0, 0x1.29a73ee88235fp-56, 0x1.4baed1213a672p-110, -0x1.fb29741037d8dp-165},
  {0x1.fc3bd63962535p-1, -0x1.822efb9415a29p-57, 0x1.a24274ce38136p-111, -0x1.741037d8cdc54p-165},
  {0x1.eb1cb129a73efp+0, -0x1.df7282b4512eep-54, 0x1.3a671c09ad17ep-110, -0x1.bec66e29c67cbp-168},
  {0x1.62534e7dd1047p-1, -0x1.0568a25dbd8b3p-55, -0x1.c7eca5d040df6p-111, -0x1.9b8a719f2b318p-166},
  {0x1.a73ee88235f53p+0, -0x1.44bb7b16638fep-56, 0x1.ad17df904e647p-110, 0x1.639835339f49dp-164},
  {-0x1.177dca0ad144cp+0, 0x1.213a671c09ad1p-54, 0x1.f7e413991d63ap-108, -0x1.f2b3182d8dee8p-162},
  {-0x1.ca0ad144bb7b1p+0, -0x1.98e3f652e8207p-54, 0x1.3991d63983534p-112, -0x1.82d8dee81d108p-166},
  {0x1.2ebb4484e99c7p+0, 0x1.35a2fbf209cc9p-59, -0x1.4e33e566305b2p-115, 0x1.08bf177bf2507p-169},
  {-0x1.76f62cc71fb29p-1, -0x1.d040df633714ep-55, -0x1.9f2b3182d8defp-110, 0x1.f8bbdf9283b20p-164},
  {0x1.d338e04d68bf0p-1, -0x1.bec66e29c67cbp-56, 0x1.9cfa4e422fc5ep-111, -0x1.036be27003b40p-167},
  {0x1.c09ad17df904ep-2, 0x1.91d639835339fp-56, 0x1.272117e2ef7e5p-110, -0x1.7c4e007680022p-164},
  {-0x1.4ba081bec66e3p+0, 0x1.8e60d4ce7d272p-54, 0x1.17e2ef7e4a0ecp-110, 0x1.ff897ffde0598p-164},
  {-0x1.037d8cdc538d0p-1, 0x1.a99cfa4e422fcp-55, 0x1.77bf250763ff1p-109, 0x1.7ffde05980fefp-164},
  {0x1.3991d63983534p+0, -0x1.82d8dee81d108p-54, -0x1.b5f13801da001p-110, 0x1.e05980fef2f12p-164},
  {0x1.d639835339f4ap+0, -0x1.bdd03a21036bep-55, -0x1.3801da00087eap-110, 0x1.80fef2f118b5ap-164},
  {0x1.835339f49c846p+0, -0x1.d1081b5f13802p-58, 0x1.2fffbc0b301fep-113, -0x1.a1dce94beb25cp-169},
  {-0x1.8c16c6f740e88p-1, -0x1.036be27003b40p-55, -0x1.0fd33f8086877p-115, -0x1.d297d64b824b2p-170},
  {0x1.3908bf177bf25p-1, 0x1.d8ffc4bffef03p-59, -0x1.9fc04343b9d29p-114, -0x1.f592e092c9813p-168},
  {0x1.7e2ef7e4a0ec8p-2, -0x1.da00087e99fc0p-62, -0x1.0d0ee74a5f593p-116, 0x1.f6d367ecf27cbp-172},
  {-0x1.081b5f13801dap-2, -0x1.0fd33f8086877p-67, -0x1.d297d64b824b2p-122, -0x1.8130d834f648bp-176},
  {0x1.283b1ff897ffep+0, -0x1.fa67f010d0ee7p-56, -0x1.297d64b824b26p-110, -0x1.30d834f648b0cp-168},
  {-0x1.c00ed00043f4dp-1, 0x1.fde5e2316b415p-61, -0x1.2e092c98130d8p-116, -0x1.a7b24585ce04dp-171},
  {0x1.2fffbc0b301fep-1, -0x1.a1dce94beb25cp-57, -0x1.25930261b069fp-113, 0x1.b74f463f669e6p-168},
  {-0x1.0fd33f8086877p-3, -0x1.d297d64b824b2p-58, -0x1.8130d834f648bp-112, -0x1.738132c3402bap-169},
  {0x1.980fef2f118b6p+0, -0x1.7d64b824b2605p-54, 0x1.e4f96136e9e8cp-109, 0x1.fb34f2ff516bbp-163},
  {-0x1.0d0ee74a5f593p-4, 0x1.f6d367ecf27cbp-60, 0x1.36e9e8c7ecd3dp-117, -0x1.00ae9456c229cp-171},
  {-0x1.dce94beb25c12p-1, -0x1.64c0986c1a7b2p-55, -0x1.161738132c340p-109, -0x1.5d28ad8453814p-164},
  {-0x1.4beb25c125930p-1, -0x1.30d834f648b0cp-56, 0x1.8fd9a797fa8b6p-110, -0x1.5b08a7028341dp-165},
  {-0x1.92e092c98130ep+0, 0x1.f2c26dd3d18fep-54, -0x1.961a015d28ad8p-108, -0x1.14e050683a131p-162},
  {-0x1.25930261b069fp-1, 0x1.b74f463f669e6p-56, -0x1.5d28ad8453814p-116, -0x1.a0e84c2f8c608p-172},
  {-0x1.8130d834f648bp+0, -0x1.738132c3402bap-57, -0x1.456c229c0a0d0p-111, -0x1.d0985f18c10ebp-165},
  {-0x1.b069ec9161738p-1, -0x1.32c3402ba515bp-57, -0x1.14e050683a131p-114, 0x1.0739f78a5292fp-168},
  {-0x1.ec9161738132cp-1, -0x1.a015d28ad8454p-56, 0x1.faf97c5ecf41dp-110, -0x1.821d6b5b45650p-166},
  {-0x1.61738132c3403p-1, 0x1.16ba93dd63f5fp-55, 0x1.7c5ecf41ce7dep-110, 0x1.4a525d4d7f6bfp-165},
  {-0x1.c09961a015d29p+0, 0x1.49eeb1faf97c6p-54, -0x1.30be31821d6b6p-110, 0x1.2ea6bfb5fb120p-164},
  {-0x1.61a015d28ad84p+0, -0x1.4e050683a130cp-54, 0x1.ce7de294a4baap-110, -0x1.404a04ee072a3p-164},
  {-0x1.5d28ad8453814p-4, -0x1.a0e84c2f8c608p-60, -0x1.d6b5b45650128p-114, -0x1.3b81ca8bdea7fp-170},
  {0x1.7527bac7ebe5fp+0, 0x1.7b3d0739f78a5p-56, 0x1.497535fdafd89p-111, -0x1.ca8bdea7f33eep-170},
};
// 2^(4 j) * 2 / pi, less a multiple of 4: two numbers of 25 bits, and the rest.
static __constant double kTurns_short[][3] = {
  {0x1.45f3080000000p-1, -0x1.2363780000000p-25, 0x1.529fc2757d1f5p-52},
  {-0x1.d067ca0000000p+0, 0x1.c9c8820000000p-25, 0x1.4a7f09d5f47d5p-50},
  {-0x1.067c920000000p+0, 0x1.3910540000000p-26, 0x1.4fe13abe8fa9ap-51},
  {-0x1.9f24700000000p-2, 0x1.c882a60000000p-25, -0x1.80f62a0b82b2dp-50},
  {0x1.836e4e0000000p+0, 0x1.1054a80000000p-26, -0x1.ec54170565912p-55},
  {0x1.b727200000000p-3, 0x1.054a800000000p-26, -0x1.ec54170565912p-51},
  {-0x1.2363780000000p-1, 0x1.529fc00000000p-28, 0x1.3abe8fa9a6ee0p-51},
  {-0x1.1b1bbe0000000p+0, -0x1.5ac07c0000000p-25, 0x1.d5f47d4d37703p-50},
  {-0x1.b1bbea0000000p+0, -0x1.ac07b20000000p-25, 0x1.5f47d4d377037p-50},
  {0x1.c882a40000000p-1, 0x1.3f84ea0000000p-25, 0x1.f47d4d377036ep-50},
  {-0x1.bbead60000000p+0, -0x1.ec54000000000p-31, -0x1.70565911f924fp-51},
  {0x1.054a800000000p-2, -0x1.ec54180000000p-27, 0x1.f534ddc0db629p-52},
  {0x1.529fc00000000p-4, 0x1.3abe900000000p-27, -0x1.596447e493ad5p-53},
  {0x1.529fc20000000p+0, 0x1.d5f47c0000000p-26, 0x1.4d377036d8a56p-50},
  {0x1.29fc280000000p+0, -0x1.505c160000000p-25, 0x1.a6ee06db14acdp-51},
  {-0x1.603d8a0000000p+0, -0x1.05c15a0000000p-25, 0x1.377036d8a5665p-50},
  {0x1.fc27580000000p+0, -0x1.7056580000000p-27, -0x1.11f924eb53362p-51},
  {-0x1.ec54100000000p-3, -0x1.c159640000000p-25, -0x1.1f924eb53361ep-51},
  {0x1.3abe900000000p-3, -0x1.5964400000000p-29, -0x1.f924eb53361dep-51},
  {-0x1.8a82e00000000p+0, -0x1.5964480000000p-25, 0x1.b6c52b3278872p-53},
  {-0x1.505c140000000p-1, -0x1.96447e0000000p-25, -0x1.24eb53361de38p-51},
  {0x1.7d1f540000000p+0, -0x1.6447e40000000p-25, -0x1.275a99b0ef1bfp-50},
  {-0x1.7056600000000p-3, 0x1.bb81b60000000p-25, 0x1.8a5664f10e410p-50},
  {0x1.1f534e0000000p+0, -0x1.1f92500000000p-27, 0x1.4acc9e21c8210p-51},
  {0x1.f534de0000000p+0, -0x1.f924e80000000p-27, -0x1.a99b0ef1bef80p-50},
  {-0x1.5964480000000p-1, 0x1.b6c5200000000p-29, 0x1.664f10e4107f9p-50},
  {0x1.34ddc00000000p+0, 0x1.b6c52c0000000p-25, -0x1.9b0ef1bef806cp-50},
};
