"""A speech engine behind the HTTP form of BANKSIA_TRANSCRIPTION_URL: PyPI `pocketsphinx`, with the English model in its package.

    python3 speech_bridge.py --port 8090

It listens on this machine alone, recognises one recording at a time, and writes nothing to disk and nothing of a recording to its log.
Standard output has one JSON line with the port. If the environment has SPEECH_KEY, a request needs it as its bearer token.

POST /v1/audio/transcriptions takes `multipart/form-data` with `file` (WAV, 16-bit PCM, 16 kHz or more, one or two channels) and `language`,
and answers the segments. Two channels are two voices: the segments of each have its label. A refusal has a status and a fixed text.
"""
import argparse
import hmac
import io
import json
import math
import os
import re
import select
import socket
import threading
import time
import wave
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pocketsphinx import Decoder, Endpointer, Vad, set_loglevel

set_loglevel('FATAL')

SEGMENT_SECONDS = 30
FIELD_BYTES = 1000
FORM_BYTES = 64 * 1024
# A recording that takes longer to arrive would keep the engine from others.
READ_SECONDS = 600
LINGER_SECONDS = 5
# Of a WAV that is written to a pipe: its length was not known yet.
UNKNOWN_BYTES = 0x7FFFF000


class Refusal(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def read_form(content_type, body):
    """The parts of a form by their names. RFC 7578."""
    found = re.fullmatch(r'multipart/form-data;\s*boundary="?([\w\'()+,./:=? -]{1,70})"?', content_type)
    if found is None:
        raise Refusal(415, 'the body must be multipart/form-data')
    edge = b'\r\n--' + found[1].encode()
    parts = {}
    at = len(edge) - 2 if body.startswith(edge[2:]) else -1
    while at >= 0 and body[at:at + 2] == b'\r\n':
        head, end = body.find(b'\r\n\r\n', at), body.find(edge, at + 2)
        if head < 0 or end < head or len(parts) == 20:
            break
        name = re.search(rb';\s*name="([\w\[\]]{1,60})"', body[at:head])
        if name is not None:
            parts[name[1].decode()] = memoryview(body)[head + 4:end]
        at = end + len(edge)
    if at < 0 or body[at:at + 2] != b'--':
        raise Refusal(400, 'the form is not complete')
    return parts


def text_of(parts, name):
    return bytes(parts.get(name, b'')[:FIELD_BYTES]).decode('ascii', 'replace')


def read_wav(content):
    """The rate, and the samples of each channel as 16-bit PCM."""
    try:
        with wave.open(io.BytesIO(content)) as sound:
            rate, channels, width, claimed = sound.getframerate(), sound.getnchannels(), sound.getsampwidth(), sound.getnframes()
            if width != 2 or channels not in (1, 2) or not 16_000 <= rate <= 48_000:
                raise Refusal(400, 'the recording must be 16-bit PCM of one or two channels, at 16 to 48 kHz')
            frames = sound.readframes(claimed)
    except (wave.Error, EOFError, RuntimeError):
        raise Refusal(400, 'the recording is no WAV') from None
    size = 2 * channels
    if len(frames) < claimed * size < UNKNOWN_BYTES:
        raise Refusal(400, 'the recording is cut off')
    frames = frames[:len(frames) // size * size]
    if not frames:
        raise Refusal(400, 'the recording is empty')
    samples = memoryview(frames).cast('h')
    return rate, [samples[at::channels].tobytes() for at in range(channels)]


def utterances(rate, samples):
    """Start in seconds and samples of each stretch of speech, the pauses left out."""
    # A looser one joins a short "no" with the next speaker's question.
    endpointer = Endpointer(sample_rate=rate, window=0.3, vad_mode=Vad.MEDIUM_STRICT)
    step, speech, start = endpointer.frame_bytes, bytearray(), 0.0
    for at in range(0, len(samples), step):
        frame, was_speaking = samples[at:at + step], endpointer.in_speech
        heard = endpointer.process(frame) if len(frame) == step else (endpointer.end_stream(frame) if was_speaking else None)
        if heard is None:
            continue
        if not speech:
            start = endpointer.speech_start if not was_speaking else at / 2 / rate
        speech += heard
        if not endpointer.in_speech or len(speech) >= SEGMENT_SECONDS * rate * 2:
            yield start, bytes(speech)
            speech = bytearray()
    if speech:
        yield start, bytes(speech)


def recognise(rate, samples, is_wanted):
    decoder = Decoder(samprate=rate)
    for start, speech in utterances(rate, samples):
        is_wanted()
        decoder.start_utt()
        decoder.process_raw(speech, full_utt=True)
        decoder.end_utt()
        said = decoder.hyp()
        if said is None or said.hypstr == '':
            continue
        words = said.hypstr.split()
        yield {
            'start': round(start, 3),
            'end': round(start + len(speech) / 2 / rate, 3),
            # The engine knows no punctuation; a pause ends a sentence.
            'text': ' '.join('I' + word[1:] if re.match(r"i(?:'|$)", word) else word for word in words) + '.',
            # Of one word, as Whisper gives it of one token.
            'avg_logprob': round(math.log(max(said.prob, 1e-300)) / len(words), 3),
        }


def transcribe(content, is_wanted):
    rate, channels = read_wav(content)
    segments = []
    for number, samples in enumerate(channels, 1):
        label = {'speaker': f'channel {number}'} if len(channels) > 1 else {}
        segments += [{**segment, **label} for segment in recognise(rate, samples, is_wanted)]
    segments.sort(key=lambda segment: segment['start'])
    return {
        'task': 'transcribe',
        'language': 'english',
        'duration': round(len(channels[0]) / 2 / rate, 3),
        'text': ' '.join(segment['text'] for segment in segments),
        'segments': [{'id': at, **segment} for at, segment in enumerate(segments)],
    }


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    # Seconds that the client may be silent.
    timeout = 60

    def do_POST(self):
        self.close_connection = True
        try:
            length = self.check_request()
            if not self.server.places.acquire(blocking=False):
                raise Refusal(503, 'too many recordings wait')
            try:
                with self.server.engine:
                    self.answer(200, transcribe(self.read_recording(length), self.check_wanted))
            finally:
                self.server.places.release()
        except Refusal as refusal:
            self.answer(refusal.status, {'error': {'message': str(refusal)}})
            self.linger()
        except OSError:
            self.log('the client has gone')
        except Exception as error:
            self.log(f'failed: {type(error).__name__}')
            self.answer(500, {'error': {'message': 'the engine failed'}})

    def check_request(self):
        """The length of the body, which is not read before its turn."""
        key = os.environ.get('SPEECH_KEY', '')
        if key and not hmac.compare_digest(self.headers.get('authorization', '').encode(), f'Bearer {key}'.encode()):
            raise Refusal(401, 'the key is wrong')
        if self.path != '/v1/audio/transcriptions':
            raise Refusal(404, 'there is nothing here')
        length = self.headers.get('content-length', '')
        if 'transfer-encoding' in self.headers or not re.fullmatch(r'[0-9]{1,12}', length):
            raise Refusal(411, 'the request must say its length')
        if int(length) > self.server.max_bytes + FORM_BYTES:
            raise Refusal(413, 'the recording is too large')
        return int(length)

    def read_recording(self, length):
        body, until = bytearray(), time.monotonic() + READ_SECONDS
        while len(body) < length:
            part = self.rfile.read1(min(length - len(body), 1 << 20))
            if part == b'':
                raise ConnectionError
            if time.monotonic() > until:
                raise Refusal(408, 'the recording comes too slowly')
            body += part
        parts = read_form(self.headers.get('content-type', ''), body)
        if text_of(parts, 'language') not in ('', 'en'):
            raise Refusal(400, 'the engine knows English alone')
        if 'file' not in parts:
            raise Refusal(400, 'the form has no file')
        return parts['file']

    def linger(self):
        """Reads on for a moment: a connection that is closed with unread bytes may lose its answer. RFC 9112 section 9.6."""
        until = time.monotonic() + LINGER_SECONDS
        try:
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(LINGER_SECONDS)
            while time.monotonic() < until and self.connection.recv(1 << 20):
                pass
        except OSError:
            pass

    def check_wanted(self):
        """Ends the work for a client that has gone."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        if readable and self.connection.recv(1, socket.MSG_PEEK) == b'':
            raise ConnectionError

    def answer(self, status, content):
        body = json.dumps(content).encode()
        try:
            self.send_response(status)
            self.send_header('content-type', 'application/json')
            self.send_header('content-length', str(len(body)))
            self.send_header('connection', 'close')
            if status == 503:
                self.send_header('retry-after', '30')
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.log('the client has gone')

    def log_request(self, code='-', size='-'):
        self.log(f'answered {getattr(code, "value", code)}')

    def log_message(self, format, *args):
        """The texts of the base class name what the client sent."""

    def log(self, text):
        self.server.say(text)


class Bridge(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port, max_bytes, waiting):
        super().__init__(('127.0.0.1', port), Handler)
        self.max_bytes = max_bytes
        self.engine = threading.Lock()
        self.places = threading.BoundedSemaphore(waiting + 1)

    def say(self, text):
        print(json.dumps({'kind': 'log', 'text': text}), flush=True)

    def handle_error(self, request, client_address):
        self.say('a connection broke off')


if __name__ == '__main__':
    arguments = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    arguments.add_argument('--port', type=int, default=8090)
    arguments.add_argument('--max-bytes', type=int, default=400_000_000, help='of a recording; the bridge holds it in memory')
    arguments.add_argument('--waiting', type=int, default=8, help='recordings that may wait for their turn')
    given = arguments.parse_args()
    bridge = Bridge(given.port, given.max_bytes, given.waiting)
    print(json.dumps({'kind': 'listening', 'port': bridge.server_address[1]}), flush=True)
    bridge.serve_forever()
