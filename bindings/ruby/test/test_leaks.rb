# frozen_string_literal: true

require_relative 'helper'

# Memory is given back, whatever ends a call.
class TestLeaks < FastJSONTest
  # Ways for a call to end; each is given the number of the round.
  ENDINGS = {
    'parse' => ->(i) { FastJSON.parse("[{\"k#{i}\":\"#{'x' * 200}\"}]") },
    'parse error' => ->(_) { begin; FastJSON.parse("[\"\\n#{'x' * 500}\",#{'[' * 100}"); rescue FastJSON::ParserError; nil; end },
    'generate' => ->(i) { FastJSON.generate({ "k#{i}" => 'x' * 500 }) },
    'raise' => ->(_) { begin; FastJSON.generate(['x' * 100, Ending.new { raise 'x' }]); rescue RuntimeError; nil; end },
    'throw' => ->(_) { catch(:x) { FastJSON.generate(['x' * 100, Ending.new { throw :x }]) } },
    'generate error' => ->(_) { begin; FastJSON.generate(['x' * 500, Float::NAN]); rescue FastJSON::GeneratorError; nil; end },
    'thread' => lambda { |i|
                  if (i % 20).zero?
                    Thread.new { FastJSON.generate(['x' * 100, Ending.new { Thread.current.kill }]) }.join
                  end
                },
    'fiber' => lambda { |i|
                 Fiber.new { FastJSON.generate(['x' * 100, Ending.new { Fiber.yield }]) }.resume if (i % 20).zero?
               }
  }.freeze

  # An object whose to_json ends the call.
  class Ending
    def initialize(&body)
      @body = body
    end

    def to_json(*)
      @body.call
      '1'
    end
  end

  # What leaks, leaks each time; what Ruby keeps for its next Fibers, once.
  ENDINGS.each do |name, ending|
    define_method(:"test_nothing_leaks_through_#{name.tr(' ', '_')}") do
      10_000.times { |i| ending.call(i) }
      growth = nil
      3.times do
        before = resident
        60_000.times { |i| ending.call(i) }
        growth = resident - before
        break if growth < 8 << 20
      end
      assert_operator growth, :<, 8 << 20
    end
  end

  def test_large_memory_is_not_kept_for_ever
    text = "[\"#{'x' * 40_000_000}\"]"
    value = FastJSON.parse(text)
    FastJSON.generate(value)
    before = resident
    5.times { FastJSON.generate(value) }
    assert_operator resident - before, :<, 60 << 20
  end
end
