/**
 * A decision about a medicine that is the topic of the clause: "the Mobic stops", "perindopril goes from five up to ten", "First, the amlodipine. Stop
 * that one.", "Do I knock the Eliquis off?" - "No, keep taking it." The whole clause has to be one of these constructions. D539.
 */
import type { MedicineChange } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { type Candidate, claim, joinWords, type Quote, says, sentenceCase } from '../candidates.ts'
import { saidName, unitNames } from '../medication.ts'
import { classes, medicineChange } from '../orders/medicine-changes.ts'
import { isMeant, isToPatient } from '../orders/own-order.ts'
import { findFrequency } from '../regimens/frequencies.ts'

export type MedicineVerdict = { readonly candidate: Candidate; readonly sentences: readonly Sentence[] }

const step = '(?:first(?: one| up| off| of all)?|second(?:ly)?(?: one)?|third(?:ly)?|next(?: one| up)?|last(?:ly)?(?: one)?|number (?:one|two|three|four|five)|another thing)' // biome-ignore format: one pattern
const opening = `(?:(?:and|so|now|then|but|also|ok|okay|right|well|yes|yeah|no|look|oh|finally|${step}),? )*`
const med =
  '(?:(?:the|your|that|this|his|her) )?MED(?: (?:tablets?|patch|cream|one|spray|capsules?|puffer|inhaler)(?![a-z]))?(?:,? (?:and |& )?(?:(?:the|your) )?MED)*'
const when = '((?:,? (?:too|as well|also|now|today|tonight|altogether|completely|entirely|for good|for now|for the time being|straight away|immediately|from (?:today|now|tonight|tomorrow)|as of (?:today|now)|please))*)' // biome-ignore format: one pattern
const close = `${when}(?:[.!]?$|[,;:] |[,;]? (?:because|since|as it|it is|that is|until)\\b)`
const end =
  '(?:(?:,? (?:too|as well|for now|please|then|thanks))*[.!]?$|, (?:because|since|that is|it is|no change)\\b)'
const who = '(?:(?:(?:i|we|you) (?:(?:will|would|should|can|must|need to|want to|have to|are going to|am going to|are|am|would like to) )?|let us |let\'s |(?:i (?:want|would like|need) you to) )(?:just |simply )?)?' // biome-ignore format: one pattern
const ends = '(?:stop|ditch|bin|drop|cease|lose|scrap|come off|leave off|cut out|knock off|get rid of|stop taking)'
const it = '(?:it|that|this|them|that one|this one|those)'

/** What becomes of the medicine, which is the subject. */
const goesAway = '(?:stops?|goes|comes off|(?:has|have|needs?|must|should|ought|can|will) (?:to )?(?:go|stop|come off|be stopped)|gets? (?:stopped|the chop)|(?:is|are) (?:out|off the (?:list|menu|table)|finished|coming off|stopping)|(?:i|we) (?:want|would like|need) (?:it|that|them) (?:stopped|gone|off))' // biome-ignore format: one pattern
const staysSo = '(?:(?:carry on|stays?|remains?|continues?|carries on|keeps? going)(?: (?:as (?:it|they|you) (?:is|are|was|were)|as is|the same|where (?:it|they) (?:is|are)|unchanged|on|on the same dose|at the same dose|put))?|(?:the |at the |on the )?same(?: (?:dose|as (?:now|before|you are|it is)))?|no changes?|(?:i|we) (?:will )?(?:leave|keep)(?: (?:it|that|them))?(?: (?:alone|as (?:it|they) (?:is|are)|as is|the same|going|where (?:it|they) (?:is|are)))?|(?:is|are) (?:fine|good|okay) as (?:it|they) (?:is|are))' // biome-ignore format: one pattern
const number =
  '((?:(?:a|one|two|three|four|five|six|eight) (?:hundred|thousand)(?: and [a-z-]+)?|[a-z]+-[a-z]+|[a-z]+|\\d+(?:\\.\\d+)?)(?: point [a-z]+)?)'
const unit = '( (?:milligrams?|mg|micrograms?|mcg|grams?|units|tablets?|mils?))?'
const toNumber = `(?:(up|down|back) )?(?:from ${number}${unit} )?(?:(up|down|back) )?to ${number}${unit}(?=[,.;!]|$| (?:in|at|once|twice|daily|a|per|every|each|with|for|from|now|today|tonight|then|because|as|and|but|instead)\\b)`

// biome-ignore format: one row a line
const stops: readonly RegExp[] = [
  new RegExp(`^${opening}${med},? ${goesAway}${close}`),
  new RegExp(`^${opening}${med},? ${who}${ends} ${it}${close}`),
  new RegExp(`^${opening}${med},? (?:you (?:said|say)|it (?:is|does)|that is) [a-z' ]{2,50},? so ${who}${ends} ${it}${close}`),
  new RegExp(`^${opening}${med},? (?:i|we|you) (?:can|will|should|would|must)(?: just)? (?:stop|drop|ditch|bin|cease|lose)${close}`),
]
// biome-ignore format: one row a line
const keeps: readonly RegExp[] = [
  new RegExp(`^${opening}${med},? ${staysSo}${end}`),
  new RegExp(`^${opening}${who}(?:leave|keep) ${med} (?:alone|as (?:it|they) (?:is|are)|as is|the same|where (?:it|they) (?:is|are)|going|unchanged|at the same dose)${end}`),
]
const turns = new RegExp(
  `^${opening}${med},? (?:goes|comes|moves|is going|gets put|can (?:go|come)|will (?:go|come)|needs to (?:go|come)) ${toNumber}(?![a-z])`,
)
const pushes = new RegExp(
  `^${opening}${who}(?:take|taking|put|putting|push|creep|bump|bring|move|turn|drop|get) ${med} ${toNumber}(?![a-z])`,
)
const scales = new RegExp(
  `^${opening}${med},? (?:(?:i|we) (?:will )?keep(?: it)?,? but )?${who}(halve|double)(?: (?:it|that|the dose))?${close}`,
)

/** "First one, aspirin.": the heading of what follows. */
const heads = new RegExp(`^${opening}(?:(?:what about|there is|we have|that leaves|as for|on to) )?${med}[.,:]?$`)
const endsIt = new RegExp(
  `^(?:(?:so|and|but|then|now|yes|yeah|please),? )*(?:${who}${ends} ${it}|(?:it|that|that one) ${goesAway}|(?:i|we) (?:want|would like|need) ${it} (?:stopped|gone|off))${close}`,
)
const keepsIt = new RegExp(
  `^(?:(?:so|and|but|then|now),? )*(?:${who}(?:leave|keep) ${it} (?:alone|as (?:it|they) (?:is|are)|as is|the same|going)|(?:it|that|that one) ${staysSo})${end}`,
)

/** Replies to a question after a medicine. */
const keepsAsked = /^(?:(?:no|yes|yeah|nah|yep|oh|well|definitely|please|absolutely),? )*(?:(?:you )?(?:(?:can|should|need to|just) )*(?:keep|carry on|stay|continue)(?: on)? (?:taking|using|on|with|going with) (?:it|that|them)|(?:you )?(?:(?:can|should|just) )*keep (?:it|that|them) going|leave (?:it|that|them) (?:as (?:it|they) (?:is|are)|alone|as is)|(?:it|that|they) stays?(?: (?:the same|as (?:is|it is)))?|(?:the )?same (?:dose|as (?:now|before|usual)))(?: (?:for you|as (?:you are|normal|usual|now|before|is)|the same))?(?:[.!]?$|,)/ // biome-ignore format: one pattern
const stopsAsked = new RegExp(`^(?:(?:no|yes|yeah|yep|oh|well|please),? )*${who}${ends} ${it}${close}`)
const restStays = /^(?:(?:and|so|but|then),? )*(?:everything else|all (?:the|your) (?:others?|rest|other tablets)|the (?:rest|others?|other (?:tablets|medicines|ones))(?: of (?:them|it|your (?:tablets|medicines)))?|keep everything else|leave everything else|keep the rest|leave the rest)(?: (?:just )?(?:stays?|remains?|continues?|is|are|goes on))?(?: (?:as (?:it|they) (?:is|are)|as is|as you are|the same|unchanged|on|going|alone|as before))?[.!:]?$/ // biome-ignore format: one pattern

/** A doubt or a condition. */
const open = /\b(?:if|unless|might|maybe|perhaps|possibly|could|whether|may|or|not|never|when|once|depending|probably will not)\b/ // biome-ignore format: one pattern

const productsIn = (sentence: Sentence): readonly Term[] => [...new Map(sentence.terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key)).map((term) => [term.key, term])).values()] // biome-ignore format: short

/** The sentence with MED for each of its medicines. */
function skeletonOf(sentence: Sentence): string {
  const spoken = sentence.terms.filter(({ kind }) => kind === 'medicine').map(({ from, to }) => sentence.words.slice(from, to + 1).map(({ text }) => text).join(' ')) // biome-ignore format: short
  return spoken.toSorted((one, other) => other.length - one.length).reduce((said, name) => said.replaceAll(name, 'MED'), sentence.said).replaceAll("MED's ", 'MED is ') // biome-ignore format: short
}

const amountOf = (said: string): number | undefined => {
  const words = readWords(said)
  return readAmount(words, 0)?.value
}

/** "From 5 to 10 mg": the amounts in figures, and whether it is more. */
function readTurn(match: RegExpExecArray): { readonly verb: string; readonly amounts: string } | undefined {
  const [, before, from, fromUnit = '', after, to = '', toUnit = ''] = match
  const [old, next] = [from === undefined ? undefined : amountOf(from), amountOf(to)]
  if (next === undefined || (from !== undefined && old === undefined)) return undefined
  const way = before ?? after
  const isMore = old === undefined ? way === 'up' : next > old
  if (old === undefined && way === undefined) return undefined
  const told = (value: number, own: string): string =>
    `${value}${own === '' ? '' : ` ${unitNames[own.trim()] ?? own.trim()}`}`
  return { verb: isMore ? 'Increase' : 'Reduce', amounts: `${old === undefined ? '' : `from ${told(old, fromUnit)} `}to ${told(next, toUnit)}` } // biome-ignore format: short
}

type Decision = { readonly change: MedicineChange; readonly verb: string; readonly tail?: string }

const timeOf = (said: string | undefined): string => /\b(?:today|tonight|from (?:today|now|tonight|tomorrow)|for now|for the time being|straight away)\b/.exec(said ?? '')?.[0] ?? '' // biome-ignore format: short

/** Every medicine of the sentence stands in the words that were read. */
const isAll = (match: string, said: string): boolean => said.split('MED').length === match.split('MED').length

const continued: Decision = { change: 'continued', verb: 'Continue' }
/** A stop that nothing leaves open; the first group of the match has its time. */
const stoppedBy = (match: RegExpExecArray | null): Decision | undefined => match === null || open.test(match[0]) ? undefined : { change: 'stopped', verb: 'Stop', tail: timeOf(match[1]) } // biome-ignore format: short

/** Reads the decision of the clause about the medicine that it names. */
function readOwn(sentence: Sentence): Decision | undefined {
  const said = skeletonOf(sentence)
  const stop = stops.map((form) => form.exec(said)).find((match) => match !== null) ?? null
  const stopped = stoppedBy(stop)
  if (stop !== null && stopped !== undefined && isAll(stop[0], said)) return stopped
  if (keeps.some((form) => form.test(said))) return continued
  const scaled = scales.exec(said)
  if (scaled !== null && !open.test(scaled[0]) && isAll(scaled[0], said))
    return { change: 'changed', verb: sentenceCase(scaled[1] ?? '') }
  const turn = turns.exec(said) ?? pushes.exec(said)
  const read =
    turn === null || open.test(said) || !isAll(turn[0], said) || said.split('MED').length > 2
      ? undefined
      : readTurn(turn)
  if (turn === null || read === undefined) return undefined
  const rest = said.slice(turn[0].length)
  if (/\b(?:then|for (?:an?|one|two|three|four|five|six|the)|and|but)\b/.test(rest)) return undefined
  const rate = findFrequency(rest) ?? /^,? ?(in the (?:morning|evening)|at (?:night|bedtime)|twice a day|once a day)/.exec(rest)?.[1] // biome-ignore format: short
  return { change: 'changed', verb: read.verb, tail: rate === undefined ? read.amounts : `${read.amounts} ${rate}` }
}

/** What the words behind a heading decide of its medicine. */
const readBehind = ({ said }: Sentence): Decision | undefined =>
  stoppedBy(endsIt.exec(said)) ?? (keepsIt.test(said) ? continued : undefined)

const readReply = ({ said }: Sentence): Decision | undefined =>
  keepsAsked.test(said) ? continued : stoppedBy(stopsAsked.exec(said))

type Named = { readonly term: Term; readonly name: string }

function write(
  { change, verb, tail = '' }: Decision,
  named: readonly Named[],
  quotes: readonly Quote[],
): MedicineVerdict {
  const sentences = quotes.map(({ sentence }) => sentence)
  const [first] = named
  const display = `${verb} ${joinWords(
    named.map(({ name }) => name),
    'and',
  )}${tail === '' ? '' : ` ${tail}`}`
  const changes = named.map(({ term, name }) => medicineChange({ change, term, name }))
  return {
    candidate: { text: `${display}.`, claims: [claim('plan', { key: first?.term.key ?? 'medicine', display }), ...changes], quotes, weight: 84, at: sentences.at(-1)?.at ?? 0 }, // biome-ignore format: short
    sentences,
  }
}

const namesIn = (sentence: Sentence): readonly Named[] => productsIn(sentence).map((term) => ({ term, name: saidName(sentence, term) })) // biome-ignore format: short

const mostBehind = 5

/** The decision that follows a heading in the same turn, before the next heading. */
function readHeaded(dialogue: readonly Sentence[], place: number): MedicineVerdict | undefined {
  const head = dialogue[place] as Sentence
  const named = namesIn(head)
  if (named.length !== 1 || !heads.test(skeletonOf(head))) return undefined
  for (const sentence of dialogue.slice(place + 1, place + 1 + mostBehind)) {
    if (sentence.segment !== head.segment || sentence.isQuestion || (productsIn(sentence).length > 0 && heads.test(skeletonOf(sentence)))) return undefined // biome-ignore format: short
    const decision = readBehind(sentence)
    if (decision !== undefined) return write(decision, named, [head, sentence].flatMap(says))
  }
  return undefined
}

/** The one medicine of the patient's turn before the reply, if the turn asks. */
function askedBefore(dialogue: readonly Sentence[], place: number): readonly Sentence[] {
  const reply = dialogue[place] as Sentence
  const before = dialogue[place - 1]
  if (before === undefined || before.segment === reply.segment || before.segment.speaker === 'clinician') return []
  const turn = dialogue.slice(Math.max(0, place - 4), place).filter(({ segment }) => segment === before.segment)
  const named = turn.filter((sentence) => productsIn(sentence).length > 0)
  return turn.at(-1)?.text.trimEnd().endsWith('?') === true && named.length === 1 && productsIn(named[0] as Sentence).length === 1 ? named : [] // biome-ignore format: short
}

function readAnswer(dialogue: readonly Sentence[], place: number): MedicineVerdict | undefined {
  const reply = dialogue[place] as Sentence
  const decision = productsIn(reply).length === 0 ? readReply(reply) : undefined
  const [asked] = decision === undefined ? [] : askedBefore(dialogue, place)
  return decision === undefined || asked === undefined ? undefined : write(decision, namesIn(asked), [{ sentence: asked, role: 'question' }, { sentence: reply, role: 'answer' }]) // biome-ignore format: short
}

/** "Everything else stays as it is. The Eliquis, metoprolol and Somac.", "The other tablets carry on as they are." */
function readRest(dialogue: readonly Sentence[], place: number): MedicineVerdict | undefined {
  const sentence = dialogue[place] as Sentence
  if (!restStays.test(sentence.said) || !/\b(?:stays?|remains?|continues?|carry|carries|keep|leave|goes|same|unchanged|is|are)\b/.test(sentence.said)) return undefined // biome-ignore format: short
  const next = dialogue[place + 1]
  const isList = next?.segment === sentence.segment && productsIn(next).length > 0 && skeletonOf(next).replaceAll(/MED|\b(?:the|and|your|so|that is)\b|[,.: ]/g, '') === '' // biome-ignore format: short
  if (next !== undefined && isList) return write(continued, namesIn(next), [sentence, next].flatMap(says)) // biome-ignore format: short
  const what = /everything else/.test(sentence.said) ? 'everything else' : 'the other medicines'
  const display = `Continue ${/\b(?:tablets|medicines|ones)\b/.exec(sentence.said)?.[0] === 'tablets' ? 'the other tablets' : what} as before`
  return { candidate: { text: `${display}.`, claims: [claim('plan', { key: quoteKey([sentence]), display })], quotes: says(sentence), weight: 83, at: sentence.at }, sentences: [sentence] } // biome-ignore format: short
}

type Heard = { readonly isGiven: (last: Sentence) => boolean; readonly isChilds: boolean }

/** The decisions about named medicines in the clinician's sentences. */
export function listMedicineVerdicts(
  dialogue: readonly Sentence[],
  { isGiven, isChilds }: Heard,
): readonly MedicineVerdict[] {
  return dialogue.flatMap((sentence, place) => {
    if (sentence.segment.speaker !== 'clinician' || sentence.isQuestion || sentence.text.includes('[')) return []
    if (!isMeant(sentence.said.replace(/\byou (?:said|say)\b/, 'it seems')) || !isToPatient(sentence.said, isChilds))
      return []
    const named = namesIn(sentence)
    const own = named.length > 0 && !sentence.terms.some(({ kind, key }) => kind === 'medicine' && classes.test(key)) ? readOwn(sentence) : undefined // biome-ignore format: short
    const verdict = own !== undefined ? write(own, named, says(sentence)) : (readHeaded(dialogue, place) ?? readAnswer(dialogue, place) ?? readRest(dialogue, place)) // biome-ignore format: short
    const last = verdict?.sentences.at(-1)
    return verdict !== undefined && last !== undefined && isGiven(last) ? [verdict] : []
  })
}
