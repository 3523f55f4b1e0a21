# frozen_string_literal: true

require_relative '../text'
require_relative 'kinds'

module FastJSON
  module Portable
    # From the flat array to Ruby objects.
    class Build
      def initialize(document, given)
        root = Library.fj_document_root(document)
        @words = root.read_bytes(Library.fj_document_length(document) * 16).unpack('Q*')
        @symbolize = given[:symbolize_names] == 1
        @freeze = given[:freeze] == 1
        @object_class = given[:object_class]
        @array_class = given[:array_class]
        @number = number_maker(given)
      end

      # Without recursion: the depth of a text is bounded by max_nesting only.
      # @return [Object]
      def root
        open = [] # of [container, values to come, key]
        index = 0
        loop do
          value = scalar_or_container(index)
          count = pending(index)
          index += 2
          if count.positive?
            open << [value, count, nil]
          else
            value = put(open, finish(value))
            return value if open.empty?
          end
        end
      end

      private

      # What is asked for what a number's text is to become.
      # @return [Method, nil]
      def number_maker(given)
        return NumberText.method(:new) if given[:big_numbers] == 2

        receiver, name = given[:decimal] || [FastJSON, :decimal]
        receiver.method(name)
      end

      def pending(index)
        case @words[index] & 0xff
        when ARRAY then @words[index] >> 16
        when OBJECT then (@words[index] >> 16) * 2
        else 0
        end
      end

      # Puts a value where it belongs, and what that completes; gives the last one.
      def put(open, value)
        until open.empty?
          level = open.last
          add(level, value)
          return value if (level[1] -= 1).positive?

          value = finish(open.pop.first)
        end
        value
      end

      def add(level, value)
        container, count, key = level
        if container.is_a?(Array) then container << value
        elsif count.even? then level[2] = key_of(value)
        else container[key] = value
        end
      end

      def key_of(text)
        @symbolize ? text.to_sym : -text
      end

      def finish(value)
        value = instance(value) if @object_class || @array_class
        return value unless @freeze

        value.instance_of?(String) ? -value : value.freeze
      end

      # object_class, array_class: an object of that class, filled by its own methods.
      def instance(value)
        case value
        when Hash
          return value unless @object_class && value.instance_of?(Hash)

          value.each_with_object(@object_class.new) { |(key, element), made| made[key] = element }
        when Array
          return value unless @array_class && value.instance_of?(Array)

          value.each_with_object(@array_class.new) { |element, made| made << element }
        else value
        end
      end

      def scalar_or_container(index)
        head = @words[index]
        payload = @words[index + 1]
        case head & 0xff
        when NULL then nil
        when FALSE then false
        when TRUE then true
        when INT64 then [payload].pack('Q').unpack1('q')
        when UINT64 then payload
        when DOUBLE then [payload].pack('Q').unpack1('d')
        when BIGINT then Integer(bytes(payload, head >> 16), 10)
        when DECIMAL then @number.call(bytes(payload, head >> 16).force_encoding(Encoding::UTF_8))
        when STRING then bytes(payload, head >> 16).force_encoding(Encoding::UTF_8)
        when ARRAY then []
        else {}
        end
      end

      def bytes(address, length)
        length.zero? ? +'' : FFI::Pointer.new(address).read_bytes(length)
      end
    end
  end
end
