# frozen_string_literal: true

# What the Ruby drivers share: the dump of a value, and options in design terms, as tests/harness/README.md describes
# them.

require 'bigdecimal'
require 'fastjson'

def dump_string(text, out)
  raise EncodingError, text.encoding.to_s unless text.encoding == Encoding::UTF_8

  out << "s#{text.bytesize}:" << text.b
end

# With a stack of its own, so that nesting is bounded by nothing here.
def dump(root)
  out = String.new
  todo = [root]
  until todo.empty?
    value = todo.pop
    case value
    when nil then out << 'n'
    when true then out << 't'
    when false then out << 'f'
    when FastJSON::NumberText then out << "##{value.bytesize}:" << value
    when String then dump_string(value, out)
    when Integer then out << "i#{value};"
    when Float then out << 'd' << [value].pack('G').unpack1('H*')
    when BigDecimal then out << "##{value.to_s.bytesize}:" << value.to_s
    when Array
      out << '['
      todo.push(:']').concat(value.reverse)
    when Hash
      out << '{'
      todo << :'}'
      value.to_a.reverse_each { |key, element| todo.push(element, key) }
    when Symbol then out << value.to_s # never a value here: the end of a container
    else raise TypeError, value.class.name
    end
  end
  out
end

LAYOUT = %i[indent space space_before object_nl array_nl].freeze
WORDS = %i[duplicate_key big_numbers lone_surrogates nan].freeze

def option_value(key, value)
  return value.tr('stnr', " \t\n\r") if LAYOUT.include?(key)
  return value.to_sym if WORDS.include?(key)
  return value == 'unlimited' ? 0 : Integer(value) if key.start_with?('max_')

  value == '1'
end

def options_of(text)
  return {} if text == '-'

  text.split(',').to_h do |pair|
    key, value = pair.split('=', -1)
    [key.to_sym, option_value(key.to_sym, value)]
  end
end

def base64(data)
  [data].pack('m0')
end
