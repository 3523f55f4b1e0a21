# frozen_string_literal: true

require 'ffi'
require_relative 'errors'

module FastJSON
  # The shared library: where it is, and its functions. Nothing but declarations of fastjson/fastjson.h and
  # fastjson/hosts.h, in their order.
  module Library
    extend FFI::Library

    # The ABI that these declarations were written for: major << 16 | minor.
    ABI_VERSION = 0x0001_0000

    UNLIMITED = 0xFFFF_FFFF
    ERROR_MEMORY = 3
    END_OF_TEXT = -1
    MORE_TEXT = -2

    # The file's names, in order of preference.
    NAMES = %w[libfastjson.so.1 libfastjson.so libfastjson.1.dylib libfastjson.dylib].freeze

    class << self
      # Where the library is looked for, in this order; the first file that exists is loaded, by its absolute
      # path. With FASTJSON_LIBRARY nowhere else.
      # @return [Array<String>]
      def candidates
        given = ENV.fetch('FASTJSON_LIBRARY', '')
        return [given] unless given.empty?

        directories = [__dir__]
        source_tree = File.expand_path('../../../..', __dir__)
        directories << File.join(source_tree, 'build') if File.file?(File.join(source_tree, 'core/cmake/fastjson.map'))
        directories.product(NAMES).map { |directory, name| File.join(directory, name) }
      end

      # @return [String] the absolute path of the library that is loaded
      attr_reader :path

      # Finds the library and checks its ABI before anything else is called.
      # @raise [LoadError]
      def open_library
        tried = candidates
        @path = tried.find { |candidate| candidate.start_with?('/') && File.file?(candidate) }&.dup&.freeze
        raise LoadError, not_found(tried) unless @path

        check_abi(FFI::DynamicLibrary.open(@path, FFI::DynamicLibrary::RTLD_NOW))
        ffi_lib @path
      rescue FFI::NotFoundError, LoadError => e
        raise e if e.message.start_with?('libfastjson')

        raise LoadError, "libfastjson: #{@path} cannot be loaded: #{e.message}"
      end

      # Yields a place for a document, which is freed afterwards.
      def with_document
        document = FFI::MemoryPointer.new(:pointer)
        yield document
      ensure
        fj_document_free(document.read_pointer) if document
      end

      private

      def check_abi(library)
        function = library.find_function('fj_abi_version')
        raise LoadError, "libfastjson: #{@path} is another library: it has no fj_abi_version" unless function

        found = FFI::Function.new(:uint32, [], function).call
        return if found >> 16 == ABI_VERSION >> 16 && found >= ABI_VERSION

        raise LoadError, "libfastjson: #{@path} has ABI #{found >> 16}.#{found & 0xffff}, " \
                         "wanted #{ABI_VERSION >> 16}.#{ABI_VERSION & 0xffff}"
      end

      def not_found(tried)
        reason = 'libfastjson: the shared library was not found. Tried: '
        hint = ENV.fetch('FASTJSON_LIBRARY', '').empty? ? '' : ' (FASTJSON_LIBRARY must be an absolute path)'
        "#{reason}#{tried.join(', ')}#{hint}"
      end
    end

    open_library

    # fj_error
    class Error < FFI::Struct
      layout :size, :uint32, :code, :int32, :offset, :uint64, :line, :uint64, :column, :uint64,
             :message_length, :uint32, :pointer_length, :uint32, :message, [:char, 256], :pointer, [:char, 512]

      def initialize(*)
        super
        self[:size] = self.class.size
      end

      # @return [String]
      def code
        Library.fj_error_name(self[:code])
      end

      # @return [String]
      def message
        text(:message, :message_length)
      end

      # @return [String]
      def place
        text(:pointer, :pointer_length)
      end

      # @return [Exception]
      def for_parse
        line = self[:line] unless self[:line].zero? # those that are in no text have none
        Errors.parse(code, message, offset: line && self[:offset], line: line, column: line && self[:column],
                                    pointer: place)
      end

      # @return [Exception]
      def for_generate
        Errors.generate(code, message, pointer: code == 'limit' ? '' : place)
      end

      private

      def text(field, length)
        (to_ptr + offset_of(field)).read_bytes(self[length]).force_encoding(Encoding::UTF_8)
      end
    end

    # fj_buffer
    class Buffer < FFI::Struct
      layout :data, :pointer, :length, :size_t, :capacity, :size_t

      # Gives the text, and the memory back.
      # @return [String] UTF-8
      def take
        self[:length].zero? ? +'' : self[:data].read_bytes(self[:length]).force_encoding(Encoding::UTF_8)
      ensure
        Library.fj_buffer_free(self)
      end
    end

    # fj_parse_options
    class ParseOptions < FFI::Struct
      layout :size, :uint32, :max_nesting, :uint32,
             :allow_nan, :uint8, :allow_comments, :uint8, :allow_trailing_comma, :uint8,
             :allow_control_characters, :uint8, :allow_invalid_escape, :uint8, :duplicate_key, :uint8,
             :big_numbers, :uint8, :lone_surrogates, :uint8, :borrow_text, :uint8, :reserved, [:uint8, 7],
             :max_input_bytes, :uint64, :max_number_digits, :uint64, :max_string_bytes, :uint64,
             :max_members, :uint64, :allocator, :pointer
    end

    # fj_generate_options
    class GenerateOptions < FFI::Struct
      layout :size, :uint32, :max_nesting, :uint32,
             :indent, :pointer, :space, :pointer, :space_before, :pointer, :object_nl, :pointer,
             :array_nl, :pointer,
             :indent_length, :size_t, :space_length, :size_t, :space_before_length, :size_t,
             :object_nl_length, :size_t, :array_nl_length, :size_t,
             :ascii_only, :uint8, :script_safe, :uint8, :sort_keys, :uint8, :canonical, :uint8,
             :nan, :uint8, :lone_surrogates, :uint8, :strict, :uint8, :reserved, [:uint8, 9],
             :max_output_bytes, :uint64, :allocator, :pointer
    end

    # fj_sequence_options
    class SequenceOptions < FFI::Struct
      layout :size, :uint32, :kind, :uint8, :refuse_blank_lines, :uint8, :reserved, [:uint8, 2]

      # @param kind [Integer] FJ_SEQUENCE_...
      def self.for(kind)
        new.tap do |options|
          options[:size] = size
          options[:kind] = kind
        end
      end
    end

    attach_function :fj_abi_version, [], :uint32
    attach_function :fj_version, [], :string
    attach_function :fj_error_name, [:int32], :string
    attach_function :fj_buffer_free, [:pointer], :void
    attach_function :fj_parse, %i[buffer_in size_t pointer pointer pointer], :int32
    attach_function :fj_document_root, [:pointer], :pointer
    attach_function :fj_document_length, [:pointer], :size_t
    attach_function :fj_document_free, [:pointer], :void
    attach_function :fj_generate, %i[pointer pointer pointer pointer], :int32
    attach_function :fj_validate, %i[buffer_in size_t pointer pointer], :int32
    attach_function :fj_minify, %i[buffer_in size_t pointer pointer pointer], :int32
    attach_function :fj_format, %i[buffer_in size_t pointer pointer pointer pointer], :int32
    attach_function :fj_value_equal, %i[pointer pointer pointer], :int32
    attach_function :fj_document_patch, %i[pointer pointer pointer pointer pointer], :int32
    attach_function :fj_document_merge, %i[pointer pointer pointer pointer], :int32
    attach_function :fj_text_get, %i[buffer_in size_t buffer_in size_t int32 pointer pointer pointer pointer], :int32
    attach_function :fj_parse_next, %i[buffer_in size_t pointer pointer pointer pointer pointer], :int32
    attach_function :fj_stream_new, %i[pointer pointer pointer pointer], :int32
    attach_function :fj_stream_read, %i[pointer buffer_in size_t pointer pointer pointer], :int32
    attach_function :fj_stream_finish, %i[pointer pointer pointer], :int32
    attach_function :fj_stream_offset, [:pointer], :uint64
    attach_function :fj_stream_free, [:pointer], :void
    attach_function :fj_parse_unfinished, %i[buffer_in size_t pointer pointer pointer pointer pointer], :int32
    attach_function :fj_ruby_attach, %i[string uint32 pointer], :int32

    RUBY_PLAIN = 1
  end
end
