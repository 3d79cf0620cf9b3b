/** An answer without what differs between any two of the same kind: ids, times, cursors (and so its length), and how much of a rate is left. */
import type { Names } from './boundary-world.ts'

const ownHeaders: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'ratelimit',
  'traceparent',
  'location',
  'content-length',
])

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g
const cursor = /_cursor=[\w%-]+|sealed:[\w-]+/g

export type Neutral = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export async function neutral(answer: Response, named: readonly Names[]): Promise<Neutral> {
  const values = named.flatMap((names) => Object.values(names))
  const clean = (text: string): string =>
    values
      .reduce((left, value) => left.replaceAll(value, 'ID'), text)
      .replaceAll(uuid, 'ID')
      .replaceAll(instant, 'TIME')
      .replaceAll(cursor, 'SEALED')
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !ownHeaders.has(name)).map(([name, value]) => [name, clean(value)]),
    body: clean(await answer.text()),
  }
}
