// Finds the Python package that draws and a Python that can run it, and executes that Python.
//
// Tested by: tests/python/plot_test.py, tests/app/report_test.py
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/config/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/files.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlotEndings[] = {".png", ".svg", ".pdf"};
constexpr std::string_view kReportEndings[] = {".html", ".htm"};

// Modules that `plot` imports; Debian's package is python3-NAME.
constexpr const char* kPlotModules[] = {"matplotlib"};
// Path in the folder of Python packages.
constexpr const char* kDrawer = "orthant/figures/__main__.py";

// Exits with 10 plus the index of the first module that is missing.
constexpr const char* kProbe =
    "import sys, importlib.util as u\n"
    "for i, name in enumerate(sys.argv[1:]):\n"
    "    if u.find_spec(name) is None: sys.exit(10 + i)\n";
constexpr int kFirstMissing = 10;
constexpr int kNoProgram = 127;

struct Drawer {
  std::string_view verb;
  std::span<const std::string_view> endings;
  std::span<const char* const> modules;
};

std::vector<char*> as_argv(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

// Exit code of a command without output.
int exit_code(std::vector<std::string> words) {
  std::vector<char*> argv = as_argv(words);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error(fmt::format("fork: {}", std::strerror(errno)));
  if (child == 0) {
    ::execvp(argv.front(), argv.data());
    ::_exit(kNoProgram);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kNoProgram;
}

// The first Python that has the modules: $ORTHANT_PYTHON if set, else Debian's, which has Debian's
// packages, else the one on the path.
std::string find_python(const Drawer& drawer) {
  std::vector<std::string> candidates = {"/usr/bin/python3", "python3"};
  if (const char* wanted = std::getenv("ORTHANT_PYTHON")) candidates = {wanted};
  std::string lacking;
  for (const std::string& python : candidates) {
    std::vector<std::string> words = {python, "-c", kProbe};
    words.insert(words.end(), drawer.modules.begin(), drawer.modules.end());
    const int code = exit_code(words);
    if (code == 0) return python;
    const auto missing = static_cast<std::size_t>(code - kFirstMissing);
    if (code >= kFirstMissing && missing < drawer.modules.size() && lacking.empty())
      lacking = fmt::format("{} has no {}; allowed with: the Debian package python3-{}", python,
                            drawer.modules[missing], drawer.modules[missing]);
  }
  if (lacking.empty())
    lacking =
        fmt::format("{} is missing; allowed with: the Debian package python3", candidates.back());
  config_error("{}: {}", drawer.verb, lacking);
}

// Folders of Python packages: `python` beside the program in a build tree, and in an installation
// the folders of the Python versions in PREFIX/lib.
std::vector<fs::path> package_folders() {
  if (const char* wanted = std::getenv("ORTHANT_SCRIPTS")) return {wanted};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> folders = {program / "python"};
  const fs::path lib = program.parent_path() / "lib";
  std::vector<fs::path> versions;
  for (const fs::directory_entry& entry : fs::directory_iterator(lib, error))
    if (entry.path().filename().string().starts_with("python3")) versions.push_back(entry.path());
  std::ranges::sort(versions);
  for (const fs::path& version : versions)
    for (const char* kind : {"dist-packages", "site-packages"}) folders.push_back(version / kind);
  return folders;
}

std::string find_drawer(const Drawer& drawer) {
  const std::vector<fs::path> folders = package_folders();
  std::error_code error;
  for (const fs::path& folder : folders)
    if (fs::exists(folder / kDrawer, error)) return (folder / kDrawer).string();
  config_error(
      "{}: {} is missing in {}; allowed: ORTHANT_SCRIPTS=FOLDER with the Python package of Orthant",
      drawer.verb, kDrawer, folders.front().string());
}

// Names this program to the drawer, which gets facts about keys and columns from it.
void name_this_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) ::setenv("ORTHANT", program.c_str(), 1);
}

std::string ending_of(const std::string& file) {
  std::string ending = fs::path(file).extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

void check_output(const CommandLine& command, const Drawer& drawer) {
  if (!command.output)
    config_error("command line: {}: -o FILE is missing; allowed: a name that ends in {}",
                 drawer.verb, joined(drawer.endings));
  const std::string ending = ending_of(*command.output);
  if (std::ranges::find(drawer.endings, ending) == drawer.endings.end())
    config_error("command line: -o, --output: {} has no known ending; allowed: {}",
                 in_quotes(*command.output), joined(drawer.endings));
}

void check_files(const CommandLine& command) {
  if (command.words.empty())
    config_error("command line: {}: the files are missing; allowed: files of results",
                 command.verb);
  for (const std::string& file : command.words) {
    if (!file_exists(file)) config_error("{}: no such file; allowed: a file of results", file);
    std::error_code error;
    if (fs::is_directory(file, error))
      config_error("{}: is a directory; allowed: a file of results", file);
  }
}

int become(const CommandLine& command, const Drawer& drawer) {
  check_files(command);
  check_output(command, drawer);
  const std::string path = find_drawer(drawer);
  std::vector<std::string> words = {find_python(drawer),      "-B",       path,
                                    std::string(drawer.verb), "--output", *command.output};
  for (const auto& [name, value] :
       {std::pair("kind", &command.kind), std::pair("x", &command.x), std::pair("y", &command.y),
        std::pair("facet", &command.facet), std::pair("title", &command.title),
        std::pair("ymin", &command.ymin), std::pair("ymax", &command.ymax),
        std::pair("size", &command.size), std::pair("order", &command.order),
        std::pair("label", &command.label)})
    if (*value) words.push_back(fmt::format("--{}={}", name, **value));
  if (command.logy) words.push_back("--logy");
  words.push_back("--");
  words.insert(words.end(), command.words.begin(), command.words.end());
  name_this_program();
  std::vector<char*> argv = as_argv(words);
  ::execvp(argv.front(), argv.data());
  throw std::runtime_error(fmt::format("{}: {}", words.front(), std::strerror(errno)));
}

}  // namespace

int plot_verb(const CommandLine& command) {
  const std::vector<std::string_view>& kinds = option_named("kind").words;
  if (command.kind && std::ranges::find(kinds, *command.kind) == kinds.end()) {
    const std::string_view guess = nearest(*command.kind, kinds);
    config_error("command line: --kind: {} is unknown{}; allowed: {}", in_quotes(*command.kind),
                 is_likely(*command.kind, guess) ? fmt::format(", did you mean {}?", guess) : "",
                 joined(kinds));
  }
  return become(command, {"plot", kPlotEndings, kPlotModules});
}

int report_verb(const CommandLine& command) {
  return become(command, {"report", kReportEndings, {}});
}

}  // namespace orthant
