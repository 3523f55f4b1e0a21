# frozen_string_literal: true

# The race in Ruby: libfastjson next to json and oj.
#
#     run.rb [--seconds S] [--task TASK]... FILE...            a race of each task over each file
#     run.rb [--seconds S] [--task TASK]... --threads FILE...  from 1, 2 and 4 threads
#     run.rb --memory CONTENDER FILE                           bytes for one parse: peak, touched
#     run.rb --first CONTENDER FILE                            ns of the first require, parse and generate
#     run.rb --names                                           versions, or why one is missing
#
# Rows and files are those of bench/core/main.cc; the area is BENCH_AREA, "ruby" if that is not set.

require 'optparse'
require_relative 'contenders'

AREA = ENV.fetch('BENCH_AREA', 'ruby')
LEAST_ROUNDS = Integer(ENV.fetch('BENCH_ROUNDS', '5'))
SAMPLE_NS = 2_000_000
KEPT = 3 # values that fill what loading has left free, before memory is counted
PAGE = 4096

# A file as the tasks see it: its texts, their values, and a pointer into each.
class Document
  attr_reader :name, :texts, :values, :pointer

  def initialize(path)
    @name = File.basename(path)
    text = File.read(path, encoding: Encoding::UTF_8)
    @texts = path.end_with?('.ndjson') ? text.split("\n").reject(&:empty?) : [text]
    @values = @texts.map { |each| JSON.parse(each, max_nesting: 1024) }
    sidecar = "#{path}.pointer"
    @pointer = File.file?(sidecar) ? File.read(sidecar, encoding: Encoding::UTF_8) : ''
  end

  def inputs(task)
    Contenders::INPUTS.fetch(task) == :values ? values : texts
  end

  def wanted(task, index)
    task == 'pointer' ? Contenders.walk(values[index], pointer) : values[index]
  end
end

def row(task, document, contender, time, ratio, note)
  puts [AREA, task, document, contender, time, ratio, '-', note].join("\t")
  $stdout.flush
end

def ways_to(task, document)
  found = {}
  Contenders::NAMES.each do |name|
    ways = Contenders.ways(name, document.pointer)
    found[name] = ways[task] if ways.key?(task)
    found["#{name}, first scope"] = ways['pointer first'] if task == 'pointer' && ways.key?('pointer first')
  rescue LoadError
    raise if name == Contenders::OURS
  end
  found
end

# Why it may not be timed (nil: it may), and what is to be said of it.
def checked(task, document, way)
  notes = document.inputs(task).each_with_index.map do |item, index|
    made = way.call(item)
    next Sameness::SAME if task == 'validate'

    Sameness.compare(Sameness.value_of(task, made), document.wanted(task, index))
  end
  notes.include?(Sameness::DIFFERENT) ? [Sameness::DIFFERENT, ''] : [nil, notes.max]
rescue StandardError => e
  ["refuses it: #{e.class} #{e.message.lines.first.to_s.strip[0, 80]}".gsub(/[\t\n]/, ' '), '']
end

# The contenders that may be timed, with what is to be said of each; the others are named.
def admitted(task, document)
  found = ways_to(task, document)
  row(task, document.name, Contenders::OURS, '-', '-', 'not in this version') unless found.key?(Contenders::OURS)
  notes = {}
  ways = found.select do |name, way|
    reason, notes[name] = checked(task, document, way)
    row(task, document.name, name, '-', '-', reason) if reason
    reason.nil?
  end
  [ways, notes]
end

# ns of the process's CPU for one item.
def timed(way, items, number)
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
  number.times { items.each { |item| way.call(item) } }
  (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - start) / number.to_f / items.length
end

def median(values)
  values.sort[values.length / 2]
end

def report(task, document, samples, notes)
  ours = samples[Contenders::OURS]
  samples.each do |name, times|
    ratio = median(times.zip(ours).map { |time, our| time / our })
    row(task, document, name, median(times).round(1), format('%.4g', ratio), notes[name])
  end
end

def race(task, document, seconds)
  return if task == 'pointer' && document.pointer.empty?

  ways, notes = admitted(task, document)
  return unless ways.key?(Contenders::OURS)

  items = document.inputs(task)
  numbers = ways.transform_values do |way|
    [1, (SAMPLE_NS / ((timed(way, items, 1) * items.length) + 1)).to_i].max
  end
  samples = ways.transform_values { [] }
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start < seconds * ways.length ||
        samples[Contenders::OURS].length < LEAST_ROUNDS
    ways.each do |name, way|
      timed(way, items.first(100), 1) if numbers[name] > 1 # back from its neighbour's caches to its own
      samples[name] << timed(way, items, numbers[name])
    end
  end
  report(task, document.name, samples, notes)
end

# ns of the wall for one call, all threads together.
def timed_threads(way, items, threads, seconds)
  stop = false
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  running = Array.new(threads) do
    Thread.new do
      count = 0
      loop do # once at least, however busy the machine
        items.each { |item| way.call(item) }
        count += items.length
        break if stop
      end
      count
    end
  end
  sleep(seconds)
  stop = true
  count = running.sum(&:value)
  (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1e9 / count
end

def race_threads(task, document, seconds)
  ways, notes = admitted(task, document)
  return unless ways.key?(Contenders::OURS)

  [1, 2, 4].each do |threads|
    samples = ways.transform_values { [] }
    LEAST_ROUNDS.times do
      ways.each do |name, way|
        samples[name] << timed_threads(way, document.inputs(task), threads, seconds / LEAST_ROUNDS)
      end
    end
    report("#{task}, #{threads} thread#{'s' if threads > 1}", document.name, samples, notes)
  end
end

def status_bytes(name)
  File.read('/proc/self/status')[/^#{name}:\s*(\d+)/, 1].to_i * 1024
end

# Pages that were given to the process so far.
def faults
  File.read('/proc/self/stat').split(') ').last.split[7].to_i
end

def print_memory(contender, path)
  parse = Contenders.ways(contender)['parse']
  text = File.read(path, encoding: Encoding::UTF_8)
  kept = Array.new(KEPT) { parse.call(text) }
  File.write('/proc/self/clear_refs', '5') # VmHWM begins anew
  before = status_bytes('VmRSS')
  faults_before = faults
  kept << parse.call(text)
  touched = (faults - faults_before) * PAGE
  peak = status_bytes('VmHWM') - before
  puts [peak, [peak, touched].max].join("\t")
end

def print_first(contender, path)
  text = File.read(path, encoding: Encoding::UTF_8)
  clock = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) }
  begun = clock.call
  ways = Contenders.ways(contender)
  loaded = clock.call
  value = ways['parse'].call(text)
  parsed = clock.call
  ways['generate'].call(value)
  puts [loaded - begun, parsed - loaded, clock.call - parsed].join("\t")
end

def print_names
  Contenders::NAMES.each do |name|
    puts Contenders.version(name)
  rescue LoadError => e
    puts "#{name}\t#{e.message.lines.first.strip}"
  end
end

seconds = 0.2
tasks = []
mode = nil
OptionParser.new do |options|
  options.on('--seconds S', Float) { |value| seconds = value }
  options.on('--task TASK', Contenders::INPUTS.keys) { |value| tasks << value }
  options.on('--threads') { mode = :threads }
  options.on('--memory CONTENDER') { |value| mode = [:print_memory, value] }
  options.on('--first CONTENDER') { |value| mode = [:print_first, value] }
  options.on('--names') { mode = :names }
end.parse!

case mode
when :names then print_names
when Array then send(*mode, ARGV.fetch(0))
else
  require_relative 'sameness'
  tasks = mode == :threads ? %w[parse generate] : Contenders::INPUTS.keys if tasks.empty?
  ARGV.each do |path|
    document = Document.new(path)
    tasks.each { |task| mode == :threads ? race_threads(task, document, seconds) : race(task, document, seconds) }
  end
end
