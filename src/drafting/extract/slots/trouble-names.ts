/**
 * The trouble that a question for a slot is about, which its line names first: "Knee pain: felt deep inside." The question names it, or a sentence before
 * it, or it is the complaint. D554.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { namesTrouble } from '../../vocabulary/clinical-words.ts'
import { type Candidate, type Quote, says, sentenceCase } from '../candidates.ts'

/** Nouns of a trouble, as a question or the patient names it. */
const nouns =
  'pains?|aches?|headaches?|migraines?|rash|spots?|moles?|lumps?|sores?|ulcers?|warts?|cysts?|blisters?|bites?|wounds?|boils?|eczema|psoriasis|cough|phlegm|sputum|discharge|nausea|dizziness|vertigo|swelling|itch|itching|cramps?|bleeding|tightness|burning|numbness|tingling|heartburn|reflux|vomiting|palpitations|breathlessness|stiffness|tiredness|lesion|bruise|bruising|fever|diarrhoea|wheeze|attacks?|tinnitus|ringing' // biome-ignore format: a list
const named = new RegExp(`\\b(?:the|your|this|that|these|those|his|her) (?:[a-z]+ )?(${nouns})\\b`)
const sortOf = new RegExp(`\\b(?:sort|kind|type) of (?:an? )?(${nouns})\\b`)
/** "And now the head." names what the next question of the turn is about. */
const parts =
  'head|neck|back|shoulder|elbow|wrist|hand|hip|knee|ankle|foot|toe|ear|eye|throat|chest|tummy|leg|arm|thumb|finger|heel|skin'
const partAlone = new RegExp(`^(?:(?:and|so|ok|okay|now|right|then|what about|how about|tell me about),? )*(?:the|your|this|that) ((?:left |right |big |little )?(?:${parts}))[.,?]?$`) // biome-ignore format: one row
const isPain = /pain|ache|sore/

export type Trouble = { readonly name: string; readonly quotes: readonly Quote[] }

/** "Chest: pain, tight" is "chest pain"; undefined for a complaint without a plain name. */
function nameOf({ claims, text }: Candidate): string | undefined {
  const [first, second] = claims
  const isTold = first !== undefined && second === undefined && first.polarity === 'present' && first.time === 'current' && !text.includes('"') // biome-ignore format: one row
  const bare = isTold ? first.display.toLowerCase().replace(/^([a-z]+(?: [a-z]+)?): (?=[a-z]*(?:pain|ache))/, '$1 ').replace(/[,(].*$/, '').trim() : '' // biome-ignore format: one row
  return /^[a-z]+(?:[ -][a-z]+){0,4}$/.test(bare) && namesTrouble(bare) && !deed.test(bare) ? bare : undefined
}
/** "Has done the back", "keeps coughing": a clause, and no name. */
const deed =
  /^(?:has|is|was|keeps?|cannot|does|did|had|got|feels?|wants?|needs?|worse|better|went|came|no|not)\b|\b(?:is|has|was|are)\b/
/** The sentence that has the words of the name, or all of them if none does: "Have you got pain now?" - "Yes." */
function told({ quotes }: Candidate, name: string): readonly Quote[] {
  const words = name.split(/[ -]/).map((word) => word.slice(0, 5))
  const own = quotes
    .filter(({ sentence, role }) => role !== 'question' && words.some((word) => sentence.said.includes(word)))
    .slice(0, 2)
  return words.every((word) => own.some(({ sentence }) => sentence.said.includes(word))) ? own : quotes.slice(0, 3)
}

/** "My right knee": the only part that the patient has named so far. */
const ownPart = new RegExp(`\\b(?:my|me|this) (?:(?:left|right|lower|upper|bad|whole|big) )*(${parts})\\b(?! (?:up|down|out|in|off|to)\\b)`, 'g') // biome-ignore format: one row
function withPart(noun: string | undefined, question: Sentence, dialogue: readonly Sentence[]): Trouble | undefined {
  const said = dialogue.filter(({ segment, at }) => segment.speaker === 'patient' && at < question.at).flatMap((sentence) => [...sentence.said.matchAll(ownPart)].map(([, part = '']) => ({ part, sentence }))) // biome-ignore format: one row
  const [first] = said
  return first === undefined || said.some(({ part }) => part !== first.part) ? undefined : { name: noun === undefined ? first.part : `${first.part} ${noun}`, quotes: says(first.sentence) } // biome-ignore format: one row
}

/** "The pain" is the pain of the complaint, or of the only part that was named. */
function ofNoun(
  noun: string,
  sentence: Sentence,
  complaint: Trouble | undefined,
  dialogue: readonly Sentence[],
): Trouble {
  const ofPart = complaint === undefined && noun === 'pain' ? withPart(noun, sentence, dialogue) : undefined
  if (ofPart !== undefined) return { ...ofPart, quotes: [...ofPart.quotes, { sentence, role: 'question' }] }
  const own = complaint?.name ?? ''
  return complaint !== undefined && own !== noun && (own.split(' ').includes(noun) || (isPain.test(noun) && isPain.test(own))) ? complaint : { name: noun, quotes: [{ sentence, role: 'question' }] } // biome-ignore format: one row
}

const opening = 9

/** "Fall: severity 5/10": what happened, or how somebody is in all, has no place, quality or degree. */
const noSlots =
  /\b(?:falls?|injury|accident|unwell|sick|weak(?:ness)?|tired(?:ness)?|exhaust\w*|fatigue|weight|appetite|sleep\w*|fever|mood|trouble|problems?)\b/

function complaintOf(symptoms: readonly Candidate[]): Trouble | undefined {
  const [first] = symptoms
    .filter(({ claims }) => claims[0]?.kind === 'complaint')
    .toSorted((a, b) => b.weight - a.weight)
  // What comes up later is seldom the complaint.
  const name = first === undefined || first.at > opening ? undefined : nameOf(first)
  return first === undefined || name === undefined || noSlots.test(name)
    ? undefined
    : { name, quotes: told(first, name) }
}

const nounIn = ({ said }: Sentence): string | undefined => (named.exec(said) ?? sortOf.exec(said))?.[1]

/** "Now the spot, where is it?": it asks after a trouble by its name. */
export const namesOwn = (question: Sentence): boolean => nounIn(question) !== undefined

/** What is brought up has a colour, and a cough has none. */
const asksColour = /\bwhat colour\b/
const bringsUp = /\b(?:bring(?:ing)?|brought|cough(?:ing|ed)?|hack(?:ing|ed)?) (?:[a-z]+ ){0,5}?up\b/

/** Undefined if nothing names it. */
export function troubleOf(
  question: Sentence,
  dialogue: readonly Sentence[],
  symptoms: readonly Candidate[],
): Trouble | undefined {
  const complaint = complaintOf(symptoms)
  const asked = nounIn(question)
  if (asked !== undefined) return ofNoun(asked, question, complaint, dialogue)
  const turn = dialogue.filter(({ at, start }) => at === question.at && start < question.start)
  for (const sentence of turn.toReversed()) {
    const noun = nounIn(sentence)
    if (noun !== undefined) return ofNoun(noun, sentence, complaint, dialogue)
    const part = partAlone.exec(sentence.said)?.[1]
    if (part !== undefined) return { name: part, quotes: [{ sentence, role: 'question' }] }
  }
  const before = dialogue.filter(({ at }) => at < question.at && question.at - at <= 2)
  if (asksColour.test(question.said)) {
    const brought = before.findLast(({ said, segment }) => segment.speaker === 'patient' && bringsUp.test(said))
    return brought === undefined ? undefined : { name: 'phlegm', quotes: says(brought) }
  }
  for (const sentence of before.toReversed()) {
    const noun = sentence.segment.speaker === 'clinician' ? nounIn(sentence) : undefined
    if (noun !== undefined) return ofNoun(noun, sentence, complaint, dialogue)
  }
  return (
    (complaint !== undefined && isTakenUp(complaint, dialogue) ? complaint : undefined) ??
    withPart(
      undefined,
      question,
      dialogue.filter(({ at }) => at <= opening / 2),
    )
  )
}

/** In a talk of some length, a trouble that is named once may not be the one that it is about. */
const shortTalk = 12
const isTakenUp = ({ name }: Trouble, dialogue: readonly Sentence[]): boolean => {
  const head = name.replace(/ (?:in|of|on) .*/, '').split(/[ -]/).at(-1)?.slice(0, 4) ?? name // biome-ignore format: one row
  const turns = (sentences: readonly Sentence[]): number => new Set(sentences.map(({ segment }) => segment.id)).size
  return turns(dialogue) <= shortTalk || turns(dialogue.filter(({ said }) => said.includes(head))) > 1
}

/** The line under the name of its trouble. */
export const underName = (text: string, trouble: Trouble | undefined): string =>
  trouble === undefined || text.toLowerCase().startsWith(trouble.name.toLowerCase())
    ? text
    : `${sentenceCase(trouble.name)}: ${text}`
