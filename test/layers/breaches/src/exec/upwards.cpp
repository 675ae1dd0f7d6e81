// A breach for layers.can_fail: never compiled.
#include "runtime/event.h"
