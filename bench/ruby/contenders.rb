# frozen_string_literal: true

# The contenders in Ruby: what each library calls the same thing.
#
# Nothing is required before a contender is asked for, so that the first call of a process can be timed. A
# way takes one argument and returns what the task makes of it.
module Contenders
  OURS = 'libfastjson'
  NAMES = [OURS, 'json', 'oj'].freeze

  # What each task starts from: the text or the value.
  INPUTS = {
    'parse' => :texts,
    'generate' => :values,
    'validate' => :texts,
    'minify' => :texts,
    'pointer' => :texts
  }.freeze

  # The same limit everywhere: json's own is 100 levels.
  NESTING = { max_nesting: 1024 }.freeze

  module_function

  # @return [String] name and version
  # @raise [LoadError] with the reason
  def version(name)
    case name
    when OURS
      require 'fastjson'
      "libfastjson #{FastJSON::VERSION} (#{FastJSON.engine})"
    when 'json'
      require 'json'
      "json #{JSON::VERSION} (#{JSON::Parser.name[/Ext|Pure/] || 'JSON'}) of Ruby #{RUBY_VERSION}"
    else
      require 'oj'
      "oj #{Oj::VERSION}"
    end
  end

  # The value at a JSON Pointer, as a program without a library for it would look for it.
  def walk(value, pointer)
    pointer.split('/').drop(1).reduce(value) do |found, step|
      key = step.gsub('~1', '/').gsub('~0', '~')
      found.is_a?(Array) ? found.fetch(Integer(key, 10)) : found.fetch(key)
    end
  end

  # The contender's ways by task. A task that it cannot do is not there.
  def ways(name, pointer = '')
    found = { OURS => :fastjson, 'json' => :json, 'oj' => :oj }.fetch(name)
    found = send(found, pointer)
    found = found.except('pointer', 'pointer first') if pointer.empty?
    found
  end

  def fastjson(pointer)
    require 'fastjson'
    ways = {
      'parse' => ->(text) { FastJSON.parse(text) },
      'generate' => ->(value) { FastJSON.generate(value) },
      'validate' => ->(text) { FastJSON.validate(text) },
      'minify' => ->(text) { FastJSON.minify(text) }
    }
    if FastJSON.respond_to?(:get)
      ways['pointer'] = ->(text) { FastJSON.get(text, pointer) }
      ways['pointer first'] = ->(text) { FastJSON.get(text, pointer, scope: :first) }
    end
    ways
  end

  def json(pointer)
    require 'json'
    by_parsing(->(text) { JSON.parse(text, NESTING) }, ->(value) { JSON.generate(value, NESTING) }, pointer)
  end

  def oj(pointer)
    require 'oj'
    # With fewer digits it writes other numbers than it was given: -100.26001 for -100.26000999999985, 50 for
    # 50.00000000000001.
    options = { mode: :strict, bigdecimal_load: :float, float_precision: 17 }.freeze
    by_parsing(->(text) { Oj.load(text, options) }, ->(value) { Oj.dump(value, options) }, pointer)
  end

  # What takes a parse where the library has nothing shorter.
  def by_parsing(parse, generate, pointer)
    {
      'parse' => parse,
      'generate' => generate,
      'validate' => parse,
      'minify' => ->(text) { generate.call(parse.call(text)) },
      'pointer' => ->(text) { walk(parse.call(text), pointer) }
    }
  end
end
