# frozen_string_literal: true

require_relative 'portable/build'
require_relative 'portable/walk'

module FastJSON
  # The portable engine: parse and generate without any C function of Ruby, for Rubies that have none
  # (JRuby, TruffleRuby) or lack one that we need. Slower; same results, same errors.
  #
  # The library's document, one flat array of 16-byte values, is read or written in bulk; see fj_value in
  # fastjson.h for its layout.
  module Portable
    module_function

    # As FastJSON.parse.
    def parse(source, options = nil)
      parse_with(Options.parse(options), source)
    end

    # The same with options that were read already.
    def parse_with(given, source)
      text = Text.source(source)
      Library.with_document do |document|
        error = Library::Error.new
        code = Library.fj_parse(text, text.bytesize, Options.parse_struct(given), document, error)
        raise error.for_parse unless code.zero?

        Build.new(document.read_pointer, given).root
      end
    end

    # As FastJSON.generate.
    def generate(object, options = nil)
      generate_with(Options.generate(options), object, options)
    end

    # The same with options that were read already.
    # @param options [Hash, nil] as they were given, for what to_json is handed
    # @param block [Proc, nil] of a Coder
    def generate_with(given, object, options = nil, block = nil)
      most = given.fetch(:max_output_bytes, 0)
      struct = Options.generate_struct(given.except(:max_output_bytes))
      walk = Walk.new(given, options, block)
      begin
        walk.run(object)
      rescue StandardError # unless the text was too long before that
        raise unless most.positive? && walk.written { text_of(walk, struct) } > most
      else
        text = text_of(walk, struct)
        return text unless most.positive? && text.bytesize > most
      end
      raise Errors.generate_for('limit', nil, '')
    end

    # The text of what was walked, however long.
    def text_of(walk, struct)
      memory = walk.values
      text = write(memory.first, struct) { |error| raise error.for_generate }
      memory.clear # alive until here: the values point into the texts
      walk.put_raw(text)
    end
    private_class_method :text_of

    # The text of a value; yields the error, if there is one.
    def write(value, struct)
      error = Library::Error.new
      out = Library::Buffer.new
      code = Library.fj_generate(value, struct, out, error)
      text = out.take
      yield error unless code.zero?
      text
    end
  end
end
