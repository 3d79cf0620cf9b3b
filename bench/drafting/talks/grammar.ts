/** A grammar: the facts that a talk may have, and the sentences that people say them with. */
import type { Concept, GrammarName } from './truth.ts'

/**
 * Lines of a short exchange, each with its speaker: `C: ` the clinician, `P: ` the patient, `O: ` somebody who came along. `~` in place of
 * `:` marks a line that carries none of the facts. `{slots}` are filled from the facts; `{Slot}` begins a sentence. Of `<one|two|>` one
 * is said, or nothing. `{name}`, `{he}`, `{him}` and `{his}` are the patient.
 */
export type Exchange = readonly string[]

/** Noun phrases: `told` fits after "I've had", `asked` fits after "any" and "no". */
export type Symptom = Concept & {
  readonly told: readonly string[]
  readonly asked: readonly string[]
  /** Whole sentences: the patient has it ("I can't stop coughing"), has it not ("I'm not coughing"), and the question ("Are you coughing"). */
  readonly says?: readonly string[]
  readonly saysNot?: readonly string[]
  readonly asks?: readonly string[]
}

/** A thing and the words that people say it with. */
export type Named = Concept & { readonly said: readonly string[] }

/** A medicine that the patient takes, or that the clinician starts. `daily`: a key of the grammar's frequencies. */
export type Medicine = Named & {
  readonly doses: readonly string[]
  readonly frequencies: readonly string[]
  /** Durations of a course; absent for a medicine that is taken for good. */
  readonly courses?: readonly string[]
}

/** A thing to come back for. `said` fits after "if", `nouns` after "any". */
export type Danger = Named & { readonly nouns?: readonly string[] }

/** A sign that an examination shows, as the clinician says it aloud. `{side}` and `{otherSide}` follow the complaint. */
export type Sign = Concept & {
  readonly polarity: 'present' | 'absent'
  readonly sided?: true
  readonly said: readonly string[]
}

/** A short exchange that belongs to one problem. */
export type Detail = Concept & { readonly lines: Exchange }

export type Case = {
  /** Absent: women and men can have it. */
  readonly only?: 'women' | 'men'
  /** The variant of the grammar that its talks use. */
  readonly variant?: string
  /** The patient gives a score of the pain. */
  readonly pain?: true
  /** The ways in which it may begin; absent: nobody asks. */
  readonly onsets?: readonly Onset[]
  /** `told` has `{side}` if the problem has a side. */
  readonly complaint: Symptom
  readonly sided?: true
  readonly durations: readonly string[]
  readonly details: readonly Detail[]
  readonly positives: readonly Symptom[]
  readonly negatives: readonly Symptom[]
  readonly signs: readonly Sign[]
  readonly impression: Named
  readonly excluded: readonly Named[]
  readonly fears: readonly Named[]
  readonly medicines: readonly Medicine[]
  /** Treatments that the clinician offers and the patient refuses. */
  readonly offers: readonly Named[]
  readonly requests: readonly Named[]
  readonly referrals: readonly Named[]
  /** Imperatives: "rest the ankle". */
  readonly advice: readonly Named[]
  /** Sentences that fit "if …": "you start to vomit". */
  readonly dangers: readonly Danger[]
}

export type Onset = 'sudden' | 'gradual'

export type Allergy = Named & { readonly reactions: readonly Named[] }
export type Relative = { readonly relative: string; readonly said: readonly string[] }

export const exchangeKinds = [
  'greeting', 'identity', 'opening', 'openingWithDuration', 'duration', 'durationCorrected', 'side', 'sideCorrected', 'askedYes', 'askedNo',
  'askedUnclear', 'askedBothNo', 'askedFirst', 'askedSecond', 'askedBothYes', 'negativeNo', 'negativeYes', 'toldYes', 'toldNo', 'resolved',
  'recap', 'recapCorrected', 'fear', 'otherPerson', 'history', 'historyNone', 'operation', 'medicines', 'medicinesSplit',
  'medicineMore', 'medicineStoppedBefore', 'doseCorrected', 'medicinesNone', 'allergy', 'allergyNone', 'family', 'familyNone', 'smokes', 'smokedBefore',
  'smokesNot', 'drinks', 'drinksNot', 'job', 'home', 'helper', 'examine', 'temperature', 'bloodPressure', 'pulse', 'oxygen', 'sign', 'certain', 'likely',
  'excluded', 'start', 'stop', 'change', 'refused', 'request', 'referral', 'advice', 'conditional', 'warning', 'followUp', 'safetyNet', 'safetyNetTwo',
  'closing', 'smallTalk',
] as const // biome-ignore format: a list
export type ExchangeKind = (typeof exchangeKinds)[number]

/** Kinds that a grammar may have. A talk has such an exchange only if its grammar has it. */
export const furtherKinds = [
  'openingSays', 'openingSaysWithDuration', 'saysYes', 'saysNo', 'asksYes', 'asksNo', 'asksUnanswered', 'unanswered', 'severity', 'onsetSudden', 'onsetGradual',
  'historyPast', 'vaccine', 'weight', 'height', 'breathingRate', 'glucose', 'differential', 'notChosen', 'startCorrected', 'continue', 'safetyNetAny',
  'safetyNetAnyTwo', 'planRecap',
] as const // biome-ignore format: a list
export type FurtherKind = (typeof furtherKinds)[number]
export type Exchanges = Readonly<Record<ExchangeKind, readonly Exchange[]>> &
  Readonly<Partial<Record<FurtherKind, readonly Exchange[]>>>

/** The ways in which people hesitate and confirm. Shares are in percent. */
export type Manner = {
  readonly fillers: readonly string[]
  /** Words that patients say after a word such as "it's". */
  readonly softeners: readonly string[]
  readonly clinicianSounds: readonly string[]
  readonly patientSounds: readonly string[]
  /** Sounds inside a question of the clinician, where "Yeah." would be an answer; absent: `patientSounds`. */
  readonly listenerSounds?: readonly string[]
  readonly hesitates: number
  readonly repeats: number
  readonly splits: number
  readonly sounds: number
  readonly unsure: number
}

export type Step = 'complaint' | 'details' | 'symptoms' | 'recap' | 'asides' | 'history' | 'medicines' | 'allergies' | 'family' | 'social' | 'examination' | 'assessment' | 'plan' | 'safety' // biome-ignore format: a list

/** A variant of some talks of a grammar: a parent speaks for a child. `speaks`: who says the lines of the patient. */
export type Variant = Partial<Omit<Grammar, 'name' | 'cases' | 'exchanges' | 'variants'>> & {
  readonly exchanges: Partial<Exchanges>
}

export type Grammar = {
  readonly name: GrammarName
  readonly cases: readonly Case[]
  readonly exchanges: Exchanges
  readonly variants?: Readonly<Record<string, Variant>>
  readonly speaks?: 'other'
  /** The ages of the patients; absent: 19 to 83. */
  readonly ages?: readonly [from: number, to: number]
  readonly pastConditions?: readonly Named[]
  readonly vaccines?: readonly Named[]
  readonly manner: Manner
  /** The orders in which the steps come. */
  readonly orders: readonly (readonly Step[])[]
  readonly women: readonly string[]
  readonly men: readonly string[]
  /** Concepts that only women can have. */
  readonly ofWomen: readonly string[]
  readonly conditions: readonly Named[]
  /** Operations, said with the number of years since. */
  readonly operations: readonly Named[]
  readonly regular: readonly Medicine[]
  readonly allergies: readonly Allergy[]
  readonly relatives: readonly Relative[]
  readonly familyConditions: readonly Named[]
  readonly others: readonly string[]
  /** Figures of speech that name an illness that nobody has. */
  readonly turns: readonly Detail[]
  readonly jobs: readonly Named[]
  readonly homes: readonly Named[]
  readonly drinks: readonly string[]
  readonly warnings: readonly Named[]
  /** The plain frequency, and the ways to say it. */
  readonly frequencies: Readonly<Record<string, readonly string[]>>
  /** The plain duration, and the ways to say it beside its number in words. */
  readonly durations: Readonly<Record<string, readonly string[]>>
}

/** The parts of a grammar beside its problems and sentences. */
export type Background = Pick<
  Grammar,
  | 'women'
  | 'men'
  | 'ofWomen'
  | 'conditions'
  | 'operations'
  | 'regular'
  | 'allergies'
  | 'relatives'
  | 'familyConditions'
  | 'others'
  | 'turns'
  | 'jobs'
  | 'homes'
  | 'drinks'
  | 'warnings'
  | 'frequencies'
  | 'durations'
  | 'pastConditions'
  | 'vaccines'
>

const listed = (words: string): readonly string[] => words.split('|').filter((word) => word !== '')

/** Rows of the tables: alternatives stand between bars. */
export const symptom = (
  concept: string,
  names: string,
  told: string,
  asked: string,
  ...[says = '', saysNot = '', asks = '']: readonly string[]
): Symptom => ({
  concept,
  names: listed(names),
  told: listed(told),
  asked: listed(asked),
  ...(says === '' ? {} : { says: listed(says) }),
  ...(saysNot === '' ? {} : { saysNot: listed(saysNot) }),
  ...(asks === '' ? {} : { asks: listed(asks) }),
})
export const named = (concept: string, names: string, said: string): Named => ({
  concept,
  names: listed(names),
  said: listed(said),
})
export const danger = (concept: string, names: string, said: string, nouns = ''): Danger => ({
  ...named(concept, names, said),
  ...(nouns === '' ? {} : { nouns: listed(nouns) }),
})
export const medicine = (
  concept: string,
  names: string,
  said: string,
  doses: string,
  frequencies: string,
  courses = '',
): Medicine => ({
  ...named(concept, names, said),
  doses: listed(doses),
  frequencies: listed(frequencies),
  ...(courses === '' ? {} : { courses: listed(courses) }),
})
export const sign = (polarity: Sign['polarity'], concept: string, names: string, said: string): Sign => ({
  ...named(concept, names, said),
  polarity,
  ...(said.includes('{side}') ? { sided: true } : {}),
})
export const detail = (concept: string, names: string, ...lines: readonly string[]): Detail => ({
  concept,
  names: listed(names),
  lines,
})
