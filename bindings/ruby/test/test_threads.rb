# frozen_string_literal: true

require_relative 'helper'

# Threads, Fibers and Ractors.
class TestThreads < FastJSONTest
  # Gives up Ruby's lock in the middle of a call.
  class Yielding
    def initialize(number)
      @number = number
    end

    def to_json(*)
      Thread.pass
      FastJSON.generate({ n: @number })
    end
  end

  def test_calls_that_yield_to_each_other_do_not_mix
    threads = (0...16).map do |t|
      Thread.new do
        (0...60).all? do |i|
          value = [t, [Yielding.new(i), { "k#{t}" => ['x' * t, Yielding.new(t)] }]]
          FastJSON.generate(value) == "[#{t},[{\"n\":#{i}},{\"k#{t}\":[\"#{'x' * t}\",{\"n\":#{t}}]}]]"
        end
      end
    end
    assert threads.all?(&:value)
  end

  def test_fibers_that_stop_in_the_middle
    fibers = (0...20).map do |i|
      stop = Class.new { define_method(:to_json) { |*| Fiber.yield(:stopped) && "\"#{i}\"" } }.new
      Fiber.new { FastJSON.generate(['x' * i, stop]) }
    end
    fibers.each { |fiber| assert_equal :stopped, fiber.resume }
    GC.start
    fibers.each_with_index.reverse_each do |fiber, i|
      assert_equal "[\"#{'x' * i}\",\"#{i}\"]", fiber.resume(true)
    end
  end

  def test_ractors
    output, status = ruby(<<~RUBY)
      Warning[:experimental] = false
      require 'fastjson'
      ractors = (0...4).map do |r|
        Ractor.new(r) do |number|
          (0...300).each do |i|
            object = { "k\#{number}" => [i, 1.5, 'é', nil, { 'a' => [] }], 'same' => true }
            text = FastJSON.generate(object)
            raise 'parse' unless FastJSON.parse(text) == object
            raise 'symbols' unless FastJSON.parse('{"a":1}', symbolize_names: true) == { a: 1 }
            raise 'pretty' unless FastJSON.parse(FastJSON.pretty_generate(object)) == object
            raise 'load' unless FastJSON.load(FastJSON.dump(object)) == object
            begin
              FastJSON.parse('[1,')
              raise 'no error'
            rescue FastJSON::ParserError => e
              raise 'code' unless e.code == 'unexpected_end' && e.offset == 3
            end
            begin
              FastJSON.generate([Float::NAN])
              raise 'no error'
            rescue FastJSON::GeneratorError => e
              raise 'code' unless e.code == 'nan'
            end
            raise 'to_s' unless FastJSON.generate([1..2]) == '["1..2"]'
          end
          FastJSON.engine
        end
      end
      print ractors.map(&:take).uniq.inspect
    RUBY
    assert_equal '[:ruby]', output
    assert_predicate status, :success?
  end

  def test_every_function_in_a_ractor
    output, status = ruby(<<~RUBY)
      Warning[:experimental] = false
      require 'fastjson'
      require 'stringio'
      require 'bigdecimal'
      ractor = Ractor.new('{"a":[1,2.5]}') do |text|
        value = FastJSON.parse(text)
        FastJSON.parse!(text) == value or raise 'parse!'
        FastJSON[text] == value && FastJSON[value] == text or raise '[]'
        FastJSON.load(StringIO.new(text), ->(each) { each }) == value or raise 'load'
        FastJSON.dump(value, StringIO.new).string == text or raise 'dump'
        FastJSON.fast_generate(value) == text or raise 'fast_generate'
        FastJSON.validate(text) && !FastJSON.valid?('[') or raise 'validate'
        FastJSON.minify(FastJSON.format(text, { indent: ' ' }, parse: { big_numbers: :text })) == text or raise 'format'
        FastJSON.get(text, '/a/0', scope: :first) == 1 or raise 'get'
        FastJSON.parse_many(text, kind: :lines).to_a == [[value, 13]] or raise 'parse_many'
        FastJSON.parse_unfinished('[1,2').to_a == [[1], false, 2] or raise 'parse_unfinished'
        FastJSON.generate_lines([value], { max_output_bytes: 20 }) == "\#{text}\n" or raise 'generate_lines'
        FastJSON.dump_lines([value], StringIO.new).string == "\#{text}\n" or raise 'dump_lines'
        FastJSON.patch(text, '[]') == text && FastJSON.merge_patch(text, '{}') == text or raise 'patch'
        FastJSON.same?(text, text) or raise 'same?'
        stream = FastJSON::Stream.new(kind: :lines)
        stream.feed("1\n") + stream.finish == [1] or raise 'Stream'
        FastJSON::Coder.new(indent: ' ') { |object| object.to_s }.dump([Object]) == '[ "Object"]' or raise 'Coder'
        FastJSON.parse('1.5', big_numbers: :decimal) == BigDecimal('1.5') or raise 'decimal'
        FastJSON.parse('1.50', big_numbers: :text) == '1.50' or raise 'text'
        :all
      end
      print ractor.take
    RUBY
    assert_equal 'all', output
    assert_predicate status, :success?
  end
end
