// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/sentence.h"

namespace hopscope::test {

using AnySource = std::mt19937_64;

/// A drawn value of any type of values: numbers that are not 0, texts and lists that are not empty,
/// optional values that are there, enumerators up to 2, sentences, and structs of all these,
/// whatever fields they have. Whole numbers are exact as reals; those without a sign have all 64
/// bits.
template <typename T>
T anyValue(AnySource& source);

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Stands for each field of a struct, and becomes a value of the field's type.
struct AnyField {
  AnySource* source;
  // An optional makes itself from its value.
  template <typename T, typename = std::enable_if_t<!IsOptional<T>::value>>
  operator T() const {
    return anyValue<T>(*source);
  }
};

template <typename T, std::size_t... I>
auto takesFields(std::index_sequence<I...>)
    -> decltype(T{(static_cast<void>(I), std::declval<AnyField>())...}, std::true_type());
template <typename T>
std::false_type takesFields(...);

/// How many fields the struct has.
template <typename T, std::size_t kMost = 64>
constexpr std::size_t fieldCount() {
  if constexpr (decltype(takesFields<T>(std::make_index_sequence<kMost>()))::value)
    return kMost;
  else
    return fieldCount<T, kMost - 1>();
}

template <typename T, std::size_t... I>
T anyStruct(AnySource& source, std::index_sequence<I...>) {
  return T{(static_cast<void>(I), AnyField{&source})...};
}

template <typename T>
T anyValue(AnySource& source) {
  if constexpr (std::is_same_v<T, bool>) {
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(source() % 3);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::uniform_real_distribution<T>(1, 1000)(source);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(1 + (source() >> 24U));
  } else if constexpr (std::is_unsigned_v<T>) {
    const auto value = static_cast<T>(source());
    return value == 0 || value == static_cast<T>(-1) ? T{1} : value;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "ü " + std::to_string(source());
  } else if constexpr (std::is_same_v<T, Sentence>) {
    return sentence("{}", anyValue<std::string>(source));
  } else if constexpr (IsVector<T>::value) {
    T list(1 + source() % 3);
    for (auto& each : list) each = anyValue<typename T::value_type>(source);
    return list;
  } else {
    return anyStruct<T>(source, std::make_index_sequence<fieldCount<T>()>());
  }
}

}  // namespace hopscope::test
