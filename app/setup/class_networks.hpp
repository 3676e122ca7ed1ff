// The networks of message classes, where links carry certain ones only.
#pragma once

#include <cstdint>
#include <vector>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// As router.message_classes says; 1 of routers that read no such key.
std::uint32_t message_classes_of(const Point& point);

// Throws KeyError("topology.file") where a link carries a class that the routers do not have.
void check_message_classes(const Topology& topology, std::uint32_t message_classes);

// Sets class_networks, class_routings and routing of a setup that has its network and routing
// options. `built`: those of earlier points with the same network, to which further ones are added.
// Throws KeyError("routing.algorithm") for a routing that does not find paths on any links, and
// the refusal of a class where none has a routing.
void set_class_networks(const RoutingDescription& algorithm, std::uint32_t message_classes,
                        std::vector<ClassNetwork>& built, Setup& setup);

// Throws the refusal of a class that packets use and that has no routing.
void require_routings_of_used_classes(const Setup& setup);

// The class that exact analysis is of, by traffic.message_class.
std::size_t analyzed_class(const Point& point);
// Makes the links that carry one class the network of the setup, with its routing and, where it is
// asked for, its capacity. Throws the refusal of the class where it has no routing.
void keep_to_class(ClassNetwork& network, bool with_capacity, Setup& setup);

}  // namespace orthant
