# frozen_string_literal: true

# The Ruby driver of the functions beyond parse and generate: answers a request file as tests/harness/README.md
# describes.
#
#     calls.rb REQUESTS > ANSWERS

require 'stringio'
require_relative 'wire'

FAULTS_MAX = 8

def value_event(value)
  "v#{base64(dump(value))}"
end

def text_event(text)
  raise EncodingError, text.encoding.to_s unless text.encoding == Encoding::UTF_8

  "t#{base64(text)}"
end

# The events of what was raised; what it is not made for goes on.
def fault(error)
  case error
  when FastJSON::ErrorDetails
    place = "#{base64(error.pointer)},#{base64(error.message)}"
    return ["g#{error.code},#{place}"] unless error.line

    before = error.is_a?(FastJSON::ParserError) ? Array(error.values) : []
    [*before.map { |value| value_event(value) },
     "e#{error.code},#{error.offset},#{error.line},#{error.column},#{place}"]
  when ArgumentError then ['o']
  else raise error
  end
end

# What one request is about.
Request = Struct.new(:text, :argument, :reading, :writing, :other)

# Each call yields its events.
module Calls
  module_function

  def validate(request)
    raise TypeError, 'validate gave something' unless FastJSON.validate(request.text, request.reading) == true

    yield '=1'
  end

  def minify(request)
    yield text_event(FastJSON.minify(request.text, request.reading))
  end

  def format(request)
    yield text_event(FastJSON.format(request.text, request.writing, parse: request.reading))
  end

  def generate(request)
    value = FastJSON.parse(request.text, request.reading)
    text = FastJSON.generate(value, request.writing)
    again = FastJSON::Coder.new(**{ strict: false }.merge(request.writing)).generate(value)
    raise 'generate and a Coder disagree' if again != text

    yield text_event(text)
  end

  def get(request)
    yield value_event(FastJSON.get(request.text, request.other, scope: request.argument.to_sym, **request.reading))
  end

  # Up to a fault: the block cannot be gone on with.
  def many(request)
    FastJSON.parse_many(request.text, kind: request.argument.to_sym, **request.reading) do |value, offset|
      yield value_event(value)
      yield "@#{offset}"
    end
  end

  def stream(request, &event)
    kind, *cuts = request.argument.split(':')
    lines = kind == 'lines'
    stream = FastJSON::Stream.new(kind: kind.to_sym, **request.reading)
    begin_at = faults = 0
    step = lambda do |call, *given|
      stream.public_send(call, *given).each { |value| event.call(value_event(value)) }
      true
    rescue FastJSON::ParserError => e
      fault(e).each(&event)
      faults += 1
      false
    ensure
      event.call("@#{stream.offset}")
    end
    cuts.each do |cut|
      return nil if faults >= FAULTS_MAX

      end_at = cut == '-' ? request.text.bytesize : Integer(cut)
      piece = request.text.byteslice(begin_at, end_at - begin_at)
      begin_at = end_at
      piece = '' until step.call(:feed, piece) || !lines || faults >= FAULTS_MAX
      break if faults.positive? && !lines
    end
    faults = 0 unless lines
    nil until faults >= FAULTS_MAX || step.call(:finish) || !lines
  end

  def lines(request, &event)
    FastJSON.generate_lines([], request.writing) # options come before the text
    values = FastJSON.parse_many(request.text, **request.reading).map { |value, _| value }
    out = StringIO.new(+'')
    begin
      FastJSON.dump_lines(values, out, request.writing)
      failed = nil
    rescue FastJSON::ErrorDetails => e
      failed = fault(e)
      failed.each(&event)
    end
    event.call(written = text_event(out.string))
    whole = begin
      [text_event(FastJSON.generate_lines(values, request.writing))]
    rescue FastJSON::ErrorDetails => e
      fault(e)
    end
    raise "generate_lines and dump_lines disagree: #{whole}" if whole != (failed || [written])
  end

  def unfinished(request)
    value, complete, used = FastJSON.parse_unfinished(request.text, **request.reading).to_a
    yield value_event(value) if used.positive?
    raise 'a value of nothing' if used.zero? && !value.nil?

    yield "u#{complete ? 1 : 0},#{used}"
  end

  def patch(request)
    yield text_event(FastJSON.patch(request.text, request.other, **request.reading))
  rescue FastJSON::ParserError => e
    texts = [request.text, request.other]
    raise unless texts.all? { |text| FastJSON.valid?(text, request.reading) }

    yield "p#{e.code},#{base64(e.pointer)},#{base64(e.message)}"
  end

  def merge(request)
    yield text_event(FastJSON.merge_patch(request.text, request.other, **request.reading))
  end

  def equal(request)
    yield "=#{FastJSON.same?(request.text, request.other, **request.reading) ? 1 : 0}"
  end
end

def events(function, request)
  found = []
  begin
    Calls.public_send(function, request) { |event| found << event }
  rescue FastJSON::ErrorDetails, ArgumentError => e
    found.concat(fault(e))
  end
  found
end

File.foreach(ARGV.fetch(0), chomp: true) do |line|
  name, function, argument, reading, writing, text, other = line.split("\t", -1)
  texts = [text, other].map { |one| one.unpack1('m0') }
  found = nil
  [Encoding::UTF_8, Encoding::BINARY].each do |encoding|
    text, other = texts.map { |one| one.dup.force_encoding(encoding) }
    again = events(function, Request.new(text, argument, options_of(reading), options_of(writing), other))
    found ||= again
    found = ["in #{encoding} other than in UTF-8:", *again] if again != found
  end
  puts [name, *found].join("\t")
end
