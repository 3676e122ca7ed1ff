// Finds the scripts and a Python that can run them, and becomes that Python.
//
// Tested by: tests/house/plot_verb_test.py, tests/app/report_test.py
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

#include "app/keys/spelling.hpp"
#include "app/output/files.hpp"
#include "app/pictures/verbs.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlotEndings[] = {".png", ".svg", ".pdf"};
constexpr std::string_view kReportEndings[] = {".html", ".htm"};

// What a script imports: the package of Debian is python3-NAME.
constexpr const char* kPlotModules[] = {"pandas", "matplotlib"};

// Ends with 10 and the place of the first module that is not there.
constexpr const char* kProbe =
    "import sys, importlib.util as u\n"
    "for i, name in enumerate(sys.argv[1:]):\n"
    "    if u.find_spec(name) is None: sys.exit(10 + i)\n";
constexpr int kFirstMissing = 10;
constexpr int kNoProgram = 127;

struct Script {
  std::string_view verb, file;
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

// The first Python that has the modules: the one that is asked for, else that of Debian, which has
// Debian's packages, else that of the path.
std::string find_python(const Script& script) {
  std::vector<std::string> candidates = {"/usr/bin/python3", "python3"};
  if (const char* wanted = std::getenv("ORTHANT_PYTHON")) candidates = {wanted};
  std::string lacking;
  for (const std::string& python : candidates) {
    std::vector<std::string> words = {python, "-c", kProbe};
    words.insert(words.end(), script.modules.begin(), script.modules.end());
    const int code = exit_code(words);
    if (code == 0) return python;
    const auto missing = static_cast<std::size_t>(code - kFirstMissing);
    if (code >= kFirstMissing && missing < script.modules.size() && lacking.empty())
      lacking = fmt::format("{} has no {}; allowed with: the Debian package python3-{}", python,
                            script.modules[missing], script.modules[missing]);
  }
  if (lacking.empty())
    lacking =
        fmt::format("{} is missing; allowed with: the Debian package python3", candidates.back());
  config_error("{}: {}", script.verb, lacking);
}

// In a build tree beside the program, installed in PREFIX/share.
std::string find_script(const Script& script) {
  std::vector<fs::path> folders;
  if (const char* wanted = std::getenv("ORTHANT_SCRIPTS")) {
    folders = {wanted};
  } else {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    folders = {program / "scripts", program.parent_path() / "share" / "orthant" / "scripts"};
  }
  std::error_code error;
  for (const fs::path& folder : folders)
    if (fs::exists(folder / script.file, error)) return (folder / script.file).string();
  config_error(
      "{}: {} is missing in {}; allowed: ORTHANT_SCRIPTS=FOLDER with the scripts of Orthant",
      script.verb, script.file, folders.back().string());
}

std::string ending_of(const std::string& file) {
  std::string ending = fs::path(file).extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

void check_output(const CommandLine& command, const Script& script) {
  if (!command.output)
    config_error("command line: {}: -o FILE is missing; allowed: a name that ends in {}",
                 script.verb, joined(script.endings));
  const std::string ending = ending_of(*command.output);
  if (std::ranges::find(script.endings, ending) == script.endings.end())
    config_error("command line: -o, --output: {} has no known ending; allowed: {}",
                 in_quotes(*command.output), joined(script.endings));
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

int become(const CommandLine& command, const Script& script) {
  check_files(command);
  check_output(command, script);
  const std::string path = find_script(script);
  std::vector<std::string> words = {find_python(script), "-B", path, "--output", *command.output};
  for (const auto& [name, value] :
       {std::pair("--kind", &command.kind), std::pair("--x", &command.x),
        std::pair("--y", &command.y), std::pair("--facet", &command.facet),
        std::pair("--title", &command.title)})
    if (*value) words.push_back(fmt::format("{}={}", name, **value));
  words.push_back("--");
  words.insert(words.end(), command.words.begin(), command.words.end());
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
  return become(command, {"plot", "orthant_plot.py", kPlotEndings, kPlotModules});
}

int report_verb(const CommandLine& command) {
  return become(command, {"report", "orthant_report.py", kReportEndings, {}});
}

}  // namespace orthant
