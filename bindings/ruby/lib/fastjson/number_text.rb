# frozen_string_literal: true

require_relative 'errors'

module FastJSON
  # A number as it stood in its text, digit by digit: what big_numbers: :text gives for every number. A String in
  # all else, so that "1.10" stays 1.10 and is written so again. Written canonically it is the double that it
  # stands for, as RFC 8785 asks.
  class NumberText < String
    # The grammar of numbers (RFC 8259, section 6).
    GRAMMAR = /\A-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\z/

    # For the json library.
    # @return [String]
    # @raise [GeneratorError] if it is no number
    def to_json(*)
      raise Errors.generate_for('type', nil, '') unless number?

      String.new(self, encoding: Encoding::UTF_8)
    end

    # @return [Boolean] whether it is what JSON calls a number
    def number?
      GRAMMAR.match?(b)
    end
  end
end
