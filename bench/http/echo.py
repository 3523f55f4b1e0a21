"""An echo service of Starlette: reads a JSON text, writes its value as JSON text. For uvicorn.

POST /json does it with the json module, POST /libfastjson with libfastjson; GET / says that it is
there.
"""

from __future__ import annotations

import json

import fastjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


def answer(text: bytes) -> Response:
    return Response(text, media_type="application/json")


async def builtin(request: Request) -> Response:
    value = json.loads(await request.body())
    return answer(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


async def ours(request: Request) -> Response:
    return answer(fastjson.dumps_bytes(fastjson.loads(await request.body())))


async def ready(_: Request) -> Response:
    return PlainTextResponse("ready")


app = Starlette(
    routes=[
        Route("/json", builtin, methods=["POST"]),
        Route("/libfastjson", ours, methods=["POST"]),
        Route("/", ready),
    ]
)
