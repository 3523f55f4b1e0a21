# frozen_string_literal: true

# The Ruby driver: answers a request file as tests/harness/README.md describes.
#
#     driver.rb REQUESTS hash|bytes > ANSWERS

require 'digest'
require 'bigdecimal'
require 'fastjson'

FORMS = [
  {},
  { indent: '  ', space: ' ', object_nl: "\n", array_nl: "\n" },
  { ascii_only: true },
  { script_safe: true },
  { sort_keys: true },
  { canonical: true }
].freeze

def dump_string(text, out)
  raise EncodingError, text.encoding.to_s unless text.encoding == Encoding::UTF_8

  out << "s#{text.bytesize}:" << text
end

# With a stack of its own, so that nesting is bounded by nothing here.
def dump(root)
  out = +''
  todo = [root]
  until todo.empty?
    value = todo.pop
    case value
    when nil then out << 'n'
    when true then out << 't'
    when false then out << 'f'
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

def options_of(text)
  return {} if text == '-'

  text.split(',').to_h do |pair|
    key, value = pair.split('=')
    value = case key
            when 'max_nesting' then value == 'unlimited' ? 0 : Integer(value)
            when 'allow_comments' then value == '1'
            else value.to_sym
            end
    [key.to_sym, value]
  end
end

def base64(data)
  [data].pack('m0')
end

def generated(value, options)
  return '-' if options[:max_nesting]&.zero? && options.key?(:indent) # n levels of it take n * n bytes

  yield FastJSON.generate(value, options)
rescue FastJSON::GeneratorError => e
  "!#{e.code}"
end

def answer(name, text, options, &field)
  value = FastJSON.parse(text, options)
  answers = [yield(dump(value))]
  nesting = options.slice(:max_nesting)
  FORMS.each { |form| answers << generated(value, form.merge(nesting), &field) }
  puts [name, 'ok', *['-'] * 4, *answers].join("\t")
rescue FastJSON::ParserError => e
  place = [e.code, e.offset, e.line, e.column, base64(e.pointer)]
  puts [name, *place, *['-'] * 7].join("\t")
end

requests, mode = ARGV
field = mode == 'bytes' ? method(:base64).to_proc : ->(data) { Digest::SHA256.hexdigest(data) }
File.foreach(requests, chomp: true) do |line|
  name, options, encoded = line.split("\t", -1)
  answer(name, encoded.unpack1('m0').force_encoding(Encoding::UTF_8), options_of(options), &field)
end
