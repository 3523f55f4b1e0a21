# frozen_string_literal: true

require_relative 'helper'
require 'bigdecimal'
require 'ostruct'
require 'set'

# Options are checked, obeyed, and never changed.
class TestOptions < FastJSONTest
  def test_unknown_options_are_argument_errors
    assert_match(/:foo/, assert_raises(ArgumentError) { FastJSON.parse('1', foo: 1) }.message)
    assert_match(/:foo/, assert_raises(ArgumentError) { FastJSON.generate(1, foo: nil) }.message)
    assert_raises(ArgumentError) { FastJSON.parse('1', 'symbolize_names' => true) }
    assert_raises(ArgumentError) { FastJSON.generate(1, symbolize_names: true) }
    assert_raises(ArgumentError) { FastJSON.validate('1', indent: '') }
  end

  def test_options_of_the_wrong_type_are_type_errors
    [{ max_nesting: 'x' }, { max_nesting: 1.5 }, { max_nesting: 2**70 }, { symbolize_names: 1 }, { freeze: 'yes' },
     { allow_nan: :no }].each { |options| assert_raises(TypeError, options.inspect) { FastJSON.parse('1', options) } }
    [{ max_nesting: 'x' }, { indent: 2 }, { space: :' ' }, { ascii_only: 1 }, { sort_keys: 'x' },
     { strict: 0 }].each { |options| assert_raises(TypeError, options.inspect) { FastJSON.generate(1, options) } }
    assert_raises(TypeError) { FastJSON.parse('1', 5) }
    assert_raises(TypeError) { FastJSON.parse('1', []) }
    assert_raises(TypeError) { FastJSON.generate(1, 5) }
  end

  def test_options_out_of_range_are_argument_errors
    assert_raises(ArgumentError) { FastJSON.parse('1', max_nesting: -1) }
    assert_raises(ArgumentError) { FastJSON.generate(1, max_nesting: -1) }
    assert_raises(ArgumentError) { FastJSON.generate(1, indent: '--') }
    assert_raises(ArgumentError) { FastJSON.generate(1, indent: ' ' * 257) }
    assert_raises(ArgumentError) { FastJSON.generate(1, nan: :zero) }
    assert_raises(ArgumentError) { FastJSON.parse('1', duplicate_key: :first) }
    assert_raises(ArgumentError) { FastJSON.generate(1, canonical: true, indent: ' ') }
  end

  def test_nil_and_false_turn_options_off
    assert_equal({ 'a' => 1 }, FastJSON.parse('{"a":1}', symbolize_names: nil, freeze: false, allow_nan: nil))
    assert_equal '[1]', FastJSON.generate([1], indent: nil, space: nil, space_before: nil, object_nl: nil,
                                               array_nl: nil, ascii_only: nil, script_safe: false, allow_nan: nil)
    assert_equal [1], FastJSON.parse('[1]', nil)
    assert_equal '[1]', FastJSON.generate([1], nil)
  end

  def test_options_are_not_changed
    options = { symbolize_names: true, max_nesting: 5 }.freeze
    FastJSON.parse('{}', options)
    FastJSON.load('{}', nil, options)
    options = { indent: '  ', max_nesting: 5 }.freeze
    FastJSON.generate({}, options)
    FastJSON.pretty_generate({}, options)
    FastJSON.dump({}, nil, nil, options)
    unfrozen = { allow_nan: true }
    FastJSON.generate([Time.at(0)], unfrozen)
    assert_equal({ allow_nan: true }, unfrozen)
  end

  def test_max_nesting_limits_both_ways_and_none_means_none
    assert_equal [[1]], FastJSON.parse('[[1]]', max_nesting: 2)
    refuses(FastJSON::NestingError, 'nesting') { FastJSON.parse('[[1]]', max_nesting: 1) }
    assert_equal '[[1]]', FastJSON.generate([[1]], max_nesting: 2)
    refuses(FastJSON::NestingError, 'nesting') { FastJSON.generate([[1]], max_nesting: 1) }
    refuses(FastJSON::NestingError) { FastJSON.generate([{}], max_nesting: 1) }
    text = "#{'[' * 1024}#{']' * 1024}"
    assert_equal text, FastJSON.generate(FastJSON.parse(text))
    refuses(FastJSON::NestingError) { FastJSON.parse("[#{text}]") }
    [0, false, nil].each do |none|
      deep = FastJSON.parse("[#{text}]", max_nesting: none)
      refuses(FastJSON::NestingError, 'nesting') { FastJSON.generate(deep) }
      assert_equal "[#{text}]", FastJSON.generate(deep, max_nesting: none)
    end
  end

  def test_depth_without_limit_needs_no_c_stack
    depth = FastJSON.engine == :ruby ? 300_000 : 3000
    text = "#{'[' * depth}#{']' * depth}"
    value = Thread.new { FastJSON.parse(text, max_nesting: 0) }.value
    assert_equal text, Fiber.new { FastJSON.generate(value, max_nesting: 0) }.resume
    value = value.first while value.first # leaves nothing deep to be inspected
  end

  def test_allow_nan_reads_and_writes_what_is_no_json
    assert_equal [Float::INFINITY, -Float::INFINITY, Float::INFINITY],
                 FastJSON.parse('[Infinity,-Infinity,1e999]', allow_nan: true)
    refuses(FastJSON::ParserError, 'unexpected_byte') { FastJSON.parse('NaN') }
    refuses(FastJSON::ParserError, 'number_out_of_range') { FastJSON.parse('1e999') }
    assert_equal '[NaN,Infinity,-Infinity]',
                 FastJSON.generate([Float::NAN, Float::INFINITY, -Float::INFINITY], allow_nan: true)
    assert_equal '[NaN]', FastJSON.generate([Float::NAN], nan: :literal)
    assert_equal '[null]', FastJSON.generate([Float::NAN], nan: :null)
    refuses(FastJSON::GeneratorError, 'nan') { FastJSON.generate([Float::NAN], nan: :error) }
  end

  def test_what_is_lenient_in_reading_is_so_only_when_asked
    { allow_comments: ['[1/*x*/,//y', "\n2]"].join, allow_trailing_comma: '[1,2,]',
      allow_control_characters: "[\"\t\"]", allow_invalid_escape: '["\\q"]' }.each do |option, text|
      assert_raises(FastJSON::ParserError, text) { FastJSON.parse(text) }
      assert_kind_of Array, FastJSON.parse(text, option => true)
    end
    refuses(FastJSON::ParserError, 'invalid_surrogate') { FastJSON.parse('"\\ud800"') }
    assert_equal "\ufffd", FastJSON.parse('"\\ud800"', lone_surrogates: :replace)
  end

  def test_reals_can_be_decimals
    value = FastJSON.parse('[1.10,1e400,12345678901234567890.5,7]', big_numbers: :decimal)
    assert_equal [BigDecimal('1.10'), BigDecimal('1e400'), BigDecimal('12345678901234567890.5'), 7], value
    assert_equal [BigDecimal, BigDecimal, BigDecimal, Integer], value.map(&:class)
    refuses(FastJSON::ParserError, 'unexpected_end') { FastJSON.parse('[1.10,', big_numbers: :decimal) }
    assert_equal [1.1], FastJSON.parse('[1.10]', big_numbers: :double)
  end

  def test_numbers_can_stay_as_they_are_written
    text = '{"a":[1.10,1e400,-0,12345678901234567890.5,7,true],"b":"1.10"}'
    value = FastJSON.parse(text, big_numbers: :text)
    assert_equal ['1.10', '1e400', '-0', '12345678901234567890.5', '7', true], value['a']
    assert_instance_of FastJSON::NumberText, value['a'][0]
    assert_instance_of String, value['b']
    [{}, { strict: true }].each { |options| assert_equal text, FastJSON.generate(value, options) }
    assert_equal '[1.1,0]', FastJSON.generate(FastJSON.parse('[1.10,-0]', big_numbers: :text), canonical: true)
    assert_predicate FastJSON.parse('1.10', big_numbers: :text, freeze: true), :frozen?
    assert_equal '[1.10]', JSON.generate([FastJSON::NumberText.new('1.10')])
    ['', '1.', '01', 'x', "1\n", '1,2', '"'].each do |no_number|
      refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate([FastJSON::NumberText.new(no_number)]) }
    end
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse('12345', big_numbers: :text, max_number_digits: 4) }
    refuses(FastJSON::ParserError, 'invalid_number') { FastJSON.parse('[01]', big_numbers: :text) }
  end

  def test_lone_surrogates_are_kept_and_written_when_asked
    value = FastJSON.parse('{"\ud800":"a\udfffé","x":"\ud83d\ude00"}', lone_surrogates: :keep)
    assert_equal ["\xED\xA0\x80", "a\xED\xBF\xBFé"], value.first
    assert_equal [false, false], value.first.map(&:valid_encoding?)
    assert_equal '😀', value['x']
    assert_predicate value['x'], :valid_encoding?
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate(value) }
    refuses(FastJSON::GeneratorError, 'lone_surrogate') { FastJSON.generate(value, lone_surrogates: :error) }
    assert_equal '{"\ud800":"a\udfffé","x":"😀"}', FastJSON.generate(value, lone_surrogates: :escape)
    assert_equal '{"x":"😀","\ud800":"a\udfffé"}', FastJSON.generate({ 'x' => '😀' }.merge(value), lone_surrogates: :escape)
    assert_equal '{"\ud800":"a\udfffé","x":"😀"}'.sub('"x":"😀"', '').sub(',', '').sub('{', '{"x":"😀",'),
                 FastJSON.generate(value, lone_surrogates: :escape, sort_keys: true)
    assert_equal "{\"\ufffd\":\"a\ufffdé\",\"x\":\"😀\"}", FastJSON.generate(value, lone_surrogates: :replace)
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate(["\xFF"], lone_surrogates: :escape) }
    assert_raises(ArgumentError) { FastJSON.parse('{}', lone_surrogates: :keep, symbolize_names: true) }
  end

  def test_objects_arrays_and_decimals_of_other_classes
    value = FastJSON.parse('{"a":[1,2,1],"b":{"c":0.1},"a":[3,3]}', object_class: OpenStruct, array_class: Set)
    assert_instance_of OpenStruct, value
    assert_equal Set[3], value.a
    assert_in_delta 0.1, value.b.c
    assert_equal BigDecimal('0.10'), FastJSON.parse('0.10', decimal_class: BigDecimal)
    assert_equal 1/10r, FastJSON.parse('0.10', decimal_class: Rational)
    assert_in_delta 0.1, FastJSON.parse('0.10', decimal_class: Float)
    maker = Class.new { def self.try_convert(text) = [text] }
    assert_equal [['0.10'], 1], FastJSON.parse('[0.10,1]', decimal_class: maker)
    assert_predicate FastJSON.parse('[1]', array_class: Set, freeze: true), :frozen?
    assert_raises(TypeError) { FastJSON.parse('1', object_class: 5) }
    assert_raises(TypeError) { FastJSON.parse('1', decimal_class: Module.new) }
    assert_raises(ArgumentError) { FastJSON.parse('1', decimal_class: BigDecimal, big_numbers: :text) }
    refuses(FastJSON::ParserError, 'duplicate_key') { FastJSON.parse('{"a":1,"a":2}', object_class: OpenStruct, duplicate_key: :error) }
  end

  def test_what_a_class_of_objects_raises_comes_out
    raising = Class.new(Array) { define_method(:<<) { |element| element == 2 ? raise(IndexError, 'no') : super(element) } }
    assert_raises(IndexError) { FastJSON.parse('[[1,2]]', array_class: raising) }
    assert_equal [[1, 3]], FastJSON.parse('[[1,3]]', array_class: raising)
    text = +'[[1],[2],[3]]'
    changing = Class.new(Array) { define_method(:<<) { |element| text.replace('x' * 100) && super(element) } }
    assert_equal [[1], [2], [3]], FastJSON.parse(text, array_class: changing)
  end

  def test_a_key_that_comes_twice_is_the_first_fault_though_another_follows
    ['"\ud800"}', '"\x"}', '01}', '1e999}', '[1 2]}', '1', '1}]', 'tru', "\"\x01\"}"].each do |rest|
      error = refuses(FastJSON::ParserError, 'duplicate_key') do
        FastJSON.parse("{\"a\":1,\"a\":#{rest}", duplicate_key: :error)
      end
      assert_equal 7, error.offset
    end
    deep = "{\"a\":1,\"a\":#{'[' * 2000}"
    error = assert_raises(FastJSON::ParserError) { FastJSON.parse(deep, duplicate_key: :error) }
    assert_equal 'duplicate_key', error.code
    refute_kind_of FastJSON::NestingError, error
  end

  def test_duplicate_keys_can_be_refused
    [{ allow_duplicate_key: false }, { duplicate_key: :error }].each do |options|
      refuses(FastJSON::ParserError, 'duplicate_key') { FastJSON.parse('{"a":1,"a":2}', options) }
      assert_equal({ 'a' => { 'a' => 1 } }, FastJSON.parse('{"a":{"a":1}}', options))
    end
    both = { foo: 1, 'foo' => 2 }
    assert_equal '{"foo":1,"foo":2}', FastJSON.generate(both)
    refuses(FastJSON::GeneratorError, 'duplicate_key') { FastJSON.generate(both, allow_duplicate_key: false) }
    assert_equal '{"b":1,"a":2}', FastJSON.generate({ b: 1, 'a' => 2 }, allow_duplicate_key: false)
    assert_equal '{"foo":1,"foo":2}', FastJSON.generate(both, allow_duplicate_key: true)
  end

  def test_limits_on_input_and_output
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse('[1,2,3]', max_input_bytes: 6) }
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse('["abc"]', max_string_bytes: 2) }
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse('[1,2,3]', max_members: 2) }
    assert_equal [1, 2, 3], FastJSON.parse('[1,2,3]', max_input_bytes: 7, max_members: 3)
    refuses(FastJSON::GeneratorError, 'limit') { FastJSON.generate(['x' * 100], max_output_bytes: 50) }
    assert_equal '["xx"]', FastJSON.generate(['xx'], max_output_bytes: 6)
  end

  def test_the_layout_strings
    options = { indent: "\t", space: '  ', space_before: ' ', object_nl: "\n", array_nl: "\r\n" }
    assert_equal "{\n\t\"a\" :  [\r\n\t\t1,\r\n\t\t{}\r\n\t],\n\t\"b\" :  []\n}",
                 FastJSON.generate({ a: [1, {}], b: [] }, options)
    assert_equal "[\n  1\n]", FastJSON.pretty_generate([1])
    assert_equal "[\n 1\n]", FastJSON.pretty_generate([1], indent: ' ')
    assert_equal '[]', FastJSON.pretty_generate([])
  end

  def test_ascii_only_and_script_safe
    assert_equal '"\u00e9\ud83d\ude00a/"', FastJSON.generate('é😀a/', ascii_only: true)
    assert_predicate FastJSON.generate('é', ascii_only: true), :ascii_only?
    assert_equal '"<\/script>\u2028\u2029é"', FastJSON.generate("</script>\u2028\u2029é", script_safe: true)
    assert_equal '"\/"', FastJSON.generate('/', escape_slash: true)
    assert_predicate FastJSON.generate("\u2028", script_safe: true), :ascii_only?
    refute_predicate FastJSON.generate("\u2028é", script_safe: true), :ascii_only?
  end

  def test_sort_keys_orders_by_utf16_code_units
    hash = { "\u{1f600}" => 1, "\uff5e" => 2, b: 3, 'a' => 4, 10 => 5 }
    assert_equal "{\"10\":5,\"a\":4,\"b\":3,\"\u{1f600}\":1,\"\uff5e\":2}", FastJSON.generate(hash, sort_keys: true)
    large = (0...500).to_a.shuffle(random: Random.new(3)).to_h { |i| [format('%03d', i), i] }
    assert_equal large.sort.to_h, FastJSON.parse(FastJSON.generate(large, sort_keys: true))
    assert_equal large.keys.sort, FastJSON.parse(FastJSON.generate(large, sort_keys: true)).keys
    assert_equal '{"a":1,"a":2}', FastJSON.generate({ 'a' => 1, a: 2 }, sort_keys: true)
  end

  def test_canonical_writes_rfc_8785
    assert_equal '{"a":1e+21,"b":[1,4.5,0]}', FastJSON.generate({ b: [1.0, 4.5, -0.0], a: 1e21 }, canonical: true)
  end

  def test_strict_refuses_what_is_not_json
    assert_equal '[1,"s",null,{"a":1.5}]', FastJSON.generate([1, :s, nil, { a: 1.5 }], strict: true)
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate([Time.at(0)], strict: true) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate([1r], strict: true) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate({ 1 => 2 }, strict: true) }
  end

  def test_a_state_of_json_serves_as_options
    state = JSON::State.new(indent: '  ', array_nl: "\n", max_nesting: 3)
    assert_equal "[\n  1\n]", FastJSON.generate([1], state)
    refuses(FastJSON::NestingError) { FastJSON.generate([[[[]]]], state) }
    convertible = Object.new
    def convertible.to_hash
      { indent: ' ', array_nl: "\n" }
    end
    assert_equal "[\n 1\n]", FastJSON.generate([1], convertible)
  end
end
