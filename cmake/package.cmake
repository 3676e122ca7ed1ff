# `cpack -G DEB` in the build folder: the command as a package for Debian, with the component `runtime` alone.
# What the program is linked with becomes a dependency by dpkg-shlibdeps.
set(CPACK_PACKAGE_NAME orthant)
set(CPACK_PACKAGE_VENDOR Orthant)
set(CPACK_PACKAGE_CONTACT "The authors of Orthant <orthant@localhost>")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
    "simulator and analyser of the routing of interconnection networks
Orthant simulates tori, meshes, hypercubes and irregular networks flit by flit,
computes what an oblivious routing guarantees, finds the best routing there is
by linear programming, and schedules collective communications.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME orthant)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# `orthant plot` and `orthant report` draw with these; apt installs them unless it is told not to.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-matplotlib, python3-pandas")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/compress_pages.cmake)
include(CPack)
