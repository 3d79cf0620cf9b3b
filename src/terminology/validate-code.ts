/** Whether a code belongs to its system, or to a value set, with the given name. R4 terminology-service.html#validation. */
import type { Code, Membership } from '../profiles/code-lookup.ts'
import { findCode, testMembership } from './code-lookup.ts'
import { isAbstract, type Systems } from './concepts.ts'
import type { ValueSetTest } from './value-set-test.ts'

/** Why a code is not valid; `display`: only its name differs. */
export type Refusal = 'not-member' | 'no-code' | 'display' | 'abstract' | 'unknown'

export type Validated = { readonly refusal?: Refusal; readonly display?: string }

type Asking = { readonly systems: Systems; readonly mayBeAbstract: boolean }

export function validateCode({ systems, mayBeAbstract }: Asking, code: Code): Validated {
  const answer = findCode(systems, code)
  if (answer === undefined) return { refusal: 'unknown' }
  if (!answer.known) return { refusal: 'no-code' }
  const [display] = answer.displays
  const own = display === undefined ? {} : { display }
  if (!mayBeAbstract && isGrouper(systems, code)) return { refusal: 'abstract', ...own }
  return isNamed(answer.displays, code.display) ? own : { refusal: 'display', ...own }
}

/** A member that its system does not know is none; if its system is not loaded, the listing decides. */
export function validateMember(asking: Asking, test: ValueSetTest | undefined, code: Code): Validated {
  const membership: Membership = testMembership(test, code, asking.systems)
  const validated = validateCode(asking, code)
  const own = validated.display === undefined ? {} : { display: validated.display }
  if (membership !== 'member') return { refusal: membership === 'unknown' ? 'unknown' : 'not-member', ...own }
  return validated.refusal === 'unknown' ? own : validated
}

function isGrouper(systems: Systems, { system = '', version, code = '' }: Code): boolean {
  const concept = systems.findSystem(system, version)?.find(code)
  return concept !== undefined && isAbstract(concept)
}

const isNamed = (displays: readonly string[], given: string | undefined): boolean =>
  given === undefined || displays.length === 0 || displays.some((one) => fold(one) === fold(given))

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
