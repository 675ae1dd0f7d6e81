// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/server.h"

#include <algorithm>
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
#include <sys/wait.h>
#include <vector>

#include "compiler/driver/big_stack.h"
#include "compiler/driver/compile.h"
#include "kernel_abi/files.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {
namespace {

constexpr rlim_t kMemoryLimit = rlim_t{6} << 30;  // of address space, LLVM's own included
constexpr size_t kCrashLogLimit = 16 << 10;

struct Build {
  pid_t child;
  abi::Descriptor response;  // kept open so that the client hears of the child's death from here
  abi::Descriptor live_log;  // the child's standard error
  bool *responding;          // shared with the child: it has begun to answer
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

[[noreturn]] void compile_in_child(Compiler &compiler, Build &build) {
  // Whatever the sources make of Clang, it is this process's.
  dup2(build.live_log.get(), STDERR_FILENO);
  set_limit(RLIMIT_CPU, abi::compile_timeout());
  set_limit(RLIMIT_AS, kMemoryLimit);
  set_limit(RLIMIT_CORE, 0);
  alarm(abi::kWallPerCpuSecond * abi::compile_timeout());
  llvm::setBugReportMsg("where the compiler was:\n");
  llvm::EnablePrettyStackTrace();

  std::string message;
  abi::CompileRequest request;
  if (!receive_frame(build.response.get(), message) || !abi::unpack(message, request)) _exit(0);
  if (!request.variants.empty()) setpriority(PRIO_PROCESS, 0, 5);  // no call waits for a variant
  abi::CompileResponse response;
  on_big_stack([&] {
    try {
      response = compiler.compile(request, Stage::binary, &llvm::errs());
    } catch (const std::exception &error) {
      response.log += std::string("error: the compiler failed: ") + error.what() + "\n";
    }
  });
  *build.responding = true;
  send_frame(build.response.get(), abi::pack(response));
  _exit(0);
}

// By a fault of the compiler's own, and not because somebody ended it.
bool is_crash(int signal) {
  return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
         signal == SIGTRAP;
}

void answer_for_the_dead(const Build &build, int status) {
  if (*build.responding) return;
  abi::CompileResponse response;
  lseek(build.live_log.get(), 0, SEEK_SET);
  std::string said = abi::read_rest(build.live_log.get()).value_or("");
  if (said.size() > kCrashLogLimit) said = "...\n" + said.substr(said.size() - kCrashLogLimit);
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  std::string what;
  if (signal == SIGXCPU || signal == SIGALRM)
    what = "the compiler took longer than " + std::to_string(abi::compile_timeout()) +
           " s (WHERRY_COMPILE_TIMEOUT) and was ended";
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
  send(build.response.get(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
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
        for (const Build &build : builds_) kill(build.child, SIGKILL);
        return 0;
      }
      if (!builds_.empty() && !warm_) warm_up();
    }
  }

 private:
  // False once the client has gone.
  bool accept_build() {
    char byte;
    iovec data{&byte, 1};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
    msghdr packet{};
    packet.msg_iov = &data;
    packet.msg_iovlen = 1;
    packet.msg_control = space;
    packet.msg_controllen = sizeof space;
    ssize_t n = recvmsg(control_.get(), &packet, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n == 0) return false;
    cmsghdr *header = CMSG_FIRSTHDR(&packet);
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int))) return true;
    int fd;
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
    start(abi::Descriptor(fd));
    return true;
  }

  void start(abi::Descriptor response) {
    void *shared = mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    abi::Descriptor live_log(memfd_create("build-log", MFD_CLOEXEC));
    if (shared == MAP_FAILED || !live_log) return;
    Build build{0, std::move(response), std::move(live_log), new (shared) bool(false)};
    pid_t server = getpid();
    build.child = fork();
    if (build.child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != server) _exit(1);
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, nullptr);
      for (Build &other : builds_) other.response = abi::Descriptor();
      control_ = abi::Descriptor();
      compile_in_child(compiler_, build);
    }
    if (build.child < 0) {
      munmap(shared, sizeof(bool));
      return;
    }
    builds_.push_back(std::move(build));
  }

  // While the first build runs in its child: compiles a kernel here, so that later children find the
  // code mapped and bound, and the builtin library read.
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
      auto build = std::find_if(builds_.begin(), builds_.end(), [&](const Build &b) { return b.child == child; });
      if (build == builds_.end()) continue;
      answer_for_the_dead(*build, status);
      munmap(build->responding, sizeof(bool));
      builds_.erase(build);
    }
  }

  abi::Descriptor control_;
  Compiler compiler_;
  std::vector<Build> builds_;
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
