// `orthant list` and the reference page show every entry of every registry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command/reference.hpp"
#include "app/command/topics.hpp"
#include "app/keys/keys.hpp"
#include "routing/routing.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

TEST(List, HasARowForEveryEntry) {
  EXPECT_EQ(topic_table("routings").rows.size(), routing_registry().size());
  EXPECT_EQ(topic_table("patterns").rows.size(), pattern_registry().size());
  EXPECT_EQ(topic_table("injections").rows.size(), injection_registry().size());
  EXPECT_EQ(topic_table("keys").rows.size(), key_table().size());
}

TEST(List, HasAFieldForEveryColumn) {
  for (const char* topic :
       {"topologies", "routings", "patterns", "injections", "keys", "columns"}) {
    const Table table = topic_table(topic);
    for (const Row& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << topic;
  }
}

TEST(Reference, NamesEveryKey) {
  const std::string page = reference_page();
  for (const Key& key : key_table()) {
    const std::string rest = key.name.substr(key.section().size() + 1);
    EXPECT_THAT(page, HasSubstr("| `" + rest + "` |"));
  }
}

}  // namespace
}  // namespace orthant
