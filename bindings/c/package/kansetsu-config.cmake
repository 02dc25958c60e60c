# find_package(kansetsu) defines kansetsu::kansetsu (shared) and kansetsu::static.
get_filename_component(_kansetsu_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET kansetsu::kansetsu)
  add_library(kansetsu::kansetsu SHARED IMPORTED)
  set_target_properties(kansetsu::kansetsu PROPERTIES
    IMPORTED_LOCATION "${_kansetsu_prefix}/lib/libkansetsu.so"
    IMPORTED_SONAME "libkansetsu.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_kansetsu_prefix}/include")
  add_library(kansetsu::static STATIC IMPORTED)
  set_target_properties(kansetsu::static PROPERTIES
    IMPORTED_LOCATION "${_kansetsu_prefix}/lib/libkansetsu.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_kansetsu_prefix}/include"
    INTERFACE_COMPILE_DEFINITIONS "KANSETSU_STATIC"
    INTERFACE_LINK_LIBRARIES "m;pthread;dl")
endif()

unset(_kansetsu_prefix)
