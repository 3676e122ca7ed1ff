# Writes OUT, the source of commit_id(): the commit of the sources, "+" after it where they have
# changes; empty where ROOT is no clone of its own. Leaves OUT alone where it would not change.
# Called as: cmake -DROOT=... -DOUT=... -P commit.cmake
find_program(GIT git)
set(id "")
if(GIT AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND ${GIT} -C ${ROOT} rev-parse --short=12 HEAD OUTPUT_VARIABLE id
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} -C ${ROOT} diff-index --quiet HEAD -- RESULT_VARIABLE is_changed
                  ERROR_QUIET)
  if(id AND is_changed)
    string(APPEND id "+")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#include \"app/config/version.hpp\"

namespace orthant {

std::string_view commit_id() { return \"${id}\"; }

}  // namespace orthant
")
