/** The medicines that are taken, as all readers of regimens tell them, and those that have ended. D280, D433, D472. */
import { isAboutChild } from '../../dialogue/child.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'
import { medicineCandidate, saidName } from '../medication.ts'
import { readCheckedList } from './checked/checked-list.ts'
import { draftMissedDoses } from './checked/missed-doses.ts'
import { Exchange } from './exchange.ts'
import { draftMeant } from './meant.ts'
import type { Named } from './moved-doses.ts'
import { counted } from './slots.ts'
import { fillSlots, readSpokenSlots, type Spoken } from './spoken-slots.ts'
import { temperRate, withForm } from './tempered.ts'

/** What the clinician checked has the fuller evidence, unless the strengths differ. */
function preferChecked(named: Named, checked: readonly Spoken[]): Named {
  const own = checked.find(({ term }) => term.key === named.term.key)
  const isOther = own?.dose !== undefined && named.dose !== undefined && own.dose.value !== named.dose.value
  if (own === undefined || isOther) return named
  const dose = own.dose ?? named.dose
  const rate = own.rate ?? named.rate
  const quotes = [...own.quotes, ...named.quotes.filter(({ sentence }) => !own.quotes.some((quote) => quote.sentence === sentence))] // biome-ignore format: short
  return { ...own, ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }), quotes }
}

export function draftRegimens(dialogue: readonly Sentence[]): readonly Candidate[] {
  const exchange = new Exchange(isAboutChild(dialogue))
  for (const [place, sentence] of dialogue.entries())
    if (sentence.segment.speaker === 'clinician') exchange.hearClinician(sentence)
    else if (sentence.segment.speaker === 'patient')
      exchange.hearPatient(sentence, dialogue[place - 1], dialogue[place + 1])
  exchange.close()
  const checked = readCheckedList(dialogue)
  const spoken = [...checked, ...readSpokenSlots(dialogue)]
  const known = new Set(exchange.done.map(({ term }) => term.key))
  const ended = new Set(exchange.ended.flatMap(({ claims }) => claims.map(({ concept }) => concept)))
  const told = spoken.filter(({ term, isTaken }, at) => isTaken && !known.has(term.key) && !ended.has(term.key) && spoken.findIndex((one) => one.isTaken && one.term.key === term.key) === at) // biome-ignore format: short
  const done = exchange.done.map((named) => preferChecked(named, checked))
  const taken = [...done, ...told].map((one) => temperRate(fillSlots<Named>(one, spoken), dialogue)).map((named) => {
    const { term, sentence, quotes, dose, rate } = named
    const name = withForm(saidName(sentence, term), named)
    // Of how many are taken at a time nobody says the form.
    const slots = { ...(dose === undefined || dose.unit === counted ? {} : { dose }), ...(rate === undefined ? {} : { frequency: rate }) }
    return { ...medicineCandidate({ verb: 'Takes', name, effect: '' }, slots, { term, quotes }), weight: 110 }
  }) // biome-ignore format: short
  return [...taken, ...exchange.ended, ...draftMeant(dialogue), ...draftMissedDoses(dialogue)]
}
