# frozen_string_literal: true

require_relative 'helper'
require 'stringio'
require 'tempfile'

# Options that are read once, and the other names that users of the json library know.
class TestCoder < FastJSONTest
  def test_both_directions_with_one_set_of_options
    coder = FastJSON::Coder.new(symbolize_names: true, indent: ' ', array_nl: "\n", max_nesting: 2)
    assert_equal({ a: [1] }, coder.load('{"a":[1]}'))
    assert_equal({ a: [1] }, coder.parse('{"a":[1]}'))
    assert_equal "[\n 1\n]", coder.dump([1])
    assert_equal "[\n 1\n]", coder.generate([1])
    refuses(FastJSON::NestingError) { coder.load('[[[]]]') }
    refuses(FastJSON::NestingError) { coder.dump([[[]]]) }
    assert_equal [1, 'é'], FastJSON::Coder.new.load('[1,"é"]')
    assert_equal '[1,"é"]', FastJSON::Coder.new({}).dump([1, 'é'])
  end

  def test_options_are_checked_when_it_is_made
    assert_raises(ArgumentError) { FastJSON::Coder.new(nonsense: 1) }
    assert_raises(TypeError) { FastJSON::Coder.new(max_nesting: 'x') }
    assert_raises(TypeError) { FastJSON::Coder.new(5) }
    assert_raises(ArgumentError) { FastJSON::Coder.new(strict: false) { 1 } }
    assert_raises(ArgumentError) { FastJSON::Coder.new('symbolize_names' => true) }
    assert_raises(ArgumentError) { FastJSON::Coder.new.load }
    assert_raises(ArgumentError) { FastJSON::Coder.new.dump(1, nil, nil) }
    assert_raises(TypeError) { FastJSON::Coder.new.load(nil) }
    assert_raises(TypeError) { FastJSON::Coder.allocate.load('1') }
    assert_raises(TypeError) { FastJSON::Coder.allocate.dump(1) }
  end

  def test_it_does_not_change
    indent = +'  '
    options = { indent: indent, array_nl: "\n" }
    coder = FastJSON::Coder.new(options)
    indent << ' '
    options[:space] = ' '
    assert_equal "[\n  1\n]", coder.dump([1])
    assert_predicate coder, :frozen?
    assert_raises(StandardError) { coder.send(:prepare, {}, {}, nil, false) }
  end

  def test_what_is_not_json_goes_to_the_block
    coder = FastJSON::Coder.new { |object, is_key| is_key ? :"key #{object}" : { 'is' => object.to_s } }
    assert_equal '{"key 1":{"is":"1..2"},"a":[{"is":"2/1"},{"is":"NaN"}]}', coder.dump({ 1 => 1..2, a: [2r, Float::NAN] })
    with_to_json = Class.new { def to_json(*) = '1' }.new
    assert_match(/\A\{"is":"#/, coder.dump(with_to_json))
    refuses(FastJSON::GeneratorError, 'type') { FastJSON::Coder.new.dump([1..2]) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON::Coder.new.dump({ nil => 1 }) }
    refuses(FastJSON::GeneratorError, 'nan') { FastJSON::Coder.new.dump([Float::NAN]) }
    assert_equal '[NaN]', FastJSON::Coder.new(allow_nan: true) { 1 }.dump([Float::NAN])
    assert_equal '["1..2"]', FastJSON::Coder.new(strict: false).dump([1..2])
    assert_equal '[["a"]]', FastJSON::Coder.new(&:to_a).dump([%w[a].each])
    assert_equal '["1..2"]', FastJSON::Coder.new(&->(object) { object.to_s }).dump([1..2])
  end

  def test_what_the_block_gives_is_not_given_to_it_again
    error = refuses(FastJSON::GeneratorError, 'type') { FastJSON::Coder.new { |object| object }.dump([1, 1..2]) }
    assert_equal '/1', error.pointer
    refuses(FastJSON::GeneratorError, 'nan') { FastJSON::Coder.new { Float::NAN }.dump([1..2]) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON::Coder.new { 5 }.dump({ 1 => 2 }) }
    nested = FastJSON::Coder.new { |object| object.is_a?(Range) ? [object.first.to_r] : object.to_i }
    assert_equal '[[1]]', nested.dump([1..2])
    endless = FastJSON::Coder.new { |object| [object] }
    refuses(FastJSON::NestingError, 'nesting') { endless.dump(1..2) }
  end

  def test_what_the_block_raises_comes_out
    assert_raises(IndexError) { FastJSON::Coder.new { raise IndexError }.dump([1..2]) }
    assert_equal(:thrown, catch(:out) { FastJSON::Coder.new { throw :out, :thrown }.dump([1..2]) })
    inner = FastJSON::Coder.new
    assert_equal '["[1]"]', FastJSON::Coder.new { |range| inner.dump([range.first]) }.dump([1..2])
  end

  def test_lone_surrogates_in_both_directions
    coder = FastJSON::Coder.new(lone_surrogates: :keep)
    assert_equal '["\ud800"]', coder.dump(coder.load('["\ud800"]'))
    coder = FastJSON::Coder.new(lone_surrogates: :escape, symbolize_names: true)
    assert_equal '["\ud800"]', coder.dump(["\xED\xA0\x80"])
    refuses(FastJSON::ParserError, 'invalid_surrogate') { coder.load('["\ud800"]') }
    coder = FastJSON::Coder.new(lone_surrogates: :replace)
    assert_equal ["\ufffd", "[\"\ufffd\"]"], [coder.load('["\ud800"]').first, coder.dump(["\xED\xA0\x80"])]
  end

  def test_files_and_ios
    Tempfile.create('coder') do |file|
      file.write('{"é":1}')
      file.flush
      assert_equal({ é: 1 }, FastJSON::Coder.new(symbolize_names: true).load_file(file.path))
    end
    io = StringIO.new
    assert_same io, FastJSON::Coder.new.dump([1], io)
    assert_equal '[1]', io.string
  end

  def test_errors_have_their_place
    error = refuses(FastJSON::ParserError, 'unexpected_byte') { FastJSON::Coder.new(freeze: true).load("[1,\nx]") }
    assert_equal [4, 2, 1, '/1'], [error.offset, error.line, error.column, error.pointer]
  end

  def test_under_stress
    coder = FastJSON::Coder.new(big_numbers: :decimal, object_class: Class.new(Hash)) { |object, _| [object.to_s] }
    GC.stress = true
    value = coder.load('{"a":[1.5,{"b":"text that is long enough for the heap"}]}')
    text = coder.dump({ 'a' => [1..2, { 'k' => 4r }] })
    GC.stress = false
    assert_equal 'text that is long enough for the heap', value['a'][1]['b']
    assert_equal '{"a":[["1..2"],{"k":["4/1"]}]}', text
  ensure
    GC.stress = false
  end

  def test_a_coder_in_a_ractor
    return assert_equal(:portable, FastJSON.engine) unless FastJSON.engine == :ruby

    output, status = ruby(<<~RUBY)
      Warning[:experimental] = false
      require 'fastjson'
      CODER = Ractor.make_shareable(FastJSON::Coder.new(symbolize_names: true))
      print Ractor.new { [CODER.load('{"a":1}'), CODER.dump([1])] }.take.inspect
    RUBY
    assert_equal '[{:a=>1}, "[1]"]', output
    assert_predicate status, :success?
  end

  def test_the_other_names
    assert_equal [1], FastJSON['[1]']
    assert_equal({ a: 1 }, FastJSON['{"a":1}', symbolize_names: true])
    assert_equal '[1]', FastJSON[[1]]
    assert_equal "[\n1\n]", FastJSON[[1], array_nl: "\n"]
    assert_equal '[1]', FastJSON.fast_generate([1])
    assert_equal "[\n1\n]", FastJSON.fast_generate([1], array_nl: "\n")
  end
end
