/** Sentences about orders, advice, review and reasons to return, with their wrong twins. */
import type { Fact } from '../talks/truth.ts'
import { regimen, regimenTwins } from './background.ts'
import { type Desk, list, type Pair, pairOf, type Sentence, type Stated, type Twin } from './made.ts'
import { otherNumber } from './symptoms.ts'

const nounOf = ({ names, random }: Desk, { concept }: Pick<Fact, 'concept'>): string => names.noun(concept, random)
const turn = (fact: Stated, changes: Partial<Stated>): Stated => ({ ...fact, ...changes })
const pick = <Item>({ random }: Desk, items: readonly Item[]): Item => random.pick(items)

export function writeStarted(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const say = pick(desk, [(words: string) => `Start ${words}.`, (words: string) => `Commence ${words}.`, (words: string) => `Prescribed ${words}.`, (words: string) => `I have started ${words}.`]) // biome-ignore format: a list
  const longer = fact.duration === undefined ? undefined : otherNumber(fact.duration, desk)
  const twins: Twin[] = [
    ...regimenTwins(desk, fact, name, say),
    ['plan', { text: `Stop ${name}.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['plan', { text: `${name} was declined.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['time', { text: `Has been taking ${regimen(desk, name, fact)} before today.`, section: 'subjective', facts: [{ ...fact, kind: 'history', time: 'past' }] }],
  ] // biome-ignore format: one twin a line
  if (longer !== undefined) twins.push(['number', { text: say(regimen(desk, name, { ...fact, duration: longer })), facts: [turn(fact, { duration: longer })] }]) // biome-ignore format: short
  return [pairOf(desk, 'start', { text: say(regimen(desk, name, fact)), facts: [fact] }, pick(desk, twins))]
}

const changeForms: Readonly<Record<string, readonly ((name: string, value: string) => string)[]>> = {
  stopped: [(name) => `Stop ${name}.`, (name) => `Cease ${name}.`, (name) => `${name} discontinued.`],
  continued: [(name) => `Continue ${name}.`, (name) => `${name} to continue unchanged.`],
  changed: [(name, value) => `Change ${name} to ${value}.`, (name, value) => `${name} dose changed to ${value}.`],
}

export function writeChange(desk: Desk, fact: Fact): readonly Pair[] {
  const name = nounOf(desk, fact)
  const say = pick(desk, changeForms[fact.change ?? ''] ?? [])
  const value = fact.value ?? ''
  const right: Sentence = { text: say(name, value), facts: [fact] }
  const double = value.replace(/^[\d.]+/, (number) => String(Number(number) * 3))
  const otherDrug = desk.names.other(fact.concept, desk.random)
  const twins: Twin[] = [
    ['plan', { text: fact.change === 'stopped' ? `Continue ${name}.` : `Stop ${name}.`, facts: [turn(fact, {})] }],
  ]
  if (otherDrug !== undefined) twins.push(['drug', { text: say(otherDrug, value), facts: [turn(fact, { concept: otherDrug })] }]) // biome-ignore format: short
  if (value !== '') twins.push(['number', { text: say(name, double), facts: [turn(fact, { value: double })] }])
  return [pairOf(desk, `medicine ${fact.change}`, right, pick(desk, twins))]
}

const bareReferral = (name: string): string => name.replace(/ referral$/, '')

export function writeRequest(desk: Desk, fact: Fact): readonly Pair[] {
  const isReferral = desk.names.isReferral(fact.concept)
  const name = isReferral ? bareReferral(fact.concept) : nounOf(desk, fact)
  const forms = isReferral
    ? [(words: string) => `Refer to ${words}.`, (words: string) => `Referral to ${words} made.`, (words: string) => `${words} referral arranged.`]
    : [(words: string) => `Arrange ${words}.`, (words: string) => `${words} requested.`, (words: string) => `For ${words}.`, (words: string) => `Order ${words}.`, (words: string) => `I have organised ${words}.`] // biome-ignore format: a list
  const say = pick(desk, forms)
  const wrong = desk.names.other(fact.concept, desk.random)
  const twins: Twin[] = [
    ['plan', { text: `${name} not needed.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['plan', { text: `${name} offered and declined.`, facts: [turn(fact, { polarity: 'absent' })] }],
    ['time', { text: `${name} has been done, with normal result.`, facts: [turn(fact, { time: 'past' })] }],
  ]
  if (wrong !== undefined) twins.push(['plan', { text: say(bareReferral(wrong)), facts: [turn(fact, { concept: wrong })] }]) // biome-ignore format: short
  return [pairOf(desk, isReferral ? 'referral' : 'request', { text: say(name), facts: [fact] }, pick(desk, twins))]
}

export function writeAdvice(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const say = pick(desk, [(words: string) => `Advised: ${words}.`, (words: string) => `Advice given: ${words}.`, (words: string) => `${words} recommended.`]) // biome-ignore format: a list
  const names = facts.map(({ concept }) => concept)
  const first = facts[0] as Fact
  const wrong = desk.names.other(first.concept, desk.random)
  const twins: Twin[] = [
    [
      'plan',
      {
        text: /^avoid /.test(first.concept)
          ? `Advised ${first.concept.replace('avoid ', '')}.`
          : `Advised against ${names[0]}.`,
        facts: [turn(first, { polarity: 'absent' })],
      },
    ],
  ]
  if (wrong !== undefined) twins.push(['plan', { text: say(list([...names.slice(1), wrong])), facts: [turn(first, { concept: wrong })] }]) // biome-ignore format: short
  return [pairOf(desk, 'advice', { text: say(list(names)), facts }, pick(desk, twins))]
}

export function writeFollowUp(desk: Desk, fact: Fact): readonly Pair[] {
  const say = pick(desk, [(time: string) => `Review in ${time}.`, (time: string) => `Follow-up in ${time}.`, (time: string) => `To be seen again in ${time}.`, (time: string) => `I will review the patient in ${time}.`]) // biome-ignore format: a list
  const due = fact.duration ?? ''
  const later = otherNumber(due, desk)
  const twins: readonly Twin[] = [
    ['number', { text: say(later), facts: [turn(fact, { duration: later })] }],
    ['plan', { text: 'No follow-up needed.', facts: [turn(fact, { polarity: 'absent' })] }],
    ['plan', { text: `Review in ${due} by a specialist.`, facts: [fact] }],
  ]
  return [pairOf(desk, 'follow-up', { text: say(due), facts: [fact] }, pick(desk, twins))]
}

export function writeSafetyNet(desk: Desk, facts: readonly Fact[]): readonly Pair[] {
  const names = facts.map((fact) => nounOf(desk, fact))
  const say = pick(desk, [(words: string) => `Return if ${words}.`, (words: string) => `Seek urgent help if ${words} occurs.`, (words: string) => `Safety net: ${words}.`, (words: string) => `To seek care urgently in case of ${words}.`]) // biome-ignore format: a list
  const first = facts[0] as Fact
  const wrong = desk.names.other(first.concept, desk.random)
  const twins: Twin[] = [
    ['sense', { text: `Has ${list(names)}.`, section: 'subjective', facts: facts.map((fact) => turn(fact, { kind: 'symptom' })) }],
    ['plan', { text: `No need to return for ${list(names, 'or')}.`, facts: facts.map((fact) => turn(fact, { polarity: 'absent' })) }],
  ] // biome-ignore format: one twin a line
  if (wrong !== undefined) twins.push(['plan', { text: say(list([...names.slice(1), wrong], 'or')), facts: [turn(first, { concept: wrong })] }]) // biome-ignore format: short
  return [pairOf(desk, 'safety net', { text: say(list(names, 'or')), facts }, pick(desk, twins))]
}
