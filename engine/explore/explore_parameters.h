// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/registry.h"

namespace hopscope {

/// Everything a request may set, by its path in the document ("prices.optical_per_m").
const std::vector<Parameter>& exploreParameters();

/// Prices that somebody has published: values for all parameters below "prices.".
struct PriceList : Entry {
  Values prices;
};

/// The first is the default.
const Registry<PriceList>& priceLists();

/// Path of the setting that names one of them.
inline constexpr const char* kPriceListSetting = "prices.list";

/// Defaults of all parameters, with the prices of a list.
Values exploreDefaults(const PriceList& list);

}  // namespace hopscope
