# Debian wants manual pages and the changelog compressed; CPack calls this before it packs.
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_DIRECTORY}/*.1" "${CPACK_TEMPORARY_DIRECTORY}/changelog")
if(NOT pages)
  message(FATAL_ERROR "no manual pages in ${CPACK_TEMPORARY_DIRECTORY}")
endif()
execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
