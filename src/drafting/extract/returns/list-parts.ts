/**
 * A warning that goes over two sentences, put as "if {danger}, {action}" or "{action} if {danger}": a danger in the form of a question, a list with its
 * numbers, a list that the next sentence points back to, and one more condition. D334.
 */
import { readOnce } from '../../../core/cache/read-once.ts'
import { listActions } from '../orders/danger-actions.ts'

type Form = { readonly join: (before: string, after: string) => string | undefined; readonly reason: string }

const asked =
  /^(?:(?:so|and|or|but|now|then),? )*((?:any|no|not|still|getting|feeling|struggling|can't|cannot|can not|trouble|worse|more|new|having|unable|[a-z]+ing)\b[^?]{2,60})\?\s*$/i
const personal = /\b(?:you|your|he|she|they|have|had|did|do|ever|been)\b/i
const numbered =
  /^(?:.{0,30}?\b)?(?:two|three|four|five|a couple of|a few|some|several) (?:main |good |big )?(?:reasons|things|signs|situations|times|cases)(?: that| for you| where| when)? (?:to|you (?:should|need to|must|have to)|(?:would |should )?(?:mean|make|bring)(?: that)? you(?: should| need to| must)?) (.{4,60}?)[.:]?\s*$/i
const ordinal =
  /^(?:and |then )?(?:(?:number )?(?:one|two|three|four|five)|first(?:ly)?|second(?:ly)?|third(?:ly)?|the (?:first|second|third|other|last)(?: one)?(?: is)?)(?: is)?[,:. ]+(?:if )?([a-z].{3,})$/i
const listed =
  /^(?:.{0,24}?\b)?(?:things|signs|symptoms|ones|red flags?|warning signs?)(?: (?:for you |that )?(?:to|you (?:should|need to|must)|i want you to) (?:watch|look)(?: out)? for)? (?:are|is|would be|include) (?:if )?(?:you (?:get|have|notice) )?(.{4,})$|^(?:(?:so|and|please|just) )*(?:watch|look)(?: out)? (?:for|out for) (.{4,})$/i
const pointing =
  /^(?:(?:so|and),? )*(?:if )?(?:(?:you (?:get|have|notice|see|develop)|there is|there's) )?(?:any|either|one|all)(?: one)? of (?:those|these|them|that)(?: (?:things|symptoms|signs|happens?|starts?|crops? up|comes? on|develops?))?,? (?:and |then |it's |it is )*([a-z].{3,})$/i
const recovery =
  '(?:settle|clear|heal|improve|ease|go|pass|stop|resolve|come right|calm down|dry up|get better|be (?:better|gone|settled|fine))'
/** What is hoped for, with its time. */
const hoped = new RegExp(`^(?:(?:so|and|but|now|hopefully|i think|i expect|i would expect|with any luck),? )*(it|that|this|the [a-z]+|they|things) (?:should|will|ought to|is going to|are going to|'ll)(?: (?:all|just|hopefully|probably|start to))* (${recovery}(?: (?:down|away|up|off|by itself|on its own))*(?: (?:by|in|within|over|after) (?:the )?(?:next )?(?:[a-z]+ ){0,4}[a-z]+)?)$`, 'i') // biome-ignore format: one row
const otherwise =
  /^(?:(?:and|but|so),? )*if (?:it|that|this|they|things) (?:do|does|is|are|has|have)(?: not|n't|n’t)(?: by then)?(?:,| (?=(?:then|come|call|ring|give|let|pop|see|book|go|get|i|we|you|please|just|back)\b)) ?(?:then )?([a-z].{3,})$/i
const more = /^(?:or|and|also|or else|and also|or also),? if (.{4,})$/i

const bare = readOnce((text: string): string => text.trim().replace(/[.,;:!\s]+$/, ''))
const acts = (text: string): boolean => listActions(text.replaceAll('’', "'").replaceAll("don't", 'do not')).length > 0

// biome-ignore format: one row a line
const forms: readonly Form[] = [
  { join: (before, after) => {
      const danger = asked.exec(bare(before))?.[1]
      return danger === undefined || personal.test(danger) || !acts(after) || danger.split(' ').length > 9 ? undefined : `If ${danger}, ${after.replace(/^then,? /i, '')}`
    }, reason: 'an elliptical question that nobody answers is the condition of the order behind it' },
  { join: (before, after) => {
      const action = numbered.exec(bare(before))?.[1]
      const item = ordinal.exec(bare(after))?.[1]
      return action === undefined || item === undefined || !acts(action) ? undefined : `${action} if ${item}.`
    }, reason: 'a numbered list whose lead has the action' },
  { join: (before, after) => {
      const item = ordinal.exec(bare(after))?.[1]
      return item === undefined || !/^[^,]{4,60} if [^.]+\.$/i.test(before) || !acts(before) || /^if\b/i.test(before) ? undefined : `${bare(before)}, or if ${item}.`
    }, reason: 'the next number of the list' },
  { join: (before, after) => {
      const match = listed.exec(bare(before))
      const action = pointing.exec(bare(after))?.[1]
      return match === null || action === undefined || !acts(`x, ${action}`) || acts(before) ? undefined : `If you get ${match[1] ?? match[2]}, ${action}.`
    }, reason: 'the action points back to a list' },
  { join: (before, after) => {
      const [, thing = '', change] = hoped.exec(bare(before)) ?? []
      const action = otherwise.exec(bare(after))?.[1]
      return change === undefined || action === undefined || !acts(`x, ${action}`) ? undefined : `If ${thing} ${/^be /i.test(change) ? change.replace(/^be /i, 'is not ') : `does not ${change}`}, ${action}.`
    }, reason: 'the verb of an ellipsis stands in the sentence before it' },
  { join: (before, after) => {
      const item = more.exec(bare(after))?.[1]
      return item === undefined || acts(item) || !/\bif\b/i.test(before) || !acts(before) || /^if\b/i.test(before) ? undefined : `${bare(before).replace(/,? (?:won't|wouldn't|will|would|don't|do) you\??$/i, '')}, or if ${item}.`
    }, reason: 'one more condition of the same action' },
]

/** Both sentences as one; undefined if they make no such pair. */
export function joinNetParts(before: string, after: string): string | undefined {
  for (const { join } of forms) {
    const joined = join(before, after)
    if (joined !== undefined) return joined
  }
  return undefined
}
