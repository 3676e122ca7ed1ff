#include "base/archive.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "base/fifo.hpp"

namespace orthant {
namespace {

struct Part {
  std::uint16_t number = 0;
  bool flag = false;
  bool operator==(const Part&) const = default;
};

class Whole {
 public:
  explicit Whole(std::uint32_t fixed) : fixed_(fixed), built_(3) {}
  void change() {
    parts_ = {{1, true}, {2, false}};
    lists_ = {{1, 2}, {}, {3}};
    some_ = 7;
    queue_.push_back(4);
    queue_.push_back(5);
    queue_.pop_front();
    turns_ = {8, 9};
    built_[1] = {6, true};
  }
  void state(Archive& archive) {
    archive.same(fixed_);
    archive(parts_, lists_, some_, none_, queue_, turns_);
    archive.filled(built_);
  }
  bool is_changed() const {
    return parts_ == std::vector<Part>{{1, true}, {2, false}} &&
           lists_ == std::vector<std::vector<std::uint64_t>>{{1, 2}, {}, {3}} && some_ == 7 &&
           !none_ && queue_.front() == 5 && turns_ == std::deque<int>{8, 9} &&
           built_ == std::vector<Part>{{}, {6, true}, {}};
  }

 private:
  std::uint32_t fixed_;
  std::vector<Part> parts_;
  std::vector<std::vector<std::uint64_t>> lists_;
  std::optional<std::uint32_t> some_;
  std::optional<std::uint32_t> none_ = 3;
  Fifo<int> queue_;
  std::deque<int> turns_;
  std::vector<Part> built_;

 public:
  void forget() { none_.reset(); }
};

std::string written() {
  Whole whole(1);
  whole.change();
  whole.forget();
  ArchiveWriter archive;
  archive(whole);
  return archive.text();
}

template <class Value>
std::string refusal(Value& value, std::string_view text) {
  try {
    ArchiveReader archive(text);
    archive(value);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Archive, ReadsWhatItHasWritten) {
  const std::string text = written();
  Whole whole(1);
  EXPECT_FALSE(whole.is_changed());
  ArchiveReader archive(text);
  archive(whole);
  EXPECT_TRUE(whole.is_changed());
  EXPECT_EQ(archive.left(), 0u);
}

TEST(Archive, RefusesATextThatIsCutOffAnywhere) {
  const std::string text = written();
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    Whole whole(1);
    EXPECT_EQ(refusal(whole, std::string_view(text).substr(0, bytes)), "ends too early") << bytes;
  }
}

TEST(Archive, RefusesTheStateOfSomethingElse) {
  Whole other(2);
  EXPECT_EQ(refusal(other, written()), "is the state of something else");
  ArchiveWriter archive;
  std::vector<std::uint32_t> three(3), two(2);
  archive.filled(three);
  ArchiveReader of_two(archive.text());
  EXPECT_THROW(of_two.filled(two), ConfigError);
  std::vector<std::uint64_t> wide;
  EXPECT_EQ(refusal(wide, archive.text()), "is the state of something of other parts");
}

struct Checked {
  std::uint32_t index = 1;
  std::vector<std::uint16_t> places = {0, 2};
  double share = 0.5;
  bool flag = true;
  void state(Archive& archive) {
    archive(index);
    archive.check_below(index, 3, "things");
    archive.all_below(places, 3, "places");
    archive.within(share, 0.0, 1.0, "a share");
    archive(flag);
    archive.check(index != 2 || flag, "the second one without its flag");
  }
};

// Returns the error on reading an object changed by `change`; writing checks nothing.
std::string refusal_of(const std::function<void(Checked&)>& change) {
  Checked checked, read;
  change(checked);
  ArchiveWriter writer;
  writer(checked);
  return refusal(read, writer.text());
}

TEST(Archive, RefusesWhatDoesNotHold) {
  EXPECT_EQ(refusal_of([](Checked&) {}), "");
  EXPECT_EQ(refusal_of([](Checked& c) { c.index = 3; }), "is damaged: number 3 of 3 things");
  EXPECT_EQ(refusal_of([](Checked& c) { c.places[1] = 9; }), "is damaged: number 9 of 3 places");
  for (const double share : {-0.5, 1.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(refusal_of([=](Checked& c) { c.share = share; }), "is damaged: a share");
  EXPECT_EQ(refusal_of([](Checked& c) { c = {.index = 2, .flag = false}; }),
            "is damaged: the second one without its flag");
}

// Copying the byte unchecked would give a bool that is neither true nor false.
TEST(Archive, RefusesABoolOfAnotherByte) {
  for (const char byte : {'\0', '\1', '\2', '\xff'}) {
    bool flag = false;
    EXPECT_EQ(refusal(flag, std::string_view(&byte, 1)),
              static_cast<unsigned char>(byte) < 2 ? "" : "is damaged: neither true nor false");
  }
}

// A corrupt count of 2^60 allocates no memory.
TEST(Archive, ReadsNoMoreThanThereIs) {
  ArchiveWriter archive;
  std::uint64_t count = std::uint64_t{1} << 60;
  std::uint32_t bytes = 8;
  archive(count, bytes);
  std::vector<std::uint64_t> numbers;
  EXPECT_EQ(refusal(numbers, archive.text()), "ends too early");
}

}  // namespace
}  // namespace orthant
