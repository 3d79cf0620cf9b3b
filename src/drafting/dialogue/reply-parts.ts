/**
 * Reads a reply by its parts where no form of a whole reply fits: words that deny, words that affirm, and small words that change
 * neither. A reply with any other word is left open. "Never one.", "Not so you'd notice.", "I deny it.", "Two out of two." D317.
 */
import { wordSet } from '../vocabulary/words.ts'
import { stem } from './taken-up.ts'

export type PartsReply = {
  readonly says: 'yes' | 'no'
  readonly covers?: 'all'
  /** It does not agree with the words of the question, but has its own polarity. */
  readonly isOwn?: true
  /** The clauses after the one that answers. */
  readonly rest: string
}

const it = '(?:it|that|them|those|both|everything|either|all of (?:it|that|them))'

/** Phrases whose words do not say alone what the phrase says. DENIES, AFFIRMS, ADMITS, ALL and CONTRARY are read below. */
// biome-ignore format: one row a line
const phrases: readonly (readonly [pattern: RegExp, mark: string, reason: string])[] = [
  [new RegExp(`\\b(?:can|could|will|would) not (?:really |honestly )?(?:deny|dispute|argue with|say no to|say no)(?: ${it})?(?=[ .,!]|$)`, 'g'), 'ADMITS', 'a denial of a denial'],
  [new RegExp(`\\b(?:there is )?no (?:denying|getting away from|escaping|hiding|ignoring)(?: ${it})?(?=[ .,!]|$)`, 'g'), 'ADMITS', 'a denial of a denial'],
  [/\b(?:i would be|i am|it would be) (?:lying|fibbing|a liar|a lie|telling (?:lies|fibs|you a lie)) (?:if|to say|saying|to tell you)(?: i (?:said|told you|say|claimed))? (?:no|not|never|none|otherwise|i (?:did|had|was|have|do|am) not)(?=[ .,!]|$)/g, 'ADMITS', 'a denial that would be a lie'],
  [/\bno (?:question|doubt|two ways|mistake)(?: (?:about|of) (?:it|that))?(?=[ .,!]|$)/g, 'ADMITS', 'no doubt about a thing affirms it'],
  [/\b(?:(?:have|got|ought|need) to|must|will|do|would have to|i) (?:admit|confess|own up|plead guilty)(?: to)?(?: (?:it|that|them|both))?(?: that)?(?=[ .,!]|$)/g, 'ADMITS', 'a verb of admitting'],
  [/\bguilty(?: as charged)?(?=[ .,!]|$)|\bhands up(?: to (?:that|both))?(?=[ .,!]|$)|\byou bet\b|\btoo true\b|\bi am afraid (?:so|yes)\b/g, 'ADMITS', 'the same without its verb'],
  [/\b(?:i am )?(?:very |so )?(?:glad|happy|pleased|relieved|grateful|delighted|sorry|sad) to (?:say|report|tell you)\b/g, '', 'a feeling about the answer'],
  [/\b(?:that|which) i (?:know|am aware|have heard)(?: of)?(?=[ .,!]|$)|\bas far as i (?:know|can tell|am aware)\b|\bto my knowledge\b/g, '', 'the bounds of knowledge'],
  [/\b(?:correctly|rightly|(?:is|it is) (?:right|the word))(?=[ .,!]|$)/g, 'indeed', 'the words of the question are right'],
  [/\b(?:of course|by all means|for sure|that is for sure|sure enough|without (?:a )?doubt|naturally)(?=[ .,!]|$)/g, 'indeed', 'an assurance'],
  [/\bmore than (?:a (?:little|bit|few|touch)|enough|once|my (?:fair )?share|most)(?=[ .,!]|$)/g, 'ADMITS', 'an amount above a small one'],
  [new RegExp(`\\b(?:i )?(?:deny|denied|refute) (?:having )?(?:any of )?${it}(?=[ .,!]|$)`, 'g'), 'DENIES', 'a verb of denial'],
  [/\b(?:put|mark|count|sign|stick|write|note|set) (?:me|us|him|her) (?:down |in |up )?(?:for|as having|with) (?=(?:both|that|it|the|all|two|three)\b)/g, 'ADMITS ', 'an order to be entered for it'],
  [/\b(?:put|mark|count|stick|write|note|set|make|call) (?:me |us |him |her |it |that )?(?:down )?(?:as |for )?(?:a )?(?=(?:no|yes|none|neither|nil)\b)/g, '', 'an order that names the entry'],
  [/\b(?:at no (?:time|point|stage|moment)|on no occasion|in no way|by no means|no way|under no circumstances|not on your (?:life|nelly)|(?:not a|no) chance|no fear|not likely|far from it|anything but|nowhere)(?=[ .,!]|$)/g, 'DENIES', 'an adverbial of denial'],
  [/\b(?:on the contrary|(?:quite |just )?the (?:opposite|reverse|contrary)|(?:you are )?wrong(?: there)?)(?=[ .,!]|$)/g, 'CONTRARY', 'the reverse of what the question says'],
  [/\b(?:nought|nil|zero|none) (?:out of|from|for|of) (?:two|three|four)\b/g, 'DENIES', 'a score of none'],
  [/\b(?:two|three|four) (?:out of|from|for) (?:two|three|four)\b|\ba clean sweep\b|\bthe full (?:set|house)\b/g, 'ADMITS ALL', 'a score of all'],
]

/** Orders about the clinician's list. If neither question nor reply has a word of a list, the patient tells somebody else to put something down. */
// biome-ignore format: one row a line
const entries: typeof phrases = [
  [new RegExp(`\\b(?:(?:you )?can )?(?:(?:leave|cross|strike|scratch|take|rule|knock|count) ${it} (?:out|off)|skip ${it})(?: (?:the|your) (?:list|sheet|form))?(?=[ .,!]|$)`, 'g'), 'DENIES', 'an order to strike it from the list'],
  [new RegExp(`\\b(?:(?:you )?can )?(?:(?:leave|put|keep) ${it} (?:in|on|down)|tick ${it})(?: (?:the|your) (?:list|sheet|form))?(?=[ .,!]|$)`, 'g'), 'ADMITS', 'an order to keep it on the list'],
]
const ofList =
  /\b(?:list|sheet|form|page|record|notes?|chart|boxe?s?|tick|leave|skip|cross|strike|scratch|rule|count|put|note|write|mark|next)\b/

const denies = wordSet('no not never none nothing neither nor nope nah nup nay nil zero zilch nada nowt DENIES')
const affirms = wordSet('yes yeah yep yup aye yea ADMITS')
/** They strengthen what stands beside them, and affirm if that is nothing. */
const assures = wordSet('definitely certainly absolutely indeed correct true exactly')
const all = wordSet('both all pair lot two three ALL')
/** Nouns of the least amount: with a negation they deny the whole. */
const least = 'sign hint trace touch drop bit jot scrap whiff whisper peep sausage glimmer shred speck iota ounce spot squeak thing single slightest least faintest tiniest' // biome-ignore format: a list
const small = wordSet(
  least,
  'i me my mine we us you your he she it its they them that this these those there one ones other others another any anything either some the a an and or on in at of to for from with by as so far',
  'have has had having do does did done am is are was were be been being get gets got getting notice noticed feel felt feeling seen experienced suffered suffer would will',
  'even ever at all also too again still yet just well oh ah um uh er hm like quite really actually honestly frankly thankfully luckily fortunately unfortunately sadly happily mercifully obviously personally afraid honest fair',
  'count counts front fronts score scores side sides list case point respect report declare mention speak',
  'doctor doc sir thanks thank god goodness heavens please likewise same little',
)
/** Words of a question that do not belong to the thing asked: with a negation they say that the speaker does not know. */
const ofKnowing = wordSet('sure know aware say tell remember idea tell think recall certain many much often always only long when what how why worse better') // biome-ignore format: a list

/** The polarity of one clause; undefined if it says neither, `open` if it has a word that is not known. */
function readClause(clause: string, asked: ReadonlySet<string>, isNegative: boolean): PartsReply['says'] | 'open' | undefined {
  const words = clause.split(/[^A-Za-z']+/).filter((word) => word !== '')
  const isKnown = (word: string): boolean => small.has(word) || denies.has(word) || affirms.has(word) || assures.has(word) || all.has(word) || word === 'CONTRARY' || (asked.has(stem(word)) && !ofKnowing.has(word)) // biome-ignore format: short
  if (!words.every(isKnown)) return 'open'
  const [no, yes] = [words.some((word) => denies.has(word)), words.some((word) => affirms.has(word))]
  if (words.includes('CONTRARY')) return no || yes ? 'open' : isNegative ? 'yes' : 'no'
  if (no && yes) return 'open'
  // "Not exactly": the negation is of the assurance.
  if (no) return words.some((word, at) => denies.has(word) && assures.has(words[at + 1] ?? '')) ? 'open' : 'no'
  return yes || words.some((word) => assures.has(word)) ? 'yes' : undefined
} // biome-ignore format: short

/** Reads the reply `said`, which is in plain words, to a question of these words; undefined if it is open. */
export function readParts(said: string, asked: readonly string[], isNegative: boolean): PartsReply | undefined {
  let marked = said
  const isAboutList = ofList.test(asked.join(' ')) || /\b(?:list|sheet|form)\b/.test(said)
  for (const [pattern, mark] of isAboutList ? [...phrases, ...entries] : phrases)
    marked = marked.replaceAll(pattern, mark)
  const names = new Set(asked.map(stem))
  const clauses = marked.split(/ ?[,;.!?:\u2013\u2014] ?| - /).filter((clause) => clause.trim() !== '')
  for (const [at, clause] of clauses.entries()) {
    const says = readClause(clause, names, isNegative)
    if (says === 'open') return undefined
    if (says === undefined) continue
    const later = clauses.slice(at + 1).map((rest) => readClause(rest, names, isNegative))
    if (later.includes(says === 'yes' ? 'no' : 'yes')) return undefined
    const words = clause.split(' ')
    const isAll = words.some((word) => all.has(word))
    const isOwn = says === 'no' || /\b(?:ADMITS|CONTRARY)\b/.test(marked)
    const rest = clauses.slice(at + 1).join(' , ')
    return { says, rest, ...(isAll ? { covers: 'all' } : {}), ...(isOwn ? { isOwn: true } : {}) }
  }
  return undefined
}
