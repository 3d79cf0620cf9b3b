/** A server whose longest turn is looked at, and who sends it large requests. */
import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import { join } from 'node:path'
import { developmentTenants } from '../../../src/core/caller.ts'
import { requestDevelopmentToken } from '../../../src/identity/development-token.ts'
import { type Server, startServer } from '../processes.ts'
import { fhirJson, type LargeRequest } from './large-bodies.ts'

export type Prepared = Omit<LargeRequest, 'body' | 'first'> & { readonly body?: Buffer }
export type Answer = { readonly status: number; readonly location: string; readonly text: string }

export type Metered = {
  readonly program: Server
  /** Makes the resource that the request needs. */
  readonly prepare: (request: LargeRequest) => Promise<Prepared>
  readonly send: (request: Prepared) => Promise<Answer>
  /** Milliseconds of processor time that the server takes to read 0.9 MB of JSON at once. */
  readonly measureFloor: () => Promise<number>
  /** Milliseconds of processor time of the longest turn while `work` is done. */
  readonly look: <T>(work: () => Promise<T>) => Promise<{ readonly longest: number; readonly result: T }>
}

const meter = join(import.meta.dirname, 'turn-meter.ts')
const [, tenant] = developmentTenants

export async function startMetered(dataDirectory: string): Promise<Metered> {
  const program = await startServer(dataDirectory, {
    env: {
      NODE_OPTIONS: `--no-warnings --max-semi-space-size=16 --import=${meter}`,
      BANKSIA_HANDLER_TIMEOUT_MS: '300000',
    },
  })
  const token = await requestDevelopmentToken(program.base, { tenant, role: 'system', scope: 'system/*.cruds' })
  const headers = { Authorization: `Bearer ${token}`, 'X-Tenant-Id': tenant }
  const send = async ({ method, path, mediaType, accept = fhirJson, body }: Prepared): Promise<Answer> => {
    const content = body === undefined ? {} : { 'Content-Type': mediaType, 'Content-Length': body.length }
    const sent = openRequest(`${program.base}/fhir/R4${path}`, {
      method,
      headers: { ...headers, Accept: accept, ...content },
    })
    sent.end(body)
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return {
      status: response.statusCode,
      location: response.headers.location ?? '',
      text: Buffer.concat(chunks).toString('utf8'),
    }
  }
  const prepare = async ({ first, body, ...request }: LargeRequest): Promise<Prepared> => {
    const made = first?.()
    const created =
      made &&
      (await send({
        method: 'POST',
        path: `/${made['resourceType']}`,
        mediaType: fhirJson,
        body: Buffer.from(JSON.stringify(made)),
      }))
    const path = request.path.replace('{id}', created?.location.split('/').at(-3) ?? '')
    return { ...request, path, ...(body === undefined ? {} : { body: Buffer.from(body()) }) }
  }
  const ask = async (message: string): Promise<number> => {
    program.child.send(message)
    const [answer] = await once(program.child, 'message')
    return answer
  }
  const look: Metered['look'] = async (work) => {
    await ask('look')
    const result = await work()
    return { longest: await ask('tell'), result }
  }
  return { program, prepare, send, look, measureFloor: () => ask('floor') }
}
