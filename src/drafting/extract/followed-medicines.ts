/**
 * Reads a medicine and its dose over several turns: "Aspirin." - "What dose is that?" - "Seventy five milligrams." - "And how often?" - "Every morning."
 * A dose without a name belongs to the medicine that was named last, until another medicine or another subject comes.
 */
import { readContext } from '../dialogue/context.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import { answers, type Candidate, type Quote, says } from './candidates.ts'
import { type Dose, findDose, findFrequency, isAskedFor, medicineCandidate, saidName } from './medication.ts'

const asksDose =
  /\b(?:what dose|which dose|what strength|how much|how often|how many|when do you take|how do you take)\b/
const takes = /\bi (?:also )?(?:take|am (?:taking|on)|use|have been (?:taking|on))\b/
const notTaken = /\b(?:not|no longer|never|used to|stopped|came off|allerg\w*|if|would|should|tried|before)\b/
/** The most sentences between a medicine and its dose: about two turns. */
const reach = 6

type Named = { readonly term: Term; readonly sentence: Sentence; readonly quotes: readonly Quote[]; readonly dose?: Dose; readonly frequency?: string } // biome-ignore format: short

const slotsOf = (sentence: Sentence): Pick<Named, 'dose' | 'frequency'> => {
  const dose = findDose(sentence.words)
  const frequency = findFrequency(sentence.words.map(({ text }) => text).join(' '))
  return { ...(dose === undefined ? {} : { dose }), ...(frequency === undefined ? {} : { frequency }) }
}

/** Reads the medicine that the patient takes, if the sentence names exactly one. */
function readNamed(sentence: Sentence): Named | undefined {
  const [term, other] = sentence.terms.filter(({ kind }) => kind === 'medicine')
  if (term === undefined || other !== undefined || notTaken.test(sentence.said)) return undefined
  const { status, relative, time } = readContext(sentence, term)
  if (status !== 'present' || relative !== undefined || time === 'past') return undefined
  const question = sentence.asked.at(-1)
  const isAsked = isAskedFor(sentence)
  if (!takes.test(sentence.said) && !isAsked) return undefined
  const quotes = takes.test(sentence.said) || question === undefined ? says(sentence) : answers(question, sentence)
  return { term, sentence, quotes, ...slotsOf(sentence) }
}

/** Adds the dose or frequency of the sentence to the medicine; undefined if it adds nothing. */
function addSlots(named: Named, sentence: Sentence, question: Sentence | undefined): Named | undefined {
  const more = slotsOf(sentence)
  const isNew = (more.dose !== undefined && named.dose === undefined) || (more.frequency !== undefined && named.frequency === undefined) // biome-ignore format: short
  if (!isNew || notTaken.test(sentence.said)) return undefined
  const quotes = question === undefined ? says(sentence) : answers(question, sentence)
  return { ...more, ...named, quotes: [...named.quotes, ...quotes] }
}

const endsSubject = (sentence: Sentence): boolean =>
  sentence.segment.speaker === 'clinician' && sentence.isQuestion && !asksDose.test(sentence.said)

export function draftFollowedMedicines(dialogue: readonly Sentence[]): readonly Candidate[] {
  const done: Named[] = []
  let named: Named | undefined
  let pending: Sentence | undefined
  const close = () => {
    const isFollowed = named?.quotes.some(
      ({ sentence }) => sentence !== named?.sentence && sentence.segment.speaker === 'patient',
    )
    if (named !== undefined && isFollowed === true) done.push(named)
    named = undefined
    pending = undefined
  }
  for (const sentence of dialogue) {
    if (named !== undefined && (sentence.at - named.sentence.at > reach || endsSubject(sentence))) close()
    if (sentence.segment.speaker === 'clinician') {
      const isOther = sentence.terms.some(({ kind, key }) => kind === 'medicine' && key !== named?.term.key)
      if (isOther) close()
      else if (sentence.isQuestion) pending = sentence
      continue
    }
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) continue
    if (sentence.terms.some(({ kind }) => kind === 'medicine')) {
      close()
      named = readNamed(sentence)
    } else if (named !== undefined) {
      const isNext = pending !== undefined || sentence.at - named.sentence.at <= 1
      named = (isNext ? addSlots(named, sentence, pending) : undefined) ?? named
    }
  }
  close()
  return done.map(({ term, sentence, quotes, dose, frequency }) => ({
    ...medicineCandidate(
      { verb: 'Takes', name: saidName(sentence, term), effect: '' },
      { ...(dose === undefined ? {} : { dose }), ...(frequency === undefined ? {} : { frequency }) },
      { term, quotes },
    ),
    weight: 86,
  }))
}
