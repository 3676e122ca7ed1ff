#include "base/xml_reader.hpp"

#include <expat.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace orthant {

const char* XmlAttributes::find(std::string_view name) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2)
    if (name == pair[0]) return pair[1];
  return nullptr;
}

struct XmlReader::Callbacks {
  // Exceptions must not pass through the C parser.
  template <class Call>
  static void guarded(void* self, const Call& call) {
    XmlReader& reader = *static_cast<XmlReader*>(self);
    if (reader.failed_) return;
    try {
      call(reader);
    } catch (...) {
      reader.failed_ = std::current_exception();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }
  static void begin(void* self, const char* name, const char** attributes) {
    guarded(self, [&](XmlReader& reader) { reader.begin(name, XmlAttributes(attributes)); });
  }
  static void end(void* self, const char* name) {
    guarded(self, [&](XmlReader& reader) { reader.end(name); });
  }
  static void text(void* self, const char* text, int length) {
    guarded(self, [&](XmlReader& reader) {
      reader.text({text, static_cast<std::size_t>(length)});
    });
  }
};

XmlReader::XmlReader(std::string key, std::string file)
    : key_(std::move(key)),
      file_(std::move(file)),
      parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), &Callbacks::begin, &Callbacks::end);
  XML_SetCharacterDataHandler(parser_.get(), &Callbacks::text);
}

void XmlReader::read_elements() {
  errno = 0;
  std::ifstream in(file_, std::ios::binary);
  if (!in) fail_to_read("open");
  std::array<char, 65536> part;
  do {
    in.read(part.data(), part.size());
    if (in.bad()) fail_to_read("read");
    parse(part.data(), static_cast<int>(in.gcount()), in.eof());
  } while (!in.eof());
}

void XmlReader::parse(const char* text, int length, bool last) {
  const XML_Status status = XML_Parse(parser_.get(), text, length, last);
  if (failed_) std::rethrow_exception(failed_);
  if (status != XML_STATUS_OK)
    fail_at(line(), "no XML: {}; allowed: well-formed XML",
            XML_ErrorString(XML_GetErrorCode(parser_.get())));
}

std::string XmlReader::required(const XmlAttributes& attributes, std::string_view element,
                                std::string_view name) const {
  const char* const value = attributes.find(name);
  if (value == nullptr || *value == '\0')
    fail_at(line(), "<{0}> without {1}; allowed: <{0} {1}=\"...\">", element, name);
  return value;
}

std::size_t XmlReader::line() const { return XML_GetCurrentLineNumber(parser_.get()); }

void XmlReader::fail_to_read(std::string_view verb) const {
  key_error(key_, "cannot {} {}: {}", verb, file_,
            std::generic_category().message(errno == 0 ? EIO : errno));
}

}  // namespace orthant
