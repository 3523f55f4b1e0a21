# frozen_string_literal: true

require 'json' # JSON::ParserError and JSON::GeneratorError: what callers rescue already

module FastJSON
  # What every error of this library knows about itself.
  module ErrorDetails
    # @return [String, nil] the kind of fault, the same in every language: "unexpected_end", "nesting", ...
    attr_reader :code

    # @return [String, nil] JSON Pointer (RFC 6901) of the place in the value
    attr_reader :pointer

    # @return [Integer, nil] byte offset of the first byte after which no text could be valid (parsing only)
    attr_reader :offset

    # @return [Integer, nil] line of that byte, from 1 (parsing only)
    attr_reader :line

    # @return [Integer, nil] its column, from 1, in characters (parsing only)
    attr_reader :column
  end

  # A text that is not JSON by the options given. A JSON::ParserError.
  class ParserError < JSON::ParserError
    include ErrorDetails

    # @return [Array, nil] of a Stream: the values that were read in the same piece before the fault
    attr_reader :values
  end

  # Deeper than max_nesting, when parsing or generating. A JSON::ParserError, as JSON::NestingError is.
  class NestingError < ParserError
  end

  # A value that has no JSON form. A JSON::GeneratorError.
  class GeneratorError < JSON::GeneratorError
    include ErrorDetails
  end

  # Makes the exceptions that the C library raises by itself in the native engine.
  module Errors
    # Codes of fastjson.h that have a class of their own.
    OPTION_CODES = %w[argument option].freeze
    NESTING_CODES = %w[nesting circular].freeze

    # The library's own sentences, for faults that the portable engine finds in Ruby.
    SENTENCES = {
      'invalid_utf8' => 'invalid UTF-8 at',
      'nesting' => 'nested deeper than max_nesting allows',
      'duplicate_key' => 'key occurs twice in one object',
      'nan' => 'NaN and infinity have no JSON form',
      'type' => 'value has no JSON form',
      'lone_surrogate' => 'string holds a lone surrogate',
      'limit' => 'larger than a limit allows',
      'circular' => 'container contains itself'
    }.freeze

    module_function

    # @return [Exception] for a text that could not be read
    def parse(code, message, offset:, line:, column:, pointer:)
      build(code, message, ParserError, offset: offset, line: line, column: column, pointer: pointer)
    end

    # @return [Exception] for a value that could not be written
    def generate(code, message, pointer: '')
      build(code, message, GeneratorError, pointer: pointer)
    end

    # @return [Exception] the same, with the library's own sentence
    def generate_for(code, detail, pointer)
      sentence = SENTENCES.fetch(code)
      generate(code, detail ? "#{sentence}: #{detail}" : sentence, pointer: pointer)
    end

    def build(code, message, usual, **details)
      return NoMemoryError.new('failed to allocate memory') if code == 'memory'
      return ArgumentError.new(message) if OPTION_CODES.include?(code)

      error = (NESTING_CODES.include?(code) ? NestingError : usual).new(message)
      error.instance_variable_set(:@code, code)
      details.each { |name, value| error.instance_variable_set(:"@#{name}", value) }
      error
    end
    private_class_method :build
  end
end
