# Writes OUT, the source of simulator_id(): a hash of all sources that say what the state of a
# simulation is and how it goes on, without their comments and white space, which say neither.
# Called as: cmake -DROOT=... -DOUT=... -P simulator_id.cmake
#
# A comment is // at the beginning of a line or after a blank, up to the end of the line. Those in
# macros, between /* and */, count as code.
foreach(folder base topology routing traffic sim)
  file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.hpp)
  list(SORT sources)
  foreach(source IN LISTS sources)
    file(READ ${ROOT}/${source} text)
    string(REGEX REPLACE "(^|[ \t\n])//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "[ \t\r\n]+" "" text "${text}")
    string(SHA256 hash "${text}")
    string(APPEND all "${source} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING ${id} 0 16 id)
file(WRITE ${OUT} "#include \"app/config/version.hpp\"

namespace orthant {

std::string_view simulator_id() { return \"${id}\"; }

}  // namespace orthant
")
