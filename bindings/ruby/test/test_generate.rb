# frozen_string_literal: true

require_relative 'helper'
require 'bigdecimal'
require 'stringio'

# What generate writes for what object.
class TestGenerate < FastJSONTest
  def test_every_core_class
    object = { 'a' => [1, 2.5, nil, true, false, :sym, 'x'], b: {}, c: [] }
    assert_equal '{"a":[1,2.5,null,true,false,"sym","x"],"b":{},"c":[]}', FastJSON.generate(object)
    assert_equal Encoding::UTF_8, FastJSON.generate(object).encoding
    assert_predicate FastJSON.generate(object), :ascii_only?
  end

  def test_a_single_value_is_a_text
    assert_equal 'null', FastJSON.generate(nil)
    assert_equal '"x"', FastJSON.generate('x')
    assert_equal '-5', FastJSON.generate(-5)
  end

  def test_integers_of_any_size
    [0, -1, (2**62) - 1, 2**62, -(2**62) - 1, 2**63, (2**64) - 1, 2**64, -(2**64), 10**50].each do |n|
      assert_equal n.to_s, FastJSON.generate(n)
      assert_equal "[#{n}]", FastJSON.generate([n])
    end
  end

  def test_floats_have_one_form_that_reads_back_as_the_same_bits
    forms = { 1e15 => '1000000000000000.0', 1e16 => '10000000000000000.0', 1e20 => '100000000000000000000.0',
              1e21 => '1e+21', 1e22 => '1e+22', 0.0001 => '0.0001', 1e-5 => '0.00001', 1e-6 => '0.000001',
              1e-7 => '1e-7', 100.0 => '100.0', 0.30000000000000004 => '0.30000000000000004', 5e-324 => '5e-324',
              1.7976931348623157e308 => '1.7976931348623157e+308', 0.0 => '0.0',
              2.2250738585072014e-308 => '2.2250738585072014e-308', 1.9999999999999996 => '1.9999999999999996',
              -148_102_320.5172414 => '-148102320.5172414', 2e34 => '2e+34', 1.727233711018889e-77 => '1.727233711018889e-77' }
    forms.each { |value, text| assert_equal text, FastJSON.generate(value) }
    assert_equal '-0.0', FastJSON.generate(-0.0)
    random = Random.new(7)
    2000.times do
      value = [random.bytes(8)].first.unpack1('d')
      next unless value.finite?

      assert_equal [value].pack('d'), [FastJSON.parse(FastJSON.generate(value))].pack('d')
    end
  end

  def test_nan_and_infinities_are_refused
    [Float::NAN, Float::INFINITY, -Float::INFINITY].each do |value|
      error = refuses(FastJSON::GeneratorError, 'nan') { FastJSON.generate({ 'a' => [0, value] }) }
      assert_equal '/a/1', error.pointer
    end
  end

  def test_control_characters_quotes_and_backslashes_are_escaped
    assert_equal "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \\\"\\\\/\u007F\"",
                 FastJSON.generate("\0\x01\b\t\n\v\f\r\x1f \"\\/\x7f")
  end

  def test_strings_of_every_length_with_an_escape_anywhere
    (0..70).each do |length|
      (0...length).each do |place|
        string = 'x' * length
        string[place] = '"'
        assert_equal "\"#{'x' * place}\\\"#{'x' * (length - place - 1)}\"", FastJSON.generate(string)
      end
      assert_equal "\"#{'é' * length}\"", FastJSON.generate('é' * length)
    end
  end

  def test_shared_and_frozen_strings_are_read_right
    long = 'abcdefghij' * 30
    assert_equal "\"#{long[100, 150]}\"", FastJSON.generate(long[100, 150])
    assert_equal "\"#{long[250..]}\"", FastJSON.generate(long[250..])
    assert_equal "\"#{long}\"", FastJSON.generate(-long)
    assert_equal "[#{(10..199).to_a.join(',')}]", FastJSON.generate((0..199).to_a[10..])
    assert_equal '[2,3]', FastJSON.generate([1, 2, 3].tap(&:shift))
  end

  def test_keys_are_strings_symbols_or_what_to_s_gives
    key = Object.new
    def key.to_s
      'object'
    end
    hash = { 'a' => 1, b: 2, 3 => 4, 1.5 => 5, nil => 6, true => 7, [1] => 8, key => 9, "dyn#{1}": 10 }
    assert_equal '{"a":1,"b":2,"3":4,"1.5":5,"":6,"true":7,"[1]":8,"object":9,"dyn1":10}', FastJSON.generate(hash)
    assert_equal '{"NaN":1}', FastJSON.generate({ Float::NAN => 1 })
  end

  # Ruby keeps small Hashes in another way than large ones, and deleted pairs in both.
  def test_hashes_of_every_size_with_pairs_deleted_anywhere
    [1, 2, 7, 8, 9, 16, 17, 60].each do |size|
      whole = (0...size).to_h { |i| ["k#{i}", i] }
      [[], [0], [size - 1], [size / 2], (0...size).to_a, (0...size / 2).to_a, (size / 2...size).to_a].each do |places|
        hash = whole.dup
        places.each { |place| hash.delete("k#{place}") }
        assert_equal JSON.generate(hash), FastJSON.generate(hash)
        hash['k0'] = 'again'
        assert_equal JSON.generate(hash), FastJSON.generate(hash)
        hash.shift
        assert_equal JSON.generate(hash), FastJSON.generate(hash)
        assert_equal JSON.generate(hash), FastJSON.generate(hash.compare_by_identity)
        assert_equal '{}', FastJSON.generate(hash.clear)
      end
    end
  end

  def test_a_hash_is_generated_while_it_is_walked_and_rebuilt
    hash = (0...12).to_h { |i| [i.to_s, i] }
    hash.each do |key, _|
      hash.delete(key) if key.to_i.even?
      assert_equal JSON.generate(hash), FastJSON.generate(hash)
    end
    hash.default = 4
    assert_equal JSON.generate(hash), FastJSON.generate(hash.rehash)
    assert_equal '{"a":1}', FastJSON.generate(Hash.new { 5 }.merge!('a' => 1))
  end

  def test_a_hash_that_changes_while_it_is_generated_is_written_as_it_was
    [3, 20].each do |size|
      hash = (0...size).to_h { |i| ["k#{i}", i] }
      mutator = Object.new
      mutator.define_singleton_method(:to_json) do |*|
        hash.clear
        30.times { |i| hash["n#{i}"] = 'x' }
        GC.start
        '0'
      end
      hash['k0'] = mutator
      assert_equal({ 'k0' => 0 }.merge((1...size).to_h { |i| ["k#{i}", i] }), JSON.parse(FastJSON.generate(hash)))
    end
  end

  def test_a_key_whose_to_s_gives_no_string_is_refused
    broken = Class.new { def to_s = 42 }.new
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate({ broken => 1 }) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate({ 'x' => { broken => 1 } }, sort_keys: true) }
  end

  def test_other_objects_are_written_as_their_to_s
    assert_equal '["1/2","1..3","0.11e1"]', FastJSON.generate([1/2r, 1..3, BigDecimal('1.1')])
    assert_equal '"2001-02-03 04:05:06 UTC"', FastJSON.generate(Time.utc(2001, 2, 3, 4, 5, 6))
    assert_equal '"FastJSON"', FastJSON.generate(FastJSON)
  end

  def test_a_container_that_contains_itself_is_a_nesting_error
    array = []
    array << array
    hash = {}
    hash['x'] = [hash]
    [array, hash].each do |value|
      refuses(FastJSON::NestingError, 'circular') { FastJSON.generate(value) }
      refuses(FastJSON::NestingError, 'circular') { FastJSON.generate(value, max_nesting: 0) }
    end
    assert_equal '[1]', FastJSON.generate([1])
  end

  def test_the_same_object_twice_is_no_circle
    inner = [1]
    assert_equal '[[1],[1]]', FastJSON.generate([inner, inner])
  end

  def test_dump_gives_text_or_writes_to_an_io
    assert_equal '[1]', FastJSON.dump([1])
    io = StringIO.new
    assert_same io, FastJSON.dump({ a: 1 }, io)
    assert_equal '{"a":1}', io.string
    assert_equal '[NaN]', FastJSON.dump([Float::NAN])
    assert_equal '[[]]', FastJSON.dump([[]], 2)
    assert_raises(ArgumentError) { FastJSON.dump([[]], 1) }
    assert_raises(ArgumentError) { FastJSON.dump([[]], StringIO.new, 1) }
    assert_equal '["\u00e9"]', FastJSON.dump(['é'], ascii_only: true)
    assert_equal '["\u00e9"]', FastJSON.dump(['é'], nil, nil, { ascii_only: true })
  end

  def test_dump_to_an_io_writes_the_same_bytes_at_every_length
    (16_300..16_500).each do |n|
      io = StringIO.new
      FastJSON.dump({ 'a' => 'x' * n }, io)
      assert_equal FastJSON.generate({ 'a' => 'x' * n }), io.string
    end
    assert_equal "\"#{'\\u0001' * 20_000}\"", FastJSON.dump("\x01" * 20_000, StringIO.new).string
  end

  def test_what_is_generated_reads_back_equal
    random = Random.new(11)
    200.times do
      value = any(random, 4)
      [nil, FastJSON::PRETTY, { ascii_only: true }, { script_safe: true }, { sort_keys: true }].each do |options|
        assert_equal [value], [FastJSON.parse(FastJSON.generate(value, options))]
      end
    end
  end

  def test_what_is_generated_reads_back_equal_by_json
    random = Random.new(12)
    200.times do
      value = any(random, 4)
      assert_equal [value], [JSON.parse(FastJSON.generate(value))]
      assert_equal [value], [FastJSON.parse(JSON.generate(value))]
    end
  end

  private

  def any(random, depth)
    case random.rand(depth.positive? ? 9 : 7)
    when 0 then random.rand(2**70) - (2**69)
    when 1 then random.rand(200) - 100
    when 2 then (random.rand - 0.5) * (10.0**random.rand(-20..20))
    when 3 then Array.new(random.rand(40)) { ['a', 'é', '"', "\n", '😀', '\\', "\u2028", '/'].sample(random: random) }.join
    when 4 then nil
    when 5 then true
    when 6 then 'x' * random.rand(60)
    when 7 then Array.new(random.rand(12)) { any(random, depth - 1) }
    else Array.new(random.rand(12)) { |i| ["k#{i}", any(random, depth - 1)] }.to_h
    end
  end
end
