// SPDX-License-Identifier: Apache-2.0
// Numbers of W work-items, for image_body.h. A comparison gives I, 0 or not.
#define F VEC(float)
#define N VEC(uint)
#define I VEC(int)

typedef struct {
  F x, y, z, w;
} CAT(Floats, W);
typedef struct {
  N x, y, z, w;
} CAT(Words, W);
#define FLOATS CAT(Floats, W)
#define WORDS CAT(Words, W)

// Where texels stand, within the image; `inside` is false for the border colour.
typedef struct {
  I x, y, z, inside;
} CAT(Place, W);
#define PLACE CAT(Place, W)
// The two texels that linear filtering takes along one coordinate: (1 - weight) of [0], and weight of [1].
// `below`: the first one's number before the addressing mode, from -1 or less to the extent at most.
typedef struct {
  I at[2], inside[2], below;
  F weight;
} CAT(Pair, W);
#define PAIR CAT(Pair, W)
// What a filter has added so far: channels, and the weights of texels in the image.
typedef struct {
  FLOATS channels;
  F covered;
} CAT(Sum, W);
#define SUM CAT(Sum, W)
// The words of two texels.
typedef struct {
  WORDS first, second;
} CAT(TwoTexels, W);
#define TWO_TEXELS CAT(TwoTexels, W)
