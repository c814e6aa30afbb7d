# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
#
# Build rules shared by all folders: language level, warnings, one static library per core folder.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

option(METAINFER_WERROR "Treat warnings as errors" ON)
set(METAINFER_SANITIZER "" CACHE STRING "Sanitizers for all targets, e.g. address,undefined")

add_library(mi_options INTERFACE)
target_compile_options(mi_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<BOOL:${METAINFER_WERROR}>:-Werror> -fno-semantic-interposition)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False positives of g++ 12 in its own std::string under optimization (GCC bugs 105329, 105651, 105762).
    target_compile_options(mi_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
target_compile_definitions(mi_options INTERFACE FMT_HEADER_ONLY=1 METAINFER_VERSION="${PROJECT_VERSION}")
if(METAINFER_SANITIZER)
    add_compile_options(-fsanitize=${METAINFER_SANITIZER} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${METAINFER_SANITIZER})
    # The sanitizers' own instrumentation sets off false positives of this one in g++ 12's libstdc++.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(mi_options INTERFACE -Wno-maybe-uninitialized)
    else()
        add_compile_options(-fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/sanitizer-ignorelist.txt)
    endif()
    add_compile_options(-fno-sanitize-recover=all)
endif()
option(METAINFER_FUZZERS "Build for libFuzzer, and the programs of tests/fuzz (needs clang)" OFF)
if(METAINFER_FUZZERS)
    # Counts what code an input reaches; programs that are no fuzzers run as ever.
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(METAINFER_CCACHE ccache)
if(METAINFER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Precompiled headers need these two settings, see the ccache manual.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${METAINFER_CCACHE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fpch-preprocess)
    else()
        add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
    endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Programs share the libraries' precompiled headers, which clang takes with the very same options alone.
    set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
endif()
find_program(METAINFER_MOLD mold)
if(METAINFER_MOLD AND NOT CMAKE_CROSSCOMPILING)
    add_link_options(-fuse-ld=mold)
endif()

# A cross compiler must not search the build machine's /usr/include, but the header-only libraries there are
# the same for every architecture: a folder with links to just those.
if(CMAKE_CROSSCOMPILING)
    find_path(METAINFER_HOST_HEADERS nlohmann/json.hpp PATHS /usr/include /usr/local/include
        NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/host-headers)
    foreach(library nlohmann tl fmt spdlog)
        file(CREATE_LINK ${METAINFER_HOST_HEADERS}/${library} ${CMAKE_BINARY_DIR}/host-headers/${library} SYMBOLIC)
    endforeach()
    include_directories(SYSTEM ${CMAKE_BINARY_DIR}/host-headers)
endif()

# metainfer_library(FOLDER [DEPENDS folder…] [PRIVATE library…] [PUBLIC library…])
# core/FOLDER as static library mi_FOLDER. It may include and link only the folders that it names.
function(metainfer_library folder)
    cmake_parse_arguments(arg "" "" "DEPENDS;PRIVATE;PUBLIC" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    if(NOT sources)
        return()
    endif()
    add_library(mi_${folder} STATIC ${sources})
    target_include_directories(mi_${folder} PUBLIC ${CMAKE_SOURCE_DIR}/core)
    target_link_libraries(mi_${folder} PUBLIC mi_options ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    foreach(dependency ${arg_DEPENDS})
        if(TARGET mi_${dependency})
            target_link_libraries(mi_${folder} PUBLIC mi_${dependency})
        endif()
    endforeach()
    if(folder STREQUAL "base")
        target_precompile_headers(mi_base PRIVATE ${CMAKE_SOURCE_DIR}/core/base/precompiled.h)
    else()
        target_precompile_headers(mi_${folder} REUSE_FROM mi_base)
    endif()
endfunction()
