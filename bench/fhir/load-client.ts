/** The load client, a process of its own, so that its processor time is not taken for the server's. */
import { type Connection, openConnection, type RequestParts, requestText } from './connection.ts'
import { type CrudResource, readCrudResources } from './crud-resources.ts'

export type Load = {
  readonly port: number
  readonly connections: number
  readonly token?: string
} & (
  | { readonly kind: 'requests'; readonly requests: readonly Request[]; readonly seconds: number }
  | { readonly kind: 'once'; readonly requests: readonly Request[] }
  | { readonly kind: 'crud'; readonly seconds: number }
)

export type Request = Omit<RequestParts, 'token'>

export type Outcome = {
  readonly requests: number
  readonly errors: number
  /** The status of the first answer outside 2xx. */
  readonly firstError?: string
  readonly seconds: number
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[]
  readonly clientCpuMs: number
}

type Run = { readonly latencies: number[]; errors: number; firstError?: string }

async function sendTimed(run: Run, connection: Connection, request: Buffer | string): Promise<{ head: string }> {
  const startedAt = performance.now()
  const { status, head, body } = await connection.send(request)
  run.latencies.push(performance.now() - startedAt)
  if (status < 200 || status > 299) {
    run.errors += 1
    run.firstError ??= `${status} ${body.slice(0, 300)}`
  }
  return { head }
}

/** Creates one of each type, reads them, updates them, deletes them in the reverse order. */
async function runCrud(run: Run, connection: Connection, { resources, token }: Crud): Promise<void> {
  const send = (method: string, path: string, body?: string): Promise<{ head: string }> => {
    const parts = { method, path: `/fhir/R4/${path}`, token, ...(body === undefined ? {} : { body }) }
    return sendTimed(run, connection, requestText(parts))
  }
  const ids = new Map<string, string>()
  const paths: string[] = []
  for (const { type, build } of resources) {
    const { head } = await send('POST', type, build(ids, undefined))
    const id = /location: \S*\/R4\/\w+\/([\w.-]+)/i.exec(head)?.[1] ?? 'none'
    ids.set(type, id)
    paths.push(`${type}/${id}`)
  }
  for (const path of paths) await send('GET', path)
  for (const [at, { type, build }] of resources.entries()) await send('PUT', paths[at] ?? '', build(ids, ids.get(type)))
  for (const path of paths.toReversed()) await send('DELETE', path)
}

type Crud = { readonly resources: readonly CrudResource[]; readonly token: string }

type Driven = { readonly load: Load; readonly texts: readonly Buffer[]; readonly run: Run }

async function drive({ load, texts, run }: Driven, connection: Connection, at: number): Promise<void> {
  if (load.kind === 'crud') {
    const crud = { resources: readCrudResources(), token: load.token ?? '' }
    const until = performance.now() + load.seconds * 1000
    while (performance.now() < until) await runCrud(run, connection, crud)
    return
  }
  if (load.kind === 'once') {
    for (let next = at; next < texts.length; next += load.connections)
      await sendTimed(run, connection, texts[next] ?? '')
    return
  }
  const until = performance.now() + load.seconds * 1000
  for (let next = at; performance.now() < until; next += load.connections)
    await sendTimed(run, connection, texts[next % texts.length] ?? '')
}

async function runLoad(load: Load): Promise<Outcome> {
  const { token = '' } = load
  // Before the connections: a server closes one on which nothing comes for some seconds.
  const texts =
    load.kind === 'crud' ? [] : load.requests.map((request) => Buffer.from(requestText({ ...request, token })))
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(load.port, false)),
  )
  const run: Run = { latencies: [], errors: 0 }
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(connections.map((connection, at) => drive({ load, texts, run }, connection, at)))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    requests: run.latencies.length,
    errors: run.errors,
    ...(run.firstError === undefined ? {} : { firstError: run.firstError }),
    seconds,
    latencies: run.latencies.sort((a, b) => a - b),
    clientCpuMs: (user + system) / 1000,
  }
}

process.on('message', (load: Load) => {
  void runLoad(load).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
