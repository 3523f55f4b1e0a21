# frozen_string_literal: true

require_relative 'coder'

# The NDJSON writer.
module FastJSON
  # Writes values one a line (NDJSON).
  # @private
  class Lines
    # What is gathered before it goes to an IO.
    PIECE = 65_536

    LAYOUT = %i[indent space space_before object_nl array_nl].freeze

    # What has values to be written.
    def self.check(values)
      raise TypeError, "values: wanted what has each, not #{values.class}" unless values.respond_to?(:each)
    end

    def initialize(options)
      options = Options.generate_options_from(options || {})
      Options.generate(options)
      if LAYOUT.any? { |name| options[name]&.match?(/[\r\n]/) }
        raise ArgumentError, 'layout strings of lines have no line end'
      end

      @options = options
      @coder = Coder.new({ strict: false }.merge(options))
      @room = options[:max_output_bytes] || nil
      @room = nil if @room&.zero?
    end

    # Appends a value and a line end.
    # @param out [String] UTF-8
    def append(out, value)
      text = @room ? within(value) : @coder.generate(value)
      @room -= text.bytesize + 1 if @room
      out << text << "\n"
    end

    # A text for which, with its line end, there is still room.
    def within(value)
      if @room.positive?
        text = FastJSON.generate(value, @options.merge(max_output_bytes: @room))
        return text if text.bytesize < @room
      end
      raise Errors.generate_for('limit', nil, '')
    end
    private :within

    # @return [String]
    def to_text(values)
      Lines.check(values)
      out = +''
      values.each { |value| append(out, value) }
      out
    end

    def to_io(values, io)
      Lines.check(values)
      out = +''
      values.each do |value|
        append(out, value)
        next if out.bytesize < PIECE

        io.write(out)
        out.clear
      end
      io
    ensure
      io.write(out) unless out.nil? || out.empty?
    end
  end
  private_constant :Lines

  module_function

  # Writes values one a line, as NDJSON has them.
  # @param values [#each]
  # @param options [Hash, nil] as for generate; layout strings have no line end; max_output_bytes is for all lines
  # @return [String]
  # @raise [GeneratorError] with the place in the value
  def generate_lines(values, options = nil)
    Lines.new(options).to_text(values)
  end

  # The same to an IO, in pieces of 64 KB. When a value cannot be written, those before it have been.
  # @param io [#write]
  # @return [IO]
  # @raise [GeneratorError]
  def dump_lines(values, io, options = nil)
    Lines.new(options).to_io(values, io)
  end
end
