# frozen_string_literal: true

require_relative 'helper'
require 'tmpdir'

# Finding the shared library, and choosing the engine.
class TestLibrary < FastJSONTest
  def test_the_library_is_loaded_by_its_absolute_path
    assert FastJSON::Library.path.start_with?('/')
    assert_equal FastJSON::Library::ABI_VERSION >> 16, FastJSON::Library.fj_abi_version >> 16
    assert_match(/\A\d+\.\d+\.\d+\z/, FastJSON::Library.fj_version)
  end

  def test_a_missing_library_is_one_load_error_that_names_what_was_tried
    Dir.mktmpdir do |directory|
      path = File.join(directory, 'nowhere.so')
      output, status = ruby('begin; require "fastjson"; rescue LoadError => e; puts e.class, e.message; end',
                            'FASTJSON_LIBRARY' => path)
      assert_predicate status, :success?, output
      assert_equal 'LoadError', output.lines.first.chomp
      assert_includes output, path
      output, = ruby('begin; require "fastjson"; rescue LoadError => e; puts e.message; end',
                     'FASTJSON_LIBRARY' => 'libfastjson.so')
      assert_includes output, 'absolute path'
    end
  end

  def test_another_library_or_no_library_is_a_load_error
    Dir.mktmpdir do |directory|
      path = File.join(directory, 'libfastjson.so')
      File.write(path, 'no library')
      other = Dir['/lib/*/libm.so.6', '/usr/lib/*/libm.so.6', '/lib/libm.so.6'].first
      [path, other].compact.each do |wrong|
        output, status = ruby('begin; require "fastjson"; rescue LoadError => e; puts e.class, e.message; end',
                              'FASTJSON_LIBRARY' => wrong)
        assert_predicate status, :success?, output
        assert_equal 'LoadError', output.lines.first.chomp
        assert_includes output, wrong
      end
    end
  end

  def test_the_environment_chooses_the_portable_engine
    output, = ruby('require "fastjson"; print FastJSON.engine, FastJSON.generate(FastJSON.parse("[1]"))',
                   'FASTJSON_ENGINE' => 'portable')
    assert_equal 'portable[1]', output
  end

  def test_the_gem_s_name_can_be_required
    output, = ruby('require "libfastjson"; print FastJSON.generate([1])')
    assert_equal '[1]', output
  end

  def test_a_process_that_ends_at_once_ends_well
    _, status = ruby('require "fastjson"; FastJSON.parse("[1]"); FastJSON.generate([Object.new])')
    assert_predicate status, :success?
    _, status = ruby('require "fastjson"; Thread.new { FastJSON.generate([1]) }.join; exit! 0')
    assert_predicate status, :success?
    output, status = ruby('require "fastjson"; fork { print FastJSON.generate(FastJSON.parse("[1]")) }; Process.wait')
    assert_equal '[1]', output
    assert_predicate status, :success?
  end
end
