/** The terminology of a process. R4 terminology-service.html; docs/terminology.md. */
import type { Caller } from '../core/caller.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import type { JsonValue } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import type { CodeLookup } from '../profiles/code-lookup.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import { hasLoadedSystems } from '../store/terminology/loaded-concepts.ts'
import { openAnswerCache } from './answer-cache.ts'
import { type Answering, answerCodes, type PendingCodes, withAnswers } from './answer-codes.ts'
import { lookUpIn } from './code-lookup.ts'
import { openGround, type TerminologyDefinitions } from './ground.ts'
import type { AskServer } from './terminology-server.ts'

export type TerminologyOptions = {
  readonly askServer?: AskServer | undefined
  /** If it does not answer, open codes are refused. */
  readonly isClosed?: boolean
  readonly clock?: Clock
}

export type Terminology = Answering & { readonly isClosed: boolean; readonly lookup: CodeLookup }

export function openTerminology(definitions: TerminologyDefinitions, options: TerminologyOptions = {}): Terminology {
  const { askServer, isClosed = false, clock = systemClock } = options
  const answers = openAnswerCache(clock)
  const ground = openGround(definitions)
  return {
    ground,
    answers,
    ...(askServer === undefined ? {} : { askServer }),
    isClosed,
    lookup: withAnswers(lookUpIn(ground), answers),
  }
}

/** Answers open codes before a resource is checked in a transaction, which must not call out. */
export type PrepareCodes = (caller: Caller, resource: JsonValue) => Promise<void>

type Preparing = {
  readonly terminology: Terminology
  readonly runner: Queryable
  readonly listPending: (caller: Caller, resource: JsonValue) => Promise<readonly PendingCodes[]>
  /** Closed for the caller's spoke, even if the process's setting is open. */
  readonly isClosedFor?: (caller: Caller) => Promise<boolean>
  readonly clock?: Clock
}

/** How long the process remembers that nothing is loaded. */
const heldMs = 2_000

export function openPrepareCodes(preparing: Preparing): PrepareCodes {
  const { terminology, runner, listPending, isClosedFor = async () => false, clock = systemClock } = preparing
  let [isLoaded, until] = [false, 0]
  const mayAnswer = async (): Promise<boolean> => {
    if (terminology.askServer !== undefined) return true
    const now = clock().getTime()
    if (now >= until) [isLoaded, until] = [await hasLoadedSystems(runner), now + heldMs]
    return isLoaded
  }
  return async (caller, resource) => {
    if (!(await mayAnswer())) return
    const outcome = await answerCodes(terminology, runner, await listPending(caller, resource))
    if (outcome === 'silent' && (terminology.isClosed || (await isClosedFor(caller))))
      throw new Problem('dependency-unavailable', { detail: 'The terminology server does not answer' })
  }
}
