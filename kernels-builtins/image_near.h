// SPDX-License-Identifier: Apache-2.0
// Functions for images of any format that kernels with few accesses get inline: code of the commonest formats; a call
// of the function of the same name, as object code, for others.
#define NEAR_FUNCTION(result, name, parameters)                                                                        \
  LANES result name parameters __asm(STRING(name));                                                                    \
  LANES result CAT(name, _near)                                                                                        \
  parameters __asm(STRING(CAT(name, _near)));                                                                          \
  LANES result CAT(name, _near) parameters

#undef FLOAT_FORMATS
#undef WORD_FORMATS
#define FLOAT_FORMATS(m, x) WHERRY_SHORT_FLOAT_IMAGE_FORMATS(m, x)
#define WORD_FORMATS(m, x) WHERRY_SHORT_INT_IMAGE_FORMATS(m, x)
