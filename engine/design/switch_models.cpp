// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/switch_models.h"

#include "engine/design/sections.h"

namespace hopscope {

const Registry<SwitchModel>& switchModels() {
  static const Registry<SwitchModel> registry(
      {vctModel(), wormholeModel(), hybridModel(), slottedModel()});
  return registry;
}

const SwitchModel& switchModelOf(const Design& design) {
  const auto set = design.settings.find(kSwitchModel);
  const auto* name =
      set == design.settings.end() ? nullptr : std::get_if<std::string>(&set->second);
  const SwitchModel* model = name == nullptr ? nullptr : switchModels().find(*name);
  return model == nullptr ? switchModels().entries().front() : *model;
}

}  // namespace hopscope
