/** Sentences about complaints, symptoms, details, findings, vital signs and impressions, with their wrong twins. */
import type { Fact } from '../talks/truth.ts'
import { type Desk, list, type Pair, pairOf, type Sentence, type Stated, type Twin } from './made.ts'
import { flip } from './names.ts'

const nounOf = ({ names, random }: Desk, { concept }: Pick<Fact, 'concept'>): string => names.noun(concept, random)
const turn = (fact: Stated, changes: Partial<Stated>): Stated => ({ ...fact, ...changes })
const otherSide = { left: 'right', right: 'left', both: 'left' } as const
const relatives = ['mother', 'father', 'sister', 'brother']

/** "3 weeks" is "5 weeks". */
export const otherNumber = (value: string, { random }: Desk): string => {
  const more = 1 + random.below(3)
  return value.replace(/\d+(?=(?:\.\d+)?$|(?:\.\d+)?[ /])/, (number) => String(Number(number) + more))
}

const presentForms: readonly ((names: readonly string[]) => string)[] = [
  (names) => `${list(names)}.`,
  (names) => `Reports ${list(names)}.`,
  (names) => `Complains of ${list(names)}.`,
  (names) => `${names.join('; ')}.`,
  (names) => `The patient has been troubled by ${list(names)}.`,
  (names) => `Associated ${list(names)}.`,
  (names) => `There has been ${list(names)} with this.`,
  (names) => `Also describes ${list(names)}.`,
  (names) => `Symptoms include ${list(names)}.`,
]
const absentForms: readonly ((names: readonly string[]) => string)[] = [
  (names) => `No ${list(names, 'or')}.`,
  (names) => `Denies ${list(names, 'and')}.`,
  (names) => `Nil ${list(names, 'or')}.`,
  (names) => `There has been no ${list(names, 'or')}.`,
  (names) => `Has not had any ${list(names, 'or')}.`,
  (names) => `Not accompanied by ${list(names, 'or')}.`,
  (names) => `Negative for ${list(names, 'and')}.`,
]
const goneForms: readonly ((name: string) => string)[] = [
  (name) => `${name} earlier in this illness, since resolved.`,
  (name) => `Initially had ${name}, now settled.`,
  (name) => `${name} at first, which has gone.`,
]

export function writePresent(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const { random } = desk
  const names = facts.map((fact) => nounOf(desk, fact))
  const form = random.pick(presentForms)
  const right: Sentence = { text: form(names), facts }
  const wrong = random.below(facts.length)
  const at = (changes: Partial<Stated>) => facts.map((fact, index) => (index === wrong ? turn(fact, changes) : fact))
  const name = names[wrong] ?? ''
  const kept = names.filter((_, index) => index !== wrong)
  const relative = random.pick(relatives)
  const twins: readonly Twin[] = [
    ['scope', { text: `${kept.length === 0 ? '' : form(kept).replace(/\.$/, ', but ')}no ${name}.`, facts: at({ polarity: 'absent' }) }],
    ['person', { text: `The ${relative} has ${name}.`, facts: [turn(facts[wrong] as Fact, { kind: 'family', person: 'relative' })] }],
    ['time', { text: `${kept.length === 0 ? '' : form(kept).replace(/\.$/, '; ')}previous ${name}, now resolved.`, facts: at({ time: 'past' }) }],
    ['sense', { text: `Worried about ${list(names)}, but has not had ${facts.length > 1 ? 'them' : 'it'}.`, facts: facts.map((fact) => turn(fact, { polarity: 'absent' })) }],
  ] // biome-ignore format: one twin a line
  return [pairOf(desk, 'symptom present', right, random.pick(twins))]
}

export function writeAbsent(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const { random } = desk
  const names = facts.map(({ concept }) => concept)
  const right: Sentence = { text: random.pick(absentForms)(names), facts }
  const wrong = random.below(names.length)
  const kept = names.filter((_, index) => index !== wrong)
  const facts2 = facts.map((fact, index) => (index === wrong ? turn(fact, { polarity: 'present' }) : fact))
  const twins: readonly Twin[] = [
    ['scope', { text: kept.length === 0 ? random.pick(presentForms)(names) : `${names[wrong]} without ${list(kept, 'or')}.`, facts: facts2 }],
    ['time', { text: `Previous ${names[wrong]}, now resolved.`, facts: [turn(facts[wrong] as Fact, { polarity: 'present', time: 'past' })] }],
    ['sense', { text: `Possible ${names[wrong]}.`, isUnsure: true, facts: [turn(facts[wrong] as Fact, { polarity: 'present' })] }],
  ] // biome-ignore format: one twin a line
  return [pairOf(desk, 'symptom absent', right, random.pick(twins))]
}

export function writeMixed(desk: Desk, yes: Fact, no: Fact): readonly Pair[] {
  const { random } = desk
  const [one, two] = [nounOf(desk, yes), no.concept]
  const forms = [(a: string, b: string) => `${a} without ${b}.`, (a: string, b: string) => `${a} but no ${b}.`, (a: string, b: string) => `Describes ${a}; denies ${b}.`] // biome-ignore format: short
  const form = random.pick(forms)
  const swapped = [turn(yes, { polarity: 'absent' }), turn(no, { polarity: 'present' })]
  return [pairOf(desk, 'yes and no', { text: form(one, two), facts: [yes, no] }, ['scope', { text: form(two, one), facts: swapped }])] // biome-ignore format: short
}

export function writeResolved(desk: Desk, fact: Fact): readonly Pair[] {
  const name = fact.concept
  const twins: readonly Twin[] = [
    ['time', { text: `Ongoing ${name}.`, facts: [turn(fact, { time: 'current' })] }],
    ['time', { text: `Currently has ${name}.`, facts: [turn(fact, { time: 'current' })] }],
    ['scope', { text: `Has had no ${name} at any time.`, facts: [turn(fact, { polarity: 'absent', time: 'past' })] }],
  ]
  const right: Sentence = { text: desk.random.pick(goneForms)(name), facts: [fact] }
  return [pairOf(desk, 'resolved', right, desk.random.pick(twins))]
}

const complaintForms: readonly ((name: string, side: string, duration: string) => string)[] = [
  (name, side, duration) => `${duration} of ${side} ${name}.`,
  (name, side, duration) => `${duration} history of ${side} ${name}.`,
  (name, side, duration) => `Presents with ${side} ${name} for the past ${duration}.`,
  (name, side, duration) => `${side} ${name}, which began ${duration} ago.`,
  (name, side, duration) => `Thank you for seeing this patient with ${duration} of ${side} ${name}.`,
]

export function writeComplaint(desk: Desk, fact: Fact): readonly Pair[] {
  const { random } = desk
  const form = random.pick(complaintForms)
  const name = nounOf(desk, fact)
  const duration = fact.duration ?? '1 week'
  const say = (side: Fact['side'], time: string): string => form(name, side === undefined ? '' : `${side}-sided`, time).replaceAll(/ +/g, ' ').trim() // biome-ignore format: short
  const right: Sentence = { text: say(fact.side, duration), facts: [fact] }
  const longer = otherNumber(duration, desk)
  const twins: Twin[] = [
    ['number', { text: say(fact.side, longer), facts: [turn(fact, { duration: longer })] }],
    ['time', { text: `Past history of ${name}, resolved ${duration} ago.`, facts: [turn(fact, { time: 'past' })] }],
    ['scope', { text: `No ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
  ]
  if (fact.side !== undefined) {
    const side = otherSide[fact.side]
    twins.push(['side', { text: say(side, duration), facts: [turn(fact, { side })] }])
    twins.push(['side', { text: say(side, duration), facts: [turn(fact, { side })] }])
  }
  return [pairOf(desk, 'complaint', right, random.pick(twins))]
}

export function writeDetail(desk: Desk, fact: Fact): readonly Pair[] {
  const { concept } = fact
  const turned = flip(concept)
  const right: Sentence = { text: `${concept}.`, facts: [fact] }
  const twin: Twin =
    turned === undefined
      ? ['scope', { text: `Not ${concept}.`, facts: [turn(fact, { polarity: 'absent' })] }]
      : ['attribute', { text: `${turned}.`, facts: [turn(fact, { concept: turned })] }]
  return [pairOf(desk, 'detail', right, twin)]
}

export function writeFindings(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const { random } = desk
  const words = ({ concept, polarity, side }: Stated): string => `${polarity === 'absent' ? 'no ' : ''}${concept}${side === undefined ? '' : ` on the ${side}`}` // biome-ignore format: short
  const form = random.pick([(text: string) => `${text}.`, (text: string) => `On examination: ${text}.`, (text: string) => `Examination shows ${text}.`]) // biome-ignore format: short
  const right: Sentence = { text: form(list(facts.map(words))), facts }
  const wrong = random.below(facts.length)
  const fact = facts[wrong] as Fact
  const bySide = fact.side !== undefined && random.chance(60)
  const changes = bySide ? { side: otherSide[fact.side as 'left'] } : { polarity: fact.polarity === 'absent' ? ('present' as const) : ('absent' as const) } // biome-ignore format: short
  const told = facts.map((each, index) => (index === wrong ? turn(each, changes) : each))
  return [pairOf(desk, 'finding', right, [bySide ? 'side' : 'scope', { text: form(list(told.map(words))), facts: told }])] // biome-ignore format: short
}

const vitalNames: Readonly<Record<string, readonly string[]>> = {
  'blood pressure': ['BP', 'Blood pressure'], pulse: ['HR', 'Heart rate', 'Pulse'], 'oxygen saturation': ['SpO2', 'Sats', 'Oxygen saturation'],
  temperature: ['Temp', 'Temperature'], 'respiratory rate': ['RR', 'Respiratory rate'], 'blood glucose': ['BGL', 'Blood glucose'],
} // biome-ignore format: a table

export function writeVitals(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const { random } = desk
  const names = facts.map(({ concept }) => random.pick(vitalNames[concept] ?? [concept]))
  const words = (values: readonly string[]) => `${values.map((value, at) => `${names[at]} ${value}`).join(', ')}.`
  const values = facts.map(({ value = '' }) => value)
  const wrong = random.below(facts.length)
  const told = values.map((value, at) => (at === wrong ? otherNumber(value, desk) : value))
  const stated = facts.map((fact, at) => turn(fact, { value: told[at] ?? '' }))
  return [pairOf(desk, 'vital', { text: words(values), facts }, ['number', { text: words(told), facts: stated }])]
}

const sureForms = [(name: string) => `Diagnosis: ${name}.`, (name: string) => `${name}.`, (name: string) => `Impression is of ${name}.`, (name: string) => `The diagnosis is ${name}.`] // biome-ignore format: a list
const unsureForms = [(name: string) => `Likely ${name}.`, (name: string) => `Probable ${name}.`, (name: string) => `Suspected ${name}.`, (name: string) => `Possible ${name}.`] // biome-ignore format: a list

export function writeImpressions(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const { random } = desk
  const [first, second] = facts
  if (first === undefined) return []
  if (second !== undefined) {
    const names = facts.map((fact) => nounOf(desk, fact))
    const text = random.pick([`Differential diagnosis: ${list(names, 'or')}.`, `Either ${names.join(' or ')}.`])
    return [pairOf(desk, 'differential', { text, facts, isUnsure: true }, ['sense', { text: `Diagnosis: ${names[0]}.`, facts: [first] }])] // biome-ignore format: short
  }
  const name = nounOf(desk, first)
  const isUnsure = first.certainty === 'uncertain'
  const sure: Sentence = { text: random.pick(sureForms)(name), facts }
  const unsure: Sentence = { text: random.pick(unsureForms)(name), facts, isUnsure: true }
  const excluded: Sentence = { text: `${name} excluded.`, facts: [turn(first, { polarity: 'absent' })] }
  const past: Sentence = { text: `Past history of ${name}.`, facts: [turn(first, { kind: 'history', time: 'past', certainty: 'certain' })] } // biome-ignore format: short
  const twin = random.pick<Twin>([['sense', isUnsure ? sure : unsure], ['sense', isUnsure ? sure : unsure], ['scope', excluded], ['time', past]]) // biome-ignore format: short
  return [pairOf(desk, isUnsure ? 'impression unsure' : 'impression', isUnsure ? unsure : sure, twin)]
}
