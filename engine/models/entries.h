// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/models/model.h"

/// Every model, one function each; the file is named after its theme.
namespace hopscope::formulas {

// table_scale.cpp
Model hierarchicalTable();
Model tableScale();
Model conditionalRules();
Model systemSize();
Model controllerReaction();

// network_power.cpp
Model networkPower();
Model scaledPower();

// lookup_rate.cpp
Model lineRate();
Model packetRate();
Model aggregateRate();
Model lookupThroughput();
Model lookupHierarchy();

// torus_cache.cpp
Model torusHitRate();
Model zeroLoadLatency();

// cache_conflicts.cpp
Model cacheConflicts();

// lookup_cost.cpp
Model lookupPower();
Model cacheArea();
Model nodeReductionHardware();

// addresses.cpp
Model nodeReductionTags();
Model addressChunks();

// job_sizes.cpp
Model jobSizes();

// tree_cost.cpp
Model treeProperties();
Model treeComparison();
Model treeBounds();

// circuit_hardware.cpp
Model greedyCircuitScheduler();
Model nQueue();
Model matchingProcessors();
Model levelWiseScheduler();
Model localTreeScheduler();

// circuit_latency.cpp
Model circuitLatencies();
Model slotGuard();
Model rotorSchedule();

}  // namespace hopscope::formulas
