// SPDX-License-Identifier: Apache-2.0
#include "on_demand.h"

#include <dlfcn.h>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace wherry::exec {
namespace {

// Sanitizers refuse RTLD_DEEPBIND, since it hides their allocator from the library.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int kOwnSymbolsFirst = 0;
#else
constexpr int kOwnSymbolsFirst = RTLD_DEEPBIND;
#endif

const char anchor = 0;  // an address within this library, for dladdr()

}  // namespace

OnDemand OnDemand::named(const char *name) { return OnDemand(dlopen(name, RTLD_NOW | RTLD_LOCAL)); }

OnDemand OnDemand::beside_us(const char *file) {
  Dl_info us;
  if (!dladdr(&anchor, &us) || !us.dli_fname) return OnDemand(nullptr);
  std::string path = us.dli_fname;
  path = path.substr(0, path.rfind('/') + 1) + "wherry/" + file;
  return OnDemand(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbolsFirst));
}

void *OnDemand::find_symbol(const char *name) const { return handle_ ? dlsym(handle_, name) : nullptr; }

}  // namespace wherry::exec
