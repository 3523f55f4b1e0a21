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
      given = Options.parse(options)
      text = Text.source(source)
      document = FFI::MemoryPointer.new(:pointer)
      error = Library::Error.new
      code = Library.fj_parse(text, text.bytesize, Options.parse_struct(given), document, error)
      raise error.for_parse unless code.zero?

      Build.new(document.read_pointer, given).root
    ensure
      Library.fj_document_free(document.read_pointer) if document
    end

    # As FastJSON.generate.
    def generate(object, options = nil)
      given = Options.generate(options)
      walk = Walk.new(given, options)
      walk.run(object)
      error = Library::Error.new
      out = Library::Buffer.new
      memory = walk.values
      code = Library.fj_generate(memory.first, Options.generate_struct(given), out, error)
      text = out.take
      memory.clear
      raise option_error if %w[option argument].include?(error.code)
      raise error.for_generate unless code.zero?

      walk.put_raw(text)
    end

    def option_error
      Errors.generate('option', 'unknown option, or a value outside its range: these do not go together')
    end
    private_class_method :option_error
  end
end
