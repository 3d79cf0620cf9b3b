/** The CapabilityStatements of receivers, kept for a day. R4 http.html#capabilities. */
import { putBounded } from '../../core/cache/put-bounded.ts'
import type { Clock } from '../../core/clock.ts'
import { dayMs } from '../../core/durations.ts'
import { type Capability, parseCapability } from './capability.ts'
import { type Exchange, FhirFailure } from './exchange.ts'
import { hashServer } from './fhir-auth.ts'
import type { FhirDestination } from './fhir-destination.ts'
import type { FormName } from './forms.ts'
import { statusReceipt } from './receipt.ts'

export type Statement = {
  /** Undefined: the server shows no statement of R4. */
  readonly capability: Capability | undefined
  /** It was read for an earlier document. */
  readonly isKept: boolean
  /** Forms that the server has refused, although its statement allows them. */
  readonly refused: ReadonlySet<FormName>
}

type Kept = {
  readonly capability: Capability | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly refused: Set<FormName>
}

const maxKept = 500

/** Nobody's turn yet, or another server's: a later try may get it. */
const transient: ReadonlySet<number> = new Set([401, 408, 425, 429])

export class Statements {
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws FhirFailure if the server does not answer now. */
  async read(destination: FhirDestination, exchange: Exchange): Promise<Statement> {
    const key = hashServer(destination)
    const kept = this.#kept.get(key)
    const now = this.#clock().getTime()
    if (kept !== undefined && now - kept.at < dayMs) return { ...kept, isKept: true }
    const capability = await readCapability(exchange)
    const read: Kept = { capability, at: now, refused: new Set() }
    putBounded(this.#kept, { key, value: read, most: maxKept })
    return { ...read, isKept: false }
  }

  /** It is not tried again before the statement is read anew. */
  refuse(destination: FhirDestination, form: FormName): void {
    this.#kept.get(hashServer(destination))?.refused.add(form)
  }

  /** The server refused what its statement allows: the next reading asks it again. */
  forget(destination: FhirDestination): void {
    this.#kept.delete(hashServer(destination))
  }
}

export async function readCapability(exchange: Exchange): Promise<Capability | undefined> {
  const { status, body } = await exchange.ask('metadata')
  if (transient.has(status) || status >= 500)
    throw new FhirFailure({ ...statusReceipt(status), unknown: false }, status)
  return status === 200 ? parseCapability(body) : undefined
}
