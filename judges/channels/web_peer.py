"""A site that speaks HTTPS: uvicorn and Starlette take what Banksia posts, and httpx posts what the site sends.

Arguments: certificate and key as PEM files, the name of the shared key, the key. It prints one JSON object a line for each request, with
the outcome of the check of its signature. Standard input takes lines of words between tabs: `answer STATUS` sets the status of its answers
to signed requests from now on; `send URL SENDER SECRET KEY BASE64` signs a message and posts it.
"""
import asyncio
import base64
import hashlib
import hmac
import json
import re
import sys
import time

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

certificate, private_key, key_id, shared_key = sys.argv[1:5]
status = 200
form = re.compile(r't=(\d+),key=([\w.-]+),sha256=([0-9a-f]{64})')


def tell(**facts):
    print(json.dumps(facts), flush=True)


def digest(key, at, idempotency_key, body):
    return hmac.new(key.encode(), f'{at}.{idempotency_key}.'.encode() + body, hashlib.sha256).hexdigest()


def is_signed(headers, body):
    found = form.fullmatch(headers.get('banksia-signature', ''))
    if found is None or found[2] != key_id or abs(time.time() - int(found[1])) > 300:
        return False
    return hmac.compare_digest(found[3], digest(shared_key, found[1], headers['idempotency-key'], body))


async def take(request):
    body = await request.body()
    signed = is_signed(request.headers, body)
    tell(
        kind='received',
        path=request.url.path,
        signed=signed,
        document=request.headers.get('banksia-document'),
        about=request.headers.get('banksia-kind'),
        key=request.headers.get('idempotency-key'),
        mediaType=request.headers.get('content-type'),
        bytes=len(body),
        sha256=hashlib.sha256(body).hexdigest(),
        text=body.decode() if request.url.path == '/alerts' else '',
    )
    return Response(status_code=status if signed else 401)


def send(url, sender, secret, key, message):
    at = str(int(time.time()))
    headers = {
        'content-type': 'x-application/hl7-v2+er7',
        'idempotency-key': key,
        'banksia-signature': f't={at},key={sender},sha256={digest(secret, at, key, message)}',
    }
    answer = httpx.post(url, content=message, headers=headers, timeout=20)
    tell(kind='answered', status=answer.status_code, mediaType=answer.headers.get('content-type', ''), text=answer.text)


async def obey():
    global status
    while line := await asyncio.to_thread(sys.stdin.readline):
        word, *rest = line.rstrip('\n').split('\t')
        if word == 'answer':
            status = int(rest[0])
            tell(kind='set')
            continue
        url, sender, secret, key, content = rest
        await asyncio.to_thread(send, url, sender, secret, key, base64.b64decode(content))


async def main():
    routes = [Route('/letters', take, methods=['POST']), Route('/alerts', take, methods=['POST'])]
    config = uvicorn.Config(
        Starlette(routes=routes),
        host='127.0.0.1',
        port=0,
        ssl_certfile=certificate,
        ssl_keyfile=private_key,
        log_level='warning',
        lifespan='off',
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    tell(kind='listening', tls=server.servers[0].sockets[0].getsockname()[1])
    await obey()
    server.should_exit = True
    await serving


asyncio.run(main())
