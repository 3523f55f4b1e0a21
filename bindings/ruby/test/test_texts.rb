# frozen_string_literal: true

require_relative 'helper'
require 'stringio'
require 'set'

# From text to text, to one value of it, and to what it is a part of.
class TestTexts < FastJSONTest
  def place(error)
    [error.code, error.offset, error.line, error.column, error.pointer]
  end

  def test_format_writes_what_generating_the_parsed_text_would
    text = '{"b":[1.50,{"é":null}],"a":1e2,"b":[true,"\u00e9\/"]}'
    [{}, { indent: ' ', object_nl: "\n", array_nl: "\n", space: ' ' }, { sort_keys: true }, { canonical: true },
     { ascii_only: true }, { script_safe: true }].each do |options|
      assert_equal FastJSON.generate(FastJSON.parse(text), options), FastJSON.format(text, options)
    end
    assert_equal '[1.50,-0]', FastJSON.format(' [1.50, -0] ', parse: { big_numbers: :text })
    assert_equal '[1]', FastJSON.format('[1,] //', nil, parse: { allow_trailing_comma: true, allow_comments: true })
    assert_equal Encoding::UTF_8, FastJSON.format('"é"').encoding
    assert_equal '"é"', FastJSON.format('"é"'.encode('UTF-16LE'))
  end

  def test_format_refuses_with_its_place
    assert_equal ['unexpected_byte', 3, 2, 1, '/0'],
                 place(refuses(FastJSON::ParserError) { FastJSON.format("[1\nx]") })
    error = refuses(FastJSON::NestingError, 'nesting') { FastJSON.format('[[1]]', { max_nesting: 1 }) }
    assert_equal ['/0', nil], [error.pointer, error.offset]
    refuses(FastJSON::GeneratorError, 'limit') { FastJSON.format('["xxx"]', { max_output_bytes: 5 }) }
    refuses(FastJSON::GeneratorError, 'nan') { FastJSON.format('[NaN]', parse: { allow_nan: true }) }
    assert_raises(ArgumentError) { FastJSON.format('1', { symbolize_names: true }) }
    assert_raises(ArgumentError) { FastJSON.format('1', parse: { indent: '' }) }
    assert_raises(TypeError) { FastJSON.format(nil) }
  end

  def test_get_gives_one_value
    text = '{"a":[1,{"b":2.5,"/~":"x"}],"c":{"d":null},"a":[[7]]}'
    assert_equal FastJSON.parse(text), FastJSON.get(text, '')
    assert_equal 7, FastJSON.get(text, '/a/0/0')
    assert_equal 2.5, FastJSON.get(text, '/a/1/b', scope: :first)
    assert_equal 'x', FastJSON.get(text, '/a/1/~1~0', scope: :first)
    assert_equal({ d: nil }, FastJSON.get(text, '/c', symbolize_names: true))
    assert_equal '2.5', FastJSON.get(text, '/a/1/b', scope: :first, big_numbers: :text)
    assert_nil FastJSON.get(text, '/c/d')
    assert_equal 1, FastJSON.get('{"é":1} x', '/é'.encode('UTF-16LE'), scope: :first)
  end

  def test_get_refuses_with_its_place
    assert_equal ['not_found', 2, 1, 3, '/a'],
                 place(refuses(FastJSON::ParserError) { FastJSON.get('{"a":[]}', '/a/0') })
    refuses(FastJSON::ParserError, 'pointer') { FastJSON.get('{}', 'a') }
    refuses(FastJSON::ParserError, 'pointer') { FastJSON.get('{}', '/~2') }
    assert_equal ['unexpected_end', 6, 1, 7, '/a'],
                 place(refuses(FastJSON::ParserError) { FastJSON.get('{"a":1', '/a') })
    assert_raises(ArgumentError) { FastJSON.get('{}', '', scope: :some) }
    assert_raises(ArgumentError) { FastJSON.get('{}', '', duplicate_key: :error, scope: :first) }
    assert_raises(ArgumentError) { FastJSON.get('{}', '', nonsense: 1) }
    assert_raises(TypeError) { FastJSON.get('{}', nil) }
  end

  def test_get_leaves_what_follows_alone
    assert_equal 1, FastJSON.get('{"a":1,"b":!!!', '/a', scope: :first)
    refuses(FastJSON::ParserError, 'unexpected_byte') { FastJSON.get('{"a":1,"b":!!!', '/a') }
  end

  def test_unfinished_texts
    { '{"a":[1,2' => [{ 'a' => [1] }, false, 7], '["x' => [['x'], false, 3], '["x\\' => [['x'], false, 3],
      '{"a":1,"b' => [{ 'a' => 1 }, false, 6], '[1] ' => [[1], true, 4], '' => [nil, false, 0], 'tru' => [nil, false, 0],
      '[tru' => [[], false, 1], '"é' => ['é', false, 3], "\"\xC3" => ['', false, 1], 'null' => [nil, true, 4] }.each do |text, expected|
      assert_equal expected, FastJSON.parse_unfinished(text).to_a, text
    end
    assert_equal [{ a: Set[1] }, false, 7], FastJSON.parse_unfinished('{"a":[1, 2', symbolize_names: true, array_class: Set).to_a
    assert_instance_of FastJSON::Unfinished, FastJSON.parse_unfinished('1')
    assert_equal ['trailing_content', 3, 1, 4, ''], place(refuses(FastJSON::ParserError) { FastJSON.parse_unfinished('[1]x') })
    refuses(FastJSON::ParserError, 'invalid_number') { FastJSON.parse_unfinished('[01') }
    assert_raises(ArgumentError) { FastJSON.parse_unfinished('1', nonsense: 1) }
  end

  def test_every_beginning_of_a_text_is_unfinished
    text = '{"a":[1.5,"x\u00e9",{"b":[true,null,-12e3]}],"é":{}}'
    (0...text.bytesize).each do |length|
      result = FastJSON.parse_unfinished(text.byteslice(0, length))
      refute result.complete
      assert_operator result.used, :<=, length
    end
    assert FastJSON.parse_unfinished(text).complete
  end

  # RFC 6902, appendix A.
  def test_json_patch
    { ['{"foo":"bar"}', '[{"op":"add","path":"/baz","value":"qux"}]'] => '{"foo":"bar","baz":"qux"}',
      ['{"foo":["bar","baz"]}', '[{"op":"add","path":"/foo/1","value":"qux"}]'] => '{"foo":["bar","qux","baz"]}',
      ['{"baz":"qux","foo":"bar"}', '[{"op":"remove","path":"/baz"}]'] => '{"foo":"bar"}',
      ['{"foo":["all","grass","cows","eat"]}', '[{"op":"move","from":"/foo/1","path":"/foo/3"}]'] => '{"foo":["all","cows","eat","grass"]}' }
      .each { |(text, patch), expected| assert_equal expected, FastJSON.patch(text, patch) }
    assert_equal '[1.10,2]', FastJSON.patch('[1.10]', '[{"op":"add","path":"/-","value":2}]', big_numbers: :text)
  end

  def test_what_cannot_be_patched
    { '[{"op":"test","path":"/a","value":2}]' => ['patch_test', '/0/path'], '{}' => ['patch', ''],
      '[{"op":"remove","path":"/z"}]' => ['not_found', '/0/path'], '[{"op":"remove","path":"z"}]' => ['pointer', '/0/path'] }
      .each do |patch, (code, pointer)|
      error = refuses(FastJSON::ParserError, code) { FastJSON.patch('{"a":1}', patch) }
      assert_equal pointer, error.pointer, patch
      assert_nil error.line
    end
    assert_equal ['unexpected_end', 1, 1, 2, '/0'], place(refuses(FastJSON::ParserError) { FastJSON.patch('{}', '[') })
    assert_equal ['unexpected_end', 1, 1, 2, ''], place(refuses(FastJSON::ParserError) { FastJSON.patch('{', '[') })
    assert_raises(ArgumentError) { FastJSON.patch('{}', '[]', indent: ' ') }
    assert_raises(TypeError) { FastJSON.patch('{}', []) }
  end

  # RFC 7396, appendix A, in part.
  def test_merge_patch
    { %w[{"a":"b"} {"a":"c"}] => '{"a":"c"}', %w[{"a":"b"} {"a":null}] => '{}', %w[{"a":[{"b":"c"}]} {"a":[1]}] => '{"a":[1]}',
      %w[["a","b"] ["c","d"]] => '["c","d"]', %w[{"e":null} {"a":1}] => '{"e":null,"a":1}', %w[{} {"a":{"bb":{"ccc":null}}}] => '{"a":{"bb":{}}}' }
      .each { |(text, patch), expected| assert_equal expected, FastJSON.merge_patch(text, patch) }
  end

  def test_the_same_value_in_other_words
    assert FastJSON.same?('{"a":1,"b":[2.0,1e2]}', ' {"b":[2,100],"a":1.0}')
    refute FastJSON.same?('[1,2]', '[2,1]')
    refute FastJSON.same?('0.1', '0.1000000000000000055511151231257827', big_numbers: :text)
    refuses(FastJSON::ParserError) { FastJSON.same?('1', '') }
  end

  def test_lines_are_written
    assert_equal "1\n{\"a\":\"é\"}\nnull\n", FastJSON.generate_lines([1, { a: 'é' }, nil])
    assert_equal '', FastJSON.generate_lines([])
    assert_equal "{\"a\": 1}\n", FastJSON.generate_lines([{ a: 1 }].each, space: ' ')
    assert_equal "\"1..2\"\n", FastJSON.generate_lines([1..2])
    assert_raises(ArgumentError) { FastJSON.generate_lines([1], array_nl: "\n") }
    assert_raises(ArgumentError) { FastJSON.generate_lines([1], symbolize_names: true) }
    error = refuses(FastJSON::GeneratorError, 'nan') { FastJSON.generate_lines([1, [Float::NAN]]) }
    assert_equal '/0', error.pointer
    assert_equal "1\n2\n", FastJSON.generate_lines([1, 2], max_output_bytes: 4)
    refuses(FastJSON::GeneratorError, 'limit') { FastJSON.generate_lines([1, 2], max_output_bytes: 3) }
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate_lines([1..2], strict: true) }
  end

  def test_lines_go_to_an_io_in_pieces
    sizes = []
    io = StringIO.new
    io.define_singleton_method(:write) { |text| sizes.push(text.bytesize) && super(text) }
    values = (0...3000).map { |i| { 'n' => i, 'text' => 'x' * 60 } }
    assert_same io, FastJSON.dump_lines(values, io)
    assert_operator sizes.max, :<, 70_000
    assert_equal values, FastJSON.parse_many(io.string, kind: :lines).map { |value, _| value }
    broken = StringIO.new
    assert_raises(FastJSON::GeneratorError) { FastJSON.dump_lines([1, 2, Float::NAN, 3], broken) }
    assert_equal "1\n2\n", broken.string
  end

  def test_under_stress
    GC.stress = true
    results = [FastJSON.get('{"a":["some text","x"]}', '/a'), FastJSON.format('{"a":[1.5]}', { space: ' ' }),
               FastJSON.parse_unfinished('{"a":["some text that is long enough for the heap"').value,
               FastJSON.patch('{"a":1}', '[{"op":"remove","path":"/a"}]'), FastJSON.minify(' [ 1 ] ')]
    GC.stress = false
    assert_equal [['some text', 'x'], '{"a": [1.5]}', { 'a' => ['some text that is long enough for the heap'] }, '{}', '[1]'], results
  ensure
    GC.stress = false
  end

  def test_nothing_is_lost_by_failures
    before = nil
    12.times do |round|
      (FastJSON.engine == :ruby ? 300 : 20).times do
        [-> { FastJSON.format("[#{'"x",' * 500}!]") }, -> { FastJSON.patch("[#{'1,' * 500}1]", '[{}]') },
         -> { FastJSON.get("[#{'1,' * 500}1]", '/x') }, -> { FastJSON.parse_unfinished("[#{'1,' * 500}!") }]
          .each { |call| assert_raises(FastJSON::ParserError, &call) }
      end
      before ||= resident if round == 3
    end
    assert_operator resident - before, :<, 6 << 20
  end
end
