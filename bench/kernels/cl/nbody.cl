// SPDX-License-Identifier: Apache-2.0
// Positions and masses are float4; accelerations.
kernel void nbody(global const float4 *body, global float4 *acceleration, int n, float softening) {
  int i = get_global_id(0);
  float4 me = body[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; ++j) {
    float4 other = body[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float r = rsqrt(dx * dx + dy * dy + dz * dz + softening);
    float f = other.w * r * r * r;
    ax += f * dx, ay += f * dy, az += f * dz;
  }
  acceleration[i] = (float4)(ax, ay, az, 0);
}
