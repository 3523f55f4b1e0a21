# frozen_string_literal: true

require_relative 'options'

module FastJSON
  # Options for both directions, read once: a call then costs no more than one without options.
  #
  #   coder = FastJSON::Coder.new(symbolize_names: true) { |object| object.iso8601(3) }
  #   coder.dump({ at: Time.now })     # => '{"at":"2026-01-31T12:00:00.000Z"}'
  #   coder.load('{"a": 1}')           # => {:a=>1}
  #
  # It is strict, as JSON::Coder is: what is not of JSON's own types (or a key that is no String or Symbol, or a
  # Float that is NaN or infinite) is given to the block, and what that returns is written in its place; without
  # a block it is a GeneratorError. A Coder is frozen and may be used from any thread; from any Ractor as well,
  # where all that it refers to may (Ractor.make_shareable).
  #
  # @!method parse(source)
  #   As FastJSON.parse, with the options of this coder. Also: load.
  #   @return [Object]
  #
  # @!method generate(object, io = nil)
  #   As FastJSON.generate, with the options of this coder. Also: dump.
  #   @return [String, IO] the text; the IO, if one was given
  class Coder
    # @param options [Hash, nil] as for FastJSON.parse and FastJSON.generate; one that both have is for both.
    #   `strict` is true unless it is false, and then there can be no block.
    # @yieldparam object [Object] what has no JSON form of its own
    # @yieldparam is_key [Boolean] whether it is a key
    # @yieldreturn [Object] what to write: of JSON's own types; for a key a String or Symbol
    def initialize(options = nil, **keywords, &block)
      raise TypeError, 'options: wanted a Hash' unless options.nil? || options.respond_to?(:to_hash)

      given = { strict: true }.merge(options ? options.to_hash : {}, keywords)
      raise ArgumentError, 'option strict: a block needs it' if block && !given[:strict]

      parse, generate = Options.split(given)
      prepare(parse.freeze, generate.freeze, block, single?(block))
      freeze
    end

    # A coder never changes: it is its own copy.
    # @return [Coder] self
    def dup
      self
    end

    # @return [Coder] self
    def clone(freeze: true)
      raise ArgumentError, 'a FastJSON::Coder is frozen' unless freeze

      self
    end

    # Reads one JSON text from a file.
    # @param path [String, Pathname]
    # @return [Object]
    def load_file(path)
      parse(File.read(path, encoding: Encoding::UTF_8))
    end

    private

    # Whether a block must be called with the object alone: a lambda of one argument, or &:name.
    def single?(block)
      return false unless block&.lambda?

      block.arity == 1 || block.parameters == [[:req], [:rest]]
    end
  end
end
