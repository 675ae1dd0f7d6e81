// SPDX-License-Identifier: Apache-2.0
#include "loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace wherry::info {
namespace {

namespace fs = std::filesystem;

constexpr char kSystemVendors[] = "/etc/OpenCL/vendors";
constexpr char kLibrary[] = "libwherry.so";

std::string loader_path, loader_name;

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool is_wherry(const std::string &library) { return fs::path(library).filename() == kLibrary; }

// The first line of a vendor file: the library's path, or its name.
std::string library_in(const std::string &file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

std::vector<std::string> icd_files(const std::string &folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error))
    if (item->path().extension() == ".icd") files.push_back(item->path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string names_of(const std::vector<std::string> &files) {
  std::string text;
  for (const std::string &file : files) text += (text.empty() ? "" : ", ") + fs::path(file).filename().string();
  return text;
}

// clGetICDLoaderInfoOCLICD, which both loaders have.
enum class LoaderInfo : int { version = 2, name = 3 };
using GetLoaderInfo = cl_int (*)(LoaderInfo, size_t, void *, size_t *);

std::string ask(GetLoaderInfo get, LoaderInfo which) {
  char text[256] = "";
  return get && get(which, sizeof text - 1, text, nullptr) == CL_SUCCESS ? text : "";
}

}  // namespace

bool open_loader(const std::string &file, Calls &calls, Report &report) {
  void *library = dlopen(file.empty() ? "libOpenCL.so.1" : file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    report.line("loader", "none");
    report.wrong("no_loader", std::string("there is no OpenCL loader: ") + dlerror(),
                 file.empty()
                     ? "install one: apt install ocl-icd-libopencl1 (in Python: pip install pyopencl, which brings "
                       "its own, and python -m wherry)"
                     : "leave --loader out, or name a libOpenCL.so.1");
    return false;
  }
  bool complete = true;
#define WHERRY_INFO_CALL(name)                                                                                         \
  complete &= (calls.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name))) != nullptr;
  WHERRY_INFO_CALLS(WHERRY_INFO_CALL)
#undef WHERRY_INFO_CALL
  Dl_info about;
  if (complete && dladdr(reinterpret_cast<const void *>(calls.clGetPlatformIDs), &about) && about.dli_fname)
    loader_path = fs::weakly_canonical(about.dli_fname);
  if (!complete) {
    report.line("loader", file.empty() ? "libOpenCL.so.1" : file);
    report.wrong("bad_loader", "the OpenCL loader lacks functions of OpenCL 2.0",
                 "install a newer one: apt install ocl-icd-libopencl1");
    return false;
  }
  const auto get = reinterpret_cast<GetLoaderInfo>(calls.clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD"));
  loader_name = ask(get, LoaderInfo::name);
  const std::string version = ask(get, LoaderInfo::version);
  report.fact("loader", "path", loader_path);
  report.fact("loader", "name", loader_name);
  report.fact("loader", "version", version);
  report.line("loader", loader_path + (loader_name.empty() ? "" : " (" + loader_name + " " + version + ")"));
  return true;
}

VendorFiles find_vendor_files(Report &report) {
  const std::string vendors = variable("OCL_ICD_VENDORS"), path = variable("OPENCL_VENDOR_PATH");
  const bool is_khronos = loader_name.find("Khronos") != std::string::npos;
  VendorFiles found;
  std::string folder = kSystemVendors;
  if (!is_khronos && !path.empty()) folder = path;
  if (!vendors.empty() && (is_khronos || fs::is_directory(vendors))) folder = vendors;
  // ocl-icd takes a vendor file, or a library, in the place of a folder.
  const bool is_one = !vendors.empty() && folder != vendors;
  std::string one = vendors;
  if (is_one && one.ends_with(".icd") && one.find('/') == one.npos) one = folder + "/" + one;
  found.files = is_one ? std::vector{one} : icd_files(folder);
  std::string where = is_one ? one : folder;
  if (const std::string beside = variable("PYOPENCL_HOME") + "/.libs";
      !is_one && loader_path.starts_with(beside + "/")) {
    for (const std::string &file : icd_files(beside)) found.files.push_back(file);
    where += ", " + beside;
  }
  if (is_khronos) {
    std::istringstream libraries(variable("OCL_ICD_FILENAMES"));
    for (std::string library; std::getline(libraries, library, ':');)
      if (!library.empty()) found.files.push_back(library);
  }
  for (const std::string &file : found.files) {
    const std::string library = file.ends_with(".icd") ? library_in(file) : file;
    if (found.wherrys.empty() && is_wherry(library)) {
      found.wherrys = file;
      found.library = library;
    }
  }
  report.fact("vendors", "folder", where);
  report.fact("vendors", "OCL_ICD_VENDORS", vendors);
  report.fact("vendors", "files", found.files);
  report.fact("vendors", "wherry", found.wherrys);
  report.line("vendors", where + (vendors.empty() ? " (OCL_ICD_VENDORS is not set)" : " (OCL_ICD_VENDORS)") + ": " +
                             (found.files.empty() ? "no .icd file" : names_of(found.files)));
  return found;
}

std::string own_library() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  // bin/wherryc leads to <libdir>/wherry/wherryc; wheels, which hold no symbolic links, have bin beside lib.
  for (const fs::path &candidate :
       {fs::weakly_canonical(self.parent_path() / "wherryc", error).parent_path().parent_path(),
        self.parent_path().parent_path() / "lib"})
    if (fs::exists(candidate / kLibrary, error)) return candidate / kLibrary;
  return "";
}

void explain_no_platform(const VendorFiles &vendors, Report &report) {
  const std::string ours = own_library(), set = variable("OCL_ICD_VENDORS");
  const std::string put = ours.empty() ? "install Wherry, which brings libwherry.so and its .icd file"
                                       : "echo " + ours + " > " + kSystemVendors + "/wherry.icd, as root";
  if (vendors.wherrys.empty()) {
    bool in_system = false;
    for (const std::string &file : icd_files(kSystemVendors)) in_system |= is_wherry(library_in(file));
    if (!set.empty())
      report.wrong("vendors_variable", "OCL_ICD_VENDORS=" + set + " leads to no .icd file of Wherry's",
                   in_system      ? std::string("unset OCL_ICD_VENDORS: ") + kSystemVendors + " has Wherry's"
                   : ours.empty() ? put
                                  : "set it to " + ours + ", or unset it and " + put);
    else
      report.wrong("no_vendor_file",
                   "no .icd file that the loader reads names Wherry's library, " + std::string(kLibrary), put);
    return;
  }
  if (vendors.library.starts_with("/") && access(vendors.library.c_str(), R_OK) != 0) {
    report.wrong("no_library", vendors.wherrys + " names " + vendors.library + ", which cannot be read",
                 ours.empty() ? "install Wherry again" : "write " + ours + " into it");
    return;
  }
  // Relative names and $ORIGIN mean the loader's folder, which dlopen() here would not take them from.
  if (vendors.library.starts_with("/"))
    if (void *library = dlopen(vendors.library.c_str(), RTLD_NOW | RTLD_LOCAL); !library) {
      report.wrong("bad_library", std::string("the driver cannot be loaded: ") + dlerror(), "install Wherry again");
      return;
    }
  report.wrong("no_platform", "the loader reads " + vendors.wherrys + " and yet has no platform of Wherry's",
               "run again with OCL_ICD_DEBUG=15 (ocl-icd) or OCL_ICD_ENABLE_TRACE=1 (Khronos' loader), which say why");
}

}  // namespace wherry::info
