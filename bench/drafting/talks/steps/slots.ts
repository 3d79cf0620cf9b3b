/** The words of facts in the forms that the exchanges need. */
import type { Medicine, Symptom } from '../grammar.ts'
import type { Script, Slots } from '../script.ts'
import { saySpelled } from '../spoken-numbers.ts'
import type { Concept } from '../truth.ts'

export const otherSide = { left: 'right', right: 'left' } as const
export type Side = keyof typeof otherSide

type Spoken = {
  readonly said?: readonly string[]
  readonly told?: readonly string[]
  readonly asked?: readonly string[]
  readonly says?: readonly string[]
  readonly saysNot?: readonly string[]
  readonly asks?: readonly string[]
  readonly nouns?: readonly string[]
}

/** Lists the spoken words that a note may use too, without words that point to the speaker. */
const listSpoken = ({ said = [], told = [], asked = [], says = [], saysNot = [], asks = [], nouns = [] }: Spoken) =>
  [
    ...[...said, ...told, ...asked, ...nouns].map(dropSpeaker),
    ...[...says, ...saysNot, ...asks].map(dropVerbs).filter((words) => words.split(' ').length >= 2),
  ] satisfies readonly string[]

/** "I'm not bringing anything up" without its speaker and its auxiliaries, as a note may write it after "not". */
const dropVerbs = (words: string): string =>
  dropSpeaker(words)
    .replace(/\b(?:not|never|no|don't|doesn't|didn't|haven't|hasn't|can't|isn't|aren't|wasn't|won't|do|does|did|is|are|has|have|had|been)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim() // biome-ignore format: short

const dropSpeaker = (words: string): string =>
  words
    .replace(/\{\w+\}/g, ' ')
    .replace(/\b(?:I've|I'm|I'd|I|me|my|you've|you're|you|your|this|that's|there's|there|it's|it)\b/gi, ' ')
    .replace(/[,.]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:is|are) )?no /, '')

export const nameOf = (item: Concept & Spoken): Concept => ({
  concept: item.concept,
  names: [...(item.names ?? []), ...listSpoken(item)],
})

export const symptomSlots = (script: Script, symptom: Symptom, number = ''): Slots => ({
  [`told${number}`]: script.random.pick(symptom.told),
  [`asked${number}`]: script.random.pick(symptom.asked),
  ...(number === '' ? clauseSlots(script, symptom) : {}),
})

const clauseSlots = (script: Script, { says, saysNot, asks }: Symptom): Slots => ({
  ...(says === undefined ? {} : { says: script.random.pick(says) }),
  ...(saysNot === undefined ? {} : { saysNot: script.random.pick(saysNot) }),
  ...(asks === undefined ? {} : { asks: script.random.pick(asks) }),
})

export const sayDuration = ({ grammar, random }: Script, duration: string): string =>
  random.pick(grammar.durations[duration] ?? [saySpelled(duration)])

export const sayFrequency = ({ grammar, random }: Script, frequency: string): string =>
  random.pick(grammar.frequencies[frequency] ?? [frequency])

/** Picks an item other than `first`, or `first` if there is no other. */
export const pickOther = <Item>({ random }: Script, items: readonly Item[], first: Item): Item => {
  const others = items.filter((item) => item !== first)
  return others.length === 0 ? first : random.pick(others)
}

export type Regimen = { readonly value: string; readonly frequency: string; readonly duration?: string }

export function drawRegimen({ random }: Script, medicine: Medicine): Regimen {
  const courses = medicine.courses
  return {
    value: random.pick(medicine.doses),
    frequency: random.pick(medicine.frequencies),
    ...(courses === undefined ? {} : { duration: random.pick(courses) }),
  }
}

/** "one five hundred milligram tablet": the strength as an adjective. */
function sayTablets({ grammar, random }: Script, value: string): string {
  const [, strength] = /^(.* (?:mg|mcg))$/.exec(value) ?? []
  if (strength === undefined || grammar.variants === undefined) return saySpelled(value)
  return random.pick(['one', 'a']).concat(` ${saySpelled(strength).replace(/s$/, '')} tablet`)
}

export const regimenSlots = (script: Script, medicine: Medicine, { value, frequency, duration }: Regimen): Slots => ({
  drug: script.random.pick(medicine.said),
  dose: saySpelled(value),
  tablets: sayTablets(script, value),
  freq: sayFrequency(script, frequency),
  // People give no duration for a medicine that is taken for good.
  course: duration === undefined ? '' : ` for ${sayDuration(script, duration)}`,
})
