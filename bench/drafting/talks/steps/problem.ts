/** The first half of a talk: the complaint, its symptoms, and the talk beside them. */
import type { Case, Symptom } from '../grammar.ts'
import type { DraftFact, Script } from '../script.ts'
import { nameOf, otherSide, pickOther, type Side, sayDuration, symptomSlots } from './slots.ts'

/** A problem as it is in one talk. */
export type Problem = {
  readonly case: Case
  readonly side?: Side
  readonly duration: string
  readonly slots: Readonly<Record<string, string>>
  readonly complaint: DraftFact
}

/** The complaint with its duration and side. The patient gives them at once or when asked, and may correct them. */
export function openProblem(script: Script, chosen: Case): Problem {
  const { random } = script
  const side = chosen.sided === true ? random.pick(['left', 'right'] as const) : undefined
  const duration = random.pick(chosen.durations)
  const complaint = script.fact({
    ...nameOf(chosen.complaint),
    kind: 'complaint',
    duration,
    ...(side === undefined ? {} : { side }),
  })
  const sideSlots = side === undefined ? {} : { side, otherSide: otherSide[side] }
  const slots = { ...symptomSlots(script, chosen.complaint), ...sideSlots, dur: sayDuration(script, duration) }
  return { case: chosen, ...(side === undefined ? {} : { side }), duration, slots, complaint }
}

export function tellComplaint(script: Script, problem: Problem): void {
  const { random } = script
  const { complaint, slots, side, duration } = problem
  if (random.chance(45)) script.play('openingWithDuration', slots, complaint)
  else {
    script.play('opening', slots, complaint)
    const wrong = pickOther(script, problem.case.durations, duration)
    if (wrong !== duration && random.chance(20)) {
      const trap = script.trap({ ...nameOf(problem.case.complaint), kind: 'corrected', value: wrong })
      script.play('durationCorrected', { ...slots, wrong: sayDuration(script, wrong) }, complaint, trap)
    } else script.play('duration', slots, complaint)
  }
  if (side === undefined) return
  if (random.chance(35)) {
    const trap = script.trap({ ...nameOf(problem.case.complaint), kind: 'corrected', side: otherSide[side] })
    script.play('sideCorrected', slots, complaint, trap)
  } else if (random.chance(40)) script.play('side', slots, complaint)
}

export function tellDetails(script: Script, { case: { details }, slots }: Problem): void {
  for (const detail of script.random.sample(details, 2)) {
    const fact = script.fact({ ...nameOf(detail), kind: 'symptom', optional: true })
    script.say(detail.lines, slots, [fact])
  }
}

const present = (script: Script, symptom: Symptom): DraftFact => script.fact({ ...nameOf(symptom), kind: 'symptom' })
const absent = (script: Script, symptom: Symptom): DraftFact =>
  script.fact({ ...nameOf(symptom), kind: 'symptom', polarity: 'absent' })

/** One exchange about each group of one or two symptoms. */
function askPresent(script: Script, symptom: Symptom): void {
  const kind = script.random.pick([
    'askedYes',
    'askedYes',
    'askedYes',
    'negativeYes',
    'toldYes',
    'toldYes',
    'toldYes',
    'helper',
  ] as const)
  script.play(kind, symptomSlots(script, symptom), present(script, symptom))
}

function askAbsent(script: Script, left: Symptom[]): void {
  const [first, second] = left.splice(0, script.random.chance(35) ? 2 : 1)
  if (first === undefined) return
  const facts = [first, second].flatMap((symptom) => (symptom === undefined ? [] : [absent(script, symptom)]))
  const slots = symptomSlots(script, first)
  if (second !== undefined) script.play('askedBothNo', { ...slots, ...symptomSlots(script, second, '2') }, ...facts)
  else script.play(script.random.pick(['askedNo', 'askedNo', 'negativeNo', 'toldNo'] as const), slots, ...facts)
}

function askMixed(script: Script, yes: Symptom, no: Symptom): void {
  const kind = script.random.pick(['askedFirst', 'askedSecond'] as const)
  const [one, two] = kind === 'askedFirst' ? [yes, no] : [no, yes]
  const slots = { ...symptomSlots(script, one), ...symptomSlots(script, two, '2') }
  script.play(kind, slots, present(script, yes), absent(script, no))
}

export function tellSymptoms(script: Script, problem: Problem): void {
  const { random } = script
  const yes = [...random.sample(script.fitting(problem.case.positives), 2 + random.below(3))]
  const no = [...random.sample(script.fitting(problem.case.negatives), 4 + random.below(4))]
  const unclear = random.chance(40) ? no.pop() : undefined
  const resolved = random.chance(45) ? yes.pop() : undefined
  const turns: (() => void)[] = []
  if (yes.length > 1 && no.length > 2 && random.chance(60)) {
    const [one, two] = [yes.pop(), no.pop()] as [Symptom, Symptom]
    turns.push(() => askMixed(script, one, two))
  }
  if (yes.length > 1 && random.chance(30)) {
    const [one, two] = yes.splice(0, 2) as [Symptom, Symptom]
    const slots = { ...symptomSlots(script, one), ...symptomSlots(script, two, '2') }
    turns.push(() => script.play('askedBothYes', slots, present(script, one), present(script, two)))
  }
  for (const symptom of yes) turns.push(() => askPresent(script, symptom))
  for (let asked = no.length; asked > 0; asked -= 1) turns.push(() => askAbsent(script, no))
  if (resolved !== undefined) {
    const fact = () => script.fact({ ...nameOf(resolved), kind: 'symptom', time: 'resolved' })
    turns.push(() => script.play('resolved', symptomSlots(script, resolved), fact()))
  }
  if (unclear !== undefined) {
    const fact = () => script.fact({ ...nameOf(unclear), kind: 'symptom', certainty: 'uncertain', optional: true })
    turns.push(() => script.play('askedUnclear', symptomSlots(script, unclear), fact()))
  }
  for (const turn of random.sample(turns, turns.length)) turn()
}

/** The clinician repeats the complaint. At times the clinician is wrong, and the patient corrects it. */
export function recap(script: Script, problem: Problem): void {
  const { random } = script
  if (!random.chance(45)) return
  const { complaint, slots, side } = problem
  if (side !== undefined && random.chance(30)) {
    const trap = script.trap({ ...nameOf(problem.case.complaint), kind: 'corrected', side: otherSide[side] })
    script.play('recapCorrected', slots, complaint, trap)
  } else script.play('recap', slots, complaint)
}

/** Fears, figures of speech and other people's illnesses: they are spoken of, but the patient does not have them. */
export function tellAsides(script: Script, { case: { fears, positives, negatives } }: Problem): void {
  const { random, grammar } = script
  if (random.chance(55)) {
    const fear = random.pick(fears)
    script.play('fear', { fear: random.pick(fear.said) }, script.trap({ ...nameOf(fear), kind: 'fear' }))
  }
  if (random.chance(35)) {
    const turn = random.pick(grammar.turns)
    script.say(turn.lines, {}, [script.trap({ ...nameOf(turn), kind: 'turn-of-speech' })])
  }
  if (random.chance(40)) {
    const said = new Set(script.facts.map(({ concept }) => concept))
    const symptom = [...positives, ...negatives].find(({ concept }) => !said.has(concept))
    if (symptom === undefined) return
    const trap = script.trap({ ...nameOf(symptom), kind: 'other-person' })
    script.play('otherPerson', { ...symptomSlots(script, symptom), other: random.pick(grammar.others) }, trap)
  }
}
