/** The second half of a talk: examination, opinion, plan, and the reasons to return. */
import type { Script } from '../script.ts'
import { saySpelled } from '../spoken-numbers.ts'
import type { Taken } from './background.ts'
import type { Problem } from './problem.ts'
import { drawRegimen, nameOf, regimenSlots, sayDuration } from './slots.ts'

type Vital = { readonly kind: 'temperature' | 'bloodPressure' | 'pulse' | 'oxygen' | 'weight' | 'height' | 'breathingRate' | 'glucose'; readonly concept: string; readonly names: readonly string[]; readonly draw: (script: Script) => string } // biome-ignore format: short

const vitals: readonly Vital[] = [
  { kind: 'temperature', concept: 'temperature', names: ['temp', 'body temperature'], draw: ({ random }) => `${random.pick([36, 37, 38, 39])}.${1 + random.below(9)} °C` },
  { kind: 'bloodPressure', concept: 'blood pressure', names: ['bp'], draw: ({ random }) => `${110 + random.below(50)}/${62 + random.below(30)} mmHg` },
  { kind: 'pulse', concept: 'pulse', names: ['heart rate', 'hr', 'pulse rate'], draw: ({ random }) => `${58 + random.below(50)} /min` },
  { kind: 'oxygen', concept: 'oxygen saturation', names: ['sats', 'spo2', 'saturation', 'o2 sats', 'oxygen level', 'oxygen'], draw: ({ random }) => `${94 + random.below(6)} %` },
  { kind: 'weight', concept: 'weight', names: ['weighs', 'body weight'], draw: ({ random, grammar: { ages } }) => `${ages !== undefined && ages[1] < 18 ? 9 + random.below(30) : 52 + random.below(60)} kg` },
  { kind: 'height', concept: 'height', names: ['tall'], draw: ({ random }) => `${150 + random.below(42)} cm` },
  { kind: 'breathingRate', concept: 'respiratory rate', names: ['resp rate', 'breathing rate', 'rr', 'respirations', 'breaths'], draw: ({ random }) => `${12 + random.below(16)} /min` },
  { kind: 'glucose', concept: 'blood glucose', names: ['glucose', 'blood sugar', 'bsl', 'bgl', 'sugar', 'blood sugar level'], draw: ({ random }) => `${4 + random.below(12)}.${1 + random.below(9)} mmol/L` },
] // biome-ignore format: one row a line

export function examine(script: Script, { case: { signs }, slots, side }: Problem): void {
  const { random } = script
  script.play('examine', {})
  const known = vitals.filter(({ kind }) => script.grammar.exchanges[kind] !== undefined)
  for (const { kind, concept, names, draw } of random.sample(known, random.below(4))) {
    const value = draw(script)
    const said = saySpelled(value).replace(/\s*(°C|\/min|%|kg|cm|mmol\/L)$/, '')
    script.play(kind, { value: said }, script.fact({ concept, names, kind: 'vital', value }))
  }
  for (const sign of random.sample(signs, 1 + random.below(3))) {
    const { polarity, sided, said } = sign
    const withSide = sided === true && side !== undefined ? { side } : {}
    const fact = script.fact({ ...nameOf(sign), kind: 'finding', polarity, ...withSide })
    script.play('sign', { ...slots, finding: random.pick(said) }, fact)
  }
}

/** Two things are possible, and the clinician does not choose. */
function weigh(script: Script, { case: { impression, excluded } }: Problem): void {
  const { random } = script
  const other = random.pick(excluded)
  const facts = [impression, other].map((each) =>
    script.fact({ ...nameOf(each), kind: 'impression', certainty: 'uncertain' }),
  )
  script.play('differential', { imp: random.pick(impression.said), imp2: random.pick(other.said) }, ...facts)
}

export function assess(script: Script, problem: Problem): void {
  const { random } = script
  const {
    case: { impression, excluded },
    side,
  } = problem
  if (script.may('differential', 15)) {
    weigh(script, problem)
    return
  }
  const certainty = random.chance(45) ? ('certain' as const) : ('uncertain' as const)
  const slots = { imp: random.pick(impression.said), side: side ?? '' }
  const fact = script.fact({ ...nameOf(impression), kind: 'impression', certainty })
  script.play(certainty === 'certain' ? 'certain' : 'likely', slots, fact)
  if (!random.chance(45)) return
  const other = random.pick(excluded)
  script.play('excluded', { imp: random.pick(other.said) }, script.trap({ ...nameOf(other), kind: 'excluded' }))
}

function treat(script: Script, { case: { medicines, offers } }: Problem): void {
  const { random, grammar } = script
  const fitting = script.fitting(offers)
  if (fitting.length > 0 && script.may('notChosen', 25)) {
    const option = random.pick(fitting)
    script.play(
      'notChosen',
      { offer: random.pick(option.said) },
      script.trap({ ...nameOf(option), kind: 'not-chosen' }),
    )
  } else if (fitting.length > 0 && random.chance(35)) {
    const offer = random.pick(fitting)
    script.play('refused', { offer: random.pick(offer.said) }, script.trap({ ...nameOf(offer), kind: 'refused' }))
  }
  if (random.chance(75)) {
    const medicine = random.pick(medicines)
    const regimen = drawRegimen(script, medicine)
    const fact = script.fact({ ...nameOf(medicine), kind: 'medication', change: 'started', ...regimen })
    const slots = regimenSlots(script, medicine, regimen)
    const wrong = medicine.doses.find((dose) => dose !== regimen.value)
    if (wrong !== undefined && script.may('startCorrected', 12)) {
      const trap = script.trap({ ...nameOf(medicine), kind: 'corrected', value: wrong })
      script.play('startCorrected', { ...slots, wrong: saySpelled(wrong) }, fact, trap)
    } else script.play('start', slots, fact)
    script.planned.push({ slots: { drug: slots['drug'] ?? '' }, fact })
    if (random.chance(35)) {
      const warning = random.pick(grammar.warnings)
      script.play(
        'warning',
        { effect: random.pick(warning.said) },
        script.trap({ ...nameOf(warning), kind: 'warning' }),
      )
    }
  }
}

/** A medicine that the patient takes is stopped, or its dose is changed. */
function changeTaken(script: Script, taken: readonly Taken[]): void {
  const { random } = script
  const [first, second] = taken
  if (second !== undefined && script.may('continue', 50)) {
    const fact = script.fact({ ...nameOf(second.medicine), kind: 'medication', change: 'continued' })
    script.play('continue', { drug: random.pick(second.medicine.said) }, fact)
  }
  if (first === undefined || !random.chance(45)) return
  const { medicine, regimen } = first
  const drug = random.pick(medicine.said)
  const other = medicine.doses.find((dose) => dose !== regimen.value)
  if (other === undefined || random.chance(40)) {
    script.play('stop', { drug }, script.fact({ ...nameOf(medicine), kind: 'medication', change: 'stopped' }))
    return
  }
  const fact = script.fact({ ...nameOf(medicine), kind: 'medication', change: 'changed', value: other })
  script.play('change', { drug, dose: saySpelled(other), old: saySpelled(regimen.value) }, fact)
}

export function plan(script: Script, problem: Problem, taken: readonly Taken[]): void {
  const { random } = script
  const { requests, referrals, advice } = problem.case
  treat(script, problem)
  changeTaken(script, taken)
  for (const request of random.sample(requests, random.pick([0, 1, 1, 2]))) {
    const slots = { test: random.pick(request.said) }
    const fact = script.fact({ ...nameOf(request), kind: 'request' })
    script.play('request', slots, fact)
    if (script.planned.every((each) => each.slots['test'] === undefined)) script.planned.push({ slots, fact })
  }
  if (random.chance(30)) {
    const referral = random.pick(referrals)
    script.play('referral', { who: random.pick(referral.said) }, script.fact({ ...nameOf(referral), kind: 'request' }))
  }
  for (const each of random.sample(advice, 1 + random.below(2))) script.play('advice', { advice: random.pick(each.said) }, script.fact({ ...nameOf(each), kind: 'plan' })) // biome-ignore format: short
  const done = new Set(script.facts.map(({ concept }) => concept))
  const later = [...requests, ...referrals].filter(({ concept }) => !done.has(concept))
  if (later.length > 0 && random.chance(35)) {
    const step = random.pick(later)
    script.play('conditional', { later: random.pick(step.said) }, script.trap({ ...nameOf(step), kind: 'condition' }))
  }
}

export function tellSafety(script: Script, { case: { dangers } }: Problem): void {
  const { random } = script
  if (random.chance(85)) {
    const duration = random.pick(['3 days', '1 week', '2 weeks', '4 weeks', '2 days'])
    const review = {
      concept: 'review',
      names: ['follow up', 'see again', 'recheck', 'return visit', 'come back', 'appointment'],
    }
    const slots = { due: sayDuration(script, duration) }
    const fact = script.fact({ ...review, kind: 'follow-up', duration })
    script.play('followUp', slots, fact)
    script.planned.push({ slots, fact })
  }
  if (!random.chance(92)) return
  const [first, second] = random.sample(dangers, 1 + random.below(2))
  if (first === undefined) return
  const facts = [first, second].flatMap((danger) => (danger === undefined ? [] : [script.fact({ ...nameOf(danger), kind: 'safety-net' })])) // biome-ignore format: short
  const slots = {
    danger: random.pick(first.said),
    ...(second === undefined ? {} : { danger2: random.pick(second.said) }),
  }
  const nouns = [first, second].flatMap((danger) => (danger?.nouns === undefined ? [] : [random.pick(danger.nouns)]))
  if (nouns.length === facts.length && script.may('safetyNetAny', 40)) {
    const anySlots = { danger: nouns[0] ?? '', danger2: nouns[1] ?? '' }
    script.play(second === undefined ? 'safetyNetAny' : 'safetyNetAnyTwo', anySlots, ...facts)
  } else script.play(second === undefined ? 'safetyNet' : 'safetyNetTwo', slots, ...facts)
}
