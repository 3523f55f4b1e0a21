# frozen_string_literal: true

require_relative 'lib/fastjson/version'

Gem::Specification.new do |spec|
  spec.name = 'libfastjson'
  spec.version = FastJSON::VERSION
  spec.summary = 'JSON by libfastjson: fast, exact, the same in every language'
  spec.description = 'Parses and generates JSON (RFC 8259) in the shape of the json library. Loads libfastjson.so ' \
                     'through ffi; nothing is compiled at install.'
  spec.authors = ['The libfastjson authors']
  spec.license = 'MIT'
  spec.required_ruby_version = '>= 3.0'
  # The shared library travels beside the Ruby files (lib/fastjson/libfastjson.so.1) in a gem that is built for a
  # platform.
  spec.files = Dir.chdir(__dir__) { Dir['lib/**/*.rb', 'lib/fastjson/libfastjson.*', 'README.md', '.yardopts'] }
  spec.require_paths = ['lib']
  spec.add_dependency 'ffi', '>= 1.15'
  spec.metadata['rubygems_mfa_required'] = 'true'
end
