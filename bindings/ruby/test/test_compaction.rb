# frozen_string_literal: true

require_relative 'helper'

# Memory: nothing goes stale when objects move. In a process of its own: with auto_compact, GC.compact of
# Ruby 3.1.2 now and then crashes after much else was done, with its own json in place of this library as well.
class TestCompaction < FastJSONTest
  def compacting
    GC.auto_compact = true
    yield
  ensure
    GC.auto_compact = false
  end

  def test_values_that_only_the_library_holds_survive_compaction
    compacting do
      text = JSON.generate(Array.new(300) { |i| { "key#{i}" => "value #{i}", 'list' => [i.to_s] * 5 } })
      expected = JSON.parse(text)
      30.times do
        assert_equal expected, FastJSON.parse(text)
        GC.compact
        assert_equal text, FastJSON.generate(expected)
      end
      mover = Class.new do
        def to_json(*)
          GC.compact
          '1'
        end
      end
      value = { "k#{1}" => mover.new, "l#{2}" => ["m#{3}", mover.new, "n#{4}"], o: mover.new }
      assert_equal '{"k1":1,"l2":["m3",1,"n4"],"o":1}', FastJSON.generate(value)
    end
  end
end
