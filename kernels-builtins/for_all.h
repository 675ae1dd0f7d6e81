// Includes BODY for every type and width.
#include "for_integers.h"
#include "for_floats.h"
