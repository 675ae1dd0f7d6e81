// A breach for layers.can_fail: never compiled.
#include "graph/event.h"
