// The three forms of a table, byte by byte.
#include "app/output/table.hpp"

#include <gtest/gtest.h>

#include "app/output/csv.hpp"
#include "app/output/json.hpp"

namespace orthant {
namespace {

const Table kTable = {
    {{"dimensions", true}, {"load"}, {"verdict", true}, {"latency"}, {"empty"}},
    {{"8", "0.1", "stable", "12.3456789", ""}, {"8", "0.25", "saturated", "", ""}}};

TEST(Table, BecomesCsvWithOneHeaderLine) {
  EXPECT_EQ(to_csv(kTable),
            "dimensions,load,verdict,latency,empty\n"
            "8,0.1,stable,12.3456789,\n"
            "8,0.25,saturated,,\n");
}

TEST(Table, BecomesJsonWithNumbersWordsAndNull) {
  EXPECT_EQ(to_json(kTable, {{"topology.kind", "torus"}, {"traffic.load", "0.1, 0.25"}}),
            "{\n"
            "  \"config\": {\n"
            "    \"topology.kind\": \"torus\",\n"
            "    \"traffic.load\": \"0.1, 0.25\"\n"
            "  },\n"
            "  \"rows\": [\n"
            "    {\"dimensions\": \"8\", \"load\": 0.1, \"verdict\": \"stable\", "
            "\"latency\": 12.3456789, \"empty\": null},\n"
            "    {\"dimensions\": \"8\", \"load\": 0.25, \"verdict\": \"saturated\", "
            "\"latency\": null, \"empty\": null}\n"
            "  ]\n"
            "}\n");
}

TEST(Table, ReadsItsOwnJsonBack) {
  Table table = kTable;
  table.rows[0][0] = "a \"b\" \\ \n u0041";
  const auto found = rows_of_json(to_json(table, {}));
  ASSERT_TRUE(found);
  EXPECT_EQ(csv_line(found->names), csv_header(table.columns));
  EXPECT_EQ(found->rows, table.rows);
  EXPECT_TRUE(rows_of_json(to_json({table.columns, {}}, {}))->rows.empty());
}

TEST(Table, RefusesOtherJson) {
  const std::string json = to_json(kTable, {});
  EXPECT_FALSE(rows_of_json("{}"));
  EXPECT_FALSE(rows_of_json(json.substr(0, json.size() - 6)));
  for (const char* rows : {R"([{"a": 1}, {"b": 1}])", R"([{"a": 1}, {"a": 1, "b": 2}])",
                           R"([{"a": 1, "b": 2}, {"a": 1}])"})
    EXPECT_FALSE(rows_of_json(std::string(R"({"rows": )") + rows + "}")) << rows;
}

TEST(Table, QuotesInJsonWhatOnlyLooksLikeANumber) {
  const Column number{"x"};
  for (const char* text : {"-0.5", "1e-07", "0", "12", "1.5E+3"})
    EXPECT_EQ(json_value(number, text), text);
  for (const char* text : {"007", "1.", ".5", "+1", "0x10", "1:0.5 5:0.5", "nan", "-", "1e"})
    EXPECT_EQ(json_value(number, text), json_string(text));
  EXPECT_EQ(json_string("a\tb\"\\"), "\"a\\u0009b\\\"\\\\\"");
}

TEST(Table, ShowsWhatIsEqualOnceAndTheRestAligned) {
  EXPECT_EQ(to_text(kTable),
            "dimensions  8\n"
            "\n"
            "load  verdict    latency\n"
            " 0.1  stable     12.3457\n"
            "0.25  saturated\n");
}

TEST(Table, ShowsASingleRowAsAList) {
  EXPECT_EQ(to_text({kTable.columns, {kTable.rows[0]}}),
            "dimensions  8\n"
            "load        0.1\n"
            "verdict     stable\n"
            "latency     12.3457\n");
}

}  // namespace
}  // namespace orthant
