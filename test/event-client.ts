/** A reader of server-sent events, as the HTML standard has it. HTML Living Standard 9.2.6. */
import type { RunningServer } from './running-server.ts'

export type Told = { readonly id: string; readonly event: string; readonly data: Record<string, unknown> }

export type EventReader = {
  readonly status: number
  readonly events: readonly Told[]
  /** The id of the last block, with or without an event. */
  readonly lastId: () => string | undefined
  readonly isEnded: () => boolean
  readonly close: () => Promise<void>
}

type Asked = {
  readonly query?: string
  readonly lastId?: string | undefined
  readonly as?: Parameters<RunningServer['token']>[0]
  /** Default: a development token of `as`. */
  readonly token?: string
}

export async function openEvents(
  server: RunningServer,
  { query = '', lastId, as = {}, token }: Asked = {},
): Promise<EventReader> {
  const gone = new AbortController()
  const answer = await fetch(`${server.base}/v1/events${query}`, {
    signal: gone.signal,
    headers: {
      authorization: `Bearer ${token ?? (await server.token(as))}`,
      'x-tenant-id': as?.tenant ?? '00000000-0000-7000-8000-000000000001',
      'x-spoke-id': as?.spoke ?? 'connect',
      'x-request-id': crypto.randomUUID(),
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
  })
  const events: Told[] = []
  let [id, isEnded]: [string | undefined, boolean] = [lastId, false]
  const take = (block: string): void => {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)))
    id = fields['id'] ?? id
    if (fields['data'] !== undefined)
      events.push({ id: fields['id'] ?? '', event: fields['event'] ?? '', data: JSON.parse(fields['data']) })
  }
  const read = async (): Promise<void> => {
    let text = ''
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString('utf8')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  }
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true
    })
  return {
    status: answer.status,
    events,
    lastId: () => id,
    isEnded: () => isEnded,
    async close() {
      gone.abort()
      await reading
    },
  }
}
