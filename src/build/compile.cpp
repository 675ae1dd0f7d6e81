// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "build/build.h"
#include "cache.h"
#include "client.h"
#include "load.h"
#include "observe/modes.h"
#include "platform/process/checks.h"
#include "platform/process/environment.h"

namespace wherry::build {
namespace {

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

// The compiler builds the executable once more from the object, with lines: they cost other builds nothing.
std::string find_place(const Compiler &compiler, std::span<const std::byte> executable, uint64_t address,
                       std::span<const std::byte> object, std::vector<abi::Variant> variants) {
  abi::CompileRequest message;
  message.objects.push_back({text_of(object)});
  message.variants = std::move(variants);
  message.executable = text_of(executable);
  message.address = address;
  const Answer answer = ask_compiler(compiler, message);
  return answer.response && answer.response->outcome == abi::Outcome::ok ? answer.response->binary : "";
}

template <class Bytes> class OwnedBinary final : public Binary {
 public:
  OwnedBinary(Bytes bytes, Compiler compiler) : bytes_(std::move(bytes)), compiler_(std::move(compiler)) {}
  std::span<const std::byte> bytes() const override { return std::as_bytes(std::span(bytes_)); }
  std::string place_of(uint64_t address) const override {
    const Content content = unseal(bytes());
    return content.object.empty() ? "" : find_place(compiler_, content.bytes, address, content.object, {});
  }

 private:
  Bytes bytes_;
  const Compiler compiler_;
};

// Carries no object of its own.
class VariantBinary final : public Binary {
 public:
  VariantBinary(std::shared_ptr<const Binary> made, std::shared_ptr<const Binary> original, abi::Variant variant,
                Compiler compiler)
      : made_(std::move(made)), original_(std::move(original)), variant_(std::move(variant)),
        compiler_(std::move(compiler)) {}
  std::span<const std::byte> bytes() const override { return made_->bytes(); }
  std::string place_of(uint64_t address) const override {
    return find_place(compiler_, unseal(bytes()).bytes, address, unseal(original_->bytes()).object, {variant_});
  }

 private:
  const std::shared_ptr<const Binary> made_, original_;
  const abi::Variant variant_;
  const Compiler compiler_;
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

// A hash of all inputs of a binary, except the files that its source includes.
std::string cache_key(const abi::CompileRequest &request, const std::string &compiler) {
  abi::CompileRequest content = request;
  content.directory.clear();
  std::string text = abi::pack(content);
  auto add = [&text](const auto &value) { text.append(reinterpret_cast<const char *>(&value), sizeof value); };
  add(abi::kVersion);
  add(abi::compiler_id(compiler.substr(0, compiler.rfind('/'))));
  return Cache::key(text);
}

// These precede the program's options, whose last word may expect an argument.
std::string mode_options() {
  const observe::Modes &modes = observe::modes();
  std::string options = modes.schedule_async ? "-cl-wherry-schedule-async " : "";
  for (const auto &[word, bits] : process::kCheckWords)
    if (bits != process::kAllChecks && modes.checks & bits) options += "-cl-wherry-check=" + std::string(word) + " ";
  for (const auto &[variable, option] : {std::pair(process::Variable::vector_width, "-cl-wherry-vector-width="),
                                         {process::Variable::cpu_level, "-cl-wherry-cpu-level="}})
    if (const char *value = process::environment(variable); *value) options += option + std::string(value) + " ";
  return options;
}

// With "-g", keeps the source in a file for debuggers. (A "-g" that is the value of another option does no harm.)
std::string debugger_options(const Request &request) {
  std::istringstream words(request.options);
  if (request.is_spirv) return "";
  const bool debug =
      std::find(std::istream_iterator<std::string>(words), {}, "-g") != std::istream_iterator<std::string>();
  const std::string path = debug ? Cache::from_environment().keep_source(request.source) : "";
  if (path.empty() || path.find_first_of("\"'\\") != path.npos) return "";
  return "-cl-wherry-source=\"" + path + "\" ";
}

Result result_of(std::string log, std::string binary, const Compiler &compiler, bool from_cache) {
  return {Status::ok, std::move(log), std::make_shared<OwnedBinary<std::string>>(std::move(binary), compiler),
          from_cache};
}

Result failed(Status status, std::string log) { return {status, std::move(log), nullptr}; }

abi::Variant message_of(const Variant &variant) {
  const auto &[x, y, z] = variant.local_size;
  abi::Variant message{variant.kernel, x, y, z, {}, variant.apart, variant.reshaped, variant.lanes};
  for (const auto &[index, bytes] : variant.arguments) message.arguments.push_back({index, text_of(bytes)});
  return message;
}

// Takes the binary from the cache, or else from the compiler.
Result obtain(const abi::CompileRequest &message, const Compiler &compiler = Compiler::from_environment(),
              const Cache &cache = Cache::from_environment()) {
  std::string key = cache_key(message, compiler.path);
  const auto found = [&]() -> std::optional<Result> {
    auto entry = cache.find(key, message.directory);
    if (!entry) return std::nullopt;
    return result_of(std::move(entry->log), std::move(entry->binary), compiler, true);
  };
  if (auto result = found()) return *result;
  // Hundreds of processes may build the same program at once: a compiler for each would exhaust the memory.
  Turn turn = cache.wait_for_turn(key);
  // Another process may have finished the build meanwhile, also between the first look and a turn without a wait.
  if (auto result = found()) return *result;
  if (turn.waited())
    turn = {};  // the other build failed; release the turn, so that the waiting threads build concurrently

  Answer answer = ask_compiler(compiler, message);
  if (!answer.response) return failed(Status::unavailable, "error: " + answer.why_not + "\n");
  abi::CompileResponse &response = *answer.response;
  if (response.outcome == abi::Outcome::crashed && message.variants.empty()) {
    // The vectoriser is the likeliest cause of a crash: retry without it. Sub-groups are vectors all the same, for
    // which LLVM's code generator has code of its own where it does not optimise.
    abi::CompileRequest cautious = message;
    const char *left_out = "vectorising";
    cautious.vectorise = false;
    Answer next = ask_compiler(compiler, cautious);
    if (next.response && next.response->outcome == abi::Outcome::crashed) {
      left_out = "optimising";
      cautious.optimise = false;
      next = ask_compiler(compiler, cautious);
    }
    if (next.response && next.response->outcome == abi::Outcome::ok) {
      next.response->log +=
          std::string("warning: built without ") + left_out + ", as the compiler crashed with it:\n" + response.log;
      response = std::move(*next.response);
    }
  }
  if (response.outcome == abi::Outcome::invalid_options)
    return failed(Status::invalid_options, std::move(response.log));
  if (response.outcome != abi::Outcome::ok) return failed(Status::failed, std::move(response.log));
  cache.store(key, {response.log, response.binary, message.directory, std::move(response.dependencies)});
  return result_of(std::move(response.log), std::move(response.binary), compiler, false);
}

}  // namespace

Places places() {
  const Cache cache = Cache::from_environment();
  return {Compiler::from_environment().path, cache.directory(), cache.max_bytes()};
}

std::shared_ptr<const Binary> wrap(std::vector<std::byte> bytes) {
  return std::make_shared<OwnedBinary<std::vector<std::byte>>>(std::move(bytes), Compiler::from_environment());
}

Result compile(const Request &request) {
  abi::CompileRequest message;
  message.source = request.source;
  message.options = mode_options() + debugger_options(request) + request.options;
  message.directory = current_directory();
  message.goal = request.goal;
  for (const auto &[name, text] : request.headers) message.headers.push_back({name, text});
  if (request.is_spirv) message.language = abi::Language::spirv;
  for (const auto &[id, bytes] : request.constants) message.constants.push_back({id, bytes});
  return obtain(message);
}

Result link(std::span<const std::shared_ptr<const Binary>> inputs, abi::BinaryKind goal) {
  abi::CompileRequest message;
  message.goal = goal;
  try {
    for (const auto &input : inputs) {
      Content content = unseal(input->bytes());
      if (content.kind == abi::BinaryKind::executable) throw std::runtime_error("an executable cannot be linked");
      message.objects.push_back({text_of(content.bytes)});
    }
  } catch (const std::runtime_error &error) {
    return failed(Status::failed, std::string("error: ") + error.what() + "\n");
  }
  return obtain(message);
}

BuildVariant variants_of(std::shared_ptr<const Binary> executable) {
  const Content content = unseal(executable->bytes());
  if (content.object.empty()) return {};
  return [executable = std::move(executable), object = content.object, compiler = Compiler::from_environment(),
          cache = Cache::from_environment()](const Variant &variant) {
    abi::CompileRequest message;
    message.objects.push_back({text_of(object)});
    message.variants.push_back(message_of(variant));
    Result result = obtain(message, compiler, cache);
    if (result.binary)
      result.binary =
          std::make_shared<VariantBinary>(std::move(result.binary), executable, message.variants[0], compiler);
    return result;
  };
}

}  // namespace wherry::build
