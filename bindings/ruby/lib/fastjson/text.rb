# frozen_string_literal: true

require_relative 'options'

module FastJSON
  # What the sources of a text may be, for the portable engine.
  module Text
    # Encodings whose bytes are read as UTF-8 without being transcoded.
    DIRECT = [Encoding::UTF_8, Encoding::US_ASCII, Encoding::BINARY].freeze

    module_function

    # @return [String] bytes to be read as UTF-8
    # @raise [TypeError] for what is no String and has no to_str
    # @raise [ParserError] for what cannot be transcoded
    def source(object)
      text = String.try_convert(object)
      raise TypeError, "no implicit conversion of #{name_of(object)} into String" if text.nil?

      utf8(text) || raise(Errors.parse('invalid_utf8', 'invalid UTF-8 at: the text cannot be transcoded to UTF-8',
                                       offset: 0, line: 1, column: 1, pointer: ''))
    end

    # @return [String, nil] the String in UTF-8; nil if it cannot be transcoded
    def utf8(text)
      DIRECT.include?(text.encoding) ? text : text.encode(Encoding::UTF_8)
    rescue EncodingError
      nil
    end

    def name_of(object)
      case object
      when nil, true, false then object.inspect
      else object.class.to_s
      end
    end
    private_class_method :name_of
  end
end
