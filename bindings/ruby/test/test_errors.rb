# frozen_string_literal: true

require_relative 'helper'

# Errors: their classes, and the place that they name.
class TestErrors < FastJSONTest
  def test_errors_are_what_users_of_json_rescue_already
    assert_operator FastJSON::ParserError, :<, JSON::ParserError
    assert_operator FastJSON::NestingError, :<, FastJSON::ParserError
    assert_operator FastJSON::GeneratorError, :<, JSON::GeneratorError
    assert_operator FastJSON::ParserError, :<, StandardError
  end

  # text => code, offset, line, column, pointer
  PLACES = {
    '' => ['unexpected_end', 0, 1, 1, ''],
    '[1,' => ['unexpected_end', 3, 1, 4, '/1'],
    '[1,}' => ['unexpected_byte', 3, 1, 4, '/1'],
    "{\n \"é\": x}" => ['unexpected_byte', 9, 2, 7, '/é'],
    '01' => ['invalid_number', 1, 1, 2, ''],
    '[1.]' => ['invalid_number', 3, 1, 4, '/0'],
    '[1] x' => ['trailing_content', 4, 1, 5, ''],
    '"\\q"' => ['invalid_escape', 2, 1, 3, ''],
    '"\\ud800"' => ['invalid_surrogate', 7, 1, 8, ''],
    "\"a\nb\"" => ['control_character', 2, 1, 3, ''],
    "[1,\0]" => ['unexpected_byte', 3, 1, 4, '/1'],
    "[1]\0" => ['trailing_content', 3, 1, 4, ''],
    "\"a\0b\"" => ['control_character', 2, 1, 3, ''],
    "\xef\xbb\xbf1" => ['unexpected_byte', 0, 1, 1, ''],
    '{"a":{"b~/":[0,tru]}}' => ['unexpected_byte', 18, 1, 19, '/a/b~0~1/1'],
    '1e400' => ['number_out_of_range', 0, 1, 1, '']
  }.freeze

  def test_the_place_of_a_fault
    PLACES.each do |text, (code, offset, line, column, pointer)|
      error = refuses(FastJSON::ParserError) { FastJSON.parse(text) }
      place = [error.code, error.offset, error.line, error.column, error.pointer]
      assert_equal [code, offset, line, column, pointer], place, text.inspect
    end
  end

  def test_invalid_utf8_is_refused_at_its_byte
    error = refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("[\"\x80\"]") }
    assert_equal 2, error.offset
    error = refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("{\"a\":\"é\xc3(\"}") }
    assert_equal 9, error.offset
    assert_equal '/a', error.pointer
  end

  def test_messages_are_valid_utf8_and_bounded
    ["[\"\x80\"]", "\xff", '[nul]', 'x' * 100_000, "[1 #{"\u{1f600}" * 1000}]", "{\"#{'k' * 5000}\":x}"].each do |text|
      error = refuses(FastJSON::ParserError) { FastJSON.parse(text) }
      assert_equal Encoding::UTF_8, error.message.encoding
      assert_predicate error.message, :valid_encoding?
      assert_operator error.message.bytesize, :<, 300
      assert_predicate error.pointer, :valid_encoding?
    end
  end

  def test_every_truncation_of_a_text_is_refused_at_its_end
    text = '{"a":[1.5,-2e3,"\\u00e9x",true,false,null,{"b":[]}]}'
    (0...text.bytesize).each do |length|
      error = refuses(FastJSON::ParserError, 'unexpected_end') { FastJSON.parse(text[0, length]) }
      assert_equal length, error.offset
    end
  end

  def test_the_next_call_works_after_an_error
    assert_raises(FastJSON::ParserError) { FastJSON.parse("#{'[' * 500}x") }
    assert_equal [1], FastJSON.parse('[1]')
    assert_raises(FastJSON::GeneratorError) { FastJSON.generate([[[Float::NAN]]]) }
    assert_equal '[1]', FastJSON.generate([1])
    deep = nil
    2000.times { deep = [deep] }
    assert_raises(FastJSON::NestingError) { FastJSON.generate(deep) }
    assert_equal '[1]', FastJSON.generate([1])
  end

  def test_nesting_errors_say_where
    error = refuses(FastJSON::NestingError, 'nesting') { FastJSON.parse('[0,[[', max_nesting: 2) }
    assert_equal 4, error.offset
    error = refuses(FastJSON::NestingError, 'nesting') { FastJSON.generate({ 'a' => [0, [1]] }, max_nesting: 2) }
    assert_equal '/a/1', error.pointer
    assert_nil error.offset
  end

  def test_generator_errors_say_where
    error = refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate({ a: { 'b/c' => [1, "\xff"] } }) }
    assert_equal '/a/b~1c/1', error.pointer
    assert_predicate error.message, :valid_encoding?
    error = refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate({ a: { "\xff" => 1 } }) }
    assert_equal "/a/\uFFFD", error.pointer # as in every language
    error = refuses(FastJSON::GeneratorError, 'nan') { FastJSON.generate({ 'é'.encode('UTF-16LE') => Float::NAN }) }
    assert_equal '/é', error.pointer
  end

  def test_what_is_no_source_and_no_values
    [5, Kernel, Object.new].each do |odd|
      assert_raises(TypeError) { FastJSON.load(odd) }
      assert_raises(TypeError) { FastJSON.generate_lines(odd) }
      assert_raises(TypeError) { FastJSON.dump_lines(odd, StringIO.new) }
    end
    error = assert_raises(TypeError) { FastJSON.parse(Class.new.new) }
    assert_match(/#<Class:0x\h+> into String/, error.message)
  end

  def test_options_that_do_not_go_together
    [{ indent: ' ' }, { script_safe: true }, { ascii_only: true }, { nan: :literal }].each do |options|
      options = { canonical: true }.merge(options)
      assert_raises(ArgumentError) { FastJSON::Coder.new(**options) }
      assert_raises(ArgumentError) { FastJSON.generate_lines([], options) }
      assert_raises(ArgumentError) { FastJSON.format('[', options) }
    end
  end

  def test_an_output_that_is_too_long_counts_what_to_json_gives
    raw = Object.new
    def raw.to_json(*) = '1'
    assert_equal '[1,1]', FastJSON.generate([raw, raw], { max_output_bytes: 5 })
    error = refuses(FastJSON::GeneratorError, 'limit') { FastJSON.generate([raw, raw], { max_output_bytes: 4 }) }
    assert_equal '', error.pointer
  end

  def test_random_bytes_are_refused_or_read_and_never_worse
    random = Random.new(5)
    alphabet = '{}[]",:0123456789.eE+-truefalsn\\u \n'.chars + ["\xff", "\0", 'é']
    5000.times do
      text = Array.new(random.rand(1..30)) { alphabet.sample(random: random) }.join
      begin
        FastJSON.parse(text)
      rescue FastJSON::ParserError => e
        assert_operator e.offset, :<=, text.bytesize
      end
    end
  end
end
