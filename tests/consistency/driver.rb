# frozen_string_literal: true

# The Ruby driver: answers a request file as tests/harness/README.md describes.
#
#     driver.rb REQUESTS hash|bytes > ANSWERS

require 'digest'
require_relative 'wire'

FORMS = [
  {},
  { indent: '  ', space: ' ', object_nl: "\n", array_nl: "\n" },
  { ascii_only: true },
  { script_safe: true },
  { sort_keys: true },
  { canonical: true }
].freeze

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
