/** The first half of a talk: the complaint, its symptoms, and the talk beside them. */
import type { Case } from '../grammar.ts'
import type { DraftFact, Script } from '../script.ts'
import { saySpelled } from '../spoken-numbers.ts'
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
  const says = slots['says'] !== undefined && script.may('openingSays', 50)
  if (random.chance(45)) script.play(says ? 'openingSaysWithDuration' : 'openingWithDuration', slots, complaint)
  else {
    script.play(says ? 'openingSays' : 'opening', slots, complaint)
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

export function tellDetails(script: Script, { case: { details, pain, onsets }, slots }: Problem): void {
  for (const detail of script.random.sample(details, 2)) {
    const fact = script.fact({ ...nameOf(detail), kind: 'symptom', optional: true })
    script.say(detail.lines, slots, [fact])
  }
  if (pain === true && script.may('severity', 50)) tellSeverity(script)
  if (onsets === undefined) return
  const onset = script.random.pick(onsets)
  const kind = onset === 'sudden' ? 'onsetSudden' : 'onsetGradual'
  if (script.may(kind, 50)) script.play(kind, slots, script.fact({ concept: `${onset} onset`, names: onsetNames[onset], kind: 'symptom' })) // biome-ignore format: short
}

const onsetNames = {
  sudden: ['sudden', 'suddenly', 'came on suddenly', 'abrupt onset', 'started suddenly', 'out of the blue'],
  gradual: ['gradual', 'gradually', 'came on gradually', 'crept up', 'built up', 'came on slowly', 'slow onset'],
} as const

function tellSeverity(script: Script): void {
  const score = 2 + script.random.below(8)
  const names = [
    'pain score',
    'pain severity',
    'severity',
    `pain ${score} out of 10`,
    `${score} out of 10`,
    `${score}/10`,
  ]
  const fact = script.fact({ concept: `pain score ${score} out of 10`, names, kind: 'symptom' })
  script.play('severity', { score: saySpelled(String(score)) }, fact)
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
    const unanswered = script.traps.filter(({ kind }) => kind === 'unanswered')
    const said = new Set([...script.facts, ...unanswered].map(({ concept }) => concept))
    const symptom = [...positives, ...negatives].find(({ concept }) => !said.has(concept))
    if (symptom === undefined) return
    const trap = script.trap({ ...nameOf(symptom), kind: 'other-person' })
    script.play('otherPerson', { ...symptomSlots(script, symptom), other: random.pick(grammar.others) }, trap)
  }
}
