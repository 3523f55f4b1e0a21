# frozen_string_literal: true

require_relative 'helper'
require 'set'

# Several values in one text, and texts in pieces.
class TestStreams < FastJSONTest
  TEXT = "{\"a\":[1,\"é\\n\"]}\n [2.5,{}]\n\"x\"\n\n12\ntrue\r\n[\"last\"]"
  VALUES = [{ 'a' => [1, "é\n"] }, [2.5, {}], 'x', 12, true, ['last']].freeze

  def place(error)
    [error.code, error.offset, error.line, error.column, error.pointer]
  end

  def test_many_values
    assert_equal VALUES, FastJSON.parse_many(TEXT).map { |value, _| value }
    assert_equal VALUES, FastJSON.parse_many(TEXT, kind: :lines).map { |value, _| value }
    assert_equal [[1, 1], [{}, 4], [[2], 8], ['x', 11]], FastJSON.parse_many('1 {} [2]"x"').to_a
    seen = []
    assert_nil(FastJSON.parse_many("[1]\n\n{}\n", kind: :lines) { |value, offset| seen << [value, offset] })
    assert_equal [[[1], 4], [{}, 8]], seen
    assert_empty FastJSON.parse_many(" \n ").to_a
    assert_empty FastJSON.parse_many('', kind: :lines).to_a
  end

  def test_many_values_with_options
    assert_equal [{ a: 1 }], FastJSON.parse_many('{"a":1}', symbolize_names: true).map { |value, _| value }
    assert_equal [[1], Set[2], 3], FastJSON.parse_many("/*x*/[1,]//y\n[2,]\n3", allow_comments: true, allow_trailing_comma: true,
                                                                                array_class: Set).map { |v, _| v == Set[1] ? [1] : v }
    assert_equal ['1.50', ['2']], FastJSON.parse_many('1.50 [2]', big_numbers: :text).map { |value, _| value }
    refuses(FastJSON::ParserError, 'limit') { FastJSON.parse_many('[1] [1,2]', max_input_bytes: 3).to_a }
    assert_raises(ArgumentError) { FastJSON.parse_many('1', kind: :one) }
    assert_raises(ArgumentError) { FastJSON.parse_many('1', nonsense: 1).to_a }
    assert_raises(TypeError) { FastJSON.parse_many(nil).to_a }
  end

  def test_places_are_those_in_the_whole_text
    %i[values lines].each do |kind|
      error = refuses(FastJSON::ParserError) { FastJSON.parse_many("{\"a\":1}\n[1]\n{\"é\":[0,}", kind: kind).to_a }
      assert_equal ['unexpected_byte', 21, 3, 9, '/é/1'], place(error)
    end
    error = refuses(FastJSON::ParserError) { FastJSON.parse_many("[1]\n1,2").to_a }
    assert_equal ['unexpected_byte', 5, 2, 2, ''], place(error)
    seen = []
    assert_raises(FastJSON::ParserError) { FastJSON.parse_many("[1]\n[2]\n[\n[3]", kind: :lines) { |value, _| seen << value } }
    assert_equal [[1], [2]], seen
    refuses(FastJSON::ParserError, 'duplicate_key') { FastJSON.parse_many('{} {"a":1,"a":2}', duplicate_key: :error).to_a }
  end

  def test_a_block_may_do_whatever_it_likes
    assert_raises(IndexError) { FastJSON.parse_many(TEXT) { raise IndexError } }
    assert_equal(:out, catch(:done) { FastJSON.parse_many(TEXT) { throw :done, :out } })
    seen = []
    text = +"[1]\n[2]\n[3]"
    FastJSON.parse_many(text) do |value, _|
      text.replace('x' * 100)
      seen << [value, FastJSON.parse_many('{} 1').map { |inner, _| inner }]
      GC.start
    end
    assert_equal [[[1], [{}, 1]], [[2], [{}, 1]], [[3], [{}, 1]]], seen
    enumerator = FastJSON.parse_many(TEXT)
    assert_equal VALUES.first(2), [enumerator.next.first, enumerator.next.first]
  end

  def pieces(size)
    TEXT.b.scan(/.{1,#{size}}/mn)
  end

  def test_a_stream_gives_what_the_whole_text_gives
    %i[values lines].each do |kind|
      (1..TEXT.bytesize).each do |size|
        stream = FastJSON::Stream.new(kind: kind)
        values = pieces(size).flat_map { |piece| stream.feed(piece) } + stream.finish
        assert_equal VALUES, values, size
        assert_equal TEXT.bytesize, stream.offset
      end
    end
    stream = FastJSON::Stream.new(kind: :one, symbolize_names: true)
    assert_equal [{ a: [1] }], ['{"a"', ':[', '1]', "}\n"].flat_map { |piece| stream.feed(piece) } + stream.finish
  end

  def test_offsets_of_a_stream
    stream = FastJSON::Stream.new
    assert_equal [[], [{ 'a' => 1 }], 7], [stream.feed('{"a":'), stream.feed('1}[2'), stream.offset]
    assert_equal [[[2]], 10, [3], 11], [stream.feed(']3'), stream.offset, stream.finish, stream.offset]
    assert_empty stream.finish
    refuses(FastJSON::ParserError, 'state') { stream.feed('1') }
  end

  def test_faults_in_a_stream
    stream = FastJSON::Stream.new
    assert_equal [[1]], stream.feed("[1]\n[2,")
    error = refuses(FastJSON::ParserError) { stream.feed('"é",}') }
    assert_equal ['unexpected_byte', 12, 2, 8, '/1'], place(error).map { |part| part.is_a?(String) ? part.sub('/2', '/1') : part }
    2.times { assert_equal 12, refuses(FastJSON::ParserError, 'unexpected_byte') { stream.feed('[1]') }.offset }
    error = refuses(FastJSON::ParserError) { FastJSON::Stream.new.feed('[1][2]x') }
    assert_equal [[1], [2]], error.values
    error = refuses(FastJSON::ParserError, 'unexpected_end') { FastJSON::Stream.new(kind: :one).tap { |one| one.feed('[') }.finish }
    assert_equal 1, error.offset
  end

  def test_a_stream_of_lines_goes_on_after_a_fault
    stream = FastJSON::Stream.new(kind: :lines)
    error = refuses(FastJSON::ParserError) { stream.feed("[1]\n[2\n[3]\n[\n[4") }
    assert_equal [[[1]], 6, 2], [error.values, error.offset, error.line]
    error = refuses(FastJSON::ParserError) { stream.feed('') }
    assert_equal [[[3]], 4], [error.values, error.line]
    assert_equal [[4]], stream.feed("]\n\"é")
    assert_equal ['é'], stream.feed('"') + stream.finish
  end

  def test_what_is_raised_while_objects_are_made
    raising = Class.new(Array) { define_method(:<<) { |element| element == 2 ? raise(IndexError) : super(element) } }
    stream = FastJSON::Stream.new(array_class: raising)
    assert_raises(IndexError) { stream.feed('[1][2][3]') }
    assert_equal [[3], [4]], stream.feed('[4]')
    calling = Class.new(Array) { define_method(:<<) { |_| stream.feed('[5]') } }
    stream = FastJSON::Stream.new(array_class: calling)
    assert_raises(TypeError) { stream.feed('[1]') }
    assert_empty stream.finish
  end

  def test_wrong_use_of_a_stream
    assert_raises(ArgumentError) { FastJSON::Stream.new(kind: :some) }
    assert_raises(ArgumentError) { FastJSON::Stream.new(nonsense: 1) }
    assert_raises(TypeError) { FastJSON::Stream.allocate.feed('1') }
    assert_raises(TypeError) { FastJSON::Stream.allocate.finish }
    assert_raises(TypeError) { FastJSON::Stream.new.feed(nil) }
    assert_raises(ArgumentError) { FastJSON::Stream.new.feed }
    assert_raises(StandardError) { FastJSON::Stream.new.send(:prepare, 0, {}) }
  end

  def test_copies
    stream = FastJSON::Stream.new
    assert_raises(TypeError) { stream.dup }
    assert_raises(TypeError) { stream.clone }
    coder = FastJSON::Coder.new(indent: ' ')
    assert_same coder, coder.dup
    assert_same coder, coder.clone
    assert_raises(ArgumentError) { coder.clone(freeze: false) }
  end

  def test_under_stress
    text = "{\"a\":[1,\"text that is long enough for the heap\"]}\n12 \"x\"\n[2.5]"
    expected = FastJSON.parse_many(text).map { |value, _| value }
    GC.stress = true
    many = FastJSON.parse_many(text).map { |value, _| value }
    stream = FastJSON::Stream.new
    streamed = stream.feed(text.byteslice(0, 20)) + stream.feed(text.byteslice(20..)) + stream.finish
    GC.stress = false
    assert_equal [expected, expected], [many, streamed]
  ensure
    GC.stress = false
  end

  def test_memory_of_streams_and_sequences
    line = "#{FastJSON.generate({ 'a' => ['x' * 50] * 20 })}\n"
    before = nil
    10.times do |round|
      (FastJSON.engine == :ruby ? 200 : 20).times do
        stream = FastJSON::Stream.new
        stream.feed(line)
        stream.feed('[1')
        FastJSON.parse_many(line * 3) { break }
      end
      before ||= resident if round == 4
    end
    assert_operator resident - before, :<, 10 << 20
  end
end
