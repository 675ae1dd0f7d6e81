// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

extern char **environ;

#include "kernel_abi/sockets.h"
#include "platform/process/environment.h"
#include "platform/process/fork_gate.h"
#include "platform/process/per_process.h"

namespace wherry::build {
namespace {

constexpr int kStartTimeoutMs = 30'000;
constexpr int kServerSocket = 3;  // the descriptor's number in the server

// One end of a socket pair of this process. A forked child closes its copies at once: they would hide the end of the
// parent from the server, and the end of the server from the parent's threads.
class Socket {
 public:
  Socket() = default;
  Socket(Socket &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket &operator=(Socket &&other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket() { reset(); }

  // Throws std::bad_alloc. No socket where errno says why.
  static std::optional<std::pair<Socket, Socket>> pair(int type) {
    const process::InsideLibrary no_fork;  // between making a descriptor and noting it
    Open &all = open();
    const std::lock_guard lock(all.mutex);
    all.fds.reserve(all.fds.size() + 2);
    int fds[2];
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds) != 0) return std::nullopt;
    for (int fd : fds) all.fds.emplace_back(fd, inode(fd));
    return std::pair(Socket(fds[0]), Socket(fds[1]));
  }

  void reset() {
    if (fd_ < 0) return;
    const process::InsideLibrary no_fork;
    Open &all = open();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.fds, [this](const auto &noted) { return noted.first == fd_; });
    close(std::exchange(fd_, -1));
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  struct Open {
    std::mutex mutex;
    std::vector<std::pair<int, ino_t>> fds;
  };

  explicit Socket(int fd) : fd_(fd) {}

  // 0: it is no socket.
  static ino_t inode(int fd) {
    struct stat about{};
    return fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode) ? about.st_ino : 0;
  }

  static Open &open() {
    static auto *all = new Open;  // never destroyed: threads may build while the program ends
    return *all;
  }
  static const process::InForkedChild close_copies;

  int fd_ = -1;
};

const process::InForkedChild Socket::close_copies([] {
  // The program may have closed descriptors that are not its own, and have others of the same numbers.
  for (auto [fd, noted] : std::exchange(open().fds, {}))
    if (inode(fd) == noted) close(fd);
});

bool send_all(int fd, std::span<const char> bytes) {
  while (!bytes.empty()) {
    ssize_t n = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

using Clock = std::chrono::steady_clock;

// Sets a time-out for sends to a process that does not read, such as a stopped one.
void limit_sends(int fd, std::chrono::seconds longest) {
  const timeval time{longest.count(), 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

// Returns false on an error, or once the time `left` is used up. Time for which this process is stopped, as by a batch
// system that suspends its job, does not count: the compiler is stopped with it.
bool receive_all(int fd, std::span<char> bytes, std::chrono::milliseconds &left) {
  constexpr std::chrono::milliseconds kStep{1000};
  while (!bytes.empty()) {
    pollfd waiting{fd, POLLIN, 0};
    const auto step = std::min(left, kStep);
    const Clock::time_point begin = Clock::now();
    const int ready = poll(&waiting, 1, static_cast<int>(step.count()));
    if (ready == 0 && left.count() == 0) return false;
    left -= std::min(step, std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin));
    if (ready <= 0) continue;  // a signal, or poll() returned early
    ssize_t n = recv(fd, bytes.data(), bytes.size(), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

// Returns -1 with the errno in `error` on failure.
pid_t spawn(const Compiler &compiler, int socket, int &error) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, kServerSocket);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, kServerSocket + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::string number = std::to_string(kServerSocket), server = "--server";
  char *arguments[] = {const_cast<char *>(compiler.path.c_str()), server.data(), number.data(), nullptr};
  std::vector<char *> variables;
  variables.reserve(compiler.environment.size() + 1);
  for (const std::string &variable : compiler.environment) variables.push_back(const_cast<char *>(variable.c_str()));
  variables.push_back(nullptr);

  pid_t pid = -1;
  error = posix_spawn(&pid, compiler.path.c_str(), &files, &attributes, arguments, variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error ? -1 : pid;
}

class Client {
 public:
  Answer ask(const Compiler &compiler, const abi::CompileRequest &request) {
    std::string message = abi::pack(request);
    // If the server has died since the last build, start another one, once. Further attempts, because a server that is
    // exiting may still accept a request.
    for (int attempt = 0, started = 0; attempt < 4 && started < 2; ++attempt) {
      auto pair = Socket::pair(SOCK_STREAM);
      if (!pair) return {std::nullopt, std::string("no socket: ") + std::strerror(errno)};
      auto &[ours, theirs] = *pair;
      if (std::string why = hand_over(compiler, theirs.get(), started); !why.empty()) return {std::nullopt, why};
      theirs.reset();
      std::chrono::milliseconds left = longest_build();
      limit_sends(ours.get(), longest_build());
      // Ignore errors: if the server or its child has died, it may have sent a response before.
      uint64_t size = message.size();
      if (send_all(ours.get(), {reinterpret_cast<const char *>(&size), sizeof size})) send_all(ours.get(), message);
      if (auto response = receive(ours.get(), left)) return {std::move(response), ""};
      if (left.count() == 0) {
        const std::lock_guard lock(mutex_);
        control_.reset();  // the next build starts another server
        abi::CompileResponse response;
        response.log = "error: the compiler process does not answer (is it stopped?)\n";
        return {response, ""};
      }
    }
    abi::CompileResponse response;
    response.log = "error: the compiler process died\n";
    return {response, ""};
  }

 private:
  // The server's time-out for a build (abi::compile_timeout), and some time for the response.
  static std::chrono::seconds longest_build() {
    return std::chrono::seconds(abi::kWallPerCpuSecond * abi::compile_timeout() + 10);
  }

  static std::optional<abi::CompileResponse> receive(int fd, std::chrono::milliseconds &left) {
    uint64_t size = 0;
    if (!receive_all(fd, {reinterpret_cast<char *>(&size), sizeof size}, left) || size > abi::kMaxFrame)
      return std::nullopt;
    std::string message(size, '\0');
    abi::CompileResponse response;
    if (!receive_all(fd, message, left) || !abi::unpack(message, response)) return std::nullopt;
    return response;
  }

  // Passes the socket of a build to the server, and starts a server if needed, which increments `started`. Returns the
  // reason of a failure, or "".
  std::string hand_over(const Compiler &compiler, int fd, int &started) {
    std::lock_guard lock(mutex_);
    if (control_ && compiler.path == path_ && abi::send_descriptor(control_.get(), fd)) return "";
    ++started;
    if (std::string why = start(compiler); !why.empty()) return why;
    return abi::send_descriptor(control_.get(), fd) ? "" : "the compiler process does not answer";
  }

  std::string start(const Compiler &compiler) {
    control_.reset();
    path_ = compiler.path;
    auto pair = Socket::pair(SOCK_SEQPACKET);
    if (!pair) return std::string("no socket: ") + std::strerror(errno);
    auto &[ours, theirs] = *pair;
    int error = 0;
    pid_t pid = spawn(compiler, theirs.get(), error);
    if (pid < 0) return "cannot start " + path_ + ": " + std::strerror(error);
    theirs.reset();
    pollfd waiting{ours.get(), POLLIN, 0};
    int ready;
    do ready = poll(&waiting, 1, kStartTimeoutMs);
    while (ready < 0 && errno == EINTR);
    uint32_t version = 0;
    bool hello = ready > 0 && recv(ours.get(), &version, sizeof version, 0) == sizeof version;
    // The server runs in a child of the spawned process; reap the spawned process.
    if (!hello) kill(pid, SIGKILL);
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    if (!hello) return path_ + " did not start as a server";
    if (version != abi::kProtocolVersion) return path_ + " is of another version";
    control_ = std::move(ours);
    limit_sends(control_.get(), longest_build());
    return "";
  }

  std::mutex mutex_;
  Socket control_;
  std::string path_;  // of the server's executable
};

std::string compiler_path() {
  std::string path;
  if (const char *named = process::environment(process::Variable::compiler); *named) {
    path = named;
  } else {
    Dl_info info;
    if (!dladdr(reinterpret_cast<const void *>(&compiler_path), &info) || !info.dli_fname) return "wherryc";
    std::unique_ptr<char, decltype(&std::free)> library(realpath(info.dli_fname, nullptr), &std::free);
    path = library ? library.get() : info.dli_fname;
    path = path.substr(0, path.rfind('/') + 1) + "wherry/wherryc";
  }
  std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

}  // namespace

Compiler Compiler::from_environment() {
  Compiler compiler{compiler_path(), {}};
  // A set-user-id program may have become its user altogether: the compiler would take a stranger's variables for its
  // own.
  if (process::has_foreign_environment()) return compiler;
  // Do not preload the program's libraries (a sanitizer, a profiler) into the compiler.
  for (char **variable = environ; variable && *variable; ++variable)
    if (!std::string_view(*variable).starts_with("LD_PRELOAD=")) compiler.environment.emplace_back(*variable);
  return compiler;
}

Answer ask_compiler(const Compiler &compiler, const abi::CompileRequest &request) {
  Client &client = process::per_process<Client>();
  // fork() may happen while the client's lock is held: the child makes a new client.
  const process::OutsideLibrary waiting;
  return client.ask(compiler, request);
}

}  // namespace wherry::build
