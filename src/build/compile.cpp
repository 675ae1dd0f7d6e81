#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "build/build.h"
#include "build/cache.h"
#include "build/client.h"
#include "build/load.h"
#include "observe/modes.h"

namespace wherry::build {
namespace {

template <class Bytes> class OwnedBinary final : public Binary {
 public:
  explicit OwnedBinary(Bytes bytes) : bytes_(std::move(bytes)) {}
  std::span<const std::byte> bytes() const override { return std::as_bytes(std::span(bytes_)); }

 private:
  Bytes bytes_;
};

std::string current_directory() {
  std::string path(256, '\0');
  while (!getcwd(path.data(), path.size())) {
    if (errno != ERANGE) return "";
    path.resize(path.size() * 2);
  }
  path.resize(std::strlen(path.c_str()));
  return path;
}

// All that a binary depends on, but for the files that its source includes.
std::string cache_key(const abi::CompileRequest &request, const std::string &compiler) {
  abi::CompileRequest content = request;
  content.directory.clear();
  std::string text = abi::pack(content);
  auto add = [&text](const auto &value) { text.append(reinterpret_cast<const char *>(&value), sizeof value); };
  add(abi::kVersion);
  add(abi::compiler_id(compiler.substr(0, compiler.rfind('/'))));
  add(abi::host_cpu_features());
  return Cache::key(text);
}

// Before the program's own options, which may end in one that takes the next word.
std::string mode_options() {
  const observe::Modes &modes = observe::modes();
  std::string options = modes.check_async      ? "-cl-wherry-check-async "
                        : modes.schedule_async ? "-cl-wherry-schedule-async "
                                               : "";
  if (const char *width = std::getenv("WHERRY_VECTOR_WIDTH"); width && *width)
    options += std::string("-cl-wherry-vector-width=") + width + " ";
  return options;
}

// With "-g", a debugger finds the source in a file. (A "-g" that is another option's value does no harm.)
std::string debugger_options(const Request &request) {
  std::istringstream words(request.options);
  const bool debug =
      std::find(std::istream_iterator<std::string>(words), {}, "-g") != std::istream_iterator<std::string>();
  const std::string path = debug ? Cache::from_environment().keep_source(request.source) : "";
  if (path.empty() || path.find_first_of("\"'\\") != path.npos) return "";
  return "-cl-wherry-source=\"" + path + "\" ";
}

Result result_of(std::string log, std::string binary, bool from_cache, bool self_contained) {
  return {Status::ok, std::move(log), std::make_shared<OwnedBinary<std::string>>(std::move(binary)), from_cache,
          self_contained};
}

// Whether no file was read, though some may have been looked for.
bool found_none(const std::vector<abi::Dependency> &dependencies) {
  return std::ranges::none_of(dependencies, &abi::Dependency::found);
}

Result failed(Status status, std::string log) { return {status, std::move(log), nullptr}; }

std::vector<abi::Variant> message_of(const Variant *variant) {
  if (!variant) return {};
  const auto &[x, y, z] = variant->local_size;
  abi::Variant message{variant->kernel, x, y, z, {}};
  for (const auto &[index, bytes] : variant->arguments)
    message.arguments.push_back({index, {reinterpret_cast<const char *>(bytes.data()), bytes.size()}});
  return {message};
}

// By the cache, else by the compiler.
Result obtain(const abi::CompileRequest &message) {
  std::string compiler = compiler_path();
  Cache cache = Cache::from_environment();
  std::string key = cache_key(message, compiler);
  const auto found = [&]() -> std::optional<Result> {
    auto entry = cache.find(key, message.directory);
    if (!entry) return std::nullopt;
    return result_of(std::move(entry->log), std::move(entry->binary), true, found_none(entry->dependencies));
  };
  if (auto result = found()) return *result;
  // Hundreds of processes may want the same at once, and a compiler for each would fill the memory.
  Turn turn = cache.wait_for_turn(key);
  if (turn.waited()) {
    if (auto result = found()) return *result;
    turn = {};  // he who built failed: the others need not wait for each other
  }

  Answer answer = ask_compiler(compiler, message);
  if (!answer.response) return failed(Status::unavailable, "error: " + answer.why_not + "\n");
  abi::CompileResponse &response = *answer.response;
  if (response.outcome == abi::Outcome::invalid_options)
    return failed(Status::invalid_options, std::move(response.log));
  if (response.outcome != abi::Outcome::ok) return failed(Status::failed, std::move(response.log));
  const bool self_contained = found_none(response.dependencies);
  cache.store(key, {response.log, response.binary, message.directory, std::move(response.dependencies)});
  return result_of(std::move(response.log), std::move(response.binary), false, self_contained);
}

}  // namespace

std::shared_ptr<const Binary> wrap(std::vector<std::byte> bytes) {
  return std::make_shared<OwnedBinary<std::vector<std::byte>>>(std::move(bytes));
}

Result compile(const Request &request, const Variant *variant) {
  abi::CompileRequest message{request.source,
                              mode_options() + debugger_options(request) + request.options,
                              current_directory(),
                              {},
                              {},
                              request.goal,
                              message_of(variant)};
  for (const auto &[name, text] : request.headers) message.headers.push_back({name, text});
  return obtain(message);
}

std::string cache_directory() { return Cache::from_environment().directory(); }

Result link(std::span<const std::shared_ptr<const Binary>> inputs, abi::BinaryKind goal, const Variant *variant) {
  abi::CompileRequest message;
  message.variants = message_of(variant);
  message.goal = goal;
  try {
    for (const auto &input : inputs) {
      Content content = unseal(input->bytes());
      if (content.kind == abi::BinaryKind::executable) throw std::runtime_error("an executable cannot be linked");
      message.objects.push_back({{reinterpret_cast<const char *>(content.bytes.data()), content.bytes.size()}});
    }
  } catch (const std::runtime_error &error) {
    return failed(Status::failed, std::string("error: ") + error.what() + "\n");
  }
  return obtain(message);
}

}  // namespace wherry::build
