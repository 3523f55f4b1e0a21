# frozen_string_literal: true

require_relative 'helper'
require 'timeout'

# to_json and to_s of other objects: what is called, and what a call may do.
class TestCallbacks < FastJSONTest
  def with_to_json(parent = Object, &body)
    Class.new(parent) { define_method(:to_json, &body) }.new
  end

  def test_to_json_is_put_in_as_it_is
    assert_equal '[{"x": 1},2]', FastJSON.generate([with_to_json { |*| '{"x": 1}' }, 2])
  end

  def test_to_json_with_and_without_parameters
    [->(*) { '1' }, ->(_state) { '1' }, ->(_state = nil) { '1' }].each do |body|
      assert_equal '[1]', FastJSON.generate([with_to_json(&body)])
    end
  end

  def test_to_json_is_handed_a_state_of_json
    object = with_to_json { |state| { depth: state.depth, class: state.class.name[/State/] }.to_json(state) }
    assert_equal '[[{"depth":2,"class":"State"}]]', FastJSON.generate([[object]])
    laid_out = with_to_json { |*state| { a: [1] }.to_json(*state) }
    assert_equal JSON.pretty_generate([{ a: [1] }]), FastJSON.pretty_generate([laid_out])
  end

  def test_subclasses_of_core_classes_with_their_own_to_json
    assert_equal '["X"]', FastJSON.generate([Class.new(String) { def to_json(*) = '"X"' }.new('y')])
    assert_equal '["X"]', FastJSON.generate([Class.new(Hash) { def to_json(*) = '"X"' }.new])
    assert_equal '["X"]', FastJSON.generate([Class.new(Array) { def to_json(*) = '"X"' }.new])
  end

  def test_subclasses_of_core_classes_without_one_are_as_their_parents
    string = Class.new(String)
    hash = Class.new(Hash)[1, 2]
    array = Class.new(Array).new([3])
    assert_equal '["s",{"1":2},[3]]', FastJSON.generate([string.new('s'), hash, array])
    assert_equal '{"k":1}', FastJSON.generate({ string.new('k') => 1 })
  end

  def test_a_singleton_to_json_counts
    object = +'text'
    def object.to_json(*)
      '"own"'
    end
    assert_equal '["own","text"]', FastJSON.generate([object, +'text'])
    hash = {}
    hash.extend(Module.new { def to_json(*) = '"extended"' })
    assert_equal '["extended"]', FastJSON.generate([hash])
  end

  def test_core_classes_are_never_asked
    output, = ruby(<<~RUBY)
      require 'fastjson'
      [String, Hash, Array, Integer, Float, Symbol, NilClass, TrueClass].each do |core|
        core.class_eval { def to_json(*) = raise('asked') }
      end
      print FastJSON.generate(['s', {}, [], 1, 1.5, nil, true])
    RUBY
    assert_equal '["s",{},[],1,1.5,null,true]', output
  end

  def test_a_to_json_that_is_defined_later_is_seen
    klass = Class.new { def to_s = 'text' }
    object = klass.new
    assert_equal '["text"]', FastJSON.generate([object])
    klass.class_eval { def to_json(*) = '1' }
    assert_equal '[1]', FastJSON.generate([object])
    klass.class_eval { undef_method :to_json }
    assert_equal '["text"]', FastJSON.generate([object])
  end

  def test_object_to_json_of_a_user_counts
    output, = ruby(<<~RUBY)
      require 'fastjson'
      class Object; def to_json(*) = '"object"'; end
      print FastJSON.generate([Object.new, 1, 'x'])
    RUBY
    assert_equal '["object",1,"x"]', output
  end

  def test_a_prepended_to_json_with_options_like_active_support
    output, = ruby(<<~RUBY)
      require 'fastjson'
      module Encoder
        def to_json(options = nil)
          options.is_a?(::JSON::State) ? super(options) : raise('no state')
        end
      end
      [Object, Array, Hash, String, Integer, Float, NilClass].each { |k| k.prepend(Encoder) }
      class Sub < Hash; end
      print FastJSON.generate(['x', 1, nil, Sub[1, 2], 1..2, { a: Time.at(0).utc }])
    RUBY
    assert_equal '["x",1,null,{"1":2},"1..2",{"a":"1970-01-01 00:00:00 UTC"}]', output
  end

  def test_a_to_json_that_gives_no_string_is_refused
    [42, nil, :symbol, Object.new].each do |result|
      error = refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate([0, with_to_json { |*| result }]) }
      assert_equal '/1', error.pointer
    end
    to_s = Class.new { def to_s = nil }.new
    refuses(FastJSON::GeneratorError, 'type') { FastJSON.generate([to_s]) }
  end

  def test_a_to_json_must_give_utf8
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate([with_to_json { |*| "\"\xff\"" }]) }
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate([with_to_json { |*| "\"\xff\"".b }]) }
    assert_equal '["é"]', FastJSON.generate([with_to_json { |*| '"é"'.encode('UTF-16LE') }])
    assert_equal '["é"]', FastJSON.generate([with_to_json { |*| '"é"'.b }])
  end

  def test_an_exception_comes_out_as_it_is
    raised = RuntimeError.new('mine')
    error = assert_raises(RuntimeError) { FastJSON.generate([[with_to_json { |*| raise raised }]]) }
    assert_same raised, error
    assert_equal '[1]', FastJSON.generate([1])
    key = Class.new { define_method(:to_s) { raise raised } }.new
    assert_same raised, assert_raises(RuntimeError) { FastJSON.generate({ key => 1 }) }
  end

  def test_throw_break_and_timeout_pass_through
    assert_equal :thrown, catch(:x) { FastJSON.generate([with_to_json { |*| throw :x, :thrown }]) }
    assert_raises(Timeout::Error) do
      Timeout.timeout(0.05) { FastJSON.generate([with_to_json { |*| sleep }]) }
    end
    thread = Thread.new { FastJSON.generate([with_to_json { |*| sleep }]) }
    Thread.pass until thread.status == 'sleep'
    thread.kill.join
    assert_equal '[1]', FastJSON.generate([1])
  end

  def test_to_json_may_generate_and_parse_itself
    nested = with_to_json { |*| FastJSON.generate({ 'in' => FastJSON.parse('[1,{"a":"é"}]') }) }
    deeper = with_to_json { |*| FastJSON.generate([nested, 'x' * 5000, nested]) }
    inner = '{"in":[1,{"a":"é"}]}'
    assert_equal "[\"a\",[#{inner},\"#{'x' * 5000}\",#{inner}],\"b\"]", FastJSON.generate(['a', deeper, 'b'])
  end

  def test_a_hash_may_change_while_it_is_generated
    hash = {}
    100.times { |i| hash["k#{i}"] = i }
    hash['k0'] = with_to_json do |*|
      hash.clear
      1000.times { |i| hash["n#{i}"] = 'y' * i }
      GC.start
      '0'
    end
    result = FastJSON.parse(FastJSON.generate({ 'h' => hash }))
    assert_equal (0...100).to_h { |i| ["k#{i}", i] }, result['h']
  end

  def test_an_array_may_change_while_it_is_generated
    array = (0...100).to_a
    array[10] = with_to_json { |*| array.clear; GC.start; '10' }
    assert_equal "[#{(0..10).to_a.join(',')}]", FastJSON.generate(array)
    array = (0...3).to_a
    array[1] = with_to_json { |*| array.concat((3..2000).to_a); '1' }
    assert_equal (0..2000).to_a, FastJSON.parse(FastJSON.generate(array))
  end

  def test_options_may_change_while_they_are_used
    indent = +'  '
    object = with_to_json { |*| indent.replace("\t" * 50); '1' }
    assert_equal "[\n  1,\n  2\n]", FastJSON.generate([object, 2], indent: indent, array_nl: "\n")
  end

  def test_endless_recursion_through_to_json_is_a_stack_error_and_no_crash
    object = with_to_json { |*| FastJSON.generate([self]) }
    assert_raises(SystemStackError) { FastJSON.generate([object]) }
    assert_equal '[1]', FastJSON.generate([1])
  end

  def test_a_basic_object_is_an_error_and_no_crash
    assert_raises(NoMethodError) { FastJSON.generate([BasicObject.new]) }
    proxy = Class.new(BasicObject) { def to_s = 'proxy' }.new
    assert_equal '["proxy"]', FastJSON.generate([proxy])
  end

  def test_json_is_as_it_was
    output, = ruby(<<~RUBY)
      require 'json'
      before = [JSON.methods.sort, JSON.generator, JSON.parser, String.instance_method(:to_json).owner]
      require 'fastjson'
      after = [JSON.methods.sort, JSON.generator, JSON.parser, String.instance_method(:to_json).owner]
      print before == after, JSON.generate(['x']), JSON.parse('[1]')
    RUBY
    assert_equal 'true["x"][1]', output
  end
end
