# frozen_string_literal: true

require_relative 'helper'
require 'bigdecimal'
require 'ostruct'
require 'set'
require 'fastjson/portable'

# The same results and the same errors, whichever way they come about.
class TestEngines < FastJSONTest
  FILES = %w[parse options generate errors encodings callbacks coder texts streams].freeze

  def passes(environment)
    FILES.each do |name|
      output, status = ruby("load #{File.join(__dir__, "test_#{name}.rb").inspect}", environment)
      assert_predicate status, :success?, output
      assert_match(/\d+ runs, [1-9]\d* assertions, 0 failures, 0 errors/, output)
    end
  end

  def test_the_portable_engine_passes_all_tests
    passes('FASTJSON_ENGINE' => 'portable')
  end

  def test_the_native_engine_passes_all_tests_without_a_look_at_layouts
    passes('FASTJSON_LAYOUT' => 'plain')
  end

  TEXTS = ['', ' ', '1', '-0', '-0.0', '[]', '{}', '[1,2', '{"a":1,"a":2}', '"\\u00e9é"', '[1,{"b":[null,1e5]}]',
           '01', '[1.e5]', '"\\x"', "\"\x80\"", '1e400', '[[[1]]]', '{"a":{"b":nul}}', '9' * 5000, 'NaN', '[1,]',
           '18446744073709551616', '-9223372036854775809', '/**/1', "\"\t\"", '"\\ud800"', '{"~/":[x]}', '{1:2}'].freeze

  PARSE_OPTIONS = [nil, { symbolize_names: true }, { freeze: true }, { max_nesting: 2 }, { allow_nan: true },
                   { allow_comments: true, allow_trailing_comma: true }, { allow_control_characters: true },
                   { allow_invalid_escape: true }, { allow_duplicate_key: false }, { duplicate_key: :error },
                   { lone_surrogates: :replace }, { lone_surrogates: :keep }, { big_numbers: :decimal }, { big_numbers: :text },
                   { decimal_class: BigDecimal }, { decimal_class: Float }, { decimal_class: Kernel }, { object_class: OpenStruct },
                   { array_class: Set }, { object_class: Hash, array_class: Array }, { object_class: 5 }, { max_members: 1 }, { max_string_bytes: 2 }, { max_input_bytes: 5 },
                   { max_number_digits: 3 }, { nonsense: 1 }, { max_nesting: 'x' }, { freeze: 3 }, 5,
                   { duplicate_key: :no }, { max_members: -1 }, { 'freeze' => true }, { create_additions: true }].freeze

  def outcome
    verbose = $VERBOSE
    $VERBOSE = nil # Float("1e400") warns
    value = yield
    [value.class, value.inspect, value.frozen?]
  rescue StandardError => e
    details = e.respond_to?(:code) ? [e.code, e.offset, e.line, e.column, e.pointer] : []
    [e.class, e.message, *details]
  ensure
    $VERBOSE = verbose
  end

  def test_every_text_under_every_option
    TEXTS.product(PARSE_OPTIONS).each do |text, options|
      assert_equal outcome { FastJSON::Portable.parse(text, options) }, outcome { FastJSON.parse(text, options) },
                   "#{text[0, 40].inspect} #{options.inspect}"
    end
  end

  def test_every_pair_of_parse_options
    options = PARSE_OPTIONS.grep(Hash)
    texts = TEXTS + ['{"a":[1.5,{"b":"\\ud800","b":-0},"\\q",],"a":[1e999,NaN]}', '[/**/12345678901234567890,{"x":2,"x":0.10}]']
    options.combination(2) do |one, other|
      both = one.merge(other)
      texts.each do |text|
        assert_equal outcome { FastJSON::Portable.parse(text, both) }, outcome { FastJSON.parse(text, both) },
                     "#{text[0, 60].inspect} #{both.inspect}"
      end
    end
  end

  def test_every_pair_of_generate_options
    options = GENERATE_OPTIONS.grep(Hash)
    object = { 'b' => [1.5, nil, 'é/'], :a => [1r, "\xED\xA0\x80", Float::NAN, [[]], FastJSON::NumberText.new('1.50')], 7 => {} }
    options.combination(2) do |one, other|
      both = one.merge(other)
      [object, [object[:a][1]], [object[:a][2]], object['b'], [object[:a][4]], { 7 => {} }, { 'a' => 1, a: 2 }].each do |each|
        assert_equal outcome { FastJSON::Portable.generate(each, both) }, outcome { FastJSON.generate(each, both) },
                     "#{each.inspect} #{both.inspect}"
      end
    end
  end

  LOOP = [].tap { |array| array << array }.freeze
  OBJECTS = [nil, true, 1, -1, 2**62, 2**63, 2**64, -(2**63) - 1, 10**30, 1.5, -0.0, 1e300, 5e-324, Float::NAN, 'x', 'é',
             "\xff", "\xE9".b, 'é'.b, 'é'.encode('UTF-16LE'), "\u2028/", :sym, [], {}, [[1]], { a: 1, 'a' => 2 },
             { 'b' => 1, 'a' => [Float::INFINITY] }, { nil => 1, 2 => 3 }, { "\xff" => 1 }, { 'x/y~' => [1, "\xff"] },
             1..2, 3r, Time.at(0).utc, LOOP, { 'k' => LOOP }, [[[[]]]], { "\u{1f600}" => 1, "\uff5e" => 2 },
             FastJSON::NumberText.new('1.50'), FastJSON::NumberText.new('1.'), { FastJSON::NumberText.new('1') => 1 },
             FastJSON::NumberText.new('1e999'), FastJSON::NumberText.new('NaN'), ["\xED\xA0\x80"], "\xED\xBF\xBFx\xC3\xA9", { "\xED\xA0\x80" => 1, 'é' => 2 },
             "\xED\xA0\x80\xFF", "\xC3\xED\xA0\x80\xA9", "\xED\xA0\x80".b, Class.new(String).new('s'), Class.new(Hash)[1, 2], BasicObject].freeze

  GENERATE_OPTIONS = [nil, { indent: '  ', array_nl: "\n", object_nl: "\n", space: ' ', space_before: ' ' },
                      { ascii_only: true }, { script_safe: true }, { sort_keys: true }, { canonical: true },
                      { nan: :null }, { allow_nan: true }, { max_nesting: 2 }, { max_nesting: 0 }, { strict: true },
                      { allow_duplicate_key: false }, { lone_surrogates: :escape }, { lone_surrogates: :replace },
                      { lone_surrogates: :error }, { lone_surrogates: nil }, { lone_surrogates: :keep }, { nonsense: 1 }, { indent: 'x' },
                      { indent: 1 }, { canonical: true, ascii_only: true }, { sort_keys: 1 }, 5, { nan: 1 }].freeze

  def test_every_object_under_every_option
    OBJECTS.product(GENERATE_OPTIONS).each do |object, options|
      assert_equal outcome { FastJSON::Portable.generate(object, options) }, outcome { FastJSON.generate(object, options) },
                   "#{object.inspect[0, 60]} #{options.inspect}"
    end
  end

  def test_a_limit_on_the_output
    [['x' * 100], [[[1, 2, 3]]], { 'a' => 'é' * 50 }, 'y' * 20].each do |object|
      (1..30).each do |limit|
        options = { max_output_bytes: limit }
        assert_equal outcome { FastJSON::Portable.generate(object, options) }, outcome { FastJSON.generate(object, options) }
      end
    end
  end
end
