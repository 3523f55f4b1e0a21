# frozen_string_literal: true

require_relative '../text'
require_relative 'kinds'

module FastJSON
  module Portable
    # Of a walk that ends before its end: what is wrong, where in the value, and how far the text had come.
    module Fault
      SURROGATE = /\xED[\xA0-\xBF][\x80-\xBF]/n

      # How many bytes of text come before the value at fault: with null in its place and everything closed, the
      # text is longer by these. Yields for that text.
      def written
        frames = @frames.dup
        after = null_at_fault(frames.last)
        frames.each_with_index do |frame, level|
          after += 1
          after += @given.fetch(frame.pairs ? :object_nl : :array_nl, '').bytesize if frame.position.positive?
          after += level * @given.fetch(:indent, '').bytesize if frame.position.positive?
        end
        close(@frames.last) until @frames.empty?
        yield.bytesize - after
      end

      private

      # Puts null where the value at fault would stand, if it has its key.
      # @return [Integer] bytes of text
      def null_at_fault(frame)
        unless frame.nil? || frame.keyed
          frame.position -= 1 if frame.position.positive?
          return 0
        end
        emit(NULL, 0)
        4
      end

      def refuse(code, detail = nil)
        raise Errors.generate_for(code, detail, pointer)
      end

      # Whole steps only, as many as the library's own errors hold.
      def pointer
        @frames.each_with_object(+'') do |frame, path|
          next if frame.position.zero?

          step = "/#{frame.pairs ? pointer_key(frame.key) : frame.position - 1}"
          break path if path.bytesize + step.bytesize >= 512

          path << step
        end
      end

      # What is not UTF-8 in a key is U+FFFD there, a lone surrogate one, and otherwise each byte.
      def pointer_key(key)
        key = key.name if key.is_a?(Symbol)
        text = key.is_a?(String) ? Text.utf8(key) : nil
        return '?' unless text

        text = text.b.gsub(SURROGATE, "\uFFFD".b).force_encoding(Encoding::UTF_8)
        text.scrub { |bytes| "\uFFFD" * bytes.bytesize }.gsub(%r{[~/]}, '~' => '~0', '/' => '~1')
      end
    end
  end
end
