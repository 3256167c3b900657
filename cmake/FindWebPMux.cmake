# SPDX-License-Identifier: GPL-3.0-or-later
# libwebp with the library that puts frames together; Debian's package has no CMake file of its own.
# WEBP_DEMUX_LIBRARY takes frames apart, for tests.
find_path(WEBP_INCLUDE_DIR webp/mux.h)
find_library(WEBP_LIBRARY webp)
find_library(WEBP_MUX_LIBRARY webpmux)
find_library(WEBP_DEMUX_LIBRARY webpdemux)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(WebPMux REQUIRED_VARS WEBP_INCLUDE_DIR WEBP_LIBRARY WEBP_MUX_LIBRARY
                                                        WEBP_DEMUX_LIBRARY)
if(WebPMux_FOUND AND NOT TARGET WebP::Mux)
  add_library(WebP::Mux INTERFACE IMPORTED)
  set_target_properties(WebP::Mux PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${WEBP_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${WEBP_MUX_LIBRARY};${WEBP_LIBRARY}")
endif()
