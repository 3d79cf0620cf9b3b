/**
 * The conditions under which a patient comes back, as a note has them: "you feel like it's still not getting any better in two days" is
 * "not better in two days". Only subject and frame are left out; a condition in any other form is not read. D308.
 */
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { listDangers } from '../orders/dangers.ts'
import { tellConditions } from '../plain/conditions.ts'
import { joinBoth, splitConditions, turnsRound } from './both-conditions.ts'
import { isNoDanger } from './no-dangers.ts'

const whole = '(?:it|this|that|things?|everything|they|(?:all )?(?:your|the|these|those|any of (?:your|the|these|those)) symptoms?|you|he|she)' // biome-ignore format: one row
const part = '(?:your|the|that|this|his|her) [a-z][a-z -]{1,28}?'
const noun = '(?!(?:you|he|she|it|they|i|we|things?)\\b)[a-z]+'
const verb =
  '(?:(?:is|are|has|have|does|do|was|were|still|just|really|ever|actually|definitely|starts?|starting|begins?|becomes?|becoming|becoming|gets?|getting|got|goes|going|feels?|feeling|looks?|seems?|seem|to|become|be|been|a bit|a lot|any|much) )*' // biome-ignore format: one row
const time =
  '((?:,? (?:(?:by|in|within|after|over|for|during) [a-z0-9 -]{1,36}?|(?:in )?(?:the )?next [a-z -]{3,22}|tomorrow|soon|at all|overnight|\\([a-z0-9 ]{3,20}\\)))*)'
const better = '(?:better|improv(?:ed|ing|e)|settl(?:ed|ing|e)(?: down)?|clear(?:ed|ing)?(?: up)?|gone(?: away)?|go(?:ing)? away|eas(?:ed|ing)|resolv(?:ed|ing)|respond(?:ed|ing)?|work(?:ed|ing)?|help(?:ed|ing)?|com(?:e|ing) down|heal(?:ed|ing))' // biome-ignore format: one row

type Row = { readonly pattern: RegExp; readonly text: string; readonly reason: string }

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { pattern: new RegExp(`^${whole} ${verb}(?:not|no) ${verb}better${time}$`, 'i'), text: 'not better$1', reason: 'what the talk is about does not improve' },
  { pattern: new RegExp(`^${whole} ${verb}not ${verb}(${better}(?: to [a-z -]{3,24}?)?)${time}$`, 'i'), text: 'not $1$2', reason: 'a verb of recovery is denied' },
  { pattern: new RegExp(`^${whole} ${verb}((?:more )?(?:worse|unwell|poorly)|deteriorat\\w+)${time}$`, 'i'), text: '$1$2', reason: 'what the talk is about gets worse' },
  { pattern: new RegExp(`^${whole} (?:(?:is|are) )?(persists?|persisting|continues?|continuing|carr(?:y|ies) on|lingers?|(?:goes|go|keeps|keep) on(?: going)?|keeps? going(?: on)?|(?:still )?(?:going on|ongoing)|still there)${time}$`, 'i'), text: 'it $1$2', reason: 'a verb of staying says that it does not improve' },
  { pattern: new RegExp(`^nothing (?:has|is) (?:changed|improved|settled|different|better)${time}$`, 'i'), text: 'nothing has changed$1', reason: 'what the talk is about stays as it is' },
  { pattern: new RegExp(`^(?:you|he|she|it|things) (?:are|is|feel|feels) still (?:feeling )?(crook|sick|unwell|sore|bad|in pain|struggling|bleeding|vomiting|hurting|not right|no good)${time}$`, 'i'), text: 'still $1$2', reason: 'a state that goes on' },
  { pattern: new RegExp(`^(${part}) ${verb}(?:not|no) ${verb}better${time}$`, 'i'), text: '$1 not better$2', reason: 'a part does not improve' },
  { pattern: new RegExp(`^(${part}) ${verb}not ${verb}(${better}(?: to [a-z -]{3,24}?)?)${time}$`, 'i'), text: '$1 not $2$3', reason: 'a verb of recovery is denied' },
  { pattern: new RegExp(`^(${part}|${noun}) ${verb}(worse|(?:more|less) [a-z]+)${time}$`, 'i'), text: '$1 $2$3', reason: 'a part gets worse' },
  { pattern: new RegExp(`^${whole} ${verb}(spreading|swelling|bleeding|weeping|oozing)${time}$`, 'i'), text: '$1$2', reason: 'a course that is a danger by itself' },
  { pattern: /^(?:you|he|she) (?:(?:are|is|get|become|feel|have|ever|still|at all|really) )*(worried|concerned|in (?:any )?doubt|unsure)(?: (?:at all|about anything(?: else)?|about it|in any way))?$/i, text: '$1', reason: 'a doubt of the patient is a reason to call' },
  { pattern: /^(?:you|he|she) (?:have|has|get|gets|are having|have got|had) (?:any )?(?:other |further |more )?(concerns|worries|problems)(?: (?:at all|about it|with (?:it|that|them)))?$/i, text: 'any $1', reason: 'a doubt of the patient is a reason to call' },
  { pattern: /^((?:anything|something|things) (?:(?:else|at all) )?(?:changes?|(?:is|are) (?:different|changing)))$/i, text: '$1', reason: 'a change of any kind' },
  { pattern: /^((?:anything|something) (?:else|new)? ?(?:comes up|happens|develops|crops up|starts))$/i, text: '$1', reason: 'a change of any kind' },
  { pattern: /^(?:you|he|she) (?:(?:are|is|ever|start|get) )*(?:having|getting|developing|with|have|has|get|gets|develops?|notices?)? ?(?:any )?(?:other )?symptoms? (?:like|such as) (.+)$/i, text: '$1', reason: 'a list of examples after "symptoms like"' },
  { pattern: /^(?:you|he|she) (?:(?:are|is|ever) )*(?:having|have|has|get|gets|getting|experiencing) (?:any |some )?(problems? (?:with|in) .+)$/i, text: '$1', reason: 'the thing that gives trouble' },
  { pattern: /^(?:you|he|she) (?:(?:are|is|do|does|just|really|generally) )*not feel(?:ing)? (?:very |too |so )?(?:well|right|good)$/i, text: 'not feeling well', reason: 'a denied verb of feeling' },
  { pattern: new RegExp(`^(${part}|${noun}) ((?:(?:starts?|begins?|keeps?) (?:to )?[a-z]+|spreads?|swells?|bleeds?|comes? back|turns?|opens?|changes?)\\b.{0,40})$`, 'i'), text: '$1 $2', reason: 'what a part of the body does' },
  { pattern: /^(?:any of )?(?:the )?((?:new|worsening|severe|high|persistent|sudden) [a-z -]{3,40})$/i, text: '$1', reason: 'a noun with the grade that makes it a danger' },
]

/** Words before a condition that say how it comes to mind, or add nothing. */
const lead = /^(?:(?:if|and|or|but|so|also|like|then|indeed|just|maybe|even|really|of course|generally|obviously|especially|particularly|in the meantime|say|either|ever|even if|like if|(?:(?:you|he|she) )?(?:feels?|feeling|thinks?|finds?|notices?) (?:like|that|as if|as though)(?= (?:you|it|things|your|the|he|she|they)\b)|you (?:feel|think|find) (?=(?:it|things|your|you)\b)),? )+/i // biome-ignore format: one row
/** The subject of an earlier item holds for "getting worse" or "feeling hot" too. */
const subjectless =
  /^(?:getting|feeling|feel|having|become|becoming|get|have|develop|not|no|can not|start|starting|still)\b/i
const joints = /,? (?:or|and) (?:indeed |also |maybe |even )*(?:if )?(?=(?:you|your|it|its|things?|the|they|he|she|his|her|any|there|feel|feeling|gets?|getting|having|have|become|becoming|develop|dryness|not|can not|start|starting|just|generally|worsening|new|severe|blood|pain|fever|weakness)\b)|,? (?:like |or |and |indeed )*if |, (?:or |and )?/i // biome-ignore format: one row

const empty = /^(?:of )?(?:any of )?(?:these|those|them|that|this|it|one|such)(?: (?:symptoms?|things?))?$/i
/** No danger that anybody looks out for. */
const personal =
  /\b(?:tablets?|medicines?|medication|appointments?|antibiotics?|i|me|my|we|us|our|you|your|he|she)\b|[?[\]"]/i

/** A time that stands before its condition goes to the end. */
const timeFirst = /^((?:by|in|within|after|over) [a-z0-9 -]{2,30}?|next [a-z]{3,9}|tomorrow),? ((?:you|it|things|your|the|he|she|they)\b.+)$/i // biome-ignore format: one row

function tellItem(item: string): string | undefined {
  const bare = item.replace(lead, '').replace(lead, '').replace(/[,. ]+$/, '').trim() // biome-ignore format: short
  if (bare === '' || empty.test(bare) || /^any of\b|\bof (?:these|those)$/i.test(bare)) return undefined
  const [, when, rest] = timeFirst.exec(bare) ?? []
  if (when !== undefined && rest !== undefined) {
    const told = tellItem(rest)
    return told === undefined ? undefined : `${told} ${when}`
  }
  const row = rows.find(({ pattern }) => pattern.test(bare))
  if (row === undefined && subjectless.test(bare)) {
    const again = tellItem(`you ${/^(?:getting|feeling|having|becoming|starting|not|still)\b/i.test(bare) ? 'are ' : ''}${bare}`) // biome-ignore format: short
    if (again !== undefined) return again
  }
  const told = row === undefined ? listOther(bare) : bare.replace(row.pattern, row.text)
  const text = told
    ?.replace(/^it (?=still\b|ongoing|going|persisting|continuing)/, '')
    .replaceAll(/\b(?:your|his|her)\b/gi, 'the')
    .replaceAll(/\b(?:really|just|actually) /gi, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return text === undefined || text === '' || personal.test(text) || text.split(' ').length > 14 ? undefined : text
}

/** "Worsening tummy pain" has the name of the tables: "worsening abdominal pain". */
export function nameGraded(text: string): string {
  const [, grade = '', name = ''] = /^((?:new|worsening|severe|high|persistent|sudden) )([a-z -]+)$/i.exec(text) ?? []
  const words = readWords(name)
  const [term, more] = findTerms(words)
  return term !== undefined && more === undefined && term.from === 0 && term.to === words.length - 1 ? `${grade}${term.display}` : text // biome-ignore format: short
}

const listOther = (bare: string): string | undefined => {
  const dangers = listDangers(bare)
  return dangers === undefined ? general(bare) : dangers.join(', ')
}
const general = (bare: string): string | undefined => {
  const told = /\b(?:better|worse|improv\w*|settl\w*|breath\w*|pain|fever|temperature|vomit\w*|blood|rash)\b/i.test(bare) ? tellConditions(bare) : undefined // biome-ignore format: short
  return told === bare ? undefined : told
}

/** The conditions of a list, each once; undefined if one of them has no such form. */
export function listUnsettled(said: string): readonly string[] | undefined {
  if (turnsRound.test(said)) return undefined
  const { items, isJoined } = splitConditions(said, joints)
  if (items.some((item) => isNoDanger(item.replace(lead, '')))) return undefined
  const told = items.map(tellItem)
  const known = told.flatMap((one) => one ?? [])
  return known.length === 0 || known.length < told.length ? undefined : joinBoth(known, isJoined)
}
