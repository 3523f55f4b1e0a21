# frozen_string_literal: true

module FastJSON
  module Portable
    # The kinds of fj_value.
    NULL = 1
    FALSE = 2
    TRUE = 3
    INT64 = 4
    UINT64 = 5
    DOUBLE = 6
    BIGINT = 7
    DECIMAL = 8
    STRING = 9
    ARRAY = 10
    OBJECT = 11

    # A flag of STRING.
    SURROGATES = 4
  end
end
