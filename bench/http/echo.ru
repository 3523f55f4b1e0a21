# frozen_string_literal: true

# An echo service of Rack: reads a JSON text, writes its value as JSON text. For puma.
#
# POST /json does it with json, POST /libfastjson with libfastjson; GET / says that it is there.

require 'fastjson'
require 'json'

answer = ->(text) { [200, { 'content-type' => 'application/json' }, [text]] }
body = ->(env) { env['rack.input'].read.force_encoding(Encoding::UTF_8) }

map '/json' do
  run ->(env) { answer.call(JSON.generate(JSON.parse(body.call(env)))) }
end

map '/libfastjson' do
  run ->(env) { answer.call(FastJSON.generate(FastJSON.parse(body.call(env)))) }
end

map '/' do
  run ->(_env) { [200, { 'content-type' => 'text/plain' }, ['ready']] }
end
