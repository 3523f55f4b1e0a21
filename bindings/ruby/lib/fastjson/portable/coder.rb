# frozen_string_literal: true

module FastJSON
  # The methods that the library defines in the native engine.
  class Coder
    def parse(source)
      Portable.parse_with(ready(@parse), source)
    end
    alias load parse

    def generate(object, io = nil)
      text = Portable.generate_with(ready(@generate), object, @given, @block)
      return text if io.nil?

      io.write(text)
      io
    end
    alias dump generate

    private

    def ready(options)
      options || raise(TypeError, 'uninitialized FastJSON::Coder')
    end

    def prepare(parse, generate, block, short)
      raise TypeError, 'a FastJSON::Coder is prepared once' if @parse

      @parse = Options.parse(parse).freeze
      @generate = Options.generate(generate).freeze
      @given = generate
      @block = block && short ? ->(object, _is_key) { block.call(object) } : block
    end
  end
end
