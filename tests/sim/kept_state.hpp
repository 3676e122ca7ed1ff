// A checkpoint in memory.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/kernel/checkpoint.hpp"

namespace orthant::test {

// Keeps the state of a run that is stopped, for one that goes on.
class KeptState final : public Checkpoints {
 public:
  std::optional<std::uint32_t> blocks() const override { return blocks_; }
  void load(RunState state) override {
    ArchiveReader archive(text_);
    state(archive);
    EXPECT_EQ(archive.left(), 0u);
  }
  bool is_due() override { return false; }
  void save(std::uint32_t blocks, RunState state) override {
    ArchiveWriter archive;
    state(archive);
    text_ = archive.text();
    blocks_ = blocks;
  }
  const std::string& text() const { return text_; }
  // Another state of as many blocks, to go on from.
  void set_text(std::string text) { text_ = std::move(text); }

 private:
  std::string text_;
  std::optional<std::uint32_t> blocks_;
};

}  // namespace orthant::test
