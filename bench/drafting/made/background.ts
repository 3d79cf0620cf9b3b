/** Sentences about history, medicines, allergies, family and life, with their wrong twins. */
import type { Fact } from '../talks/truth.ts'
import { type Desk, list, type Pair, pairOf, type Sentence, type Stated, type Twin } from './made.ts'
import { otherNumber } from './symptoms.ts'

const nounOf = ({ names, random }: Desk, { concept }: Pick<Fact, 'concept'>): string => names.noun(concept, random)
const turn = (fact: Stated, changes: Partial<Stated>): Stated => ({ ...fact, ...changes })
const pick = <Item>({ random }: Desk, items: readonly Item[]): Item => random.pick(items)

/** Another item of the same table, if the grammar has one that nobody says in the talk. */
const other = ({ names, random }: Desk, { concept }: Stated): string | undefined => names.other(concept, random)

export function writeHistory(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const names = facts.map((fact) => nounOf(desk, fact))
  const text = pick(desk, [`Known ${list(names)}.`, `Background of ${list(names)}.`, `PMH: ${names.join(', ')}.`, `Past medical history includes ${list(names)}.`, `Has a history of ${list(names)}.`]) // biome-ignore format: a list
  const first = facts[0] as Fact
  const twins: readonly Twin[] = [
    ['person', { text: `${pick(desk, ['Mother', 'Father', 'Sister'])} has ${names[0]}.`, facts: [turn(first, { kind: 'family', person: 'relative' })] }],
    ['scope', { text: `No history of ${names[0]}.`, facts: [turn(first, { polarity: 'absent' })] }],
    ['sense', { text: `Possible ${names[0]}, not yet diagnosed.`, isUnsure: true, facts: [turn(first, {})] }],
  ] // biome-ignore format: one twin a line
  return [pairOf(desk, 'history', { text, facts }, pick(desk, twins))]
}

export function writePast(desk: Desk, fact: Fact): readonly Pair[] {
  const name = fact.concept
  const text = pick(desk, [`Previous ${name}.`, `Has had ${name} in the past.`, `Past history of ${name}.`])
  const twins: readonly Twin[] = [
    ['time', { text: `Currently being treated for ${name}.`, facts: [turn(fact, { time: 'current' })] }],
    ['time', { text: `Ongoing ${name}.`, facts: [turn(fact, { time: 'current' })] }],
    ['person', { text: `Father had ${name}.`, facts: [turn(fact, { kind: 'family', person: 'relative' })] }],
  ]
  return [pairOf(desk, 'history past', { text, facts: [fact] }, pick(desk, twins))]
}

export function writeProcedure(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const years = fact.duration ?? ''
  const say = pick(desk, [(time: string) => `${name} ${time} ago.`, (time: string) => `Had ${name} ${time} ago.`, (time: string) => `Past surgical history: ${name}, ${time} ago.`]) // biome-ignore format: a list
  const more = otherNumber(years, desk)
  const twins: readonly Twin[] = [
    ['number', { text: say(more), facts: [turn(fact, { duration: more })] }],
    ['scope', { text: `No previous ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['plan', { text: `For ${name}.`, facts: [turn(fact, { kind: 'plan', time: 'current' })] }],
    ['person', { text: `Brother had ${name} ${years} ago.`, facts: [turn(fact, { kind: 'family', person: 'relative' })] }],
  ] // biome-ignore format: one twin a line
  return [pairOf(desk, 'procedure', { text: say(years), facts: [fact] }, pick(desk, twins))]
}

export function writeVaccine(desk: Desk, fact: Fact): readonly Pair[] {
  const name = fact.concept
  const text = pick(desk, [`Has had ${name}.`, `${name} given previously.`, `Immunised: ${name}.`])
  const twins: readonly Twin[] = [
    ['scope', { text: `Has not had ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['plan', { text: `${name} to be given.`, facts: [turn(fact, { kind: 'plan', time: 'current' })] }],
  ]
  return [pairOf(desk, 'vaccine', { text, facts: [fact] }, pick(desk, twins))]
}

const frequencyNames: Readonly<Record<string, readonly string[]>> = {
  'once a day': ['once a day', 'daily', 'once daily', 'mane'], 'twice a day': ['twice a day', 'twice daily', 'BD'], 'three times a day': ['three times a day', 'three times daily', 'TDS'],
  'four times a day': ['four times a day', 'four times daily', 'QID'], 'once a day at night': ['at night', 'nocte'], 'once a week': ['once a week', 'weekly'], 'as needed': ['as needed', 'PRN'],
} // biome-ignore format: a table

const sayFrequency = (desk: Desk, frequency: string): string =>
  frequency === 'once a day' ? pick(desk, ['once a day', 'daily', 'once daily']) : pick(desk, frequencyNames[frequency] ?? [frequency]) // biome-ignore format: short

/** The name, dose, frequency and course of a medicine. */
export const regimen = (desk: Desk, name: string, { value, frequency, duration }: Stated): string => {
  const told = `${name}${value === undefined ? '' : ` ${value}`}`
  const often = frequency === undefined ? '' : ` ${sayFrequency(desk, frequency)}`
  return `${told}${often}${duration === undefined ? '' : ` for ${duration}`}`
}

const otherFrequency = (desk: Desk, frequency: string): string =>
  pick(desk, ['once a day', 'twice a day', 'three times a day', 'four times a day'].filter((each) => !frequency.startsWith(each))) // biome-ignore format: short

/** Wrong regimens of a medicine, each with the words before the name. */
export function regimenTwins(desk: Desk, fact: Fact, name: string, say: (words: string) => string): readonly Twin[] {
  const otherDrug = other(desk, fact)
  const twins: Twin[] = []
  if (otherDrug !== undefined) twins.push(['drug', { text: say(regimen(desk, otherDrug, fact)), facts: [turn(fact, { concept: otherDrug })] }]) // biome-ignore format: short
  if (fact.value !== undefined) {
    const value = fact.value.replace(/^[\d.]+/, (number) => String(Number(number) * 2))
    twins.push(['number', { text: say(regimen(desk, name, { ...fact, value })), facts: [turn(fact, { value })] }])
  }
  if (fact.frequency !== undefined) {
    const frequency = otherFrequency(desk, fact.frequency)
    twins.push(['drug', { text: say(regimen(desk, name, { ...fact, frequency })), facts: [turn(fact, { frequency })] }])
  }
  return twins
}

export function writeMedicine(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const say = pick(desk, [(words: string) => `Takes ${words}.`, (words: string) => `${words}.`, (words: string) => `Currently on ${words}.`, (words: string) => `Regular medication: ${words}.`]) // biome-ignore format: a list
  const twins: readonly Twin[] = [
    ...regimenTwins(desk, fact, name, say),
    ['time', { text: `Previously took ${name}, since ceased.`, facts: [turn(fact, { time: 'past' })] }],
    ['plan', { text: `Start ${regimen(desk, name, fact)}.`, facts: [turn(fact, { kind: 'plan' })] }],
  ]
  return [pairOf(desk, 'medicine', { text: say(regimen(desk, name, fact)), facts: [fact] }, pick(desk, twins))]
}

/** Two medicines, and the same with their doses exchanged. */
export function writeTwoMedicines(desk: Desk, one: Fact, two: Fact): readonly Pair[] {
  const [first, second] = [one, two].map((fact) => nounOf(desk, fact)) as [string, string]
  const say = (a: Stated, b: Stated) => `Medications: ${regimen(desk, first, a)}; ${regimen(desk, second, b)}.`
  const right: Sentence = { text: say(one, two), facts: [one, two] }
  if (one.value === two.value || one.value === undefined || two.value === undefined) return []
  const swapped = [turn(one, { value: two.value }), turn(two, { value: one.value })] as const
  return [pairOf(desk, 'two medicines', right, ['number', { text: say(...swapped), facts: swapped }])]
}

export function writeStopped(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const text = pick(desk, [`Previously took ${name}, since stopped.`, `No longer takes ${name}.`, `Past use of ${name}, ceased.`]) // biome-ignore format: a list
  return [pairOf(desk, 'medicine past', { text, facts: [fact] }, ['time', { text: `Currently takes ${name}.`, facts: [turn(fact, { time: 'current' })] }])] // biome-ignore format: short
}

export function writeNone(desk: Desk, fact: Fact, about: string, texts: readonly string[], wrong: string): readonly Pair[] {
  return [pairOf(desk, about, { text: pick(desk, texts), facts: [fact] }, ['scope', { text: wrong, facts: [turn(fact, { polarity: 'present' })] }])] // biome-ignore format: short
} // biome-ignore format: short

export function writeAllergy(desk: Desk, fact: Fact): readonly Pair[] {
  const name = fact.concept
  const reaction = fact.reaction?.concept ?? 'rash'
  const say = pick(desk, [(drug: string, effect: string) => `Allergic to ${drug} (${effect}).`, (drug: string, effect: string) => `Allergy: ${drug}, causing ${effect}.`, (drug: string, effect: string) => `${drug} allergy with ${effect}.`]) // biome-ignore format: a list
  const otherDrug = other(desk, fact) ?? 'penicillin'
  const otherReaction = pick(desk, ['anaphylaxis', 'hives', 'vomiting', 'rash', 'wheeze'].filter((each) => each !== reaction && !(fact.reaction?.names ?? []).includes(each))) // biome-ignore format: short
  const twins: readonly Twin[] = [
    ['drug', { text: say(otherDrug, reaction), facts: [turn(fact, { concept: otherDrug })] }],
    ['drug', { text: say(name, otherReaction), facts: [fact] }],
    ['scope', { text: `No allergy to ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['scope', { text: 'No known drug allergies.', facts: [turn(fact, { concept: 'drug allergy', polarity: 'absent' })] }],
    ['person', { text: `Mother is allergic to ${name}.`, facts: [turn(fact, { kind: 'family', person: 'relative' })] }],
  ] // biome-ignore format: one twin a line
  return [pairOf(desk, 'allergy', { text: say(name, reaction), facts: [fact] }, pick(desk, twins))]
}

export function writeFamily(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const relative = fact.relative ?? 'mother'
  const say = pick(desk, [(who: string, what: string) => `${who} had ${what}.`, (who: string, what: string) => `Family history: ${what} (${who}).`, (who: string, what: string) => `Family history of ${what} in the ${who}.`]) // biome-ignore format: a list
  const who = pick(
    desk,
    ['mother', 'father', 'brother', 'sister', 'uncle', 'aunt'].filter((each) => each !== relative),
  )
  const condition = other(desk, fact) ?? 'gout'
  const twins: readonly Twin[] = [
    ['person', { text: `Known ${name}.`, facts: [turn(fact, { kind: 'history', person: 'patient' })] }],
    ['person', { text: say(who, name), facts: [fact] }],
    ['scope', { text: `No family history of ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['sense', { text: say(relative, condition), facts: [turn(fact, { concept: condition })] }],
  ]
  return [pairOf(desk, 'family', { text: say(relative, name), facts: [fact] }, pick(desk, twins))]
}

const smokingForms: Readonly<Record<string, readonly ((value: string) => string)[]>> = {
  absent: [() => 'Non-smoker.', () => 'Does not smoke.', () => 'Nil tobacco use.'],
  current: [(value) => `Smokes ${value}.`, (value) => `Current smoker, ${value}.`, (value) => `Smoker: ${value.replace(' a day', ' cigarettes daily')}.`],
  past: [(value) => `Ex-smoker, stopped ${value} ago.`, (value) => `Gave up smoking ${value} ago.`],
} // biome-ignore format: a table

export function writeSmoking(desk: Desk, fact: Fact): readonly Pair[] {
  const state = fact.polarity === 'absent' ? 'absent' : fact.time
  const value = fact.value ?? fact.duration ?? ''
  const say = pick(desk, smokingForms[state] ?? [])
  const more = otherNumber(value, desk)
  const twins: Readonly<Record<string, readonly Twin[]>> = {
    absent: [['scope', { text: 'Current smoker.', facts: [turn(fact, { polarity: 'present' })] }], ['time', { text: 'Ex-smoker.', facts: [turn(fact, { polarity: 'present', time: 'past' })] }]],
    current: [['number', { text: say(more), facts: [turn(fact, { value: more })] }], ['scope', { text: 'Non-smoker.', facts: [turn(fact, { polarity: 'absent' })] }], ['time', { text: 'Ex-smoker.', facts: [turn(fact, { time: 'past' })] }]],
    past: [['number', { text: say(more), facts: [turn(fact, { duration: more })] }], ['time', { text: 'Current smoker.', facts: [turn(fact, { time: 'current' })] }]],
  } // biome-ignore format: a table
  return [pairOf(desk, 'smoking', { text: say(value), facts: [fact] }, pick(desk, twins[state] ?? []))]
}

export function writeAlcohol(desk: Desk, fact: Fact): readonly Pair[] {
  if (fact.polarity === 'absent') {
    const text = pick(desk, ['No alcohol.', 'Does not drink alcohol.', 'Abstains from alcohol.'])
    return [pairOf(desk, 'alcohol', { text, facts: [fact] }, ['scope', { text: 'Drinks alcohol.', facts: [turn(fact, { polarity: 'present' })] }])] // biome-ignore format: short
  }
  const value = fact.value ?? ''
  const say = pick(desk, [(words: string) => `Alcohol: ${words}.`, (words: string) => `Drinks ${words.replace(' drinks', ' standard drinks')}.`]) // biome-ignore format: a list
  const more = otherNumber(value, desk)
  const twins: readonly Twin[] = [['number', { text: say(more), facts: [turn(fact, { value: more })] }], ['scope', { text: 'Does not drink alcohol.', facts: [turn(fact, { polarity: 'absent' })] }]] // biome-ignore format: short
  return [pairOf(desk, 'alcohol', { text: say(value), facts: [fact] }, pick(desk, twins))]
}

export function writeLife(desk: Desk, fact: Fact): readonly Pair[] {
  const isJob = fact.broader?.includes('job') === true
  const say = (words: string): string => (isJob ? `Occupation: ${words}.` : `Home situation: ${words}.`)
  const wrong = other(desk, fact) ?? 'farmer'
  return [pairOf(desk, isJob ? 'job' : 'home', { text: say(fact.concept), facts: [fact] }, ['attribute', { text: say(wrong), facts: [turn(fact, { concept: wrong })] }])] // biome-ignore format: short
}
