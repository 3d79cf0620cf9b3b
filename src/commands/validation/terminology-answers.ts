/** Terminology for `banksia validate`: the definitions at hand, then the server that --terminology-server names. docs/terminology.md. */
import { systemClock } from '../../core/clock.ts'
import { withHost } from '../../outbound/fetch.ts'
import type { CodeLookup } from '../../profiles/code-lookup.ts'
import type { Registry } from '../../profiles/registry.ts'
import type { Validation } from '../../profiles/validator/validator.ts'
import { openAnswerCache } from '../../terminology/answer-cache.ts'
import { withAnswers } from '../../terminology/answer-codes.ts'
import { openCodeLookup } from '../../terminology/code-lookup.ts'
import { openTerminologyServer } from '../../terminology/terminology-server.ts'

export type Terminology = {
  readonly codes: CodeLookup
  /** Runs a validation, and once more if the server could tell codes that it left open. */
  readonly settle: (validate: () => Validation) => Promise<Validation>
  /** Questions that the server did not answer. */
  readonly silences: () => number
}

const timeoutMs = 10_000
/** Longer than one run of the command. */
const keptMs = 86_400_000

/** `server`: its base address. Without one nothing is asked, and what the definitions cannot tell is a warning. */
export function openTerminology(registry: Registry, server: string | undefined): Terminology {
  const known = openCodeLookup(registry)
  if (server === undefined) return { codes: known, settle: async (validate) => validate(), silences: () => 0 }
  const answers = openAnswerCache(systemClock)
  // The caller chose the address, which may lie on a private network.
  const policy = withHost({ allowedHosts: [], allowPrivate: true }, server)
  const ask = openTerminologyServer(policy, { url: server, timeoutMs }, systemClock)
  let silences = 0
  return {
    codes: withAnswers(known, answers),
    settle: async (validate) => {
      const first = validate()
      let answered = 0
      for (const { valueSet, codes } of first.codes)
        for (const code of codes) {
          if (answers.find(valueSet, code) !== undefined) continue
          const answer = await ask(valueSet, code)
          if (answer === undefined) silences += 1
          else if (answer !== 'unknown') {
            answers.keep(valueSet, code, answer, keptMs)
            answered += 1
          }
        }
      return answered === 0 ? first : validate()
    },
    silences: () => silences,
  }
}
