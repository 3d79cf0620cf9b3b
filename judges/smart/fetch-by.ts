/** `fetch` with a client certificate, and with the authorities of its caller. */
import { request } from 'node:https'
import type { Certificate } from './certificate.ts'

type Init = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown }

export const fetchBy =
  (authority: string, own?: Pick<Certificate, 'cert' | 'key'>) =>
  (address: string | URL, { method = 'GET', headers = {}, body }: Init = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const options = { method, headers, ca: authority, agent: false as const, ...own }
      const sent = request(address, options, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const given = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((each): [string, string] => [name, each]),
          )
          const text = Buffer.concat(parts)
          resolve(new Response(text.length === 0 ? null : text, { status: answer.statusCode ?? 500, headers: given }))
        })
      })
      sent.on('error', reject).end(body === undefined || body === null ? undefined : String(body))
    })
