# frozen_string_literal: true

require_relative 'options'

# Functions on texts, and texts in pieces.
module FastJSON
  # What parse_unfinished gives: the value, whether the text was whole, and how many of its bytes the value is of.
  Unfinished = Struct.new(:value, :complete, :used) do
    # The own `new` of a Struct is for the main Ractor only, where a file that is required defines it.
    singleton_class.remove_method(:new)
    def self.new(*members)
      allocate.tap { |made| made.__send__(:initialize, *members) }
    end
  end

  module_function

  # Whether a text is one JSON text: the same answer and error as parse, without making any object.
  # @return [true]
  # @raise [ParserError]
  def validate(source, options = nil)
    Texts.validate(source, options)
  end

  # The same as a question.
  # @return [Boolean]
  def valid?(source, options = nil)
    Texts.validate(source, options)
  rescue ParserError
    false
  end

  # A text without white space and comments; all else byte for byte as it is.
  # @return [String]
  # @raise [ParserError]
  def minify(source, options = nil)
    Texts.minify(source, options)
  end

  # A text written anew, without making any object: the bytes that generating what it says would give.
  # @param options [Hash, nil] as for generate
  # @param parse [Hash, nil] as for parse; with big_numbers: :text all numbers stay as they are
  # @return [String]
  # @raise [ParserError]
  # @raise [GeneratorError]
  def format(source, options = nil, parse: nil)
    Texts.format(source, options, parse)
  end

  # The value at a JSON Pointer (RFC 6901), without making anything else.
  # @param pointer [String] "" is the whole, "/a/0" the first element of what the member a is
  # @param scope [Symbol] :whole reads the text to its end: the errors of parse, and of keys that come twice the last
  #   one counts; :first stops after the value, and nothing is known of what follows it
  # @param options as for parse
  # @return [Object]
  # @raise [ParserError] code "not_found" if nothing is there, "pointer" for what is no JSON Pointer: then `offset` is
  #   a place in the pointer (line 1)
  def get(source, pointer, scope: :whole, **options)
    Texts.get(source, pointer, Texts.choose(:scope, scope, first: true, whole: false), options)
  end

  # Several values in one text.
  # @param kind [Symbol] :values one after the other; :lines one a line, as in NDJSON
  # @param options as for parse; max_input_bytes is for each value
  # @yieldparam value [Object]
  # @yieldparam offset [Integer] the byte after it; with :lines where the next line begins
  # @return [nil, Enumerator] an Enumerator without a block
  # @raise [ParserError] with its place in the whole text; its pointer is one in the value
  def parse_many(source, kind: :values, **options, &block)
    lines = Texts.choose(:kind, kind, values: false, lines: true)
    return enum_for(:parse_many, source, kind: kind, **options) unless block

    Texts.each(source, lines, options, &block)
  end

  # Reads a text that may stop before its end, as a language model emits it: up to where it is valid. Open arrays,
  # objects and strings are closed; what is not whole (a key without value, an escape, a literal, a number inside a
  # container that the text ends with) is dropped.
  # @return [Unfinished] value nil and used 0 if nothing is left
  # @raise [ParserError] for a text that no continuation could make right
  def parse_unfinished(source, **options)
    Unfinished.new(*Texts.unfinished(source, options))
  end

  # Applies a JSON Patch (RFC 6902) to a text.
  # @param patch [String] a JSON text: an array of operations
  # @param options as for parse, for both texts
  # @return [String]
  # @raise [ParserError] for either text; codes "patch", "patch_test", "not_found", "pointer" for an operation that
  #   cannot be, `pointer` is its place in the patch
  def patch(source, patch, **options)
    Texts.patch(source, patch, options)
  end

  # Applies a JSON Merge Patch (RFC 7396) to a text.
  # @return [String]
  # @raise [ParserError]
  def merge_patch(source, patch, **options)
    Texts.merge_patch(source, patch, options)
  end

  # Whether two texts say the same: numbers by their mathematical value, members in any order.
  # @return [Boolean]
  # @raise [ParserError]
  def same?(source, other, **options)
    Texts.same?(source, other, options)
  end

  # Text to text, in the engine that is in use.
  # @private
  module Texts
    # One of several words.
    def self.choose(name, word, **words)
      words.fetch(word) do
        raise ArgumentError, "#{name}: wanted one of #{words.keys.map(&:inspect).join(', ')}"
      end
    end
  end

  # Reads values from a text that comes in pieces, cut anywhere.
  #
  #   stream = FastJSON::Stream.new(kind: :lines)
  #   stream.feed("{\"a\":1}\n{\"b\"")   # => [{"a"=>1}]
  #   stream.feed(":2}\n")              # => [{"b"=>2}]
  #   stream.finish                     # => []
  #
  # Values, errors and places are those of parse_many for the whole text, or with kind :one those of parse. The
  # ParserError of a fault has the values that were read before it in the same piece (values). After one, a stream of
  # :lines goes on with the next line, in the next call (feed('') will do); any other gives the same again and again.
  # Pieces are UTF-8, US-ASCII or binary: a String in another encoding has to be whole characters.
  #
  # @!method feed(piece)
  #   @param piece [String]
  #   @return [Array] the values that end in it
  #   @raise [ParserError]
  #
  # @!method finish
  #   Says that the text has ended.
  #   @return [Array] the values that were still open: a number, say
  #   @raise [ParserError]
  #
  # @!method offset
  #   @return [Integer] the byte after the value read last, in the whole text
  class Stream
    KINDS = { values: 0, lines: 1, one: 2 }.freeze
    private_constant :KINDS

    # @param kind [Symbol] :values, :lines, :one
    # @param options as for parse
    def initialize(kind: :values, **options)
      prepare(Texts.choose(:kind, kind, **KINDS), options)
    end

    # @raise [TypeError] a text is read by one stream
    def initialize_copy(_other)
      raise TypeError, "can't copy a FastJSON::Stream"
    end
  end
end
