# frozen_string_literal: true

require 'securerandom'
require_relative '../text'
require_relative 'fault'
require_relative 'kinds'

module FastJSON
  module Portable
    # From Ruby objects to the flat array, in the order of the text, without recursion. What can go wrong
    # is found here, in that order, so that the first fault is the one that the native engine reports.
    class Walk
      include Fault

      # An open container: the Array, or the Hash's pairs; and how far we are: keyed once a value is due.
      Frame = Struct.new(:container, :value, :pairs, :position, :key, :keyed)

      CORE = { String => :string, Hash => :hash, Array => :array, Integer => :integer, Float => :float,
               Symbol => :symbol, NilClass => :nil, TrueClass => :true, FalseClass => :false }.freeze
      IMMEDIATE = %i[integer float symbol nil true false].freeze
      JSON_OWNER = /\AJSON::.*::GeneratorMethods/
      METHOD = Kernel.instance_method(:method)
      CLASS = Kernel.instance_method(:class)
      SINGLETON_METHODS = Kernel.instance_method(:singleton_methods)
      private_constant :Frame, :CORE, :IMMEDIATE, :JSON_OWNER, :METHOD, :CLASS, :SINGLETON_METHODS

      def initialize(given, options, block = nil)
        @block = block
        @strict = given[:strict] == 1
        @asked = false # the value is what the block gave: it is not asked again
        @given = given
        @options = options.nil? || options.is_a?(Hash) ? options : Options.generate_options_from(options)
        @max_nesting = given.fetch(:max_nesting, 1024)
        @heads = []
        @payloads = []
        @texts = String.new(encoding: Encoding::BINARY)
        @frames = []
        @handlers = {}
        @raw = []
        @mark = SecureRandom.hex(16)
      end

      # Walks the whole of an object.
      def run(object)
        value(object)
        step(@frames.last) until @frames.empty?
      end

      # @return [Array<FFI::MemoryPointer>] the values, and the texts that they point into
      def values
        texts = FFI::MemoryPointer.new(:char, [@texts.bytesize, 1].max).put_bytes(0, @texts)
        base = texts.address
        words = @heads.each_with_index.flat_map do |head, i|
          [head, [STRING, BIGINT, DECIMAL].include?(head & 0xff) ? @payloads[i] + base : @payloads[i]]
        end
        [FFI::MemoryPointer.new(:uint64, words.length).write_bytes(words.pack('Q*')), texts]
      end

      # Puts what to_json gave in the place of the strings that stood for it.
      # @return [String]
      def put_raw(text)
        @raw.empty? ? text : text.gsub(/"#{@mark}:(\d+)"/) { @raw[Regexp.last_match(1).to_i] }
      end

      private

      # ---- values

      def value(object)
        case (kind = kind_of(object))
        when :nil then emit(NULL, 0)
        when :true then emit(TRUE, 0)
        when :false then emit(FALSE, 0)
        when :integer then integer(object)
        when :float then float(object)
        when :number then number(object)
        when :string then string(object)
        when :symbol then string(object.name)
        when :array, :hash then open_container(object, kind == :hash)
        else other(object, kind)
        end
      end

      def emit(kind, payload, length = 0)
        @heads << (kind | (length << 16))
        @payloads << payload
      end

      def text(kind, bytes)
        emit(kind, @texts.bytesize, bytes.bytesize)
        @texts << bytes.b
      end

      def integer(value)
        if value >= 2**64 || value < -(2**63) then text(BIGINT, value.to_s)
        elsif value >= 2**63 then emit(UINT64, value)
        else emit(INT64, value & ((2**64) - 1))
        end
      end

      def float(value)
        unless value.finite? || @given.fetch(:nan, 0).positive?
          return strict(value) if @block && !@asked

          refuse('nan')
        end
        emit(DOUBLE, [value].pack('d').unpack1('Q'))
      end

      def number(value)
        refuse('type') unless value.number?

        text(DECIMAL, value)
      end

      def string(value, fault = 'a String cannot be transcoded')
        converted = utf8(value, fault)
        text(STRING, converted)
        @heads[-1] |= SURROGATES << 8 unless converted.ascii_only? || converted.valid_encoding?
      end

      def utf8(value, fault)
        return value if value.ascii_only?

        converted = Text.utf8(value)
        refuse('invalid_utf8', fault) unless converted
        converted = converted.dup.force_encoding(Encoding::UTF_8) unless converted.encoding == Encoding::UTF_8
        refuse('invalid_utf8') unless converted.valid_encoding? || surrogates_only?(converted)
        converted
      end

      # Whether lone surrogates, as three bytes each, are all that is wrong; and may be so.
      def surrogates_only?(text)
        return false unless @given[:surrogates] == 1

        first = text.b.index(SURROGATE)
        return false unless first && text.byteslice(0, first).valid_encoding?

        refuse('lone_surrogate') if @given[:lone_surrogates] == 1
        text.b.gsub(SURROGATE, ' ').force_encoding(Encoding::UTF_8).valid_encoding?
      end

      # What strict refuses: an error, or what the block makes of it.
      def strict(object)
        if @block.nil? || @asked
          refuse('type', "strict: #{'the block gave: ' if @asked}#{class_of(object)}")
        end
        result = @block.call(object, false)
        @asked = true
        value(result)
        @asked = false
      end

      def other(object, kind)
        return strict(object) if @strict

        return to_json_of(object) if kind == :to_json

        string(text_of(object, object.to_s, 'to_s gave no String'))
      end

      def to_json_of(object)
        @state ||= FastJSON.__send__(:generator_state, @options)
        @state.depth = @frames.length
        result = text_of(object, object.to_json(@state), 'to_json gave no String')
        fault = 'to_json gave a String that is not UTF-8'
        converted = result.ascii_only? ? result : Text.utf8(result)
        converted = converted&.dup&.force_encoding(Encoding::UTF_8)
        refuse('invalid_utf8', fault) unless converted&.valid_encoding?
        text(STRING, "#{@mark}:#{@raw.length}")
        @raw << converted
      end

      def text_of(object, result, fault)
        refuse('type', "#{fault}: #{class_of(object)}") unless String === result # rubocop:disable Style/CaseEquality
        result
      end

      # ---- what an object is: see core/src/hosts/ruby_handler.h

      def kind_of(object)
        object_class = class_of(object)
        core = CORE[object_class]
        return core if IMMEDIATE.include?(core)
        return :to_json if SINGLETON_METHODS.bind_call(object).include?(:to_json)

        core || (@handlers[object_class] ||= handler(object))
      end

      def class_of(object)
        CLASS.bind_call(object)
      end

      def handler(object)
        return :number if class_of(object).equal?(NumberText)

        name = to_json_owner(object)
        return :to_json unless name.nil? || JSON_OWNER.match?(name)

        case object
        when String then :string
        when Array then :array
        when Hash then :hash
        else :to_s
        end
      end

      # The name of the module that defines its to_json ("" without one); nil: there is none.
      def to_json_owner(object)
        METHOD.bind_call(object, :to_json).owner.name.to_s
      rescue NameError
        nil
      end

      # ---- containers

      def open_container(container, is_hash)
        depth = @frames.length
        if depth >= @max_nesting && @max_nesting != Library::UNLIMITED
          refuse(circular?(container) ? 'circular' : 'nesting')
        end
        refuse('circular') if depth >= 1024 && (depth & (depth - 1)).zero? && circular?(container)
        @frames << Frame.new(container, @heads.length, is_hash ? pairs_of(container) : nil, 0, nil)
        emit(is_hash ? OBJECT : ARRAY, 0)
        check_keys(@frames.last) if is_hash && (@given[:unique_keys] == 1 || sorted?)
      end

      def circular?(container)
        @frames.any? { |frame| frame.container.equal?(container) }
      end

      def sorted?
        @given[:sort_keys] == 1 || @given[:canonical] == 1
      end

      def pairs_of(hash)
        pairs = []
        hash.each_pair { |key, value| pairs << [key, value] }
        pairs
      end

      # All keys become Strings before the first is written.
      def check_keys(frame)
        frame.pairs.each { |pair| pair[0] = utf8(key_string(pair[0]), 'a key cannot be transcoded') }
        return unless @given[:unique_keys] == 1

        keys = frame.pairs.map { |pair| pair[0].b }
        refuse('duplicate_key') if keys.uniq.length < keys.length
      end

      def step(frame)
        frame.pairs ? next_member(frame) : next_element(frame)
      end

      def next_element(frame)
        return close(frame) if frame.position >= frame.container.length

        frame.position += 1
        frame.keyed = true
        value(frame.container[frame.position - 1])
      end

      def next_member(frame)
        return close(frame) if frame.position >= frame.pairs.length

        frame.key, object = frame.pairs[frame.position]
        frame.position += 1
        frame.keyed = false
        string(key_string(frame.key))
        frame.keyed = true
        value(object)
      end

      def key_string(key)
        if @strict && !(Symbol === key || String === key) # rubocop:disable Style/CaseEquality
          given = key
          key = @block.call(key, true) if @block
          refuse('type', "strict: a key: #{class_of(given)}") unless Symbol === key || String === key # rubocop:disable Style/CaseEquality
        end
        case key
        when Symbol then key.name
        when String then class_of(key) == String ? key : text_of(key, key.to_s, "a key's to_s gave no String")
        else text_of(key, key.to_s, "a key's to_s gave no String")
        end
      end

      def close(frame)
        @frames.pop
        @heads[frame.value] |= frame.position << 16
        @payloads[frame.value] = @heads.length - frame.value
      end
    end
  end
end
