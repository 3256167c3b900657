// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/figures/computation.h"

/// Every computation of figures that is no closed formula.
namespace hopscope::figures {

// application_experiments.cpp
Computation networkGain();
Computation applicationHits();

// circuit_experiments.cpp
Computation slotPolicies();
Computation matchingDegree();
Computation treePermutations();
Computation treeGain();
Computation rotationWaits();

// class_experiments.cpp
Computation serviceClasses();

// delivery_experiments.cpp
Computation networkTransient();
Computation networkResponse();
Computation networkFairness();

// learnt_experiments.cpp
Computation networkLevels();
Computation networkProbability();
Computation networkCounters();

// ethernet_experiments.cpp
Computation ethernetTables();
Computation compactDragonfly();
Computation mergingGroups();
Computation networkStart();

// explore_experiments.cpp
Computation exploreNetwork();

// hybrid_experiments.cpp
Computation hybridCrossbar();

// cache_experiments.cpp
Computation cacheReferences();
Computation jobSizeSample();

// network_experiments.cpp
Computation networkFacts();
Computation networkRouting();
Computation networkCaches();
Computation networkRun();
Computation networkPaths();

// reduction_experiments.cpp
Computation reductionTags();
Computation reductionThreshold();
Computation ringDetour();

// table_experiments.cpp
Computation tableLookup();

// torus_experiments.cpp
Computation torusDestinations();
Computation torusNetwork();
Computation torusReplay();

// tree_experiments.cpp
Computation mikantPath();

}  // namespace hopscope::figures
