/** The resources that a suite has written: later checks find them again, and the end removes them. */
import { expect } from './check.ts'
import { isObject, type JsonObject, textOf } from './json.ts'
import type { Answer, Server } from './server.ts'

export type Created = { readonly type: string; readonly id: string; readonly answer: Answer; readonly sent: JsonObject }

const written: WeakMap<Server, string[]> = new WeakMap()

/** Creates a resource, expects 201, and keeps its place for `deleteCreated`. */
export async function create(server: Server, sent: JsonObject, headers: Record<string, string> = {}): Promise<Created> {
  const type = String(sent['resourceType'])
  const answer = await server.ask(type, { method: 'POST', body: sent, headers })
  expect(answer.status === 201, `Status 201 for a create of ${type} (it was ${answer.status})`)
  const place = idOfAnswer(type, answer)
  expect(place !== undefined, 'A Location with the id, or the resource with it')
  written.set(server, [...(written.get(server) ?? []), `${type}/${place}`])
  return { type, id: place, answer, sent }
}

/** R4 http.html#create: from Location, or from the body. */
export function idOfAnswer(type: string, { headers, body }: Answer): string | undefined {
  const located = new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]+)(?:/_history/|$)`).exec(headers.get('location') ?? '')?.[1]
  return located ?? (isObject(body) ? textOf(body['id']) : undefined)
}

/** Newest first, since later ones refer to earlier ones. A server that refuses to delete keeps them. */
export async function deleteCreated(server: Server): Promise<void> {
  for (const place of (written.get(server) ?? []).toReversed()) await server.ask(place, { method: 'DELETE' })
  written.delete(server)
}
