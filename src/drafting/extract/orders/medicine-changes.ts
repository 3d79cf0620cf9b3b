/** Changes of a medicine by the clinician, and medicines that the patient says to have stopped. An offer or a condition changes nothing. D147. */
import type { Claim, MedicineChange } from '../../../core/clinical-note.ts'
import { readContext } from '../../dialogue/context.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { type Dose, findDose, saidName } from '../medication.ts'
import { findFrequency } from '../regimens/frequencies.ts'

/** Verbs directly before the medicine. */
const beforeName =
  '(?: (?:you|him|her|me|on|to|taking|using|with|off|of|the|your|his|her|my|a|an|some|that|this|dose|course|now|today|just)){0,6}'

// biome-ignore format: one row a line
const verbs: readonly (readonly [change: MedicineChange, pattern: RegExp])[] = [
  ['stopped',   new RegExp(`\\b(?:stop(?:ping|ped)?|cease|discontinue|come off|coming off|take you off|taking you off|withhold|hold off)${beforeName}$`)],
  ['continued', new RegExp(`\\b(?:continue|continuing|carry on|keep (?:on )?(?:taking|using|going)|keep you|stay|stick)${beforeName}$`)],
  ['changed',   new RegExp(`\\b(?:increas(?:ed?|ing)|reduc(?:ed?|ing)|decreas(?:ed?|ing)|lower(?:ed|ing)?|rais(?:ed?|ing)|doubl(?:ed?|ing)|halv(?:ed?|ing)|put up|bump up|will up|cut down|bring down|change)${beforeName}$`)],
  ['started',   new RegExp(`\\b(?:start(?:ed|ing)?|(?:script|prescription) for|prescrib(?:ed?|ing)|commenced?|put(?:ting)?|giv(?:e|ing)|begin)${beforeName}$`)],
]

/** The clinician does it, or tells the patient to. */
const commits =
  /\b(?:i will|i am going to|i am gonna|we will|we are going to|let us|let's|i would like you to|(?:what )?i would like to(?: do is)?|i want you to|i need you to|please|i have|you (?:need to|must|should)|make sure)\b|^(?:stop|continue|carry on|keep|stay|stick|increase|reduce|start)\b/
const open =
  /\b(?:if|unless|in case|might|may|could|can|would (?!like (?:you|to))|maybe|possibly|perhaps|consider|think about|thinking|or|either|not|never|no|until|when|once (?!an? |per |every |daily)|usually|normally|whether|want to|happy to|discuss|option)\b/ // biome-ignore format: one row

const reasonAt = /\b(?:because(?: of)?|due to|since (?:it|you|your|that)|as (?:it is|you are|you have|your))\b/

/** The words after "because", as they stand; undefined if there are none or too many. */
function findReason(text: string): string | undefined {
  const match = /\b(?:because(?: of)?|due to) (.{3,120})$/i.exec(text.replace(/[.?!\s]+$/, ''))
  const words = match?.[1]?.trim()
  return words === undefined || words.split(' ').length > 16 ? undefined : words
}

/** Claims about the one medicine of an order. `words` are those of the note. */
export function listMedicineChanges({ sentences, said }: Utterance, words: string): readonly Claim[] {
  const [sentence, other] = sentences.filter(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))
  if (sentence === undefined || other !== undefined || !commits.test(said)) return []
  const [term, more] = sentence.terms.filter(({ kind }) => kind === 'medicine')
  if (term === undefined || more !== undefined || classes.test(term.key)) return []
  const order = said.split(reasonAt)[0] ?? ''
  if (open.test(order)) return []
  const before = plainText(
    sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start),
  )
  const next = sentence.words[term.to + 1]?.text ?? ''
  const change = ofAnother.test(next)
    ? undefined
    : isTurned(before, next)
      ? 'changed'
      : verbs.find(([, pattern]) => pattern.test(before))?.[0]
  const name = saidName(sentence, term)
  if (change === undefined || !words.toLowerCase().includes(name.toLowerCase())) return []
  return [medicineChange({ change, term, name }, readSlots(sentence, term, words))]
}

/** "Cut the prednisolone down". */
const isTurned = (before: string, next: string): boolean =>
  /^(?:down|up|back)$/.test(next) && /\b(?:cut|bring|put|take|turn)(?: (?:the|your|his|her|dose|of))*$/.test(before)

/** "The metformin question", "your penicillin allergy": another thing, called by the medicine. */
const ofAnother = /^(?:questions?|issues?|problems?|leaflet|information|levels?|allergy|results?|reaction|side)$/

/** "Start the antibiotics": nobody can tell which medicine that is. */
export const classes =
  /^(?:nasal-spray|emollients|steroids?|(?:steroid|antifungal)-cream|(?:steroid-|reliever-)?inhaler|antibiotics|antihistamines|painkillers|anti-inflammatories|antidepressants|statins?|ace-inhibitors|beta-blockers|(?:sleeping|blood-pressure|water)-tablets|blood-thinners|antacids|laxatives|(?:eye|ear)-drops)$/

type Slots = Pick<Claim, 'value' | 'unit' | 'frequency' | 'reason'>

/** The dose that holds from now on: "from five to ten milligrams" has a former one, "by five milligrams" none. */
function findNewDose(words: readonly Word[]): Dose | undefined {
  const first = findDose(words)
  const toAt = words.findIndex(({ text }, at) => text === 'to' && readAmount(words, at + 1) !== undefined)
  if (toAt >= 0) return isAmount(words, toAt - 1) ? undefined : findDose(words.slice(toAt + 1))
  if (first === undefined || words.slice(0, first.at).some(({ text }) => text === 'by')) return undefined
  return findDose(words, first.at + 2) === undefined ? first : undefined
}

const isAmount = (words: readonly Word[], at: number): boolean => readAmount(words, at) !== undefined

/** If the note has it in figures. */
function readSlots(sentence: Sentence, term: Term, words: string): Slots {
  const dose = findNewDose(sentence.words)
  const frequency = findFrequency(
    plainText(sentence.segment.text.slice(sentence.words[term.to]?.end ?? 0, sentence.end)),
  )
  const reason = findReason(words)
  const isWritten = dose !== undefined && words.includes(`${dose.value} ${dose.unit}`)
  return {
    ...(isWritten ? { value: dose.value, unit: dose.unit } : {}),
    ...(frequency !== undefined && words.toLowerCase().includes(frequency) ? { frequency } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

type Changed = { readonly change: MedicineChange; readonly term: Term; readonly name: string }

export const medicineChange = ({ change, term, name }: Changed, slots: Partial<Claim> = {}): Claim =>
  claim('medication', { ...term, display: name }, { ...slots, change })

const stopping = /\bi (?:have )?(?:just |already |actually )?(?:stopped|came off|come off|quit|gave up)(?: (?:taking|using|on|off|the|my|that|with|it|of)){0,4}$/ // biome-ignore format: one row
const again =
  /\b(?:again|restarted|back on|started|but (?:i|now)|if|might|would|thinking|for a (?:while|bit|few|week|day)|for (?:two|three|four|five|six|seven|ten) (?:days|weeks|nights)|for (?:the|my|an) (?:op|operation|surgery|procedure|scan|scope|test|colonoscopy))\b/

/** "I stopped taking the naproxen because of the heartburn." */
function ownStop(sentence: Sentence, term: Term): readonly Candidate[] {
  const before = plainText(
    sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start),
  )
  const { relative, status } = readContext(sentence, term)
  if (!stopping.test(before) || again.test(sentence.said) || relative !== undefined || status !== 'present') return []
  const name = saidName(sentence, term)
  const because = /\bbecause of (?:the |my |some )?([a-z][a-z -]{2,40}?)[.,]?$/.exec(sentence.said)?.[1]
  const reason = because === undefined || because.split(' ').length > 5 ? undefined : because
  return [
    {
      text: `Stopped ${name}${reason === undefined ? '' : ` because of ${reason}`}.`,
      claims: [medicineChange({ change: 'stopped', term, name }, { time: 'past', ...(reason === undefined ? {} : { reason }) })], // biome-ignore format: short
      quotes: says(sentence),
      weight: 80,
      at: sentence.at,
    },
  ]
}

export const draftStopped = (dialogue: readonly Sentence[]): readonly Candidate[] =>
  dialogue.flatMap((sentence) => {
    const terms = sentence.terms.filter(({ kind }) => kind === 'medicine')
    const [term, other] = terms
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion || term === undefined || other !== undefined) return [] // biome-ignore format: short
    return ownStop(sentence, term)
  })
