/**
 * The medicine that a sentence leaves unsaid, because one before it has named it: "There's a tablet called tranexamic acid." - "One gram, three times a
 * day." A line about a dose without its medicine could be read as one about another. D464.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { tagWords } from '../../grammar/tagger.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { classes } from '../orders/medicine-changes.ts'
import { readWish } from '../wishes.ts'

export type Head = { readonly sentence: Sentence; readonly name: string }

const count = '(?:\\d+(?:\\.\\d+)?|an?|one|two|three|four|five|six|eight|ten|twenty|fifty|half(?: an?)?|(?:a|one|two|three|four|five) hundred)' // biome-ignore format: one row
const unit = '(?:g|mg|micrograms|mL|mils?|grams?|milligrams?|tablets?|capsules?|drops?|puffs?|squirts?|sprays?|wafers?|sachets?|lozenges?|(?:tea)?spoons?)' // biome-ignore format: one row
const dose = new RegExp(
  `^(?:(?:just|only|about|can|then|take|use|have) )*${count}(?: (?:to|or) ${count})? ${unit}\\b`,
  'i',
)

/** "One gram, so two tablets, three times a day": the line begins with its amount. */
export const beginsWithDose = (line: string): boolean => dose.test(line)

/** Kinds of medicines, which name none by themselves. */
const ofKind = /pill|antibiotic|painkiller|steroid|inhaler|puffer|spray|cream|tablet|hormone|oestrogen|estrogen|vitamin|statin/ // biome-ignore format: one row
const ofOther = /\b(?:ones?|others?|spray|patch|cream|ointment|drops|puffer|inhaler|injection|tablets?|capsules?|gel)\b/ // biome-ignore format: one row
const ofRemedy =
  /\b(?:spray|patch|cream|ointment|drops|puffer|inhaler|injection|tablets?|capsules?|wafer|gel|lozenges?)\b/
const isProduct = ({ kind, key }: Term): boolean => kind === 'medicine' && !classes.test(key)

/** The medicines of a sentence, each once; a kind is none beside a product. */
export function listProducts(sentence: Sentence): readonly Term[] {
  const named = [...new Map(sentence.terms.filter(isProduct).map((term) => [term.key, term])).values()]
  const exact = named.filter((term) => !ofKind.test(sentence.words.slice(term.from, term.to + 1).map(({ text }) => text).join(' '))) // biome-ignore format: short
  return exact.length > 0 ? exact : named
}

const [mostBack, mostTurns] = [8, 2]
/** What is named and not given. */
const elsewhere = /\b(?:not|no|never|without|instead of|rather than|allerg\w*|if|normally|usually|unless)\b/
const turned = /\b(?:but (?:obviously )?not|so)\b/

/** The words from the last turn of the sentence on: "normally it's penicillin, but not, so it'd be clarithromycin". */
const isGiven = ({ words }: Sentence, { from }: Term): boolean => {
  const before = words.slice(0, from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const own = before.split(turned).at(-1) ?? before
  return !elsewhere.test(own)
}

/** "Losartan doesn't do that", "that one suits you": what is fine is not what the pronoun behind it means. */
const isFine = /\b(?:(?:is|are) (?:fine|okay|ok|good|all right|no problem)|suits? (?:you|him|her)|does not do that|do not do that|(?:the|an?|another) (?:alternative|option))\b/ // biome-ignore format: one row
/** One of two that were named. */
const oneOfTwo = /\b(?:the )?(?:other|first|second|last) one\b/

/** A medicine that was found fine is not meant, nor is one that the patient asks about if another one was named too. */
export function isCertain(dialogue: readonly Sentence[], place: number, named: Sentence): boolean {
  const own = dialogue[place] as Sentence
  const near = dialogue.slice(0, place + 1).filter(({ at }) => own.at - at <= mostTurns)
  if (isFine.test(named.said) || near.some(({ segment, said }) => segment === own.segment && oneOfTwo.test(said))) return false // biome-ignore format: short
  const others = new Set(near.flatMap((sentence) => listProducts(sentence).map(({ key }) => key)))
  return named.segment.speaker === 'clinician' || others.size < 2
}

/** The one medicine that was named last before the sentence, by the clinician, or by the patient who asks about it. */
export function medicineBefore(dialogue: readonly Sentence[], place: number): Head | undefined {
  const found = lastMedicine(dialogue, place)
  return found !== undefined && isCertain(dialogue, place, found.sentence) ? found : undefined
}

function lastMedicine(dialogue: readonly Sentence[], place: number): Head | undefined {
  const sentence = dialogue[place] as Sentence
  for (let at = place - 1; at >= Math.max(0, place - mostBack); at -= 1) {
    const before = dialogue[at] as Sentence
    if (sentence.at - before.at > mostTurns) return undefined
    const products = listProducts(before)
    // "We could try the mouth spray, and a patch. Fourteen milligram one.": a remedy without a name stands between.
    if (products.length === 0 && before.segment === sentence.segment && ofRemedy.test(before.said)) return undefined
    // "And the blue one?": another remedy is asked about.
    if (products.length === 0 && before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?') && ofOther.test(before.said)) return undefined // biome-ignore format: short
    if (products.length === 0) continue
    const [term, second] = products.filter((one) => isGiven(before, one))
    const isAsked = before.segment.speaker === 'clinician' || before.text.trimEnd().endsWith('?')
    return term === undefined || second !== undefined || !isAsked ? undefined : { sentence: before, name: saidName(before, term) } // biome-ignore format: short
  }
  return undefined
}

/** Deeds that are done to a medicine: "stop it today", "take one when the pain starts", "don't take any more". */
const ofMedicine = /^((?:just |then |also |always |never |do not |can |keep |still )*(?:stop|take|taking|start|hold|continue|finish|bin|ditch|swallow|have|change|swap|switch)) (it|them|that one|that|those|any more|one|any)(?= |,|$)(?! (?:easy|slowly|gently|in turns)\b)/i // biome-ignore format: one row

/** "Yes, stop it.": the whole order, whose medicine the question before it names. */
export const isBareDeed = (line: string): boolean => /^(?:do not )?(?:stop|continue|start|hold) (?:it|them|that)$/i.test(line) // biome-ignore format: short

/** "Start in two weeks, when this has settled": without a pronoun too. */
const begins = /^(?:start|stop|restart|keep going)(?: again)? (?:in|from|on|after|once|when)\b/i

/** The line with the medicine in the place of its pronoun. */
export function nameIn(line: string, name: string): string | undefined {
  if (begins.test(line)) return `${name}: ${line.charAt(0).toLowerCase()}${line.slice(1)}`
  const [, deed, pronoun] = ofMedicine.exec(line) ?? []
  if (deed === undefined || pronoun === undefined) return undefined
  const thing = pronoun === 'one' || pronoun.startsWith('any') ? `${pronoun} ${name}` : name
  return `${deed} ${thing}${line.slice(deed.length + 1 + pronoun.length)}`
}

const wordsOf = ({ words }: Sentence, { from, to }: Term): string => words.slice(from, to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short

/** "The nurse can do it today", "she may give the first now": of the vaccine that the last question or answer named. */
export function vaccineBefore(dialogue: readonly Sentence[], place: number): Head | undefined {
  const sentence = dialogue[place] as Sentence
  if (!/\b(?:nurse|do|give|have)\b.*\b(?:it|that|one|the first|them)\b/.test(sentence.said)) return undefined
  for (let at = place - 1; at >= Math.max(0, place - 5); at -= 1) {
    const before = dialogue[at] as Sentence
    const named = before.terms.filter(({ kind }) => kind === 'vaccine')
    const [term] = named
    if (sentence.at - before.at > mostTurns || named.length > 1) return undefined
    if (term !== undefined) return { sentence: before, name: wordsOf(before, term) }
  }
  return undefined
}

/** "Can I get a certificate?" - "I'll give you one till Friday.": what the patient has asked for. */
const needed =
  /\b(?:do|will|would) i need (?:an?|another) ((?:(?:medical|sick|work|carer's|specialist) )?(?:certificate|letter|script|referral|form|note))\b/
const givesOne = /^(?:give|do|write|print|get|organise|send)(?: up)? one(?= |,|$)/i
export function wishBefore(line: string, dialogue: readonly Sentence[], place: number): Head | undefined {
  if (!givesOne.test(line)) return undefined
  const sentence = dialogue[place] as Sentence
  for (const before of dialogue.slice(Math.max(0, place - 4), place).toReversed()) {
    if (sentence.at - before.at > mostTurns) return undefined
    const name =
      before.segment.speaker === 'clinician' ? undefined : (needed.exec(before.said)?.[1] ?? readWish(before.text))
    if (name !== undefined) return { sentence: before, name: name.replace(/^(?:an?|another|the|some) | for .*$/g, '') }
  }
  return undefined
}
export const nameWish = (line: string, name: string): string => sentenceCase(`${name}${line.replace(givesOne, '')}`)

const topic = /^(?:(?:so|and|now|then|right|okay|ok|next|first|also|oh|as for|second|third)[, ]+)*(?:(?:the|your|that|this) )?([a-z-]+(?: [a-z-]+)?)(?:, (?:mate|love|doc|dear|my friend|[a-z]+ie))?[.]?$/ // biome-ignore format: one row
const asksAbout = /^(?:(?:and|so|but|okay|ok|oh)[, ]+)*(?:(?:what|how) about )?(?:the |my |that )?([a-z-]+(?: [a-z-]+)?)\?$/ // biome-ignore format: one row
/** Names of a day, a step or a mood are no topic. */
const noTopic = /\b(?:day|week|today|tomorrow|[a-z]+day|thing|point|one|step|question|idea|man|girl|boy|lad|deal|job|work|luck|news|call|sense|moment|minute|bit|look|here|there|now|well|good|great|lovely|perfect|safe|sure|always|never|no|yes|not|mate|love|dear|darling|doctor)\b/ // biome-ignore format: one row

const isNoun = (words: string): boolean => tagWords(words).at(-1)?.tag === 'NOUN' && !noTopic.test(words)

/** "Drinking, aim for two litres": the sentence begins with its matter. */
const leading = /^(?:(?:and|so|now|then|okay|right|yes|yeah)[, ]+)*(?:the |your )?((?:[a-z]+ )?[a-z]+), (.+)$/
const ofMatter = /^(?:drinking|eating|sleeping|smoking|driving|walking|exercise|fluids|(?:one|two|three|four|five|six|eight) (?:cups|glasses|litres|meals|serves))$/ // biome-ignore format: one row
function ownTopic({ said }: Sentence, line: string): string | undefined {
  const [, matter = '', rest = ''] = leading.exec(said) ?? []
  const first = line.toLowerCase().split(' ').slice(0, 2).join(' ')
  return ofMatter.test(matter) && first !== '' && rest.startsWith(first) ? matter : undefined
}

/** "And then the coffee. Don't stop dead.": the bare thing with which the turn, or the patient's question, takes up a matter. */
export function topicBefore(dialogue: readonly Sentence[], place: number, line = ''): Head | undefined {
  const sentence = dialogue[place] as Sentence
  const own = ownTopic(sentence, line)
  if (own !== undefined) return { sentence, name: own }
  for (let at = place - 1; at >= Math.max(0, place - 4); at -= 1) {
    const before = dialogue[at] as Sentence
    const isOwn = before.segment === sentence.segment
    if (isOwn && oneOfTwo.test(before.said)) return undefined
    const named = (isOwn ? topic : asksAbout).exec(isOwn ? before.said : before.text.toLowerCase())?.[1]
    if (named !== undefined && isNoun(named)) return { sentence: before, name: named }
    if (!isOwn) return undefined
  }
  return undefined
}

const ofTime = /^(?:days?|weeks?|nights?|months?|mornings?|evenings?|times?|hours?|minutes?|noon|midday|today|tomorrow|tonight|bit|lot|while|half|end|rest|none|couple|few|one|two|three|[a-z]+day)$/ // biome-ignore format: one row
const changes = /^(?:do not |just |then |try to )*(?:get (?:it|that|them) (?:down|off|under)|stop|come down|cut|go easy|ease|bring|wean|taper|aim|lose|drop|leave|spread|build|start|hold|have|use|keep)\b/i // biome-ignore format: one row

/** The order names nothing that is changed: "come down by one every two days". What is refused behind it is another thing. */
export const namesNothing = (line: string): boolean =>
  changes.test(line) && tagWords((line.toLowerCase().split(/,? and no /)[0] ?? '').replace(changes, '')).every(({ tag, text }) => (tag !== 'NOUN' && tag !== 'PROPN') || ofTime.test(text)) // biome-ignore format: short

const callings =
  /^(?:(add|start|give|put on|use|try|have|take|get|prescribe) )?(?:(?:an?|some|the) )?(?:(?:new|little|small|different|daily|water|long|strong) )*(?:tablet|capsule|medicine|medication|drug|pill|puffer|inhaler|cream|ointment|spray|injection|patch|drop|one)s? called (?=[a-z])/i

const keyAt = (
  words: string,
): { readonly key: string; readonly display: string; readonly said: string } | undefined => {
  const read = readWords(words)
  const term = findTerms(read).find(({ from, kind }) => from === 0 && kind === 'medicine')
  const end = term === undefined ? undefined : read[term.to]?.end
  return term === undefined || end === undefined ? undefined : { key: term.key, display: term.display, said: words.slice(0, end) } // biome-ignore format: short
}

/** "Start the antibiotics today, something called trimethoprim": the name in the place of its kind. */
const kindThenName = /\b(?:the|some|a course of|an?) (?:antibiotics?|tablets?|medicine|medication|cream|spray|inhaler|puffer|painkillers?)((?: today| tonight| now| tomorrow| first| first thing)?), (?:something|one|it is|a one|which is|that is) called ([a-z-]+)/i // biome-ignore format: one row
const nameKind = (line: string): string =>
  line.replace(kindThenName, (all: string, when: string, name: string) => (keyAt(name) === undefined ? all : `${name}${when}`)) // biome-ignore format: short

/** "Add a tablet called Jardiance, empagliflozin, 10 mg": the name, its other name and the deed. */
export function nameFirst(line: string): string {
  const [calling, verb] = callings.exec(line) ?? []
  if (calling === undefined) return nameKind(line)
  const rest = line.slice(calling.length)
  const first = keyAt(rest)
  if (first === undefined) return line
  const deed = verb === undefined ? '' : /^(?:add|give|put on|prescribe)$/i.test(verb) ? 'start ' : `${verb.toLowerCase()} ` // biome-ignore format: short
  const behind = rest.slice(first.said.length).replace(/^, /, '')
  const second = keyAt(behind)
  if (second === undefined || second.key !== first.key) return `${deed}${rest}`
  const [name, other] = second.said.toLowerCase() === second.display.toLowerCase() ? [second.said, first.said] : [first.said, second.said] // biome-ignore format: short
  return `${deed}${name} (${other})${behind.slice(second.said.length)}`
}
