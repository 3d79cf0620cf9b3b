/** The grade of a diagnosis, told behind its name: "it's a sprain, and I'd call it a grade two". D439. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

const grade =
  '(?:grade (?:one|two|three|four|[1-4])|(?:mild|moderate|severe)(?: to (?:moderate|severe))?|moderately severe|(?:mildly|moderately|highly|very) active|early|advanced)'
const further = `(?:,? (?:perhaps|maybe|possibly) (?:even |nudging (?:on|into) |bordering on |verging on |heading (?:to|towards) )?(?:mild|moderate|severe))?`
const lead =
  "(?:(?:and|so|it is|that is|this is|i think|i would (?:say|call it|put it (?:at|as))|i'd (?:say|call it)|probably|just|a|an|about|at),? )*"
const behind = new RegExp(
  `^(?: [a-z -]{0,40}?)?, (?:wear and tear, )?${lead}(${grade}${further})(?=[,.!]| (?:i would say|i'd say|at the moment|for now|not severe)|$)`,
)
const next = new RegExp(
  `^${lead}(?!early|advanced)(${grade}${further})(?: (?:i would say|at the moment|i think))?(?=[,.!]|$)`,
)
const unsure = /\b(?:if|not|could get|would be|may become|next time|was)\b/

const before =
  /\b((?:mild to moderate|moderate to severe|(?:very )?(?:mild|moderate|severe|early|acute|chronic|recurrent|advanced)))$/
/** "Early diabetic kidney disease", "mild croup": the name as the speaker graded it. Its code is that of the illness. */
export function withGrade({ words }: Sentence, { from, display }: Term): string {
  const [, how] = before.exec(words.slice(Math.max(0, from - 3), from).map(({ text }) => text).join(' ')) ?? [] // biome-ignore format: short
  return how === undefined || display.includes(how) || /^(?:acute|chronic|early|mild|moderate|severe)\b/.test(display) ? display : `${how} ${display}` // biome-ignore format: short
}

/** The words behind the name that belong to it. `after`: the plain words behind the name. */
export type Graded = { readonly grade?: string; readonly from?: Sentence }

export function readGrade(after: string, following: Sentence | undefined): Graded {
  const own = unsure.test(after) ? undefined : behind.exec(after)?.[1]
  const later = own === undefined && following !== undefined && !following.isQuestion && !unsure.test(following.said.split(/, (?:and|but) /)[0] ?? '') ? next.exec(following.said)?.[1] : undefined // biome-ignore format: short
  const told = own ?? later
  return { ...(told === undefined ? {} : { grade: told }), ...(later === undefined || following === undefined ? {} : { from: following }) } // biome-ignore format: short
}
