# frozen_string_literal: true

require_relative 'helper'
require 'stringio'
require 'tempfile'

# What parse gives for what text.
class TestParse < FastJSONTest
  def test_every_kind_of_value_becomes_its_ruby_class
    value = FastJSON.parse('{"s":"x","i":-7,"f":2.5,"t":true,"n":null,"a":[1,[]],"o":{},"F":false}')
    assert_equal({ 's' => 'x', 'i' => -7, 'f' => 2.5, 't' => true, 'n' => nil, 'a' => [1, []], 'o' => {},
                   'F' => false }, value)
    assert_instance_of Integer, value['i']
    assert_instance_of Float, value['f']
  end

  def test_a_text_may_be_a_single_value_within_white_space
    assert_equal 1, FastJSON.parse(" \t\r\n1 ")
    assert_nil FastJSON.parse('null')
    assert_equal '', FastJSON.parse('""')
  end

  def test_integers_of_any_size_are_exact
    [0, 1, -1, (2**62) - 1, 2**62, -(2**62), -(2**62) - 1, (2**63) - 1, 2**63, -(2**63), -(2**63) - 1,
     (2**64) - 1, 2**64, 10**400, -(10**4299)].each { |n| assert_equal n, FastJSON.parse(n.to_s) }
  end

  def test_an_integer_of_more_than_4300_digits_is_refused_unless_the_limit_is_raised
    assert_equal (10**4300) - 1, FastJSON.parse('9' * 4300)
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse('9' * 4301) }
    assert_equal (10**6000) - 1, FastJSON.parse('9' * 6000, max_number_digits: 6000)
    assert_equal (10**6000) - 1, FastJSON.parse('9' * 6000, max_number_digits: 0)
  end

  def test_floats_are_the_nearest_double
    bits = { '0.1' => 0x3fb999999999999a, '1e-45' => 0x3696d601ad376ab9, '5e-324' => 1, '2e-324' => 0,
             '3e-324' => 1, '1.7976931348623157e308' => 0x7fefffffffffffff, '0.0' => 0, '-0.0' => 1 << 63,
             '1e0' => 0x3ff0000000000000, '1.727233711018889e-77' => 0x3000000000000000,
             '2.2250738585072011e-308' => 0x000fffffffffffff, '1e16' => 0x4341c37937e08000 }
    bits.each do |text, expected|
      value = FastJSON.parse(text)
      assert_instance_of Float, value, text
      assert_equal expected, [value].pack('G').unpack1('Q>'), text
    end
  end

  def test_a_halfway_number_of_many_digits_is_rounded_exactly
    # 2^-1075 * 3, between the two smallest doubles, written out; and the same with a digit more
    digits = (3 * (5**1075)).to_s.rjust(1075, '0')
    assert_equal 2 * 5e-324, FastJSON.parse("0.#{digits}")
    assert_equal 2 * 5e-324, FastJSON.parse("0.#{digits}1")
    assert_equal 5e-324, FastJSON.parse("0.#{digits[0..-2]}4")
  end

  def test_strings_are_utf8_with_escapes_resolved
    value = FastJSON.parse('"a\\u00e9\\ud83d\\ude00\\n\\"\\\\\\/é"')
    assert_equal "aé😀\n\"\\/é", value
    assert_equal Encoding::UTF_8, value.encoding
    assert_predicate value, :valid_encoding?
    refute_predicate value, :ascii_only?
    assert_predicate FastJSON.parse('"plain"'), :ascii_only?
    assert_equal "a\0b", FastJSON.parse('"a\\u0000b"')
  end

  def test_strings_of_every_length_arrive_whole
    (0..200).each do |n|
      assert_equal 'x' * n, FastJSON.parse("\"#{'x' * n}\"")
      assert_equal "#{'y' * n}é", FastJSON.parse("\"#{'y' * n}é\"")
      assert_equal({ 'k' * n => n }, FastJSON.parse("{\"#{'k' * n}\":#{n}}"))
    end
  end

  def test_strings_are_not_frozen_and_not_shared
    a, b = FastJSON.parse('["same","same"]')
    refute_predicate a, :frozen?
    a << '!'
    assert_equal 'same', b
  end

  def test_keys_are_frozen_and_right_whatever_came_before
    20.times do |round|
      keys = (0..700).map { |i| "key#{i * (round + 1)}" }
      value = FastJSON.parse("{#{keys.map { |key| "\"#{key}\":0" }.join(',')}}")
      assert_equal keys, value.keys
      assert(value.keys.all?(&:frozen?))
    end
  end

  def test_keys_that_differ_in_one_byte_stay_apart
    keys = (0..60).flat_map { |n| ['a' * n, "#{'a' * n}b", "b#{'a' * n}", "#{'a' * (n / 2)}c#{'a' * (n - (n / 2))}"] }
    keys.uniq.shuffle(random: Random.new(1)).each do |key|
      assert_equal({ key => 1 }, FastJSON.parse("{\"#{key}\":1}"))
      assert_equal({ key.to_sym => 1 }, FastJSON.parse("{\"#{key}\":1}", symbolize_names: true))
    end
  end

  def test_the_last_of_two_equal_keys_counts_at_the_place_of_the_first
    value = FastJSON.parse('{"a":1,"b":2,"\\u0061":3}')
    assert_equal [['a', 3], ['b', 2]], value.to_a
  end

  def test_arrays_of_every_length_grow_and_shrink
    (0..70).each do |length|
      expected = Array.new(length) { |i| [i, 'text' * i, i * 0.5, nil, [i]][i % 5] }
      made = FastJSON.parse(JSON.generate([expected] * 2))
      assert_equal [expected, expected], made
      made[0].concat((0...40).to_a).shift
      assert_equal (expected + (0...40).to_a).drop(1), made[0]
      made[1].push('x').pop
      assert_equal expected, made[1]
      assert_equal expected.hash, made[1].dup.freeze.hash
    end
  end

  # Objects of a shape that was seen before are made in another way than the first two.
  SHAPES = [{ 'a' => 1 }, { 'a' => nil, 'b' => 'text', 'c' => 1e300 }, (0...8).to_h { |i| ["k#{i}", [i]] },
            (0...9).to_h { |i| ["k#{i}", "v#{i}"] }, (0...64).to_h { |i| ["k#{i}", { 'a' => i }] },
            (0...65).to_h { |i| ["k#{i}", i] }, { '' => 0, 'x' * 100 => 1, 'é' => 'ü' }].freeze

  def test_objects_of_one_shape_are_equal_and_apart
    SHAPES.product([{}, { symbolize_names: true }, { freeze: true }]).each do |shape, options|
      text = JSON.generate([shape] * 6)
      expected = JSON.parse(text, options)
      made = FastJSON.parse(text, options)
      assert_equal expected, made
      assert_equal expected.map(&:to_a), made.map(&:to_a)
      assert_equal options.key?(:freeze), made.last.frozen?
      assert_equal made.first.keys.map(&:object_id), made.last.keys.map(&:object_id)
      assert_equal 6, made.map(&:object_id).uniq.length
      assert_nil made.last['missing']
      assert_nil made.last.default_proc
    end
  end

  def test_an_object_of_a_known_shape_is_changed_alone
    SHAPES.each do |shape|
      text = JSON.generate(shape)
      4.times { FastJSON.parse(text) }
      changed = FastJSON.parse(text)
      changed.delete(shape.keys.first)
      changed['new'] = 1
      changed.default = 5
      50.times { |i| changed["more#{i}"] = i }
      assert_equal shape, FastJSON.parse(text)
      assert_equal [shape.keys.drop(1) + ['new'], 1, 49], [changed.keys.take(shape.length), changed['new'], changed['more49']]
      cleared = FastJSON.parse(text).clear
      cleared[shape.keys.last] = 2
      assert_equal [{ shape.keys.last => 2 }, shape], [cleared, FastJSON.parse(text)]
      assert_equal shape.to_a, FastJSON.parse(text).compare_by_identity.to_a
    end
  end

  def test_shapes_differ_in_one_key_in_order_and_in_number
    one = '{"a":1,"b":2,"c":3}'
    others = ['{"a":1,"b":2,"d":3}', '{"b":1,"a":2,"c":3}', '{"a":1,"b":2}', '{"a":1,"b":2,"c":3,"d":4}',
              '{"a":1,"b":2,"a":3}', '{"a":1,"a":2,"a":3}', '{}']
    others.each do |other|
      text = "[#{[one, one, one, other, one, other, other, other].join(',')}]"
      assert_equal JSON.parse(text).map(&:to_a), FastJSON.parse(text).map(&:to_a)
    end
  end

  def test_a_key_that_comes_twice_is_refused_in_a_known_shape_as_well
    text = '{"a":1,"b":2}'
    4.times { assert_equal({ 'a' => 1, 'b' => 2 }, FastJSON.parse(text, allow_duplicate_key: false)) }
    6.times do
      assert_raises(FastJSON::ParserError) { FastJSON.parse('{"a":1,"a":2}', allow_duplicate_key: false) }
      assert_equal({ 'a' => 2 }, FastJSON.parse('{"a":1,"a":2}'))
    end
  end

  def test_more_shapes_than_are_kept
    texts = Array.new(1000) { |i| "{\"id\":#{i},\"k#{i}\":[{\"l#{i % 400}\":1,\"m\":null}]}" }
    3.times { texts.each { |text| 3.times { assert_equal JSON.parse(text), FastJSON.parse(text) } } }
  end

  def test_what_shapes_keep_cannot_be_changed
    4.times { FastJSON.parse('{"kept by a shape":1,"and this":[2]}') }
    kept = ObjectSpace.each_object(Hash).select { |hash| hash.key?('kept by a shape') && hash['and this'].nil? }
    kept.each { |hash| assert_raises(FrozenError) { hash.clear } }
    assert_equal({ 'kept by a shape' => 1, 'and this' => [2] }, FastJSON.parse('{"kept by a shape":1,"and this":[2]}'))
  end

  def test_large_objects_keep_their_order_and_duplicates_their_rule
    members = (0...3000).map { |i| "\"k#{i % 1000}\":#{i}" }.join(',')
    value = FastJSON.parse("{#{members}}")
    assert_equal((0...1000).map { |i| ["k#{i}", 2000 + i] }, value.to_a)
  end

  def test_symbolize_names_gives_symbols_at_every_level
    value = FastJSON.parse('{"a":{"é":[{"":1}]}}', symbolize_names: true)
    assert_equal({ a: { é: [{ '': 1 }] } }, value)
  end

  def test_freeze_freezes_every_level_and_shares_equal_strings
    value = FastJSON.parse('[{"a":"text","b":["text",1]}]', freeze: true)
    assert_predicate value, :frozen?
    assert_predicate value[0], :frozen?
    assert_predicate value[0]['b'], :frozen?
    assert_predicate value[0]['a'], :frozen?
    assert_same value[0]['a'], value[0]['b'][0]
    assert Ractor.shareable?(value)
  end

  def test_json_class_makes_no_object
    text = '{"json_class":"String","raw":[97]}'
    expected = { 'json_class' => 'String', 'raw' => [97] }
    assert_equal expected, FastJSON.parse(text)
    assert_equal expected, FastJSON.parse(text, nil)
    assert_equal expected, FastJSON.load(text)
    assert_equal expected, FastJSON.parse(text, create_additions: false)
    assert_raises(ArgumentError) { FastJSON.parse(text, create_additions: true) }
  end

  def test_sources_that_are_no_string_are_type_errors_as_in_json
    [nil, 1, :symbol, [], {}, Object.new].each { |source| assert_raises(TypeError) { FastJSON.parse(source) } }
    assert_raises(ArgumentError) { FastJSON.parse }
    assert_raises(ArgumentError) { FastJSON.parse('1', {}, {}) }
  end

  def test_sources_that_convert_to_a_string_are_read
    source = Object.new
    def source.to_str
      '[1]'
    end
    assert_equal [1], FastJSON.parse(source)
    assert_equal [1], FastJSON.parse(Class.new(String).new('[1]'))
    assert_equal [1], FastJSON.parse('xx[1]xx'[2, 3])
    long = "#{' ' * 300}[1]"
    assert_equal [1], FastJSON.parse(long[200..])
    assert_equal [1], FastJSON.parse('[1]'.freeze) # rubocop:disable Style/RedundantFreeze
  end

  def test_parse_bang_has_no_limit_of_nesting_and_reads_nan
    assert_predicate FastJSON.parse!('NaN'), :nan?
    deep = FastJSON.parse!("#{'[' * 5000}#{']' * 5000}")
    5000.times { deep = deep.first }
    assert_nil deep
    refuses(FastJSON::NestingError) { FastJSON.parse!('[[1]]', max_nesting: 1) }
  end

  def test_load_reads_strings_and_ios_and_gives_nil_for_blank
    assert_equal [1], FastJSON.load('[1]')
    assert_equal [1], FastJSON.load(StringIO.new('[1]'))
    assert_nil FastJSON.load(nil)
    assert_nil FastJSON.load('')
    refuses(FastJSON::ParserError, 'unexpected_end') { FastJSON.load('', nil, allow_blank: false) }
    assert_equal({ a: 1 }, FastJSON.load('{"a":1}', nil, symbolize_names: true))
    assert_predicate FastJSON.load('[NaN]').first, :nan?
  end

  def test_load_calls_the_proc_in_post_order_and_takes_its_result
    seen = []
    result = FastJSON.load('[1,{"a":[2]}]', proc { |value| seen << value; value.is_a?(Integer) ? value * 10 : value })
    assert_equal [10, { 'a' => [20] }], result
    assert_equal [1, 'a', 2, [20], { 'a' => [20] }, [10, { 'a' => [20] }]], seen
  end

  def test_load_file_reads_utf8_whatever_the_default_encoding
    Tempfile.create('fastjson') do |file|
      file.write('{"é":1}')
      file.close
      assert_equal({ 'é' => 1 }, FastJSON.load_file(file.path))
      assert_equal({ 'é': 1 }, FastJSON.load_file(file.path, symbolize_names: true))
    end
  end

  def test_module_functions_can_be_included
    includer = Class.new do
      include FastJSON
      def both
        [parse('[1]'), generate([1])]
      end
    end
    assert_equal [[1], '[1]'], includer.new.both
    assert_raises(NoMethodError) { includer.new.parse('[1]') }
  end

  def test_validate_and_minify
    assert_equal true, FastJSON.validate(' [1, 2] ')
    assert FastJSON.valid?('{}')
    refute FastJSON.valid?('{')
    assert_equal '[1,"a b"]', FastJSON.minify(' [ 1 , "a b" ] ')
    assert_equal Encoding::UTF_8, FastJSON.minify('["é"]').encoding
    error = refuses(FastJSON::ParserError, 'unexpected_end') { FastJSON.validate('[1,') }
    assert_equal 3, error.offset
    assert_equal '[1]', FastJSON.minify('[1/*x*/]', allow_comments: true)
  end
end
