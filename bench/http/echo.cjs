'use strict'

// An echo service of fastify: reads a JSON text, writes its value as JSON text. node echo.cjs PORT
//
// POST /JSON does it with JSON, POST /libfastjson with libfastjson; GET / says that it is there. The folder of
// fastify's packages is in NODE_PATH.

const fastify = require('fastify')
const fastjson = require(process.env.FASTJSON_NODE_PACKAGE ?? '../../bindings/node/index.cjs')

const LIMIT = 64 * 1024 * 1024

// Each service is a plugin, so that each has a parser of bodies of its own.
function service(path, parseAs, parse, generate) {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs, bodyLimit: LIMIT }, (request, body, done) => {
      try {
        done(null, parse(body))
      } catch (error) {
        done(error)
      }
    })
    app.post(path, { bodyLimit: LIMIT }, (request, reply) => {
      reply.type('application/json; charset=utf-8').send(generate(request.body))
    })
  }
}

const app = fastify()
app.register(service('/JSON', 'string', JSON.parse, (value) => JSON.stringify(value)))
app.register(service('/libfastjson', 'buffer', fastjson.parse, fastjson.stringifyToBuffer))
app.get('/', (request, reply) => reply.send('ready'))
app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
