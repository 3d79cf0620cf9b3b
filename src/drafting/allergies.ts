/** Allergies: what the patient names, and a no to the question after them. */
import { answers, type Candidate, claim, says } from './candidates.ts'
import { relatives } from './context.ts'
import { readAnswer, type Sentence } from './dialogue.ts'
import { saidName } from './medication.ts'
import type { Term } from './terms.ts'

const foods: ReadonlySet<string> = new Set(
  'nut nuts peanut peanuts egg eggs milk dairy lactose shellfish seafood prawn prawns fish gluten wheat soy soya sesame latex pollen dust cat cats dog dogs bee bees wasp wasps plasters strawberries kiwi grass mould sulfa sulphur iodine nickel perfume elastoplast feathers horses tomatoes citrus cashews almonds hazelnuts walnuts pistachios crab mustard celery lupin bananas avocado'.split(
    ' ',
  ),
)
const trigger = /^(?:allergic|allergy|allergies|intolerant|intolerance)$/
const passed =
  /^(?:,|to|um|uh|er|the|a|an|like|just|only|really|something|called|actually|some|i|think|well|so|yes|yeah|am|have|have|got|no|oh|yep|mainly|but)$/
const notNamed =
  /^(?:any|no|an|a|the|my|your|food|other|known|severe|bad|medication|medications|medicine|drug|anything|nothing|reaction|reactions|that|this|certain|also|have|had|of|bit|lot|it|them|as|well|and|but|[.,?!;])$/

type Found = { readonly name: string; readonly isIntolerance: boolean }

/** The allergen that starts at word `from`: a medicine, a food, or else the words as they were said. */
function nameAt(sentence: Sentence, from: number, medicines: readonly Term[]): string | undefined {
  const { words } = sentence
  let at = from
  while (at < words.length && passed.test(words[at]?.text ?? '')) at += 1
  const medicine = medicines.find((term) => term.from >= at && term.from <= at + 1)
  if (medicine !== undefined) return saidName(sentence, medicine)
  const first = words[at]?.text ?? ''
  if (foods.has(first)) return first === 'bee' || first === 'wasp' || first === 'dust' ? wordsFrom(words, at, 2) : first
  return notNamed.test(first) || !/^[a-z]{3,}$/.test(first) ? undefined : wordsFrom(words, at, 2)
}

function wordsFrom(words: Sentence['words'], at: number, most: number): string {
  const taken: string[] = []
  for (const { text } of words.slice(at, at + most)) {
    if (!/^[a-z]+$/.test(text) || /^(?:and|or|but|only|when|which|since|so|if|as|i|it)$/.test(text)) break
    taken.push(text)
  }
  return taken.join(' ')
}

function findAllergen(sentence: Sentence): Found | undefined {
  const words = sentence.words.map(({ text }) => text)
  const at = words.findIndex((word) => trigger.test(word))
  if (at < 0) return undefined
  const medicines = sentence.terms.filter(({ kind }) => kind === 'medicine')
  const isIntolerance = /^intoleran/.test(words[at] ?? '')
  const from = words.slice(0, at).findLastIndex((word) => /^(?:but|because|although|and)$/.test(word)) + 1
  const lead = words.slice(from, at).join(' ').replace(/^(?:(?:um|uh|er|oh|well|,) )*no ,? ?(?=i |just |only |it )/, '') // biome-ignore format: short
  if (
    /\b(?:not|no|never|if|whether|he|she|they)\b/.test(lead) ||
    words.slice(from, at).some((word) => word in relatives)
  )
    return undefined
  const before = words[at - 1] ?? ''
  const name = words[at + 1] === 'to' ? nameAt(sentence, at + 2, medicines) : undefined
  if (name !== undefined) return { name, isIntolerance: false }
  const medicine = medicines.find(({ to }) => to === at - 1)
  if (medicine !== undefined) return { name: saidName(sentence, medicine), isIntolerance }
  return notNamed.test(before) || passed.test(before) || !foods.has(before)
    ? undefined
    : { name: before, isIntolerance }
}

const asksAllergy = (sentence: Sentence): boolean => /\ballerg/.test(sentence.said) && !/\bfamily\b/.test(sentence.said)

/** "Any allergies?" - "Only penicillin." */
function findAnswer(sentence: Sentence): string | undefined {
  const question = sentence.asked.findLast(asksAllergy)
  if (
    question === undefined ||
    /\ballerg.*\b(?:medicines?|medications?|tablets)\b.*\b(?:moment|regular\w*|on any|taking)\b|\ballerg\w+, and are you on\b/.test(
      question.said,
    )
  )
    return undefined
  if (/\b(?:take|taking|tablet|am on)\b/.test(sentence.said)) return undefined
  const medicines = sentence.terms.filter(({ kind }) => kind === 'medicine')
  const first = sentence.words.findIndex(({ text }) => !passed.test(text))
  const name = first < 0 ? undefined : nameAt(sentence, first, medicines)
  const isKnown = name !== undefined && (foods.has(name) || medicines.some(({ from }) => from <= first + 1))
  return isKnown ? name : undefined
}

function ownAllergy(sentence: Sentence): readonly Candidate[] {
  const found = findAllergen(sentence)
  const answer = found === undefined ? findAnswer(sentence) : undefined
  const name = found?.name ?? answer
  if (name === undefined) return []
  const question = found === undefined ? sentence.asked.findLast(asksAllergy) : undefined
  const isDoubtful = /\b(?:might|maybe|not sure|i think|believe|possibly|could)\b/.test(sentence.said)
  const told = found?.isIntolerance ? `${name} intolerant` : `allergic to ${name}`
  return [
    {
      text: isDoubtful ? `Possibly ${told}.` : `${told.charAt(0).toUpperCase()}${told.slice(1)}.`,
      claims: [
        claim('allergy', { key: name.toLowerCase(), display: name }, isDoubtful ? { certainty: 'uncertain' } : {}),
      ],
      quotes: question === undefined ? says(sentence) : answers(question, sentence),
      weight: 130,
      at: sentence.at,
    },
  ]
}

/** "You're allergic to penicillin, is that right?" - "Yes." */
function confirmedAllergy(question: Sentence): readonly Candidate[] {
  const name = /\byou (?:are|have an?) allerg(?:ic|y) to\b/.test(question.said)
    ? findAllergen({ ...question, isQuestion: false })?.name
    : undefined
  const answer = readAnswer(question)
  if (name === undefined || answer?.says !== 'yes' || !answer.isPlain) return []
  return [
    {
      text: `Allergic to ${name}.`,
      claims: [claim('allergy', { key: name.toLowerCase(), display: name })],
      quotes: answers(question, answer.sentence),
      weight: 128,
      at: answer.sentence.at,
    },
  ]
}

/** "Any allergies?" - "No": no known allergies, or none to medicines where only those were asked for. */
function askedAllergy(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (!asksAllergy(question) || /\bapart\b|\bother\b|\bfoods?\b|\bcats\b|\bpets\b/.test(said)) return []
  const answer = readAnswer(question)
  if (answer?.says !== 'no' || !answer.isPlain || findAnswer(answer.sentence) !== undefined) return []
  const isMedicine =
    /\b(?:medications?|medicines?|drugs|antibiotics|tablets)\b/.test(said) && !/\b(?:anything|in general)\b/.test(said)
  const named = question.terms.filter(({ kind, key }) => kind === 'medicine' && key !== 'antibiotics')
  const [medicine] = named
  const what =
    named.length === 1 && medicine !== undefined
      ? `allergy to ${saidName(question, medicine)}`
      : isMedicine
        ? 'known medicine allergies'
        : 'known allergies'
  return [
    {
      text: `No ${what}.`,
      claims: [claim('allergy', { key: 'allergies', display: what }, { polarity: 'absent' })],
      quotes: answers(question, answer.sentence),
      weight: 90,
      at: answer.sentence.at,
    },
  ]
}

/** "I don't have any allergies that I know of." */
function noAllergy(sentence: Sentence): readonly Candidate[] {
  if (
    !/\b(?:do not have any|have no|have not got any|not allergic to anything|got no) ?(?:known )?(?:allerg\w+)?\b/.test(
      sentence.said,
    ) ||
    !/\ballerg/.test(sentence.said)
  )
    return []
  const claims = [claim('allergy', { key: 'allergies', display: 'known allergies' }, { polarity: 'absent' })]
  return [{ text: 'No known allergies.', claims, quotes: says(sentence), weight: 91, at: sentence.at }]
}

/** Allergies are never passed over in silence. */
export function openAllergies(dialogue: readonly Sentence[], candidates: readonly Candidate[]): readonly string[] {
  if (candidates.length > 0) return []
  const isAsked = dialogue.some(
    (sentence) => sentence.segment.speaker === 'clinician' && sentence.isQuestion && asksAllergy(sentence),
  )
  return [isAsked ? 'Allergies: asked, no clear answer.' : 'Allergies: not asked.']
}

export function draftAllergies(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician')
      return sentence.isQuestion ? [...askedAllergy(sentence), ...confirmedAllergy(sentence)] : []
    return sentence.segment.speaker === 'patient' && !sentence.isQuestion
      ? [...ownAllergy(sentence), ...noAllergy(sentence)]
      : []
  })
}
