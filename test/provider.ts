/** An outside provider of speech recognition and drafting that plays recorded answers, over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that it got. */
export type Asked = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Buffer }

/** How it answers one request; `asked` holds the part of the body that has arrived. */
export type Manner = (response: ServerResponse, asked: Asked, request: IncomingMessage) => void

export type Provider = {
  /** The address in the settings: answers follow below it. */
  readonly url: string
  readonly asked: readonly Asked[]
  /** Answers so from now on. */
  readonly answer: (manner: Manner) => void
  readonly close: () => Promise<void>
}

export async function openProvider(): Promise<Provider> {
  const asked: Asked[] = []
  let manner: Manner = status(500)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      asked.push(one)
      manner(response, one, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: (next) => {
      manner = next
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Manner =>
  (response) =>
    void response.writeHead(code, headers).end('{}')

export const json =
  (body: unknown): Manner =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A chat completion with this content as JSON. */
export const completion = (content: unknown, more: object = {}): Manner => completionText(JSON.stringify(content), more)

/** A chat completion with this content, letter by letter. */
export const completionText = (content: string, more: object = {}): Manner =>
  json({
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
    usage: { total_tokens: 1200 },
  })

/** The OpenAI API's answer to `verbose_json`, with additions of some servers. */
export const transcription = (segments: readonly object[]): Manner =>
  json({ task: 'transcribe', language: 'english', duration: 60, text: '', segments })

/** The messages of a chat request. */
export function readMessages({ body }: Asked): { readonly system: string; readonly user: string } {
  const { messages } = JSON.parse(body.toString('utf8'))
  return { system: messages[0].content, user: messages[1].content }
}
