// The networks of message classes, for topologies whose links carry certain classes only.
#pragma once

#include <cstdint>
#include <vector>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// router.message_classes; 1 for routers that do not read the key.
std::uint32_t message_classes_of(const Point& point);

// Throws KeyError("topology.file") if a link carries a class that the routers do not have.
void check_message_classes(const Topology& topology, std::uint32_t message_classes);

// Sets class_networks, class_routings and routing of a setup whose topology and routing_options are
// set. `built`: class networks of earlier points with the same network; new ones are added.
// Throws KeyError("routing.algorithm") for a routing that does not find paths on any links, and the
// refusal of a class if none has a routing.
void set_class_networks(const RoutingDescription& algorithm, std::uint32_t message_classes,
                        std::vector<ClassNetwork>& built, Setup& setup);

// Throws the refusal of a class that packets use but that has no routing.
void require_routings_of_used_classes(const Setup& setup);

// The message class that exact analysis is about, from traffic.message_class.
std::size_t analyzed_class(const Point& point);
// Makes the links that carry one class the network of the setup, with its routing and, on request,
// its capacity. Throws the refusal of the class if it has no routing.
void keep_to_class(ClassNetwork& network, bool with_capacity, Setup& setup);

}  // namespace orthant
