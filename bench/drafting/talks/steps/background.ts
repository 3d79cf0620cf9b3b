/** The patient's background: history, medicines, allergies, family, life. */

import type { Medicine } from '../grammar.ts'
import type { DraftFact, Script } from '../script.ts'
import { saySpelled } from '../spoken-numbers.ts'
import { drawRegimen, nameOf, type Regimen, regimenSlots, sayDuration } from './slots.ts'

export function tellHistory(script: Script): void {
  const { random, grammar } = script
  const conditions = random.sample(script.fitting(grammar.conditions), random.pick([0, 1, 1, 2]))
  if (conditions.length === 0) {
    const none = { concept: 'past medical history', names: ['medical problems', 'medical history', 'past history', 'medical conditions'] } // biome-ignore format: a list
    script.play('historyNone', {}, script.fact({ ...none, kind: 'history', polarity: 'absent', optional: true }))
  }
  for (const condition of conditions) script.play('history', { cond: random.pick(condition.said) }, script.fact({ ...nameOf(condition), kind: 'history' })) // biome-ignore format: short
  tellPast(script)
  if (!random.chance(40)) return
  const operation = random.pick(script.fitting(grammar.operations))
  const years = 3 + random.below(25)
  const fact = script.fact({
    ...nameOf(operation),
    broader: ['operation', 'surgery', 'surgical history'],
    kind: 'procedure',
    time: 'past',
    duration: `${years} years`,
  })
  script.play('operation', { cond: random.pick(operation.said), years: saySpelled(`${years} years`) }, fact)
}

/** Earlier illnesses and vaccines, in the grammars that have them. */
function tellPast(script: Script): void {
  const { random, grammar } = script
  const { pastConditions = [], vaccines = [] } = grammar
  if (pastConditions.length > 0 && script.may('historyPast', 40)) {
    const past = random.pick(script.fitting(pastConditions))
    const fact = script.fact({ ...nameOf(past), kind: 'history', time: 'past' })
    script.play('historyPast', { cond: random.pick(past.said) }, fact)
  }
  if (vaccines.length === 0 || !script.may('vaccine', 50)) return
  const vaccine = random.pick(vaccines)
  const fact = script.fact({ ...nameOf(vaccine), kind: 'immunisation', time: 'past' })
  script.play('vaccine', { vaccine: random.pick(vaccine.said) }, fact)
}

/** A medicine that the patient takes. The plan may refer to it. */
export type Taken = { readonly medicine: Medicine; readonly regimen: Regimen; readonly fact: DraftFact }

function tellMedicine(script: Script, medicine: Medicine, isFirst: boolean): Taken {
  const { random } = script
  const { value, frequency } = drawRegimen(script, medicine)
  const fact = script.fact({ ...nameOf(medicine), kind: 'medication', value, frequency })
  const slots = regimenSlots(script, medicine, { value, frequency })
  const wrong = medicine.doses.find((dose) => dose !== value)
  if (isFirst && wrong !== undefined && random.chance(25)) {
    const trap = script.trap({ ...nameOf(medicine), kind: 'corrected', value: wrong })
    script.play('doseCorrected', { ...slots, wrong: saySpelled(wrong) }, fact, trap)
  } else script.play(isFirst ? random.pick(['medicines', 'medicinesSplit'] as const) : 'medicineMore', slots, fact)
  return { medicine, regimen: { value, frequency }, fact }
}

export function tellMedicines(script: Script): readonly Taken[] {
  const { random, grammar } = script
  const medicines = random.sample(grammar.regular, random.pick([0, 1, 1, 2, 2]))
  if (medicines.length === 0) {
    const none = {
      concept: 'regular medicines',
      names: ['regular medication', 'regular medicine', 'medication', 'medicine'],
    }
    script.play('medicinesNone', {}, script.fact({ ...none, kind: 'medication', polarity: 'absent' }))
  }
  const taken = medicines.map((medicine, at) => tellMedicine(script, medicine, at === 0))
  const before = grammar.regular.find((medicine) => !medicines.includes(medicine))
  if (before !== undefined && random.chance(25)) {
    const fact = script.fact({ ...nameOf(before), kind: 'medication', time: 'past', optional: true })
    script.play('medicineStoppedBefore', { drug: random.pick(before.said) }, fact)
  }
  return taken
}

export function tellAllergies(script: Script): void {
  const { random, grammar } = script
  if (random.chance(50)) {
    const none = {
      concept: 'drug allergy',
      names: ['allergy', 'known allergy', 'drug allergies', 'known drug allergy'],
    }
    script.play('allergyNone', {}, script.fact({ ...none, kind: 'allergy', polarity: 'absent' }))
    return
  }
  const allergy = random.pick(grammar.allergies)
  const reaction = random.pick(allergy.reactions)
  const fact = script.fact({ ...nameOf(allergy), kind: 'allergy', reaction: nameOf(reaction) })
  script.play('allergy', { drug: random.pick(allergy.said), reaction: random.pick(reaction.said) }, fact)
}

const men = new Set(['father', 'brother', 'uncle', 'grandfather'])
const ofWomen = new Set(['breast cancer', 'ovarian cancer'])
const ofMen = new Set(['prostate cancer'])

export function tellFamily(script: Script): void {
  const { random, grammar } = script
  if (random.chance(30)) {
    const none = { concept: 'family history', names: ['relevant family history', 'significant family history'] }
    script.play(
      'familyNone',
      {},
      script.fact({ ...none, kind: 'family', polarity: 'absent', person: 'relative', optional: true }),
    )
    return
  }
  const relatives = random.sample(grammar.relatives, 1 + random.below(2))
  for (const { relative, said } of relatives) {
    const condition = random.pick(
      grammar.familyConditions.filter(({ concept }) => !(men.has(relative) ? ofWomen : ofMen).has(concept)),
    )
    const fact = script.fact({ ...nameOf(condition), kind: 'family', person: 'relative', relative })
    script.play('family', { rel: random.pick(said), cond: random.pick(condition.said) }, fact)
  }
}

function tellSmoking(script: Script): void {
  const { random } = script
  const smoking = { concept: 'smoking', names: ['smoker', 'smoke', 'tobacco', 'cigarettes'], kind: 'social' } as const
  const draw = random.below(10)
  if (draw < 5) script.play('smokesNot', {}, script.fact({ ...smoking, polarity: 'absent' }))
  else if (draw < 8) {
    const value = `${random.pick([5, 8, 10, 12, 15, 20])} a day`
    script.play('smokes', { count: saySpelled(value) }, script.fact({ ...smoking, value }))
  } else {
    const years = random.pick(['2 years', '5 years', '8 years'])
    script.play(
      'smokedBefore',
      { dur: sayDuration(script, years) },
      script.fact({ ...smoking, time: 'past', duration: years }),
    )
  }
}

function tellDrinking(script: Script): void {
  const { random, grammar } = script
  const alcohol = {
    concept: 'alcohol',
    names: ['drink alcohol', 'drinks', 'drinker', 'drinking'],
    kind: 'social',
  } as const
  if (random.chance(40)) script.play('drinksNot', {}, script.fact({ ...alcohol, polarity: 'absent' }))
  else {
    const value = random.pick(grammar.drinks)
    script.play('drinks', { count: saySpelled(value) }, script.fact({ ...alcohol, value }))
  }
}

export function tellSocial(script: Script): void {
  const { random, grammar } = script
  tellSmoking(script)
  tellDrinking(script)
  if (random.chance(70)) {
    const job = random.pick(grammar.jobs)
    script.play(
      'job',
      { job: random.pick(job.said) },
      script.fact({ ...nameOf(job), broader: ['occupation', 'job'], kind: 'social', optional: true }),
    )
  }
  if (random.chance(60)) {
    const home = random.pick(grammar.homes)
    script.play(
      'home',
      { home: random.pick(home.said) },
      script.fact({
        ...nameOf(home),
        broader: ['home', 'home situation', 'living situation'],
        kind: 'social',
        optional: true,
      }),
    )
  }
}
