// SPDX-License-Identifier: Apache-2.0
// What all bodies pull at each.

// spelling float4: bodies and accelerations
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  float4 me = body[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; j++) {
    float4 other = body[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = other.w * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  acc[i] = (float4)(x, y, z, 0);
}

// spelling vectors: operators and dot()
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  float4 me = body[i], sum = 0;
  for (int j = 0; j < n; j++) {
    float4 d = body[j] - me;
    d.w = 0;
    float r = rsqrt(dot(d, d) + softening);
    sum += body[j].w * r * r * r * d;
  }
  acc[i] = sum;
}

// spelling float3: operators and dot()
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  float3 me = body[i].xyz, sum = 0;
  for (int j = 0; j < n; j++) {
    float3 d = body[j].xyz - me;
    float square = dot(d, d) + softening;
    sum += d * (body[j].w / (square * sqrt(square)));
  }
  acc[i] = (float4)(sum, 0);
}

// spelling arrays: one for each coordinate
// global: n; local: 64
kernel void nbody(global const float *px, global const float *py, global const float *pz, global const float *mass,
                  global float *ax, global float *ay, global float *az, int n, float softening) {
  int i = get_global_id(0);
  float x = 0, y = 0, z = 0, mx = px[i], my = py[i], mz = pz[i];
  for (int j = 0; j < n; j++) {
    float dx = px[j] - mx, dy = py[j] - my, dz = pz[j] - mz;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = mass[j] * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  ax[i] = x, ay[i] = y, az[i] = z;
}

// spelling struct: of four floats
typedef struct {
  float x, y, z, mass;
} Body;
// global: n; local: 64
kernel void nbody(global const Body *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  Body me = body[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; j++) {
    float dx = body[j].x - me.x, dy = body[j].y - me.y, dz = body[j].z - me.z;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = body[j].mass * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  acc[i] = (float4)(x, y, z, 0);
}

// spelling floats: four for each body
// global: n; local: 64
kernel void nbody(global const float *body, global float *acc, int n, float softening) {
  int i = get_global_id(0);
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; j++) {
    float dx = body[4 * j] - body[4 * i];
    float dy = body[4 * j + 1] - body[4 * i + 1];
    float dz = body[4 * j + 2] - body[4 * i + 2];
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = body[4 * j + 3] * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  acc[4 * i] = x, acc[4 * i + 1] = y, acc[4 * i + 2] = z, acc[4 * i + 3] = 0;
}

// spelling tiles: in local memory, an array for each coordinate
// global: n; local: 64
kernel void nbody(global const float *px, global const float *py, global const float *pz, global const float *mass,
                  global float *ax, global float *ay, global float *az, int n, float softening) {
  local float tx[64], ty[64], tz[64], tm[64];
  int i = get_global_id(0), l = get_local_id(0);
  float x = 0, y = 0, z = 0, mx = px[i], my = py[i], mz = pz[i];
  for (int first = 0; first < n; first += 64) {
    tx[l] = px[first + l], ty[l] = py[first + l], tz[l] = pz[first + l], tm[l] = mass[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++) {
      float dx = tx[j] - mx, dy = ty[j] - my, dz = tz[j] - mz;
      float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = tm[j] * r * r * r;
      x += f * dx, y += f * dy, z += f * dz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  ax[i] = x, ay[i] = y, az[i] = z;
}

// spelling tiles_float4: in local memory
// global: n; local: 128; tile: 2048
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening, local float4 *tile) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = body[i], sum = 0;
  for (int first = 0; first < n; first += size) {
    tile[l] = body[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; j++) {
      float4 d = tile[j] - me;
      float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening), f = tile[j].w * r * r * r;
      sum.x += f * d.x, sum.y += f * d.y, sum.z += f * d.z;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acc[i] = sum;
}

// spelling in_memory: the sums
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  acc[i] = (float4)(0, 0, 0, 0);
  for (int j = 0; j < n; j++) {
    float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = body[j].w * r * r * r;
    acc[i].x += f * dx;
    acc[i].y += f * dy;
    acc[i].z += f * dz;
  }
}

// spelling uint: a while loop
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, uint n, float softening) {
  uint i = get_global_id(0), j = 0;
  float4 me = body[i], sum = (float4)(0);
  while (j < n) {
    float4 other = body[j++];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float square = dx * dx + dy * dy + dz * dz + softening, f = other.w * native_rsqrt(square * square * square);
    sum.x += f * dx, sum.y += f * dy, sum.z += f * dz;
  }
  acc[i] = sum;
}

// spelling unrolled: by four
// global: n; local: 64
#define PULL(j)                                                                             \
  {                                                                                         \
    float4 d = body[j] - me;                                                                \
    float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening), f = body[j].w * r * r * r; \
    x += f * d.x, y += f * d.y, z += f * d.z;                                               \
  }
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  float4 me = body[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; j += 4) {
    PULL(j)
    PULL(j + 1)
    PULL(j + 2)
    PULL(j + 3)
  }
  acc[i] = (float4)(x, y, z, 0);
}

// spelling if_other: not of itself, bodies in steps of the global size
// global: 1024; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++)
      if (i != j) {
        float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
        float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = body[j].w * r * r * r;
        x += f * dx, y += f * dy, z += f * dz;
      }
    acc[i] = (float4)(x, y, z, 0);
  }
}

// spelling continue: not of itself
// global: n
kernel void nbody(global const float4 *body, global float4 *acc, ulong n, float softening) {
  size_t i = get_global_id(0);
  float4 me = body[i];
  float x = 0, y = 0, z = 0;
  for (size_t j = 0; j < n; j++) {
    if (i == j) continue;
    float4 other = body[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening), f = other.w * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  acc[i] = (float4)(x, y, z, 0);
}

// spelling function: one pair
float4 pull(float4 me, float4 other, float softening) {
  float4 d = other - me;
  float r = 1 / sqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
  return d * (other.w * r * r * r);
}
// global: n; local: 64
kernel void nbody(global const float4 *body, global float4 *acc, int n, float softening) {
  int i = get_global_id(0);
  float4 sum = 0, me = body[i];
  for (int j = 0; j < n; j++) sum += pull(me, body[j], softening);
  sum.w = 0;
  acc[i] = sum;
}
