/** Writes statements and their wrong twins about each fact of a made-up talk. The same talk gives the same pairs. */
import type { Grammar } from '../talks/grammar.ts'
import { Random } from '../talks/random.ts'
import type { Fact, Talk } from '../talks/truth.ts'
import * as life from './background.ts'
import { type Desk, isClear, type Pair } from './made.ts'
import { openNames } from './names.ts'
import * as plans from './plans.ts'
import * as symptoms from './symptoms.ts'
import { writeTrap } from './traps.ts'

/** Groups of one to three facts that a note may join. */
function group(facts: readonly Fact[], { random }: Desk): readonly (readonly Fact[])[] {
  const left = [...facts]
  const groups: (readonly Fact[])[] = []
  while (left.length > 0) groups.push(left.splice(0, random.pick([1, 1, 2, 3])))
  return groups
}

function openDesk(talk: Talk, grammar: Grammar): Desk {
  const said = talk.segments.map(({ text }) => text.toLowerCase()).join(' ')
  const named = new Set(talk.facts.flatMap(({ concept, names = [] }) => [concept, ...names]))
  const isSaid = (words: string): boolean => named.has(words) || said.includes(words.toLowerCase())
  return { talk, random: new Random(talk.seed * 31 + 7), names: openNames(grammar, isSaid) }
}

const isDetail = ({ kind, optional }: Fact): boolean => kind === 'symptom' && optional

/** The writers of one kind of fact, one fact at a time. */
function writeOne(desk: Desk, fact: Fact): readonly Pair[] {
  const isAbsent = fact.polarity === 'absent'
  if (fact.kind === 'complaint') return symptoms.writeComplaint(desk, fact)
  if (fact.kind === 'procedure') return life.writeProcedure(desk, fact)
  if (fact.kind === 'immunisation') return life.writeVaccine(desk, fact)
  if (fact.kind === 'follow-up') return plans.writeFollowUp(desk, fact)
  if (fact.kind === 'request') return plans.writeRequest(desk, fact)
  if (fact.kind === 'history' && fact.time === 'past') return life.writePast(desk, fact)
  if (fact.kind === 'medication') return writeMedication(desk, fact)
  if (fact.kind === 'allergy' && !isAbsent) return life.writeAllergy(desk, fact)
  if (fact.kind === 'allergy') return life.writeNone(desk, fact, 'no allergy', ['No known drug allergies.', 'NKDA.', 'Denies any drug allergy.'], 'Allergic to penicillin.') // biome-ignore format: short
  if (fact.kind === 'family' && !isAbsent) return life.writeFamily(desk, fact)
  if (fact.kind === 'family') return life.writeNone(desk, fact, 'no family history', ['No relevant family history.', 'Family history: nil significant.'], 'Strong family history of similar problems.') // biome-ignore format: short
  if (fact.kind === 'history' && isAbsent) return life.writeNone(desk, fact, 'no history', ['No past medical history.', 'Nil significant past history.', 'Previously well.'], 'Multiple medical problems.') // biome-ignore format: short
  if (fact.concept === 'smoking') return life.writeSmoking(desk, fact)
  if (fact.concept === 'alcohol') return life.writeAlcohol(desk, fact)
  if (fact.kind === 'social' && fact.broader !== undefined) return life.writeLife(desk, fact)
  return []
}

function writeMedication(desk: Desk, fact: Fact): readonly Pair[] {
  if (fact.polarity === 'absent') return life.writeNone(desk, fact, 'no medicines', ['No regular medications.', 'Takes no regular medicines.', 'Nil regular medication.'], 'Takes several regular medicines.') // biome-ignore format: short
  if (fact.change === 'started') return plans.writeStarted(desk, fact)
  if (fact.change !== undefined) return plans.writeChange(desk, fact)
  return fact.time === 'past' ? life.writeStopped(desk, fact) : life.writeMedicine(desk, fact)
}

/** The writers that join facts of one kind. */
function writeJoined(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const of = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind)
  const plain = of('symptom').filter((fact) => !isDetail(fact) && fact.certainty === 'certain')
  const present = plain.filter(({ polarity, time }) => polarity === 'present' && time === 'current')
  const absent = plain.filter(({ polarity }) => polarity === 'absent')
  const taken = of('medication').filter(({ change, time, polarity }) => change === undefined && time === 'current' && polarity === 'present') // biome-ignore format: short
  const [yes, no, one, two] = [present[0], absent[0], taken[0], taken[1]]
  return [
    ...group(present, desk).flatMap((some) => symptoms.writePresent(desk, some)),
    ...group(absent, desk).flatMap((some) => symptoms.writeAbsent(desk, some)),
    ...(yes !== undefined && no !== undefined ? symptoms.writeMixed(desk, yes, no) : []),
    ...plain.filter(({ time }) => time === 'resolved').flatMap((fact) => symptoms.writeResolved(desk, fact)),
    ...of('symptom').filter(isDetail).filter(({ certainty }) => certainty === 'certain').flatMap((fact) => symptoms.writeDetail(desk, fact)),
    ...group(of('finding'), desk).flatMap((some) => symptoms.writeFindings(desk, some)),
    ...group(of('vital'), desk).flatMap((some) => symptoms.writeVitals(desk, some)),
    ...group(of('plan'), desk).flatMap((some) => plans.writeAdvice(desk, some)),
    ...symptoms.writeImpressions(desk, of('impression')),
    ...group(of('history').filter(({ time, polarity }) => time === 'current' && polarity === 'present'), desk).flatMap((some) => life.writeHistory(desk, some)),
    ...(of('safety-net').length > 0 ? plans.writeSafetyNet(desk, of('safety-net')) : []),
    ...(one !== undefined && two !== undefined ? life.writeTwoMedicines(desk, one, two) : []),
  ] // biome-ignore format: one kind a line
}

/** A model cites what was heard clearly; the other facts are left out here. */
export function makePairs(talk: Talk, grammar: Grammar): readonly Pair[] {
  const desk = openDesk(talk, grammar)
  const facts = talk.facts.filter((fact) => isClear(talk, fact))
  return [
    ...writeJoined(desk, facts),
    ...facts.flatMap((fact) => writeOne(desk, fact)),
    ...talk.traps.filter((trap) => isClear(talk, trap)).flatMap((trap) => writeTrap(desk, trap)),
  ]
}
