# frozen_string_literal: true

require_relative '../text'
require_relative 'build'

module FastJSON
  # The functions that the library defines in the native engine.
  module Texts
    module_function

    def validate(source, options)
      run(source, options) { |text, struct, error| Library.fj_validate(text, text.bytesize, struct, error) }
      true
    end

    def minify(source, options)
      written do |out|
        run(source, options) { |text, struct, error| Library.fj_minify(text, text.bytesize, struct, out, error) }
      end
    end

    def format(source, generate, parse)
      generate = Options.generate_struct(Options.generate(generate))
      written do |out|
        run(source, parse) do |text, struct, error|
          Library.fj_format(text, text.bytesize, struct, generate, out, error).tap do |code|
            raise error.for_generate if code.positive? && error[:line].zero?
          end
        end
      end
    end

    def get(source, pointer, first, options)
      path = Text.source(pointer)
      offset = FFI::MemoryPointer.new(:size_t)
      length = FFI::MemoryPointer.new(:size_t)
      text = run(source, options) do |bytes, struct, error|
        Library.fj_text_get(bytes, bytes.bytesize, path, path.bytesize, first ? 1 : 0, struct, offset, length, error)
      end
      Portable.parse(text.byteslice(offset.read(:size_t), length.read(:size_t)), options)
    end

    def unfinished(source, options)
      complete = FFI::MemoryPointer.new(:int32)
      used = FFI::MemoryPointer.new(:size_t)
      Library.with_document do |document|
        run(source, options) do |text, struct, error|
          Library.fj_parse_unfinished(text, text.bytesize, struct, document, complete, used, error)
        end
        [build(document, Options.parse(options)), complete.read_int32 == 1, used.read(:size_t)]
      end
    end

    def patch(source, patch, options)
      changed(source, patch, options) do |target, change, document, error|
        Library.fj_document_patch(target, change, nil, document, error)
      end
    end

    def merge_patch(source, patch, options)
      changed(source, patch, options) do |target, change, document, error|
        Library.fj_document_merge(target, change, document, error)
      end
    end

    def same?(source, other, options)
      equal = FFI::MemoryPointer.new(:int32)
      both(source, other, options) do |one, two|
        code = Library.fj_value_equal(Library.fj_document_root(one.read_pointer),
                                      Library.fj_document_root(two.read_pointer), equal)
        raise NoMemoryError, 'failed to allocate memory' unless code.zero?
      end
      equal.read_int32 == 1
    end

    def each(source, lines, options)
      given = Options.parse(options)
      struct = Options.parse_struct(given)
      text = Text.source(source).dup.freeze
      sequence = FFI::MemoryPointer.new(:uint64, 5)
      kind = Library::SequenceOptions.for(lines ? 1 : 0)
      Library.with_document do |document|
        loop do
          error = Library::Error.new
          code = Library.fj_parse_next(text, text.bytesize, sequence, kind, struct, document, error)
          break if code == Library::END_OF_TEXT
          raise error.for_parse unless code.zero?

          yield build(document, given), sequence.read_uint64
        end
      end
      nil
    end

    # Calls the library with a text and options; yields text, options and error.
    # @return [String] the text
    def run(source, options)
      struct = Options.parse_struct(Options.parse(options))
      text = Text.source(source)
      error = Library::Error.new
      code = yield text, struct, error
      raise error.for_parse unless code.zero?

      text
    end

    # Yields a buffer.
    # @return [String] what was written to it
    def written
      out = Library::Buffer.new
      begin
        yield out
      ensure
        text = out.take
      end
      text
    end

    # Yields two documents.
    def both(source, other, options)
      other = Text.source(other)
      Library.with_document do |one|
        Library.with_document do |two|
          run(source, options) do |text, struct, error|
            code = Library.fj_parse(text, text.bytesize, struct, one, error)
            code = Library.fj_parse(other, other.bytesize, struct, two, error) if code.zero?
            code
          end
          yield one, two
        end
      end
    end

    def changed(source, patch, options)
      both(source, patch, options) do |one, two|
        error = Library::Error.new
        code = yield Library.fj_document_root(one.read_pointer), Library.fj_document_root(two.read_pointer), one, error
        raise error.for_parse unless code.zero?

        Portable.write(Library.fj_document_root(one.read_pointer), nil) { |failure| raise failure.for_parse }
      end
    end

    # @return [Object] what a document says; nil for one without a value
    def build(document, given)
      return if Library.fj_document_root(document.read_pointer).null?

      Portable::Build.new(document.read_pointer, given).root
    end
    private_class_method :run, :written, :both, :changed
  end

  # The methods that the library defines in the native engine.
  class Stream
    # Frees the document of a stream.
    # @private
    def self.finalizer(document)
      proc { Library.fj_document_free(document.read_pointer) }
    end

    def feed(piece)
      guarded do |values|
        text = Text.source(piece)
        text = @rest.b + text.b if @rest
        read(text, values)
        values
      end
    end

    def finish
      guarded do |values|
        read(@rest, values) if @rest && !@finished
        @finished = true
        while (code = call(:fj_stream_finish)).zero?
          values << Texts.build(@document, @given)
        end
        raise failure(values) unless code == Library::END_OF_TEXT

        values
      end
    end

    def offset
      raise TypeError, 'uninitialized FastJSON::Stream' unless @stream

      Library.fj_stream_offset(@stream)
    end

    private

    def prepare(kind, options)
      raise TypeError, 'a FastJSON::Stream is prepared once' if @stream

      @given = Options.parse(options)
      @kind = kind
      place = FFI::MemoryPointer.new(:pointer)
      @error = Library::Error.new
      code = Library.fj_stream_new(Library::SequenceOptions.for(kind), Options.parse_struct(@given), place, @error)
      raise @error.for_parse unless code.zero?

      @stream = FFI::AutoPointer.new(place.read_pointer, Library.method(:fj_stream_free))
      @document = FFI::MemoryPointer.new(:pointer)
      ObjectSpace.define_finalizer(self, Stream.finalizer(@document))
      @used = FFI::MemoryPointer.new(:size_t)
    end

    def guarded
      raise TypeError, 'uninitialized FastJSON::Stream' unless @stream
      raise TypeError, 'FastJSON::Stream: a call from within a call' if @busy

      @busy = true
      begin
        yield []
      ensure
        @busy = false
      end
    end

    def call(name, *arguments)
      Library.__send__(name, @stream, *arguments, @document, @error)
    end

    # Reads a piece to its end, or to a fault: then the rest of it is kept, if reading can go on there.
    def read(text, values)
      position = 0
      @rest = nil
      loop do
        piece = text.byteslice(position..)
        code = call(:fj_stream_read, piece, piece.bytesize, @used)
        position += @used.read(:size_t)
        keep(text, position) { values << Texts.build(@document, @given) } if code.zero?
        unless code.zero? || code == Library::MORE_TEXT
          @rest = text.byteslice(position..) if @kind == 1 || code == Library::ERROR_MEMORY
          raise failure(values)
        end
        break if code == Library::MORE_TEXT || position >= text.bytesize
      end
    end

    def keep(text, position)
      done = false
      yield
      done = true
    ensure
      @rest = text.byteslice(position..) unless done
    end

    def failure(values)
      error = @error.for_parse
      error.instance_variable_set(:@values, values) if error.is_a?(ErrorDetails)
      error
    end
  end
end
