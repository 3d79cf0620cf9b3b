/**
 * What a warning lacks when it is read alone: the deed before its action ("skip the methotrexate and ring"), the thing that "it" or "that one" is, and the
 * sentence that "if that happens" points back to. D568.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { alsoSaid, type Candidate, naming, says, sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { isImperative } from '../returns/no-dangers.ts'

const isNet = ({ claims }: Candidate): boolean => claims.length === 1 && claims[0]?.kind === 'safety-net'
const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')

/** The line in other words, and with the sentences that name what it takes up. */
const retell = (line: Candidate, text: string, named: readonly Sentence[] = []): Candidate => ({
  ...line,
  text,
  claims: line.claims.map((claim) => ({ ...claim, display: text.replace(/\.$/, '') })),
  quotes: naming(named, line.quotes),
})

const mostBack = 4
type Own = { readonly own: readonly Sentence[]; readonly place: number }
/** The sentences of the turn before this one, the nearest first. */
const before = ({ own, place }: Own): readonly Sentence[] => own.slice(Math.max(0, place - mostBack), place).filter(({ segment }) => segment === own[place]?.segment).toReversed() // biome-ignore format: short

/** The one medicine that was named last in the turn. */
function medicineOf(at: Own): { readonly name: string; readonly sentence: Sentence } | undefined {
  const sentence = before(at).find(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))
  const terms = sentence?.terms.filter(({ kind }) => kind === 'medicine') ?? []
  const [term] = terms
  return sentence === undefined || term === undefined || new Set(terms.map(({ key }) => key)).size > 1 ? undefined : { name: saidName(sentence, term), sentence } // biome-ignore format: short
}

const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3 && !/^(?:your|this|that|them|then|with|please)$/.test(word))
const mostDeed = 8
const acts =
  /^(?:please |just |straight |then )*(?:ring|call|phone|message|contact|come|go|get|see|let|tell|triple zero|nine nine nine)\b/i
const openThing = /^(stop|skip|hold|leave off|bin|halve|withhold) (?:it|them|that|that one|this|this one)$/i

/** "If you get a fever, skip the methotrexate that week and ring us": the deed between the condition and its action. */
function withDeed(line: Candidate, at: Own): Candidate {
  const [quote, ...others] = line.quotes
  if (quote === undefined || others.length > 0) return line
  const pieces = quote.sentence.text.replace(/[.!?]+$/, '').split(/, (?:and |then |you )*| (?:and|means?) (?:then |you )?(?=[a-z]+ )/i) // biome-ignore format: short
  const isLost = (piece: string): boolean => isImperative(piece) && !words(piece).every((word) => line.text.toLowerCase().includes(word)) // biome-ignore format: short
  const deeds = pieces.filter((piece, place) => place > 0 && acts.test(pieces[place + 1] ?? '') && isLost(piece))
  const [deed] = deeds
  if (deed === undefined || deeds.length > 1 || deed.split(' ').length > mostDeed || /\b(?:if|not|or|i|we|me|us)\b/i.test(deed)) return line // biome-ignore format: short
  const verb = openThing.exec(deed.trim())?.[1]
  const medicine = verb === undefined ? undefined : medicineOf(at)
  if (verb !== undefined && medicine === undefined) return line
  const told = verb === undefined ? deed.trim().replaceAll(/\byour\b/g, 'the') : `${verb} ${medicine?.name}`
  const rest = line.text.charAt(0).toLowerCase() + line.text.slice(1)
  return retell(line, sentenceCase(`${told}, and ${rest}`), medicine === undefined ? [] : [medicine.sentence])
}

/** "If it's under one hundred and ten": a measure is what has a number. */
const bound =
  /\bif (it) is (?=(?:(?:still|ever|consistently) )?(?:under|over|above|below|less than|more than|higher than|lower than) (?:a |one |two |three |[a-z]+ty|\d))/i
const measure =
  /\b(?:your |the |his |her )((?:blood )?(?:pressure|sugars?|temperature|weight|pulse|oxygen|peak flow|heart rate))\b/
/** "If it is not working within a few minutes": a medicine works. */
const working = /\b(?:if|,|or) (it) is not (?=(?:working|helping|touching it)\b)/i

function withThing(line: Candidate, at: Own): Candidate {
  const own = at.own[at.place]
  if (bound.test(line.text)) {
    const sentence = [...(own === undefined ? [] : [own]), ...before(at)].find(({ said }) => measure.test(said))
    const name = measure.exec(sentence?.said ?? '')?.[1]
    return sentence === undefined || name === undefined ? line : retell(line, line.text.replace(bound, (all) => all.replace(/\bit\b/i, `the ${name}`)), [sentence]) // biome-ignore format: short
  }
  if (!working.test(line.text)) return line
  const medicine = medicineOf(at)
  return medicine === undefined ? line : retell(line, line.text.replace(working, (all) => all.replace(/\bit\b/i, medicine.name)), [medicine.sentence]) // biome-ignore format: short
}

/** "Or Mum, you can't keep him safe": who is spoken to is no danger. */
const address = /, (?:Mum|Mummy|Dad|Daddy|mate|love|darling|sweetheart)(?=,)/g
const withoutAddress = (line: Candidate): Candidate => (address.test(line.text) ? retell(line, line.text.replaceAll(address, '')) : line) // biome-ignore format: short

/** "If that happens, ring us": what may happen stands in the sentence before. */
const pointing =
  /^Also said: "(?:and |so |but )?(?:if (?:that|it|this|they|either) (?:happens?|does|do|did|occurs?)|if so|if with (?:it|that))\b/i

/** "If it's still there five minutes after that, ring triple zero": the times count from the sentence before. */
const countsOn = /\b(?:minutes?|hours?|days?) after that\b/i
const opensWithIt = /^(?:(?:so|and|but|then),? )*if it\b/i

function withCount(line: Candidate, at: Own): Candidate {
  if (line.quotes.length > 1 || !line.quotes.some(({ sentence }) => countsOn.test(sentence.text))) return line
  const cited = line.quotes.map(({ sentence }) => sentence)
  const [last, first] = before(at)
  if (last === undefined || !opensWithIt.test(last.text)) return line
  const all = [...(first === undefined || first.isQuestion ? [] : [first]), last, ...cited]
  return { ...retell(line, alsoSaid(all.map(({ text }) => cleanWords(text)).join(', '))), quotes: all.flatMap(says) } // biome-ignore format: short
}

function withBefore(line: Candidate, at: Own): Candidate {
  const [last] = before(at)
  if (!pointing.test(line.text) || last === undefined || last.isQuestion) return line
  const cited = [last, ...line.quotes.map(({ sentence }) => sentence)]
  return retell(line, alsoSaid(cited.map(({ text }) => cleanWords(text)).join(', ')), [last])
}

/** The warnings of the plan, each with what it needs to be read alone. */
export function mendNets(plans: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  return plans.map((line) => {
    const [first] = line.quotes
    if (first === undefined || !isNet(line)) return line
    const at = { own, place: own.indexOf(first.sentence) }
    if (at.place < 0) return line
    return isQuote(line) ? withBefore(line, at) : withCount(withoutAddress(withThing(withDeed(line, at), at)), at)
  })
}
