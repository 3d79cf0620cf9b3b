/**
 * Wakes workers after a commit: in this process at once, in others by NOTIFY. A NOTIFY inside a transaction takes a lock of the whole
 * database cluster at its commit (PostgreSQL 18 manual, NOTIFY), so it goes on a connection of its own, after the commit, and
 * one NOTIFY may tell of several commits. It may be lost: workers also look from time to time.
 */
import pg from 'pg'

const channel = 'banksia_wake'

/** `gapMs`: shortest time between two notices of a topic by one process. */
const wakeTopics = [
  { topic: 'outbox', gapMs: 5 },
  { topic: 'versions', gapMs: 50 },
] as const

export type WakeTopic = (typeof wakeTopics)[number]['topic']

const retryMs = { least: 250, most: 5_000 }
/** Notices a connection that was dropped silently. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

export class WakeUps {
  readonly #config: pg.ClientConfig
  readonly #listeners = new Map<WakeTopic, Set<() => void>>()
  readonly #pending = new Map<WakeTopic, NodeJS.Timeout>()
  readonly #sentAt = new Map<WakeTopic, number>()
  #opening: Promise<pg.Client> | undefined
  #retry: NodeJS.Timeout | undefined
  #delayMs = retryMs.least
  #isListening = false
  #isClosed = false

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, ...keepAlive }
  }

  /** Whether this process hears others. Until then, and after a lost connection, it finds their work only by looking. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** Calls back after each commit that left something of the topic, and when notices may have been missed. */
  listen(topic: WakeTopic, listener: () => void): void {
    this.#listeners.set(topic, (this.#listeners.get(topic) ?? new Set()).add(listener))
    this.#connect()
  }

  /** After a commit. A process that works at the topic itself wakes nobody else. */
  announce(topic: WakeTopic): void {
    if (this.#listeners.has(topic)) this.#wake(topic)
    else if (!this.#pending.has(topic) && !this.#isClosed) this.#pending.set(topic, this.#sendLater(topic))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    for (const [topic, timer] of this.#pending) {
      clearTimeout(timer)
      await this.#send(topic)
    }
    // There is nothing to close.
    const client = await this.#opening?.catch(() => undefined)
    // The connection is given up in any case.
    await client?.end().catch(() => undefined)
  }

  #wake(topic: WakeTopic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  #wakeAll(): void {
    for (const { topic } of wakeTopics) this.#wake(topic)
  }

  #sendLater(topic: WakeTopic): NodeJS.Timeout {
    const gapMs = wakeTopics.find((row) => row.topic === topic)?.gapMs ?? 0
    const waitMs = (this.#sentAt.get(topic) ?? 0) + gapMs - performance.now()
    return setTimeout(() => void this.#send(topic), Math.max(0, waitMs))
  }

  /** One at a time for each topic: a later announcement needs another. If a notification fails, processes find the work when they next ask. */
  async #send(topic: WakeTopic): Promise<void> {
    this.#pending.delete(topic)
    this.#sentAt.set(topic, performance.now())
    const notice = { name: 'wake', text: 'select pg_notify($1, $2)', values: [channel, topic] }
    await this.#connect()
      .then((client) => client.query(notice))
      // A listener also looks from time to time.
      .catch(() => undefined)
  }

  #connect(): Promise<pg.Client> {
    this.#opening ??= this.#open()
    // The caller awaits it; a retry awaits nothing.
    this.#opening.catch(() => undefined)
    return this.#opening
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    let isLost = false
    const lose = (): void => {
      if (!isLost) this.#lose()
      isLost = true
    }
    client.on('error', lose).on('end', lose)
    client.on('notification', ({ payload }) => {
      const row = wakeTopics.find(({ topic }) => topic === payload)
      if (row !== undefined) this.#wake(row.topic)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      lose()
      // The first error is thrown.
      await client.end().catch(() => undefined)
      throw error
    }
    this.#delayMs = retryMs.least
    this.#isListening = true
    this.#wakeAll()
    return client
  }

  #lose(): void {
    this.#opening = undefined
    this.#isListening = false
    if (this.#isClosed) return
    this.#wakeAll()
    // A process that only announces connects again when there is something to announce.
    if (this.#listeners.size === 0) return
    // The next retry is set when the connection is lost.
    this.#retry = setTimeout(() => void this.#connect().catch(() => undefined), this.#delayMs).unref()
    this.#delayMs = Math.min(retryMs.most, this.#delayMs * 2)
  }
}
