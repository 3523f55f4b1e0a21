# frozen_string_literal: true

require_relative 'helper'

# Memory: nothing goes stale, whenever it is collected or moved.
class TestGC < FastJSONTest
  OBJECT = { 'a' => [1, 2.5, 'text', nil, { 'deep' => %w[x y z] }], b: { 'é' => 'ü' * 40 } }.freeze
  KEYS = (0...40).to_h { |i| ["key#{i}", ["value #{i}", i * 1.5e300]] }.freeze

  def under_stress
    GC.stress = true
    yield
  ensure
    GC.stress = false
  end

  def test_parse_and_generate_under_gc_stress
    [OBJECT, KEYS].each do |object|
      text = FastJSON.generate(object)
      pretty = FastJSON.pretty_generate(object)
      parsed = under_stress { FastJSON.parse(text) }
      assert_equal JSON.parse(text), parsed
      symbols = under_stress { FastJSON.parse(text, symbolize_names: true) }
      assert_equal JSON.parse(text, symbolize_names: true), symbols
      frozen = under_stress { FastJSON.parse(text, freeze: true) }
      assert_equal parsed, frozen
      assert_equal text, under_stress { FastJSON.generate(object) }
      assert_equal pretty, under_stress { FastJSON.generate(object, FastJSON::PRETTY) }
      assert_equal parsed, FastJSON.parse(under_stress { FastJSON.generate(object, sort_keys: true) })
    end
  end

  def test_objects_of_one_shape_under_gc_stress_and_after_compaction
    [3, 8, 9, 40].each do |members|
      objects = Array.new(8) { |i| (0...members).to_h { |k| ["key#{members} #{k}", "value #{i * k}" * 3] } }
      text = JSON.generate(objects)
      assert_equal objects, under_stress { FastJSON.parse(text) }
      assert_equal text, under_stress { FastJSON.generate(objects) }
      5.times do
        GC.compact
        assert_equal objects, FastJSON.parse(text)
      end
    end
  end

  def test_values_of_copied_hashes_outlive_collections_that_are_running
    text = JSON.generate(Array.new(300) { |i| { 'id' => i, 'text' => "text #{i} " * 5, 'list' => [i.to_s] } })
    expected = JSON.parse(text)
    kept = []
    300.times do |i|
      kept << FastJSON.parse(text)
      GC.start(full_mark: true, immediate_mark: false, immediate_sweep: false) if (i % 7).zero?
      kept.shift if kept.length > 20
    end
    kept.each { |value| assert_equal expected, value }
  end

  def test_errors_under_gc_stress
    under_stress do
      assert_raises(FastJSON::ParserError) { FastJSON.parse('{"a":[1,{"b":') }
      assert_raises(FastJSON::GeneratorError) { FastJSON.generate({ 'a' => [1, "\xff"] }) }
      assert_raises(ArgumentError) { FastJSON.generate(1, foo: 1) }
    end
  end

  def test_callbacks_under_gc_stress
    object = Class.new { def to_json(*) = FastJSON.generate({ 'in' => FastJSON.parse('["x",{"y":1}]') }) }.new
    value = [object, { object => object, 'k' => [object] }]
    expected = FastJSON.generate(value)
    assert_equal expected, under_stress { FastJSON.generate(value) }
  end

  def test_cached_keys_survive_collection_and_compaction
    20.times do |round|
      assert_equal({ "cached#{round % 3}" => 1, same: 2 }.transform_keys(&:to_s),
                   FastJSON.parse("{\"cached#{round % 3}\":1,\"same\":2}"))
      assert_equal({ same: round }, FastJSON.parse("{\"same\":#{round}}", symbolize_names: true))
      GC.start
      GC.compact
    end
  end

  def test_the_state_lives_as_long_as_the_call
    floats = Array.new(1000) { |i| i * 1e300 }
    collector = Class.new do
      def to_json(state)
        GC.start
        [state.depth].to_json
      end
    end
    object = { 'flag' => true, 'c' => collector.new, 'data' => floats, flag: collector.new }
    result = FastJSON.parse(FastJSON.generate(object, max_nesting: 10))
    assert_equal floats, result['data']
  end

  def test_settings_of_the_collector_are_left_alone
    before = [GC.stress, GC.auto_compact, GC.measure_total_time]
    count = GC.count
    FastJSON.generate(FastJSON.parse('[1]'))
    assert_equal before, [GC.stress, GC.auto_compact, GC.measure_total_time]
    refute GC.disable
    GC.enable
    assert_operator GC.count, :>=, count
  end
end
