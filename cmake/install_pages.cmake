# The manual pages and the completion of shells, as the program prints them. Set before: `orthant`, the program;
# `pages`, the beginning of the name of a folder to write into; `share`, the folder of data below the prefix.
string(RANDOM LENGTH 12 random)  # others may install at the same time
string(APPEND pages "-${random}")
file(MAKE_DIRECTORY "${pages}")

function(print_page file)
  execute_process(COMMAND "${orthant}" ${ARGN} OUTPUT_FILE "${pages}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND "${orthant}" list verbs --format csv OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[a-z_]+," rows "${table}")
print_page(orthant.1 man)
set(manual "${pages}/orthant.1")
foreach(row ${rows})
  string(REGEX REPLACE "[\n,]" "" verb "${row}")
  print_page(orthant-${verb}.1 man ${verb})
  list(APPEND manual "${pages}/orthant-${verb}.1")
endforeach()
file(INSTALL ${manual} DESTINATION "${CMAKE_INSTALL_PREFIX}/${share}/man/man1")

# Where each shell looks for what a package or an administrator puts there.
print_page(bash completion bash)
print_page(_orthant completion zsh)
print_page(orthant.fish completion fish)
if(CMAKE_INSTALL_PREFIX MATCHES "/usr$")
  set(zsh vendor-completions)
else()
  set(zsh site-functions)
endif()
file(INSTALL "${pages}/bash" RENAME orthant DESTINATION "${CMAKE_INSTALL_PREFIX}/${share}/bash-completion/completions")
file(INSTALL "${pages}/_orthant" DESTINATION "${CMAKE_INSTALL_PREFIX}/${share}/zsh/${zsh}")
file(INSTALL "${pages}/orthant.fish" DESTINATION "${CMAKE_INSTALL_PREFIX}/${share}/fish/vendor_completions.d")
file(REMOVE_RECURSE "${pages}")
