# frozen_string_literal: true

require 'minitest/autorun'
require 'fastjson'

# What the tests share.
class FastJSONTest < Minitest::Test
  # Runs a block that must raise `expected` (exactly that class), and gives the exception.
  def refuses(expected, code = nil, &block)
    error = assert_raises(expected, &block)
    assert_instance_of expected, error
    assert_equal code, error.code if code
    error
  end

  # Runs Ruby in a process of its own with this library, and gives its output and status.
  def ruby(script, environment = {})
    lib = File.expand_path('../lib', __dir__)
    output = IO.popen([environment, RbConfig.ruby, '-I', lib, '-e', script, { err: %i[child out] }], &:read)
    [output, Process.last_status]
  end

  # Resident memory of this process, in bytes.
  def resident
    GC.start
    File.read('/proc/self/statm').split[1].to_i * 4096
  end
end
