// A thin reader finds the lines, their numbers and the sections; Boost.Program_options parses each
// setting, one line at a time, so that every message can name its line.
//
// Tested by: tests/app/config_test.cpp, tests/app/config_fuzz_test.cpp, tests/bad_configs/
#include "app/config/ini.hpp"

#include <boost/program_options/parsers.hpp>
#include <optional>
#include <sstream>

#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"
#include "base/words.hpp"
#include "traffic/traffic.hpp"

namespace orthant {
namespace {

namespace po = boost::program_options;

class IniReader {
 public:
  IniReader(std::istream& in, const std::string& name) : in_(in), name_(name) {}

  IniText read() {
    while (next_line()) {
      const std::string_view text = without_comment();
      if (text.empty()) continue;
      if (text.front() == '[') {
        begin_section(text);
      } else {
        add_setting(text);
      }
    }
    if (in_.bad()) config_error("{}: cannot be read", name_);
    return std::move(text_);
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> what, Args&&... args) const {
    config_error("{}:{}: {}", name_, line_, fmt::format(what, std::forward<Args>(args)...));
  }

  // Fills buffer_ with the next line, without its end; false after the last line.
  bool next_line() {
    buffer_.clear();
    bool any = false;
    for (int c; (c = in_.get()) != std::istream::traits_type::eof();) {
      if (!any) ++line_;
      any = true;
      if (c == '\n') break;
      const auto byte = static_cast<unsigned char>(c);
      if ((byte < ' ' && byte != '\t' && byte != '\r') || byte == 0x7f) {
        fail("byte 0x{:02x}: not a text file; allowed: INI text", byte);
      }
      if (buffer_.size() == kMaxIniLineBytes) {
        fail("the line is too long; allowed: at most {} bytes", kMaxIniLineBytes);
      }
      buffer_ += static_cast<char>(byte);
    }
    if (line_ > kMaxIniLines) {
      fail("the file is too long; allowed: at most {} lines", kMaxIniLines);
    }
    if (buffer_.ends_with('\r')) buffer_.pop_back();
    if (buffer_.find('\r') != std::string::npos) {
      fail("byte 0x0d within a line; allowed: lines that end with LF or CR LF");
    }
    if (line_ == 1 && buffer_.starts_with("\xef\xbb\xbf")) buffer_.erase(0, 3);
    return any;
  }

  std::string_view without_comment() const {
    const std::string_view line = buffer_;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool starts = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
      if (starts && (line[i] == ';' || line[i] == '#')) return trimmed(line.substr(0, i));
    }
    return trimmed(line);
  }

  void begin_section(std::string_view text) {
    if (text.back() != ']') fail("{} is no section; allowed: [section]", in_quotes(text));
    const std::string_view section = trimmed(text.substr(1, text.size() - 2));
    if (!is_section(section)) {
      fail("{} is an unknown section, {}", in_quotes(text), unknown_section_hint(section));
    }
    section_ = section;
    note_named(*section_ + '.');
  }

  // Notes the named section of a key.
  void note_named(std::string_view key) {
    const std::string_view section = named_section_of(key);
    if (!is_named_section(section) || !text_.named_sections.emplace(section).second) return;
    const NamedSections& kind = *named_sections_of(section);
    const auto count = std::ranges::count_if(text_.named_sections, [&](const std::string& other) {
      return named_sections_of(other) == &kind;
    });
    if (static_cast<std::size_t>(count) > kind.most)
      fail("[{}] is one {} too many; allowed: at most {}", section, kind.one, kind.most);
  }

  void add_setting(std::string_view text) {
    if (text.find('=') == text.npos) {
      fail("{} is not understood; allowed: [section], key = value, a comment", in_quotes(text));
    }
    if (text.front() == '=') fail("{} has no key before the =", in_quotes(text));
    if (!section_)
      fail("{} stands before the first section; allowed: below one, as [topology]",
           in_quotes(text));
    if (text.find('#') != text.npos) {
      fail("{} holds a # that begins no comment; allowed: a blank before it", in_quotes(text));
    }
    std::istringstream one(fmt::format("[{}]\n{}\n", *section_, text));
    try {
      const auto parsed = po::parse_config_file(one, po::options_description(), true);
      for (const auto& option : parsed.options) {
        text_.settings.push_back({option.string_key, option.value.at(0), line_});
        note_named(option.string_key);
      }
    } catch (const po::error&) {
      fail("{} is not understood; allowed: [section], key = value, a comment", in_quotes(text));
    }
  }

  std::istream& in_;
  const std::string& name_;
  std::size_t line_ = 0;
  std::string buffer_;
  std::optional<std::string> section_;
  IniText text_;
};

}  // namespace

IniText read_ini(std::istream& in, const std::string& name) { return IniReader(in, name).read(); }

}  // namespace orthant
