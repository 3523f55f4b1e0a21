# Runs PROGRAM, which must end well and print just what is in the file EXPECTED.
list(REMOVE_ITEM PROGRAM "")
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE complaint RESULT_VARIABLE code)
file(READ "${EXPECTED}" expected)
if(NOT code STREQUAL "0" OR NOT printed STREQUAL expected)
    message(FATAL_ERROR "exit code ${code}\n${complaint}\nprinted:\n${printed}\nexpected:\n${expected}")
endif()
