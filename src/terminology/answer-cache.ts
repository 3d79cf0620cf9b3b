/** Keeps answers of loaded code systems and of a terminology server for a while: bounded, the oldest goes first. */
import type { Clock } from '../core/clock.ts'
import type { Code, Membership } from '../profiles/code-lookup.ts'

export type AnswerCache = {
  readonly find: (valueSet: string, code: Code) => Exclude<Membership, 'unknown'> | undefined
  readonly keep: (valueSet: string, code: Code, answer: Exclude<Membership, 'unknown'>, forMs: number) => void
}

const maxAnswers = 50_000

export function openAnswerCache(clock: Clock): AnswerCache {
  const answers = new Map<string, { readonly answer: Exclude<Membership, 'unknown'>; readonly until: number }>()
  return {
    find: (valueSet, code) => {
      const known = answers.get(keyOf(valueSet, code))
      return known !== undefined && known.until > clock().getTime() ? known.answer : undefined
    },
    keep: (valueSet, code, answer, forMs) => {
      const key = keyOf(valueSet, code)
      answers.delete(key)
      answers.set(key, { answer, until: clock().getTime() + forMs })
      for (const oldest of answers.keys()) {
        if (answers.size <= maxAnswers) break
        answers.delete(oldest)
      }
    },
  }
}

const keyOf = (valueSet: string, { system = '', version = '', code = '' }: Code): string =>
  `${valueSet}\n${system}\n${version}\n${code}`
