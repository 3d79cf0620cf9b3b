"""PyPI's hl7 as an integration engine: two servers of hl7.mllp, one for UTF-8 and one for ISO 8859-1, as a site sets it for each sender.

It prints one JSON object a line for each message. Standard input takes lines of words between tabs: `answer CODE` sets the code of its
answers from now on; `send PORT CHARSET BASE64` sends a message by hl7.client, and prints the answer as hl7 reads it.
"""
import asyncio
import base64
import hashlib
import json
import sys

import hl7
from hl7.client import MLLPClient
from hl7.mllp import start_hl7_server

answer = 'AA'
# The largest message that ADRM 000019 has a receiver take.
limit = 16 * 1024 * 1024


def tell(**facts):
    print(json.dumps(facts), flush=True)


def text_of(segment, field, repetition=0, component=0):
    """A component, or an empty text. Fields, repetitions and components count from nought, as hl7 has them."""
    try:
        found = segment[field][repetition]
        return str(found if isinstance(found, str) else found[component])
    except IndexError:
        return ''


def list_of(message, name):
    return [segment for segment in message if str(segment[0]) == name]


def read_message(message):
    [pid] = list_of(message, 'PID')
    requests = list_of(message, 'OBR')
    document = requests[0] if requests else list_of(message, 'TXA')[0]
    observations = list_of(message, 'OBX')
    pages = [one for one in observations if text_of(one, 3) == 'PDF']
    page = base64.b64decode(text_of(pages[0], 5, component=4), validate=True) if pages else b''
    header = message[0]
    return {
        'structure': text_of(header, 9, component=2),
        'event': f'{text_of(header, 9)}^{text_of(header, 9, component=1)}',
        'controlId': text_of(header, 10),
        'application': message.unescape(text_of(header, 5)),
        'patients': [text_of(pid, 3, repetition=at) for at in range(len(pid[3]))],
        'family': message.unescape(text_of(pid, 5)),
        'documentId': text_of(document, 3 if requests else 12),
        'documentCode': text_of(document, 4) if requests else None,
        'observations': len(observations),
        'page': hashlib.sha256(page).hexdigest(),
    }


async def receive(reader, writer):
    try:
        while True:
            message = await reader.readmessage()
            tell(kind='received', **read_message(message))
            writer.writemessage(message.create_ack(answer))
            await writer.drain()
    except asyncio.IncompleteReadError:
        writer.close()
    except Exception as error:
        tell(kind='fault', text=f'{type(error).__name__}: {error}')
        writer.close()


def send(port, charset, message):
    """hl7.client reads at most 4096 bytes, with their frames: the answer of the commit comes before that of the application."""
    with MLLPClient('127.0.0.1', int(port), encoding=charset) as client:
        client.socket.settimeout(20)
        answered, *_ = client.send_message(message).split(b'\x1c')
    read = hl7.parse(answered.strip(b'\x0b\r\n').decode(charset))
    [confirmed] = list_of(read, 'MSA')
    errors = [str(one) for one in list_of(read, 'ERR')]
    tell(kind='answered', event=text_of(read[0], 9), code=text_of(confirmed, 1), controlId=text_of(confirmed, 2), errors=errors)


async def obey():
    global answer
    while line := await asyncio.to_thread(sys.stdin.readline):
        word, *rest = line.rstrip('\n').split('\t')
        if word == 'answer':
            [answer] = rest
            tell(kind='set')
            continue
        port, charset, content = rest
        try:
            await asyncio.to_thread(send, port, charset, base64.b64decode(content))
        except Exception as error:
            tell(kind='answered', fault=f'{type(error).__name__}: {error}')


async def main():
    servers = {}
    for name, encoding in (('unicode', 'utf-8'), ('latin1', 'latin-1')):
        servers[name] = await start_hl7_server(receive, '127.0.0.1', 0, limit=limit, encoding=encoding)
    tell(kind='listening', **{name: server.sockets[0].getsockname()[1] for name, server in servers.items()})
    await obey()


asyncio.run(main())
