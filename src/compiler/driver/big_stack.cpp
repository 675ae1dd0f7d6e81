// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/big_stack.h"

#include <pthread.h>

namespace wherry::compiler {

void on_big_stack(const std::function<void()> &work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{256} << 20);
  auto run = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, &attributes, run, const_cast<std::function<void()> *>(&work)) == 0)
    pthread_join(thread, nullptr);
  else
    work();
  pthread_attr_destroy(&attributes);
}

}  // namespace wherry::compiler
