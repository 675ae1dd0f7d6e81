// SPDX-License-Identifier: Apache-2.0
// Kernels that fault, and what the program hears of them.
#pragma once
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/child.h"
#include "common/cl.h"
#include "common/sanitized.h"

namespace wherry::test {

// Sanitizers have handlers of their own, so faults end the program.
#define SKIP_WITH_SANITIZERS()                                                                                         \
  if (kSanitized) GTEST_SKIP() << "with a sanitizer"

// A context, and what its callback has been told.
class ReportingContext {
 public:
  ReportingContext() {
    cl_device_id one = device();
    cl_int error = CL_SUCCESS;
    const auto note = [](const char *text, const void *, size_t, void *self) {
      auto &reports = *static_cast<ReportingContext *>(self);
      const std::lock_guard lock(reports.mutex_);
      reports.texts_.emplace_back(text);
    };
    context_ = Context(clCreateContext(nullptr, 1, &one, note, this, &error));
    ok(error);
  }
  operator cl_context() const { return context_; }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(texts_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;
  Context context_;
};

inline cl_int status_of(cl_event event) {
  return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
}

// Does not run the command itself, as clWaitForEvents would.
inline cl_int status_by_a_worker(cl_command_queue on, cl_event event) {
  ok(clFlush(on));
  for (cl_int status; (status = status_of(event)) <= CL_COMPLETE || (usleep(200), true);)
    if (status <= CL_COMPLETE) return status;
  return CL_QUEUED;
}

}  // namespace wherry::test
