# frozen_string_literal: true

require_relative 'fastjson/version'
require_relative 'fastjson/errors'
require_relative 'fastjson/number_text'
require_relative 'fastjson/text'

# JSON text to Ruby objects and Ruby objects to JSON text (RFC 8259), by libfastjson, in the shape of the json
# library. Nothing of JSON is changed by it.
#
#   FastJSON.parse('{"a": [1, 2.5, null]}')   # => {"a"=>[1, 2.5, nil]}
#   FastJSON.generate({ 'a' => [1, 2.5, nil] }) # => '{"a":[1,2.5,null]}'
#
# parse and generate are methods that the library itself defines at load (see engine). Options are checked:
# an unknown one is an ArgumentError, a value of the wrong type a TypeError.
#
# @!method self.parse(source, options = nil)
#   Reads one JSON text.
#   @param source [String, #to_str] UTF-8, US-ASCII, or binary that is UTF-8; other encodings are transcoded
#   @param options [Hash, nil]
#   @option options [Boolean] :symbolize_names (false) keys as Symbols
#   @option options [Boolean] :freeze (false) every level frozen, equal Strings shared
#   @option options [Integer, false] :max_nesting (1024) levels of arrays and objects; 0, false, nil: no limit
#   @option options [Boolean] :allow_nan (false) NaN, Infinity, -Infinity; numbers beyond Float as Infinity
#   @option options [Boolean] :allow_comments (false) /* */ and //
#   @option options [Boolean] :allow_trailing_comma (false)
#   @option options [Boolean] :allow_control_characters (false) unescaped in strings
#   @option options [Boolean] :allow_invalid_escape (false) a backslash before any other character is dropped
#   @option options [Boolean] :allow_duplicate_key (true) the last value counts; false: a ParserError
#   @option options [Symbol] :duplicate_key (:last) or :error
#   @option options [Symbol] :big_numbers (:double) reals as Float; :decimal, as BigDecimal; :text, every number
#     as a NumberText, which is a String
#   @option options [Symbol] :lone_surrogates (:error) escaped ones; or :replace, by U+FFFD; or :keep, as the three
#     bytes that UTF-8 would give them: such a String has no valid_encoding?
#   @option options [Class] :object_class (Hash) made by new, filled by []=
#   @option options [Class] :array_class (Array) made by new, filled by <<
#   @option options [Class] :decimal_class (Float) of reals: by its try_convert, new, or the method of its name
#   @option options [Integer] :max_input_bytes (0) 0: no limit, as for the next ones
#   @option options [Integer] :max_number_digits (4300) of one integer
#   @option options [Integer] :max_string_bytes (0) of one string or key
#   @option options [Integer] :max_members (0) of one object or array
#   @return [Hash, Array, String, Integer, Float, true, false, nil]
#   @raise [ParserError] with code, offset, line, column and pointer
#   @raise [NestingError]
#   @raise [TypeError] for a source or an option of the wrong type
#   @raise [ArgumentError] for an unknown option
#
# @!method self.generate(object, options = nil)
#   Writes an object as JSON text.
#   Objects of other than the core classes are written by their to_json (not the json library's own), else as
#   the String that to_s gives. Keys are Strings, Symbols, or what to_s gives.
#   @param object [Object]
#   @param options [Hash, JSON::State, nil]
#   @option options [String] :indent ('') white space, as the next four; nil is the empty String
#   @option options [String] :space ('') after a colon
#   @option options [String] :space_before ('') before a colon
#   @option options [String] :object_nl ('') after { and each member
#   @option options [String] :array_nl ('') after [ and each element
#   @option options [Integer, false] :max_nesting (1024) 0, false, nil: no limit
#   @option options [Boolean] :allow_nan (false) NaN, Infinity, -Infinity, which are no JSON
#   @option options [Symbol] :nan (:error) :null or :literal
#   @option options [Boolean] :ascii_only (false) all beyond ASCII as \uXXXX
#   @option options [Boolean] :script_safe (false) / as \/, and U+2028 and U+2029 escaped; also :escape_slash
#   @option options [Boolean] :sort_keys (false) by UTF-16 code units, as in RFC 8785
#   @option options [Boolean] :canonical (false) RFC 8785, integers exact
#   @option options [Symbol] :lone_surrogates (none: a String that holds one is not UTF-8) :escape, as in "\\ud83d";
#     or :error, or :replace, by U+FFFD
#   @option options [Boolean] :strict (false) only JSON's own types, Symbols, and what descends from them; as keys
#     only Strings and Symbols
#   @option options [Boolean] :allow_duplicate_key (true) false: a GeneratorError for :a beside "a"
#   @option options [Integer] :max_output_bytes (0) 0: no limit
#   @return [String] UTF-8
#   @raise [GeneratorError] with code and pointer
#   @raise [NestingError] deeper than max_nesting, or an object that contains itself
module FastJSON
  # What pretty_generate sets.
  PRETTY = { indent: '  ', space: ' ', object_nl: "\n", array_nl: "\n" }.freeze

  # What load and dump set, as the json library does.
  LOAD = { max_nesting: false, allow_nan: true }.freeze
  DUMP = { max_nesting: false, allow_nan: true }.freeze

  class << self
    private

    # What to_json methods are handed, so that JSON's own to_json goes on in the same layout.
    def generator_state(options)
      known = %i[indent space space_before object_nl array_nl ascii_only].to_h { |name| [name, options&.dig(name)] }
      script_safe = options ? options[:script_safe] || options[:escape_slash] : false
      known[:script_safe] = known[:escape_slash] = script_safe ? true : false
      known[:allow_nan] = true if options && (options[:allow_nan] || options[:nan] == :literal)
      known[:max_nesting] = options&.key?(:max_nesting) ? options[:max_nesting] || 0 : 1024
      JSON::State.new(known.compact)
    end

    # A real number for big_numbers: :decimal.
    def decimal(text)
      require 'bigdecimal' unless defined?(BigDecimal)
      BigDecimal(text)
    end

    # Whom to ask for a real number of a class, as the json library does: [receiver, Symbol of the method].
    def decimal_maker(klass)
      return [klass, :try_convert] if klass.respond_to?(:try_convert)
      return [klass, :new] if klass.respond_to?(:new)
      raise TypeError, 'option decimal_class: wanted a Class or nil' unless klass.is_a?(Module) && klass.name

      *path, name = klass.name.split('::')
      receiver = path.empty? ? Kernel : Object.const_get(path.join('::'))
      return [receiver, name.to_sym] if receiver.respond_to?(name, true)

      raise TypeError, "option decimal_class: nothing makes a #{klass}"
    end

    def generate_options_from(options)
      Options.generate_options_from(options)
    end

    # Defines parse and generate.
    def choose_engine
      return :portable if ENV['FASTJSON_ENGINE'] == 'portable'

      flags = ENV['FASTJSON_LAYOUT'] == 'plain' ? Library::RUBY_PLAIN : 0
      Library.fj_ruby_attach(name, flags, nil).zero? ? :ruby : :portable
    end
  end

  # Which way parse and generate go.
  ENGINE = choose_engine
  private_constant :ENGINE

  if ENGINE == :portable
    require_relative 'fastjson/portable'

    # As the native one.
    def parse(source, options = nil)
      Portable.parse(source, options)
    end

    # As the native one.
    def generate(object, options = nil)
      Portable.generate(object, options)
    end

    module_function :parse, :generate
    require_relative 'fastjson/portable/coder'
    require_relative 'fastjson/portable/texts'
  end

  require_relative 'fastjson/coder'
  require_relative 'fastjson/texts'
  require_relative 'fastjson/lines'

  module_function

  # @return [Symbol] :ruby, the methods that the library defined in this Ruby; or :portable, the same results
  #   through ffi, where this Ruby has not all that is needed (or FASTJSON_ENGINE=portable)
  def engine
    ENGINE
  end

  # As parse, for texts that are trusted: no limit of nesting, NaN and infinities allowed.
  # @return [Object]
  def parse!(source, options = nil)
    FastJSON.parse(source, options ? LOAD.merge(options) : LOAD)
  end

  # Reads a JSON text from a String, an IO, or anything with to_str, to_io or read; nil for nil and blank ones.
  # Never makes objects from what a text says (create_additions). Calls `proc` with every value, the innermost
  # first; what it returns takes the value's place.
  # @param source [String, IO, nil]
  # @param proc [#call, nil]
  # @param options [Hash] as for parse, and :allow_blank (true)
  # @return [Object]
  def load(source, proc = nil, options = nil, **keywords)
    options = LOAD.merge(options || {}, keywords)
    allow_blank = options.fetch(:allow_blank, true)
    options.delete(:allow_blank)
    source = read_source(source)
    return proc ? proc.call(nil) : nil if allow_blank && (source.nil? || (source.is_a?(String) && source.empty?))

    result = FastJSON.parse(source, options)
    proc ? visit(result, proc) : result
  end

  # Reads one JSON text from a file.
  # @param path [String, Pathname]
  # @return [Object]
  def load_file(path, options = nil)
    FastJSON.parse(File.read(path, encoding: Encoding::UTF_8), options)
  end

  # As parse! of a file.
  # @return [Object]
  def load_file!(path, options = nil)
    parse!(File.read(path, encoding: Encoding::UTF_8), options)
  end

  # As generate, in lines indented by two blanks.
  # @return [String]
  def pretty_generate(object, options = nil)
    return FastJSON.generate(object, PRETTY) if options.nil?

    options = Options.generate_options_from(options) unless options.is_a?(Hash)
    FastJSON.generate(object, PRETTY.merge(options))
  end

  # The same as generate: it is fast already.
  # @return [String]
  def fast_generate(object, options = nil)
    FastJSON.generate(object, options)
  end

  # Writes an object as JSON text to an IO, or gives the text. No limit of nesting, NaN and infinities allowed.
  # @param io [#write, nil]
  # @param limit [Integer, nil] levels of nesting
  # @return [String, IO] the text; the IO, if one was given
  # @raise [ArgumentError] if it is deeper than `limit`
  def dump(object, io = nil, limit = nil, options = nil, **keywords)
    io, limit, options = dump_arguments(io, limit, options)
    options = DUMP.merge(options || {}, keywords)
    options[:max_nesting] = limit if limit
    text = FastJSON.generate(object, options)
    return text unless io

    io.write(text)
    io
  rescue NestingError
    raise ArgumentError, 'exceed depth limit'
  end

  class << self
    # A text is parsed, anything else generated.
    # @param object [#to_str, Object]
    # @return [Object, String]
    def [](object, options = nil)
      object.respond_to?(:to_str) ? parse(object.to_str, options) : generate(object, options)
    end

    private

    def read_source(source)
      if source.respond_to?(:to_str) then source.to_str
      elsif source.respond_to?(:to_io) then source.to_io.read
      elsif source.respond_to?(:read) then source.read
      else source
      end
    end

    def visit(value, proc)
      case value
      when Array then value = value.map { |element| visit(element, proc) }
      when Hash then value = value.to_h { |key, element| [visit(key, proc), visit(element, proc)] }
      end
      proc.call(value)
    end

    # As the json library: dump(object, limit), dump(object, io, limit), dump(object, io, options).
    def dump_arguments(io, limit, options)
      if io.is_a?(Hash)
        options = io
        io = nil
      end
      if limit.is_a?(Hash)
        options = limit
        limit = nil
      end
      if io && limit.nil?
        io = io.to_io if io.respond_to?(:to_io)
        unless io.respond_to?(:write)
          limit = io
          io = nil
        end
      end
      [io, limit, options]
    end
  end
end
