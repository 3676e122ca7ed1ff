// Chakra traces in JSON give the same workload as in protocol buffers.
#include <gtest/gtest.h>

#include "tests/traffic/chakra_writer.hpp"
#include "tests/traffic/rank_texts.hpp"
#include "traffic/traces/chakra_nodes.hpp"
#include "traffic/traces/chakra_trace.hpp"

namespace orthant {
namespace {

using namespace chakra;

Workload json_chakra_of(const std::vector<std::string>& ranks) {
  const RankTexts files(ranks, ".0.json");
  return read_chakra("workload.file", files.first(), 16, {});
}
std::string json_error(const std::string& text) {
  const RankTexts files({text}, ".0.json");
  return files.error_of([&] { read_chakra("workload.file", files.first(), 16, {}); });
}

// A computation on the host, then an all-gather, and a message to the other rank.
std::string binary(int rank) {
  return kHead + computation(0, {}, 5, true) + collective(1, {0}, 2, 300, group("0")) +
         (rank == 0 ? send(2, {1}, 64, 1, 9) : receive(2, {1}, 64, 0, 9));
}

TEST(ChakraJson, IsReadAsTheFeederDoes) {
  const auto graph = [](const std::string& last) {
    return R"({ "workload_graph": [
      {"Id": 0, "Name": "a [\"b\"]", "NodeType": 4, "ctrlDeps": [77], "data_deps": [],
       "runtime": 5, "is_cpu_op": true},
      {"Id": 1, "NodeType": 7, "data_deps": [0], "is_cpu_op": false, "comm_type": 2,
       "comm_size": 300, "pg_name": "0", "involved_dim": [true], "tensor_size": 1.5e3}, )" +
           last + R"(], "ngpus": 8 })";
  };
  const Workload workload = json_chakra_of(
      {graph(R"({"Id": 2, "NodeType": 5, "data_deps": [1], "comm_size": 64, "comm_dst": 1,
                 "comm_tag": 9})"),
       graph(R"({"Id": 2, "NodeType": 6, "data_deps": [1], "comm_size": 64, "comm_src": 0,
                 "comm_tag": 9})")});
  EXPECT_EQ(goal_text(workload), goal_text(json_chakra_of({binary(0), binary(1)})));
}

// Concatenated objects; 64-bit numbers in quotes, members in any order.
TEST(ChakraJson, IsReadAsTheJsonizerWritesIt) {
  const auto messages = [](const std::string& last) {
    return R"({ "version": "0.0.4", "attr": [{"name": "schema", "stringVal": "1.0"}] }{
      "name": "a", "type": "COMP_NODE", "durationMicros": "5",
      "attr": [ {"name": "is_cpu_op", "boolVal": true} ] }{
      "id": "1", "type": "COMM_COLL_NODE", "dataDeps": [ "0" ], "attr": [
        {"int64Val": "2", "name": "comm_type"}, {"name": "comm_size", "uint64_val": "300"},
        {"name": "pg_name", "stringVal": "0"}, {"name": "x", "doubleVal": 0.5},
        {"name": "involved_dim", "boolList": {"values": [true, true]}} ] } )" +
           last;
  };
  const Workload workload = json_chakra_of(
      {messages(R"({"id": "2", "type": "COMM_SEND_NODE", "ctrl_deps": ["1"], "attr": [
          {"name": "comm_size", "int32Val": 64}, {"name": "comm_dst", "int32Val": 1},
          {"name": "comm_tag", "int32Val": 9}]})"),
       messages(R"({"id": "2", "type": "COMM_RECV_NODE", "ctrlDeps": ["1"], "attr": [
          {"name": "comm_size", "int32Val": 64}, {"name": "comm_src", "int32Val": 0},
          {"name": "comm_tag", "int32Val": 9}]})")});
  EXPECT_EQ(goal_text(workload), goal_text(json_chakra_of({binary(0), binary(1)})));
}

TEST(ChakraJson, IsDistinguishedFromBytes) {
  EXPECT_TRUE(is_chakra_json(" {\n \"workload_graph\""));
  EXPECT_TRUE(is_chakra_json("{}{"));
  EXPECT_FALSE(
      is_chakra_json("{\x0a\x05"
                     "0.0.4"));  // a message of 123 bytes
  EXPECT_FALSE(is_chakra_json(""));
  EXPECT_FALSE(is_chakra_json(kHead));
}

TEST(ChakraJson, ReportsWhatIsWrongAndWhere) {
  EXPECT_EQ(json_error("{ \"workload_graph\": [] }"), "");
  EXPECT_EQ(json_error("{ \"nodes\": [] }\n"),
            "0:2: no node is in it; allowed: workload_graph, or nodes one after the other");
  EXPECT_EQ(json_error("{ \"workload_graph\": [\n{\"Id\": 1}] }"),
            "0:2: a node of no type; allowed: METADATA_NODE to COMM_COLL_NODE, 1 to 7");
  EXPECT_EQ(json_error("{ \"type\": \"NODE\" }"),
            "0:1: NODE is no type of node; allowed: METADATA_NODE to COMM_COLL_NODE");
  EXPECT_EQ(json_error("{ \"workload_graph\": [ {\"Id\": 1.5} ] }"),
            "0:1: 1.5 is no whole number; allowed: one of 64 bits");
  EXPECT_EQ(
      json_error("{ \"workload_graph\": [ {\"Id\": 1, \"NodeType\": 4, \"data_deps\": [2]} ] }"),
      "0: node 1: it waits for node 2, which is not there; allowed: nodes of its rank");
  EXPECT_EQ(json_error("{ \"workload_graph\": [ {\"Id\": 1,"),
            "0:1: the file ends; allowed: a name in quotes");
}

}  // namespace
}  // namespace orthant
