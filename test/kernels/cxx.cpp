// SPDX-License-Identifier: Apache-2.0
// C++ for OpenCL: -cl-std=CLC++, CLC++1.0, CLC++2021.
#include <gtest/gtest.h>

#include <numeric>

#include "common/child.h"
#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const languages[] = {"-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"};

cl_bool constructs(cl_program program) {
  return info<cl_bool>(clGetProgramInfo, program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT);
}

TEST(CxxForOpencl, version) {
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0),
            info<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT));
  for (auto [options, expected] : {std::pair("-cl-std=CLC++", 100), {"-cl-std=CLC++2021", 202100}}) {
    Program program = build("kernel void test(global int *out) { *out = __OPENCL_CPP_VERSION__; }", options);
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(4);
    set_args(k, out);
    run(k, {1});
    EXPECT_EQ(expected, read<int>(out, 1)[0]);
    EXPECT_EQ(cl_bool{CL_FALSE}, constructs(program));
  }
}

// Templates, classes with operators, overloading by address space, lambdas, references, and a barrier inside a lambda.
TEST(CxxForOpencl, language) {
  const char *source = R"(
    template <class T, int n> struct Vector {
      T at[n];
      Vector(T all) { for (int i = 0; i < n; ++i) at[i] = all; }
      Vector operator*(const Vector &other) const {
        Vector product(0);
        for (int i = 0; i < n; ++i) product.at[i] = at[i] * other.at[i];
        return product;
      }
      T sum() const { T all = 0; for (int i = 0; i < n; ++i) all += at[i]; return all; }
      ~Vector() { at[0] = 0; }
    };
    enum class Space { local_memory, global_memory };
    Space space_of(local int *) { return Space::local_memory; }
    Space space_of(global int *) { return Space::global_memory; }
    template <class F> void for_each(global int *out, F &&function) { function(out[get_global_id(0)]); }
    constexpr int square(int x) { return x * x; }
    constant int table[square(2)] = {1, 2, 3, square(9)};
    kernel void test(global int *out, local int *tile) {
      const int l = get_local_id(0), n = get_local_size(0);
      auto turned = [&](int value) __private { tile[l] = value; barrier(CLK_LOCAL_MEM_FENCE); return tile[n - 1 - l]; };
      const int other = turned(l);
      Vector<int, 3> a(l), b = a * Vector<int, 3>(2);
      int sum = b.sum() + table[3] + 1000 * other;
      if (space_of(tile) == Space::local_memory && space_of(out) == Space::global_memory) sum += 100000;
      for_each(out, [=](auto &place) { place = sum; });
    })";
  for (const char *options : languages) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(64 * 4);
    set_args(k, out, LocalBytes{16 * 4});
    run(k, {64}, {16});
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i) expected[size_t(i)] = 6 * (i % 16) + 81 + 1000 * (15 - i % 16) + 100000;
    EXPECT_EQ(expected, read<int>(out, 64));
  }
}

// Constructors and methods by address space, destructors at the end of each scope, variadic and specialised templates,
// fold expressions, conversion and call operators, casts, structured bindings, placement new, recursion.
TEST(CxxForOpencl, more_of_the_language) {
  const char *source = R"(
    struct Space {
      int v;
      Space() __private : v(1) {}
      constexpr Space() __constant : v(3) {}
      int of() __local { return 10; }
      int of() { return 20; }
      int of() __constant const { return 30; }
    };
    struct Scope {
      global int *count;
      Scope(global int *count) : count(count) { atomic_inc(count); }
      ~Scope() { atomic_add(count, 100); }
    };
    template <class T> T scaled(T x) { return x + x; }
    template <> float scaled<float>(float x) { return 3 * x; }
    template <class... A> int sum(A... a) { return (a + ... + 0); }
    struct Operators {
      static int more;
      int operator()(int a) const { return a + more; }
      operator int() const { return 77; }
      Operators &operator+=(int n) { more += n; return *this; }
    };
    global int Operators::more = 5;
    enum class Letter : uchar { last = 200 };
    namespace outer { inline namespace inner { constexpr int k = 12; } }
    inline void *operator new(size_t, void *place) noexcept { return place; }
    struct Placed { int x; Placed(int x) : x(x) {} };
    struct Pair { int a, b; };
    long factorial(long n) { return n < 2 ? 1 : n * factorial(n - 1); }
    kernel void test(global int *out) {
      local Space in_local;
      Space in_private;
      __constant Space in_constant{};
      out[0] = in_local.of(), out[1] = in_private.of() + in_private.v, out[2] = in_constant.of() + in_constant.v;
      {
        Scope a(out + 3);
        { Scope b(out + 3); }
        for (int i = 0; i < 3; ++i) {
          Scope c(out + 3);
          if (i == 1) break;
        }
        out[4] = out[3];
      }
      out[5] = scaled(4) + static_cast<int>(scaled(1.0f)), out[6] = sum(1, 2, 3, 4);
      Operators s;
      s += 1;
      out[7] = s(1) + s;
      out[8] = static_cast<int>(Letter::last);
      int *any = &out[9];
      global int *g = addrspace_cast<global int *>(any);
      *g = outer::k;
      const int *constant_view = g;
      *const_cast<int *>(constant_view) += 1;
      out[10] = reinterpret_cast<short2>(0x00020001).y;
      auto in_constant_space = []() __constant { return 9; };
      constant auto held = []() __constant { return 8; };
      out[11] = held();
      Pair pair = {1, 2};
      auto [p, q] = pair;
      out[12] = 10 * p + q;
      out[13] = nullptr == static_cast<int *>(nullptr);
      if constexpr (sizeof(long) == 8) out[14] = 1;
      int memory[1];
      out[15] = (new (memory) Placed(7))->x + memory[0];
      out[16] = factorial(out[17]);
      out[18] = [](auto x) { return x.y; }((int2)(4, 5));
    })";
  for (const char *options : languages) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    Kernel k = kernel(program, "test");
    std::vector<int> start(19);
    start[17] = 6;
    Buffer out = make_buffer(start);
    set_args(k, out);
    run(k, {1});
    EXPECT_EQ((std::vector<int>{10, 21, 33, 404, 304, 11, 10, 84, 200, 13, 2, 8, 12, 1, 1, 14, 720, 6, 5}),
              read<int>(out, 19));
  }
}

// What a program may ask for: static variables of functions are constructed once, there are neither exceptions nor
// RTTI.
TEST(CxxForOpencl, macros) {
  for (const char *options : languages) {
    Program program = build(R"(
      #if !defined(__cpp_threadsafe_static_init) || !defined(__cpp_lambdas) || !defined(__cpp_if_constexpr)
      #error a feature
      #endif
      #if defined(__cpp_exceptions) || defined(__cpp_rtti) || defined(__OPENCL_C_VERSION__)
      #error no feature
      #endif
      #if __CL_CPP_VERSION_1_0__ != 100 || __CL_CPP_VERSION_2021__ != 202100 || __cplusplus != 201703L
      #error a version
      #endif
      #if __OPENCL_VERSION__ != 310 || !defined(__opencl_c_generic_address_space)
      #error OpenCL
      #endif
      kernel void test() {})",
                            options);
    kernel(program, "test");
  }
}

// As Clang takes them.
TEST(CxxForOpencl, names_in_lower_case) {
  for (auto [options, version] :
       {std::pair("-cl-std=clc++", 100), {"-cl-std=clc++1.0", 100}, {"-cl-std=clc++2021", 202100}}) {
    Program program = build("kernel void test(global int *out) { *out = __OPENCL_CPP_VERSION__; }", options);
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(4);
    set_args(k, out);
    run(k, {1});
    EXPECT_EQ(version, read<int>(out, 1)[0]);
  }
  for (const char *options : {"-cl-std=cl1.0", "-cl-std=cl1.1", "-cl-std=cl1.2", "-cl-std=cl2.0", "-cl-std=cl3.0"})
    build("kernel void test() {}", options);
  const char *source = "kernel void test() {}";
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
  ok(error);
  for (const char *options : {"-cl-std=Clc++", "-cl-std=clc++17", "-cl-std=cl"})
    EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr)) << options;
}

const char *const counted = R"(
  struct Counter { int from, calls; Counter(int n) : from(n), calls(get_global_size(0)) {} ~Counter() { from = -1; } };
  global Counter first(5), second(first.from + 2);
  kernel void test(global int *out) {
    const int l = get_global_id(0);
    if (l == 0) out[0] = first.from, out[1] = second.from, out[2] = first.calls, ++first.from;
  })";

// Once for each build, before the first kernel, by one work-item, in their order; no kernel of its own is seen.
TEST(CxxForOpencl, program_scope_objects_are_constructed_once) {
  for (const char *options : languages) {
    Program program = build(counted, options);
    EXPECT_EQ(cl_bool{CL_TRUE}, constructs(program));
    EXPECT_EQ("test", info_text(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
    Program from_binary = build_from_binary(program);
    for (cl_program one : {program.get(), from_binary.get()}) {
      Kernel k = kernel(one, "test");
      Buffer out = make_buffer(12);
      set_args(k, out);
      run(k, {8});
      EXPECT_EQ((std::vector<int>{5, 7, 1}), read<int>(out, 3));
      run(k, {8});
      EXPECT_EQ((std::vector<int>{6, 7, 1}), read<int>(out, 3));
    }
  }
}

// Objects compiled apart: each has constructors of its own.
TEST(CxxForOpencl, constructors_of_linked_objects) {
  auto compiled = [](const char *source) {
    cl_int error = CL_SUCCESS;
    Program one(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
    ok(error);
    ok(clCompileProgram(one, 0, nullptr, "-cl-std=CLC++", 0, nullptr, nullptr, nullptr, nullptr));
    return one;
  };
  Program a = compiled("struct A { int n; A() : n(get_work_dim() + 40) {} ~A() { n = 0; } }; global A a; int "
                       "value_of_a() { return a.n; }");
  Program b = compiled(
      "int value_of_a(); struct B { int n; B() : n(get_work_dim() + 1) {} ~B() { n = 0; } }; static global B b;"
      "kernel void test(global int *out) { out[0] = value_of_a(); out[1] = b.n; }");
  cl_program both[] = {a, b};
  cl_int error = CL_SUCCESS;
  Program program(clLinkProgram(context(), 0, nullptr, "", 2, both, nullptr, nullptr, &error));
  ok(error);
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(8);
  set_args(k, out);
  run(k, {1});
  EXPECT_EQ((std::vector<int>{41, 2}), read<int>(out, 2));
}

// A printing constructor: its text comes when the program is built.
TEST(CxxForOpencl, constructors_print) {
  CapturedOutput output;
  Program program = build("struct A { A() { printf(\"built\\n\"); } int n; }; global A a;"
                          "kernel void test(global int *out) { *out = a.n; }",
                          "-cl-std=CLC++");
  EXPECT_EQ("built\n", output.text());
}

cl_bool destroys(cl_program program) {
  return info<cl_bool>(clGetProgramInfo, program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT);
}

template <class Body> std::string printed(Body body) {
  CapturedOutput output;
  body();
  return output.text();
}

// Objects are destroyed when the program and its kernels are released, in the reverse order of their construction: of
// program scope, of arrays, of templates, static ones that a kernel has come to. A destructor may be all that an object
// has, and may be of its address space.
TEST(CxxForOpencl, destructors) {
  const char *source = R"(
    #if !defined(__opencl_cpp_global_destructor) || !defined(__opencl_cpp_destructor_with_address_spaces)
    #error missing
    #endif
    struct A { int n; A(int n) : n(n) {} ~A() { printf("%d ", n); } };
    struct Simple { int n; ~Simple() __global { printf("simple %d ", n); } };
    A first(1);
    Simple simple;
    A many[3] = {A(2), A(3), A(4)};
    static A last(5);
    A &seen() { static A once(6); return once; }
    kernel void test(global int *out) {
      if (get_global_id(0) == 7) { static A here(9); out[0] = here.n; }
      if (out[1]) { static A never(10); out[0] = never.n; }
      simple.n = 8;
      if (get_global_id(0) == 9) { static A then(seen().n + 1); out[2] = then.n; }
    }
    kernel void other(global int *out) { *out = last.n; })";
  for (const char *options : languages) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    EXPECT_EQ(cl_bool{CL_TRUE}, destroys(program));
    Kernel k = kernel(program, "test"), other = kernel(program, "other");
    Buffer out = make_buffer(std::vector<int>{0, 0, 0});
    set_args(k, out);
    run(k, {8}, {8});
    run(k, {64}, {64});
    EXPECT_EQ((std::vector<int>{9, 0, 7}), read<int>(out, 3));
    // The last command holds the kernel.
    Event gate(clCreateUserEvent(context(), nullptr));
    const cl_event waits = gate;
    const size_t one = 1;
    Queue q = make_queue();
    ok(clEnqueueNDRangeKernel(q, k, 1, nullptr, &one, nullptr, 1, &waits, nullptr));
    EXPECT_EQ("", printed([&] { program.reset(), other.reset(), k.reset(); }));
    EXPECT_EQ("7 6 9 5 4 3 2 simple 8 1 ", printed([&] {
                ok(clSetUserEventStatus(gate, CL_COMPLETE));
                ok(clFinish(q));
              }));
  }
  EXPECT_EQ(cl_bool{CL_FALSE}, destroys(build("kernel void test(global int *out) { *out = 1; }", "-cl-std=CLC++")));
}

// Also those of a program that is built again, and, in a child of fork, of the child's copy.
TEST(CxxForOpencl, destructors_of_each_build) {
  const char *source = "struct A { int n; A() : n(N) {} ~A() { printf(\"%d \", n); } }; global A a;"
                       "kernel void test(global int *out) { *out = a.n; }";
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
  ok(error);
  const auto build_with = [&](const char *options) {
    ok(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr));
  };
  EXPECT_EQ("", printed([&] { build_with("-cl-std=CLC++ -DN=1"); }));
  EXPECT_EQ("1 ", printed([&] { build_with("-cl-std=CLC++ -DN=2"); }));
  EXPECT_EQ("2 ", printed([&] {
              EXPECT_EQ(0, in_child([&] {
                          program.reset();
                          fflush(stdout);
                          return 0;
                        }));
            }));
  EXPECT_EQ("2 ", printed([&] { program.reset(); }));
}

// A program that has nothing to destroy takes no release callback once it is built.
TEST(CxxForOpencl, no_release_callback_without_objects) {
  const auto note = [](cl_program, void *) {};
  Program plain = build("kernel void test(global int *out) { *out = 1; }", "");
  EXPECT_EQ(CL_INVALID_VALUE, clSetProgramReleaseCallback(plain, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetProgramReleaseCallback(plain, note, nullptr));
  Program constructed = build("struct A { int i; A() : i(1) {} }; global A a;"
                              "kernel void test(global int *out) { *out = a.i; }",
                              "-cl-std=CLC++");
  EXPECT_EQ(CL_SUCCESS, clSetProgramReleaseCallback(constructed, note, nullptr));
  const char *source = "kernel void test(global int *out) { *out = 1; }";
  cl_int error;
  Program unbuilt(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
  ok(error);
  EXPECT_EQ(CL_SUCCESS, clSetProgramReleaseCallback(unbuilt, note, nullptr));
}

// Release callbacks come after the destructors, the last one first, and once the kernels are released.
TEST(CxxForOpencl, release_callbacks) {
  Program program = build("struct A { ~A() { printf(\"destroyed \"); } }; global A a;"
                          "kernel void test(global int *out) { *out = 1; }",
                          "-cl-std=CLC++");
  static cl_program expected;
  expected = program;
  const auto note = [](cl_program released, void *text) {
    if (released == expected) printf("%s ", static_cast<const char *>(text));
    fflush(stdout);
  };
  ok(clSetProgramReleaseCallback(program, note, const_cast<char *>("first")));
  ok(clSetProgramReleaseCallback(program, note, const_cast<char *>("second")));
  EXPECT_EQ(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_PROGRAM, clSetProgramReleaseCallback(nullptr, note, nullptr));
  Kernel k = kernel(program, "test");
  EXPECT_EQ("", printed([&] { program.reset(); }));
  EXPECT_EQ("destroyed second first ", printed([&] { k.reset(); }));
}

// Many work-items of many work-groups come to a static variable at once: one constructs it, from its own id, and all
// see what it made; in a divergent branch too.
TEST(CxxForOpencl, static_variables_of_functions) {
  const char *source = R"(
    struct Once {
      int from, count;
      Once(int id, volatile global int *constructed) : from(id), count(0) {
        for (int i = 0; i < 1000; ++i) count += from + i;
        atomic_inc(constructed);
      }
    };
    kernel void test(volatile global int *constructed, global int *out) {
      const int id = get_global_id(0);
      int sum = 0;
      if (id % 3 != 1) {
        static Once once(id, constructed);
        sum = once.count - 1000 * once.from;
      }
      out[id] = sum;
    })";
  const int n = 4096;
  for (const char *options : languages) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    Kernel k = kernel(program, "test");
    Buffer constructed = make_buffer(std::vector<int>{0}), out = make_buffer(n * 4);
    set_args(k, constructed, out);
    run(k, {n}, {64});
    EXPECT_EQ(1, read<int>(constructed, 1)[0]);
    const std::vector<int> got = read<int>(out, n);
    for (int i = 0; i < n; ++i) ASSERT_EQ(i % 3 == 1 ? 0 : 499500, got[size_t(i)]) << i;
  }
}

// OpenCL C's builtins under C++'s names: math, vectors, atomics, async copies, images, sub-groups.
TEST(CxxForOpencl, builtins_and_async_copies) {
  const char *source = R"(
    kernel void test(global float *out, global float4 *in, read_only image2d_t image, local float4 *tile) {
      event_t copied = async_work_group_copy(tile, in, 16, 0);
      wait_group_events(1, &copied);
      const int id = get_local_id(0);
      const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      local atomic_int total;
      if (id == 0) atomic_store(&total, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_fetch_add(&total, id);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[id] = dot(tile[id], (float4)(1, 2, 3, 4)) + fmax(sin(0.0f), 1.0f) + atomic_load(&total) +
                work_group_reduce_add(1.0f) + convert_float(convert_uchar_sat(300)) +
                read_imagef(image, nearest, (int2)(id, 0)).x;
    })";
  cl_image_format format{CL_R, CL_FLOAT};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D, desc.image_width = 16, desc.image_height = 1;
  std::vector<float> pixels(16), in(64);
  std::iota(pixels.begin(), pixels.end(), 0.0f);
  std::iota(in.begin(), in.end(), 0.0f);
  cl_int error = CL_SUCCESS;
  Buffer image(clCreateImage(context(), CL_MEM_COPY_HOST_PTR, &format, &desc, pixels.data(), &error));
  ok(error);
  for (const char *options : languages) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(64), from = make_buffer(in);
    set_args(k, out, from, image, LocalBytes{256});
    run(k, {16}, {16});
    const std::vector<float> got = read<float>(out, 16);
    for (int i = 0; i < 16; ++i) {
      const auto x = static_cast<float>(4 * i);
      EXPECT_EQ(x + 2 * (x + 1) + 3 * (x + 2) + 4 * (x + 3) + 1 + 120 + 16 + 255 + static_cast<float>(i),
                got[size_t(i)]);
    }
  }
}

TEST(CxxForOpencl, what_the_language_forbids_fails_with_a_log) {
  for (auto [source, expected] :
       {std::pair("struct A { virtual void f(); }; kernel void test() {}", "virtual"),
        {"kernel void test() { throw 1; }", "exceptions"},
        {"kernel void test() { try {} catch (...) {} }", "exceptions"},
        {"kernel void test() { typeid(int); }", "typeid"},
        {"kernel void test() { thread_local int x; }", "thread_local"},
        {"struct A { void f(); }; kernel void test() { auto f = &A::f; }", "function"},
        {"void f(); kernel void test() { auto &g = f; }", "function is not allowed"},
        {"template <class T> kernel void test() {}", "template"},
        {"struct A { int n; A() { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{}); } };"
         "global A a; kernel void test() {}",
         "enqueues kernels"},
        {"kernel void test() { int *p = new int; }", "new"},
        {"kernel void test() { dynamic_cast<int *>((int *)0); }", "dynamic_cast"}}) {
    cl_int error = CL_SUCCESS;
    Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
    ok(error);
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "-cl-std=CLC++2021", nullptr, nullptr));
    EXPECT_NE(std::string::npos, build_log(program).find(expected)) << build_log(program);
  }
}

}  // namespace
