# The Python package, where Debian's python3 looks for packages below the prefix; where it does not look there at all
# (PYTHONPATH finds it then), in the folder that it would have for a package of Debian. Set before: `source`, the package;
# `python`, the interpreter, empty where there is none.
set(packages "")
if(python)
  execute_process(COMMAND "${python}" -c "import site, sys
for folder in [*site.getsitepackages(), site.getusersitepackages()]:
    if folder.startswith(sys.argv[1] + '/lib/'):
        print(folder[len(sys.argv[1]) + 1:], end='')
        break" "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE packages COMMAND_ERROR_IS_FATAL ANY)
endif()
if(NOT packages)
  set(packages lib/python3/dist-packages)
endif()
file(INSTALL "${source}" DESTINATION "${CMAKE_INSTALL_PREFIX}/${packages}" PATTERN __pycache__ EXCLUDE)
