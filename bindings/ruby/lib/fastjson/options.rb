# frozen_string_literal: true

require_relative 'library'

module FastJSON
  # Option Hashes for what is called through ffi. The same names, checks and messages as in the native
  # engine (core/src/hosts/ruby_options.c); a test holds the two together.
  module Options
    DUPLICATES = %i[last error].freeze
    NUMBERS = %i[double decimal text].freeze
    READ_SURROGATES = %i[error replace keep].freeze
    WRITE_SURROGATES = %i[escape error replace].freeze
    NANS = %i[error null literal].freeze
    LAYOUT_BYTES = 256

    PARSE = {
      symbolize_names: [:flag], freeze: [:flag], max_nesting: [:nesting], allow_nan: [:flag],
      allow_comments: [:flag], allow_trailing_comma: [:flag], allow_control_characters: [:flag],
      allow_invalid_escape: [:flag], allow_duplicate_key: %i[flag_not duplicate_key],
      duplicate_key: [:choice, :duplicate_key, DUPLICATES],
      big_numbers: [:choice, :big_numbers, NUMBERS],
      lone_surrogates: [:choice, :lone_surrogates, READ_SURROGATES],
      max_input_bytes: [:count], max_number_digits: [:digits], max_string_bytes: [:count],
      max_members: [:count], object_class: [:class, :object_class, Hash], array_class: [:class, :array_class, Array],
      decimal_class: %i[decimal_class decimal], create_additions: [:absent]
    }.each_value(&:freeze).freeze # for every Ractor

    GENERATE = {
      indent: [:layout], space: [:layout], space_before: [:layout], object_nl: [:layout], array_nl: [:layout],
      max_nesting: [:nesting], allow_nan: %i[nan nan], nan: [:choice, :nan, NANS], ascii_only: [:flag],
      script_safe: [:flag], escape_slash: %i[flag script_safe], sort_keys: [:flag], canonical: [:flag],
      lone_surrogates: [:choice, :lone_surrogates, WRITE_SURROGATES], strict: [:flag],
      allow_duplicate_key: %i[flag_not unique_keys], max_output_bytes: [:count]
    }.each_value(&:freeze).freeze

    module_function

    # @return [Hash{Symbol => Object}] what was given, by the names of fj_parse_options
    def parse(given)
      unless given.nil? || given.is_a?(Hash)
        given = given.respond_to?(:to_hash) ? given.to_hash : nil
        raise TypeError, 'options: wanted a Hash' if given.nil?
      end
      together(read(PARSE, given || {}))
    end

    # @return [Hash{Symbol => Integer, String}] what was given, by the names of fj_generate_options
    def generate(given)
      given = generate_options_from(given) unless given.nil? || given.is_a?(Hash)
      result = read(GENERATE, given || {})
      result[:surrogates] = 1 if given && !given[:lone_surrogates].nil?
      canonical_alone(result) if result[:canonical] == 1
      result
    end

    # The options of a Coder, for each direction those that it has. Of lone_surrogates :keep is :escape when
    # generating, and :escape is for generating only.
    # @return [Array<Hash>]
    def split(given)
      given.each_key do |name|
        raise ArgumentError, "unknown option: #{name.inspect[0, 100]}" unless PARSE.key?(name) || GENERATE.key?(name)
      end
      parse = given.slice(*PARSE.keys)
      generate = given.slice(*GENERATE.keys)
      case given[:lone_surrogates]
      when :keep then generate[:lone_surrogates] = :escape
      when :escape then parse.delete(:lone_surrogates)
      end
      [parse, generate]
    end

    # What options mean together.
    def together(options)
      if options[:symbolize_names] == 1 && options[:lone_surrogates] == 2
        raise ArgumentError, 'option lone_surrogates: a Symbol cannot keep one (symbolize_names)'
      end
      return options unless options[:decimal]
      raise ArgumentError, 'option decimal_class: does not go with big_numbers: :text' if options[:big_numbers] == 2

      options.merge(big_numbers: 1)
    end
    private_class_method :together

    # The canonical form leaves no choice.
    def canonical_alone(options)
      chosen = options.any? { |name, value| GENERATE.dig(name, 0) == :layout && !value.empty? }
      return unless chosen || options[:ascii_only] == 1 || options[:script_safe] == 1 || options[:nan] == 2

      raise ArgumentError,
            'option canonical: does not go with layout, ascii_only, script_safe and nan: :literal'
    end
    private_class_method :canonical_alone

    # What generate makes of options that are no Hash: to_hash or to_h; of the json library's State, which
    # to_json methods pass on, the options that we know.
    # @return [Hash]
    def generate_options_from(given)
      hash = if given.respond_to?(:to_hash) then given.to_hash
             elsif given.respond_to?(:to_h) then given.to_h
             else raise TypeError, "can't convert #{given.class} into Hash"
             end
      return hash unless defined?(JSON::State) && given.is_a?(JSON::State)

      hash.slice(*GENERATE.keys).compact
    end

    # A struct for the library.
    # @return [Library::ParseOptions]
    def parse_struct(options)
      fill(Library::ParseOptions.new, options)
    end

    # @return [Library::GenerateOptions] and what must live as long as it
    def generate_struct(options)
      fill(Library::GenerateOptions.new, options)
    end

    def fill(struct, options)
      struct[:size] = struct.class.size
      kept = options.filter_map do |name, value|
        next unless struct.members.include?(name)
        next struct[name] = value unless value.is_a?(String)

        struct[:"#{name}_length"] = value.bytesize
        struct[name] = FFI::MemoryPointer.new(:char, [value.bytesize, 1].max).put_bytes(0, value)
      end
      struct.instance_variable_set(:@kept, kept)
      struct
    end
    private_class_method :fill

    def read(table, given)
      given.each_with_object({}) do |(name, value), result|
        kind, target, names = table.fetch(name) { raise ArgumentError, "unknown option: #{name.inspect[0, 100]}" }
        converted = value_of(kind, name, value, names)
        result[target || name] = converted unless converted.nil?
      end
    end
    private_class_method :read

    def value_of(kind, name, value, names)
      case kind
      when :flag then flag(name, value) ? 1 : 0
      when :flag_not then value.nil? || flag(name, value) ? 0 : 1
      when :nan then 2 if flag(name, value)
      when :choice then choice(name, value, names)
      when :nesting then nesting(count(name, value))
      when :count then count(name, value)
      when :digits then count(name, value).then { |digits| digits.zero? ? (2**64) - 1 : digits }
      when :layout then layout(name, value)
      when :class then class_for(name, value, names)
      when :decimal_class then value ? FastJSON.__send__(:decimal_maker, value) : nil
      else raise ArgumentError, "option #{name}: only false is served" if value
      end
    end
    private_class_method :value_of

    def flag(name, value)
      return value if value == true || value == false || value.nil?

      raise TypeError, "option #{name}: wanted true or false"
    end
    private_class_method :flag

    def count(name, value)
      return 0 if value.nil? || value == false
      raise TypeError, "option #{name}: wanted an Integer, false or nil" unless value.is_a?(Integer) && value < 2**62
      raise ArgumentError, "option #{name}: must not be negative" if value.negative?

      value
    end
    private_class_method :count

    def nesting(levels)
      levels.zero? ? Library::UNLIMITED : [levels, Library::UNLIMITED].min
    end
    private_class_method :nesting

    def choice(name, value, names)
      return 0 if value.nil?

      names.index(value) ||
        raise(ArgumentError, "option #{name}: wanted one of #{names.map(&:inspect).join(', ')}")
    end
    private_class_method :choice

    def class_for(name, value, usual)
      return if value.nil? || value == false || value.equal?(usual)
      raise TypeError, "option #{name}: wanted a Class or nil" unless value.respond_to?(:new)

      value
    end
    private_class_method :class_for

    def layout(name, value)
      return '' if value.nil?
      raise TypeError, "option #{name}: wanted a String or nil" unless value.is_a?(String)
      raise ArgumentError, "option #{name}: longer than #{LAYOUT_BYTES} bytes" if value.bytesize > LAYOUT_BYTES
      raise ArgumentError, "option #{name}: must be white space" unless value.b.match?(/\A[ \t\n\r]*\z/)

      value.dup
    end
    private_class_method :layout
  end
end
