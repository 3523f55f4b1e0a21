# frozen_string_literal: true

require 'json'

# Whether what a contender made of a text is what the text says; compared before it is timed.
module Sameness
  SAME = ''
  INEXACT = 'some reals differ in their last digits'
  DIFFERENT = 'makes another value of it'

  module_function

  def compare(made, wanted)
    return SAME if made.eql?(wanted)

    near?(made, wanted) ? INEXACT : DIFFERENT
  end

  # What a task made, as a value: texts are read by json.
  def value_of(task, made)
    %w[generate minify].include?(task) ? JSON.parse(made, max_nesting: 1024) : made
  end

  def near?(made, wanted)
    return false unless made.instance_of?(wanted.class)

    case wanted
    when Float then (made - wanted).abs <= wanted.abs * 1e-14
    when Hash then made.keys == wanted.keys && wanted.all? { |key, value| near?(made[key], value) }
    when Array then made.length == wanted.length && made.zip(wanted).all? { |pair| near?(*pair) }
    else made == wanted
    end
  end
end
