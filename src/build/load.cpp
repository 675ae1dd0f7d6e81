// SPDX-License-Identifier: Apache-2.0
#include "load.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>

#include "build/build.h"
#include "kernel_abi/files.h"
#include "observe/reports.h"
#include "observe/trace.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace wherry::build {

Content unseal(std::span<const std::byte> bytes) {
  abi::Seal seal;
  if (bytes.size() < sizeof seal) throw std::runtime_error("not a binary of this driver");
  std::memcpy(&seal, bytes.data() + bytes.size() - sizeof seal, sizeof seal);
  if (std::memcmp(seal.magic, abi::kSealMagic, sizeof seal.magic) != 0)
    throw std::runtime_error("not a binary of this driver");
  if (seal.abi_version != abi::kVersion)
    throw std::runtime_error("the binary was made by another version of this driver");
  size_t sealed = bytes.size() - sizeof seal.checksum;
  const uint64_t inside = bytes.size() - sizeof seal;
  if (seal.content_size > inside || seal.object_size != inside - seal.content_size ||
      seal.checksum != XXH3_64bits(bytes.data(), sealed) || seal.kind > abi::BinaryKind::library)
    throw std::runtime_error("the binary is damaged");
  if (!cpu::covers(cpu::host_features(), seal.cpu_features))
    throw std::runtime_error("the binary was made for a CPU with other features");
  return {seal.kind, bytes.first(seal.content_size), bytes.subspan(seal.content_size, seal.object_size)};
}

namespace {

class Loaded final : public LoadedModule {
 public:
  Loaded(std::span<const std::byte> elf, std::shared_ptr<const Binary> binary)
      : file_(memfd_create("wherry-kernel", MFD_CLOEXEC)), binary_(std::move(binary)) {
    if (!file_ || !abi::write_all(file_.get(), {reinterpret_cast<const char *>(elf.data()), elf.size()}))
      throw std::system_error(errno, std::generic_category(), "no memory to load the binary");
    // The dynamic linker identifies modules by path, so keep the descriptor open to keep its path unique. A program
    // that closes all descriptors, as daemons do, frees the number for another module; then use another number.
    while (!open())
      if (file_ = abi::Descriptor(fcntl(file_.get(), F_DUPFD_CLOEXEC, file_.get() + 1)); !file_)
        throw std::system_error(errno, std::generic_category(), "no descriptor to load the binary");
    module_ = static_cast<const abi::Module *>(dlsym(handle_, abi::kModuleSymbol));
    if (!module_ || module_->version != abi::kVersion) {
      close();
      throw std::runtime_error("the binary holds no kernels of this version");
    }
  }
  Loaded(const Loaded &) = delete;
  Loaded &operator=(const Loaded &) = delete;
  ~Loaded() override {
    observe::trace::forget_sites();
    close();
  }

  const abi::Module &module() const override { return *module_; }
  std::string place_of(uintptr_t instruction) const override {
    link_map *loaded = nullptr;
    if (!binary_ || dlinfo(handle_, RTLD_DI_LINKMAP, &loaded) != 0) return "";
    {
      const std::lock_guard lock(places_mutex_);
      if (const auto known = places_.find(instruction); known != places_.end()) return known->second;
      if (places_.size() == kMostPlaces) return "";
    }
    std::string place = binary_->place_of(instruction - loaded->l_addr);  // without the lock: takes as long as a build
    const std::lock_guard lock(places_mutex_);
    return places_.emplace(instruction, std::move(place)).first->second;
  }

 private:
  // Returns false if another module is loaded under the same path.
  bool open() {
    const std::string path = path_of_file();
    std::lock_guard lock(mutex());
    // dlopen() needs one more descriptor, and its error does not mention a lack of them.
    if (!abi::Descriptor(fcntl(file_.get(), F_DUPFD_CLOEXEC, 0)))
      throw std::system_error(errno, std::generic_category(), "no descriptor to load the binary");
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle_) throw std::runtime_error(std::string("the binary cannot be loaded: ") + dlerror());
    if (handles().insert(handle_).second) return true;
    dlclose(handle_);
    return false;
  }
  // Uses the process id instead of "self", so that debuggers and profilers find the file too, unless /proc belongs to
  // another PID namespace.
  std::string path_of_file() const {
    const std::string file = "/fd/" + std::to_string(file_.get());
    std::string path = "/proc/" + std::to_string(getpid()) + file;
    struct stat named, ours;
    if (stat(path.c_str(), &named) == 0 && fstat(file_.get(), &ours) == 0 && named.st_dev == ours.st_dev &&
        named.st_ino == ours.st_ino)
      return path;
    return "/proc/self" + file;
  }
  void close() {
    std::lock_guard lock(mutex());
    handles().erase(handle_);
    dlclose(handle_);
  }
  // Never destroyed: static objects may own programs.
  static std::mutex &mutex() {
    static auto *one = new std::mutex;
    return *one;
  }
  static std::set<void *> &handles() {
    static auto *all = new std::set<void *>;
    return *all;
  }

  // As many as are reported of a program.
  static constexpr size_t kMostPlaces = observe::Reports::kMax;

  abi::Descriptor file_;
  const std::shared_ptr<const Binary> binary_;  // null: of a Binary without an owner
  mutable std::mutex places_mutex_;
  mutable std::map<uintptr_t, std::string> places_;
  void *handle_ = nullptr;
  const abi::Module *module_ = nullptr;
};

}  // namespace

abi::BinaryKind kind_of(const Binary &binary) { return unseal(binary.bytes()).kind; }

// Each call loads a separate copy, so that programs do not share program-scope variables.
std::shared_ptr<const LoadedModule> LoadedModule::load(const Binary &binary) {
  Content content = unseal(binary.bytes());
  if (content.kind != abi::BinaryKind::executable) throw std::runtime_error("the binary is not linked");
  return std::make_shared<Loaded>(content.bytes, binary.weak_from_this().lock());
}

}  // namespace wherry::build
