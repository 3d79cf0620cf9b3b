/** Decides whether the clinician gives the order of a plan, and gives it to the patient. These rules are the verifier's own. docs/design/drafting.md#verification; D271. */
import type { QuoteRead, Resolved } from './evidence.ts'
import { type Frame, findFrame } from './meaning/frames.ts'
import { templateWords } from './tables.ts'
import { stemOf, tokensOf } from './words.ts'

const persons =
  'husband|wife|partner|mother|mum|mom|father|dad|son|daughter|brother|sister|friend|neighbour|colleague|aunt|uncle|grandmother|grandfather'

// biome-ignore format: one row a line
/** Forms of sentences that hold the words of an order and give no order. */
const forms: readonly Frame[] = [
  { name: 'disowned', pattern: /\b(?:refus\w+|reluctan\w+|mistake\w*|doubt\w*|nobody|no one|hardly|regret\w*|(?:rather than|instead of)(?! (?:an? )?(?:\d|hundred|half|\w+ty\b|\w+teen\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero))|used to)\b/, reason: 'a verb or noun of refusal, doubt or error takes the order back' },
  { name: 'elsewhere', pattern: /\b(?:last|other|another|previous) (?:patient|doctor|week|month|year)\b/, reason: 'it was given at another time, to another or by another' },
  { name: 'reported', pattern: /\b(?:your|my|his|her|their|the|a|an|some|other|people|they|he|she) (?:\w+ ){0,2}?(?:told|said|says|thinks?|wants?|suggest(?:s|ed)|advise[sd])\b/, reason: 'the subject of the verb of speech gives the order' },
  { name: 'ability', pattern: /^(?:(?:and|so|ok|okay|but),? )*(?:can|could|are) you (?:(?:able to|still|even|actually) )*(?:keep|sleep|rest|eat|drink|walk|breathe|move|swallow|bend|stand|lift|see|hear|manage)\b[^?]*\?$/, reason: 'it asks whether somebody is able to' },
]
// biome-ignore format: one row a line
const formsOfOthers: readonly Frame[] = [
  { name: 'relative', pattern: new RegExp(`\\b(?:your|my|his|her) (?:${persons})\\b`), reason: 'the order is for the person that it names' },
  { name: 'third person', pattern: /\b(?:he|she|they) (?:should|must|needs? to|has to|have to|ought to|can|could|will)\b(?! (?:\w+ )?(?:help|ease|soothe|work|last|reduce|make|cause|give|contact|ring|call|see|be|get))/, reason: 'a patient is spoken to as "you"' },
]

const sentencesOf = (plain: string): readonly string[] => plain.match(/[^.!?]+[.!?]?/g)?.map((one) => one.trim()) ?? []

const stemsOf = (text: string): readonly string[] =>
  tokensOf(text)
    .filter((token) => /[a-z]{3}/.test(token) && !templateWords.has(token))
    .map(stemOf)

const starts = /^(?:start|commence|prescribe|initiate|begin|add|give)\b/
const hasVerb = /\b(?:i|we|you|let|take|taking|start\w*|have|use|using|give|giving|put|try|go|going|will|would|need|should|prescri\w+|send|continue|keep|add|get|can|is|that is|for you)\b/ // biome-ignore format: one row

/** The patient has named it all before: a clinician who only says it over orders nothing. */
const isPatients = (wanted: ReadonlySet<string>, most: number, quotes: readonly QuoteRead[]): boolean =>
  quotes.some(({ speaker, tokens }) => speaker !== 'clinician' && new Set(tokens.map(stemOf).filter((stem) => wanted.has(stem))).size >= most) // biome-ignore format: short

/** True if none of the sentences with the most words of the order gives it. False if no sentence has any of its words. */
export function isNotGiven(
  text: string,
  quotes: readonly QuoteRead[],
  { isChilds }: Pick<Resolved, 'isChilds'>,
): boolean {
  const wanted = new Set(stemsOf(text))
  const said = quotes
    .filter(({ speaker, role }) => speaker === 'clinician' && role === 'statement')
    .flatMap(({ plain }) => sentencesOf(plain))
    .map((sentence) => ({ sentence, count: new Set(stemsOf(sentence).filter((stem) => wanted.has(stem))).size }))
  const most = Math.max(0, ...said.map(({ count }) => count))
  const bearing = said.filter(({ count }) => count === most && count > 0)
  if (starts.test(text.toLowerCase()) && bearing.length > 0 && bearing.every(({ sentence }) => !hasVerb.test(sentence)) && isPatients(wanted, most, quotes)) return true // biome-ignore format: short
  const told = text.toLowerCase()
  // "If she can't finish a sentence, that's triple zero": the danger is hers, and the order is for whoever is with her.
  const isOfCase = / if /.test(told) || warns.test(told)
  const others = isChilds || namesOther.test(told) || isOfCase ? [] : formsOfOthers
  // "Alcohol rub instead of soap" is the order itself.
  const refusing = [...forms, ...others].filter(
    ({ name, pattern }) => !pattern.test(told) && !(isOfCase && name === 'disowned'),
  )
  return bearing.length > 0 && bearing.every(({ sentence }) => findFrame(refusing, sentence) !== undefined)
}

/** "Call an ambulance for facial droop": a case, which may be told of anybody and set against another one ("weak rather than tingly"). */
const warns =
  /^(?:return|seek|call|contact|attend|present|go|come back|ring|emergency|ambulance|urgent|to ed|ed)\b.* (?:for|with|on|in case of)\b/

/** True if the note itself names the person whom the order is for. */
const namesOther = new RegExp(`\\b(?:${persons}|parent|carer|family)\\b`)
