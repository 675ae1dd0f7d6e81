// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/server.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <vector>

#include "compiler/driver/big_stack.h"
#include "compiler/driver/compile.h"
#include "kernel_abi/sockets.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {
namespace {

constexpr rlim_t kMemoryLimit = rlim_t{6} << 30;  // bytes of a worker's address space, LLVM's own included
constexpr size_t kCrashLogLimit = 16 << 10;
// Kilobytes that a worker may have grown to and still stay: a small program's build takes 57 MB, LLVM's code included.
constexpr long kMostKept = 256 << 10;

// A worker's progress, in memory shared with the server.
struct Progress {
  std::atomic<unsigned> answered = 0;  // builds that the worker has begun to answer
  std::atomic<bool> leaves = false;    // the worker ends after that answer
};

// A process that builds, one program after another.
struct Worker {
  bool is_free() const { return builds && progress->answered == given && !progress->leaves; }

  pid_t process = 0;
  abi::Descriptor builds;    // by which it gets further builds; none: it ends behind its first one
  abi::Descriptor response;  // the last build's, kept open so that the client hears of the worker's death from here
  abi::Descriptor live_log;  // the worker's standard error
  Progress *progress = nullptr;
  unsigned given = 0;  // builds
};

bool send_frame(int fd, const std::string &message) {
  uint64_t size = message.size();
  return abi::write_all(fd, {reinterpret_cast<const char *>(&size), sizeof size}) && abi::write_all(fd, message);
}

bool receive_frame(int fd, std::string &message) {
  uint64_t size = 0;
  if (!abi::read_all(fd, {reinterpret_cast<char *>(&size), sizeof size}) || size > abi::kMaxFrame) return false;
  message.resize(size);
  return abi::read_all(fd, message);
}

void set_limit(int resource, rlim_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = std::min(value, limit.rlim_max);
  setrlimit(resource, &limit);
}

// Has later children find the files that are mapped here, LLVM's code above all, mapped as well: fork() leaves them to
// page faults, unless the mapping has a page of its own. So each gets one, by a byte that is written over itself; where
// that is refused, children take their faults.
void hand_down_mapped_files() {
  std::ifstream maps("/proc/self/maps");
  abi::Descriptor memory(open("/proc/self/mem", O_RDWR | O_CLOEXEC));
  for (std::string line; memory && std::getline(maps, line);) {
    unsigned long start = 0, inode = 0;
    char rights[5] = "";
    if (std::sscanf(line.c_str(), "%lx-%*x %4s %*x %*s %lu", &start, rights, &inode) != 3 || inode == 0) continue;
    char byte;
    if (rights[0] == 'r' && rights[1] == '-' && rights[3] == 'p' &&
        pread(memory.get(), &byte, 1, static_cast<off_t>(start)) == 1)
      (void)!pwrite(memory.get(), &byte, 1, static_cast<off_t>(start));
  }
}

// Seconds of CPU that this process has used.
unsigned used_seconds(const rusage &usage) {
  return static_cast<unsigned>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1;
}

// False: an exception has passed through LLVM, which cleans nothing up behind one.
bool build(Compiler &compiler, const abi::CompileRequest &request, abi::CompileResponse &response) {
  try {
    response = compiler.compile(request, Stage::binary, &llvm::errs());
    return true;
  } catch (const std::exception &error) {
    response.log += std::string("error: the compiler failed: ") + error.what() + "\n";
    return false;
  }
}

// Seconds that the build may still take.
std::atomic<unsigned> seconds_left = 0;
static_assert(std::atomic<unsigned>::is_always_lock_free);  // a signal handler writes it

void count_second(int) {
  if (--seconds_left != 0) return;
  std::signal(SIGALRM, SIG_DFL);
  raise(SIGALRM);  // delivered when this returns
}

// Ends this process by SIGALRM after `seconds`; 0: no more. Seconds for which the process is stopped, as by a batch
// system that suspends its job, do not count: of the signals that a timer sends meanwhile one is left.
void limit_time(unsigned seconds) {
  const itimerval never{}, each_second{{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &never, nullptr);
  if (seconds == 0) return;
  seconds_left = seconds;
  struct sigaction action{};
  action.sa_handler = count_second;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  setitimer(ITIMER_REAL, &each_second, nullptr);
}

// Most CPU time for all builds of a worker: half of the limit of a single build, or of the user's limit for a process.
rlim_t most_seconds() {
  rlimit limit{};
  getrlimit(RLIMIT_CPU, &limit);
  return std::min<rlim_t>(abi::compile_timeout(), limit.rlim_max) / 2;
}

// Builds for `first`, then for each client that arrives by the socket `builds`. The worker ends once it has grown or
// has used much CPU time, which bounds LLVM's leaks.
void work(Compiler &compiler, abi::Descriptor first, int builds, Progress &progress) {
  for (abi::Descriptor client = std::move(first); client;) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    set_limit(RLIMIT_CPU, used_seconds(usage) + abi::compile_timeout());
    limit_time(abi::kWallPerCpuSecond * abi::compile_timeout());
    (void)!ftruncate(STDERR_FILENO, 0);
    lseek(STDERR_FILENO, 0, SEEK_SET);

    std::string message;
    abi::CompileRequest request;
    const bool wanted = receive_frame(client.get(), message) && abi::unpack(message, request);
    abi::CompileResponse response;
    bool is_sound = wanted;
    if (wanted && request.variants.empty()) {
      is_sound = build(compiler, request, response);
    } else if (wanted) {
      // No call waits for a variant. A thread's priority can be lowered and not be raised again.
      const pid_t own = gettid();
      BigStackThread([&] {
        setpriority(PRIO_PROCESS, 0, 5);
        is_sound = build(compiler, request, response) && gettid() != own;
      }).join();
    }
    getrusage(RUSAGE_SELF, &usage);
    if (builds < 0 || !is_sound || usage.ru_maxrss > kMostKept || used_seconds(usage) > most_seconds())
      progress.leaves = true;
    ++progress.answered;
    if (wanted) send_frame(client.get(), abi::pack(response));
    client.reset();
    limit_time(0);
    if (progress.leaves) return;
    compiler.prepare();
    while (abi::receive_descriptor(builds, client) < 0 && errno == EINTR) continue;
  }
}

[[noreturn]] void run_worker(Compiler &compiler, Worker &worker, abi::Descriptor builds) {
  // Crashes and limits that sources provoke in Clang concern this process alone.
  dup2(worker.live_log.get(), STDERR_FILENO);
  set_limit(RLIMIT_AS, kMemoryLimit);
  set_limit(RLIMIT_CORE, 0);
  llvm::setBugReportMsg("where the compiler was:\n");
  llvm::EnablePrettyStackTrace();
  on_big_stack([&] { work(compiler, std::move(worker.response), builds.get(), *worker.progress); });
  _exit(0);
}

// Whether a signal comes from the compiler's own fault, and not from another process.
bool is_crash(int signal) {
  return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
         signal == SIGTRAP;
}

void answer_for_the_dead(const Worker &worker, int status) {
  if (worker.progress->answered == worker.given) return;
  abi::CompileResponse response;
  lseek(worker.live_log.get(), 0, SEEK_SET);
  std::string said = abi::read_rest(worker.live_log.get()).value_or("");
  if (said.size() > kCrashLogLimit) said = "...\n" + said.substr(said.size() - kCrashLogLimit);
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  std::string what;
  if (signal == SIGXCPU)
    what = "the compiler took longer than " + std::to_string(abi::compile_timeout()) +
           " s (WHERRY_COMPILE_TIMEOUT) and was ended";
  else if (signal == SIGALRM)
    what = "the compiler waited and took longer than " +
           std::to_string(abi::kWallPerCpuSecond * abi::compile_timeout()) + " s (" +
           std::to_string(abi::kWallPerCpuSecond) + " times WHERRY_COMPILE_TIMEOUT) and was ended";
  else if (signal)
    what = "the compiler crashed (signal " + std::to_string(signal) + ", " + strsignal(signal) + ")";
  else if (WEXITSTATUS(status) != 0)
    what = "the compiler ended with code " + std::to_string(WEXITSTATUS(status));
  else
    return;  // no answer is wanted
  if (!said.empty() && !said.ends_with('\n')) said += '\n';
  response.log = said + "error: " + what + "\n";
  if (is_crash(signal)) response.outcome = abi::Outcome::crashed;
  // The client may be gone, or slow to read: neither may hold up the others.
  std::string message = abi::pack(response);
  uint64_t size = message.size();
  message.insert(0, reinterpret_cast<const char *>(&size), sizeof size);
  send(worker.response.get(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

class Server {
 public:
  explicit Server(int control) : control_(control) {}

  int run() {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, nullptr);
    abi::Descriptor signals(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals || send(control_.get(), &abi::kProtocolVersion, sizeof abi::kProtocolVersion, MSG_NOSIGNAL) < 0)
      return 1;
    for (;;) {
      pollfd waiting[] = {{control_.get(), POLLIN, 0}, {signals.get(), POLLIN, 0}};
      if (poll(waiting, 2, -1) < 0 && errno != EINTR) return 1;
      signalfd_siginfo ignored;
      while (read(signals.get(), &ignored, sizeof ignored) > 0) continue;
      bury();
      if (waiting[0].revents && !accept_build()) {
        for (const Worker &worker : workers_) kill(worker.process, SIGKILL);
        return 0;
      }
      if (workers_.size() > 1 && !warm_) warm_up();
    }
  }

 private:
  // False once the client has gone.
  bool accept_build() {
    abi::Descriptor build;
    const ssize_t n = abi::receive_descriptor(control_.get(), build, MSG_DONTWAIT);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n == 0) return false;
    if (build) start(std::move(build));
    return true;
  }

  void start(abi::Descriptor build) {
    const auto free = std::ranges::find_if(workers_, &Worker::is_free);
    if (free != workers_.end() && abi::send_descriptor(free->builds.get(), build.get(), MSG_DONTWAIT)) {
      free->response = std::move(build);
      ++free->given;
      return;
    }
    // One worker stays. Builds at the same time are rare: the others' workers end, and their memory with them.
    const bool stays =
        std::ranges::none_of(workers_, [](const Worker &worker) { return worker.builds && !worker.progress->leaves; });
    int ends[2] = {-1, -1};
    void *shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    abi::Descriptor live_log(memfd_create("build-log", MFD_CLOEXEC));
    if (stays) (void)!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
    abi::Descriptor ours(ends[0]), theirs(ends[1]);
    if (shared == MAP_FAILED || !live_log) return;
    Worker worker{0, std::move(ours), std::move(build), std::move(live_log), new (shared) Progress, 1};
    pid_t server = getpid();
    worker.process = fork();
    if (worker.process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != server) _exit(1);
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, nullptr);
      workers_.clear();
      worker.builds.reset();
      control_.reset();
      run_worker(compiler_, worker, std::move(theirs));
    }
    if (worker.process < 0) {
      munmap(shared, sizeof(Progress));
      return;
    }
    workers_.push_back(std::move(worker));
  }

  // For a program that builds on several threads: compiles a kernel here, while workers build, so that later workers
  // find the code mapped, and the builtin library opened.
  void warm_up() {
    warm_ = true;
    on_big_stack([this] {
      abi::CompileRequest request;
      request.source = "kernel void k(global float *p) { p[get_global_id(0)] += 1; }";
      compiler_.compile(request, Stage::assembly, nullptr);
    });
    compiler_.prepare();
    hand_down_mapped_files();
  }

  void bury() {
    int status;
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto worker = std::ranges::find(workers_, child, &Worker::process);
      if (worker == workers_.end()) continue;
      answer_for_the_dead(*worker, status);
      munmap(worker->progress, sizeof(Progress));
      workers_.erase(worker);
    }
  }

  abi::Descriptor control_;
  Compiler compiler_;
  std::vector<Worker> workers_;
  bool warm_ = false;
};

}  // namespace

int serve(int control_socket) {
  fcntl(control_socket, F_SETFD, FD_CLOEXEC);
  // The server sees the program's end by its socket. The program must not wait for the server, nor get its signals:
  // the server becomes no child of the program's, in a session of its own.
  if (pid_t child = fork(); child != 0) _exit(child < 0);
  setsid();
  // Requests say what relative paths start from. The program's folder may go, which LLVM takes for a lack of memory,
  // and must not be kept busy.
  (void)!chdir("/");
  signal(SIGPIPE, SIG_IGN);
  // The server writes files in memory only; the program's limit on files is not meant for them.
  signal(SIGXFSZ, SIG_IGN);
  set_limit(RLIMIT_FSIZE, RLIM_INFINITY);
  return Server(control_socket).run();
}

}  // namespace wherry::compiler
