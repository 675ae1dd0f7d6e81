// SPDX-License-Identifier: Apache-2.0
#define AT(x, y, z) ((x) + nx * ((y) + ny * (z)))
kernel void stencil_3d(global const float *in, global float *out, int nx, int ny, int nz, float c0, float c1) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1;
  if (x < nx - 1 && y < ny - 1 && z < nz - 1)
    out[AT(x, y, z)] = c1 * (in[AT(x, y, z + 1)] + in[AT(x, y, z - 1)] + in[AT(x, y + 1, z)] + in[AT(x, y - 1, z)] +
                             in[AT(x + 1, y, z)] + in[AT(x - 1, y, z)]) - in[AT(x, y, z)] * c0;
}
