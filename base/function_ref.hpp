// A non-owning reference to a callable, for parameters that are called only during the call that
// receives them. It allocates nothing, and costs one indirect call.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace orthant {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
           std::is_invocable_r_v<Result, F&, Args...>)
      FunctionRef(F&& f)  // NOLINT(google-explicit-constructor): a reference, like string_view
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Args... args) -> Result {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Args>(args)...);
        }) {}
  // NOLINT(google-explicit-constructor): a reference, like string_view
  Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  Result (*call_)(void*, Args...);
};

}  // namespace orthant
