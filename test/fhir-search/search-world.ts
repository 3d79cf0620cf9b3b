/** Resources for searches, drawn by a seed: few values, so that much is alike. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts'
import type { Form } from './naive-search.ts'

export type Draw = {
  readonly below: (limit: number) => number
  readonly one: <T>(list: readonly T[]) => T
  readonly chance: (share: number) => boolean
}

/** Mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, chance: (share) => next() < share, one: (list) => list[below(list.length)] as (typeof list)[number] }
}

export const systems = ['http://loinc.org', 'http://snomed.info/sct']
export const codes = ['A1', 'B2', 'C3', 'D4']
export const families = ['Nguyễn', "O'Brien", 'Banksia', 'Banks', 'Müller-Lee', 'Smith']
export const givens = ['Zoë', 'Ann', 'Anna', 'Mary Ann', 'Bartholomew-James']
export const cities = ['Perth', 'Port Hedland', 'Broome']
export const units = ['mg', 'kg', 'mm[Hg]']
export const dates = [
  '2024',
  '2024-02',
  '2024-02-03',
  '2024-02-03T10:30:00+11:00',
  '2024-02-29',
  '2025-01-01T00:00:00Z',
  '2025-07',
  '2023-12-31',
]
export const births = ['1970', '1970-06', '1970-06-15', '1971-01-01', '1935-11-30', '2001-02']
export const shares = [0, 0.02, 0.1, 0.25, 0.5, 1]
export const addresses = [
  'http://a.example',
  'http://a.example/x',
  'http://a.example/x/y',
  'http://a.example/xy',
  'urn:a',
]
export const values = [0, 1, 5.4, 5.45, 99.5, 100, 100.49, -3]

const ucum = 'http://unitsofmeasure.org'
const maybe = (draw: Draw, share: number, name: string, make: () => JsonValue): JsonObject =>
  draw.chance(share) ? { [name]: make() } : {}

const coding = (draw: Draw): JsonObject => ({
  ...maybe(draw, 0.8, 'system', () => draw.one(systems)),
  code: draw.one(codes),
  ...maybe(draw, 0.5, 'display', () => draw.one(['Blood pressure', 'Body weight'])),
})
const concept = (draw: Draw): JsonObject => ({
  coding: draw.chance(0.3) ? [coding(draw), coding(draw)] : [coding(draw)],
  ...maybe(draw, 0.3, 'text', () => draw.one(['Blood test', 'Weight'])),
})
const quantity = (draw: Draw): JsonObject => {
  const unit = draw.one(units)
  return { value: draw.one(values), ...(draw.chance(0.9) ? { unit, system: ucum, code: unit } : {}) }
}
const percent = (value: number): JsonObject => ({ value, system: ucum, code: '%' })
const period = (draw: Draw): JsonObject => {
  const [start, end] = [draw.one(['2023', '2024-02-03', '2023-12-31']), draw.one(['2025', '2024-02-29', '2025-07'])]
  return draw.chance(0.3) ? { start } : draw.chance(0.2) ? { end } : { start, end }
}

const valuesOf = (draw: Draw): JsonObject[] => [
  { valueQuantity: quantity(draw) },
  { valueQuantity: quantity(draw) },
  { valueCodeableConcept: concept(draw) },
  { valueString: draw.one(givens) },
  { valueDateTime: draw.one(dates) },
]
const components = (draw: Draw): JsonObject[] =>
  Array.from({ length: 1 + draw.below(2) }, () => ({
    code: concept(draw),
    ...draw.one<JsonObject>([{ valueQuantity: quantity(draw) }, { valueCodeableConcept: concept(draw) }, {}]),
  }))

const makers: Readonly<Record<string, (draw: Draw, id: (type: string) => string) => JsonObject>> = {
  Organization: (draw) => ({ name: draw.one(['Wattle Clinic', 'Banksia Health', 'Perth Hospital']) }),
  Practitioner: (draw) => ({ name: [{ family: draw.one(families) }] }),
  Patient: (draw, id) => ({
    ...maybe(draw, 0.8, 'identifier', () => [
      {
        system: draw.one(['urn:mrn', 'urn:ihi']),
        value: String(draw.below(8)),
        ...maybe(draw, 0.5, 'type', () => ({ coding: [{ system: 'urn:type', code: draw.one(['MR', 'NI']) }] })),
      },
    ]),
    name: [
      { family: draw.one(families), given: [draw.one(givens)] },
      ...(draw.chance(0.2) ? [{ text: draw.one(givens) }] : []),
    ],
    ...maybe(draw, 0.8, 'gender', () => draw.one(['male', 'female', 'other'])),
    ...maybe(draw, 0.8, 'birthDate', () => draw.one(births)),
    ...maybe(draw, 0.3, 'deceasedDateTime', () => draw.one(dates)),
    ...maybe(draw, 0.5, 'address', () => [{ city: draw.one(cities), line: ['1 Wattle Street'] }]),
    ...maybe(draw, 0.5, 'managingOrganization', () => ({ reference: id('Organization') })),
    ...maybe(draw, 0.4, 'generalPractitioner', () => [{ reference: id(draw.one(['Organization', 'Practitioner'])) }]),
    ...maybe(draw, 0.3, 'meta', () => ({ tag: [{ system: 'urn:tag', code: draw.one(codes) }] })),
  }),
  Encounter: (draw, id) => ({
    status: draw.one(['finished', 'planned']),
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: draw.one(['AMB', 'IMP']) },
    ...maybe(draw, 0.9, 'subject', () => ({ reference: id('Patient') })),
    ...maybe(draw, 0.8, 'period', () => period(draw)),
    ...maybe(draw, 0.5, 'participant', () => [{ individual: { reference: id('Practitioner') } }]),
    ...maybe(draw, 0.3, 'type', () => [concept(draw)]),
  }),
  Condition: (draw, id) => ({
    subject: { reference: id('Patient') },
    ...maybe(draw, 0.9, 'code', () => concept(draw)),
    ...maybe(draw, 0.5, 'recordedDate', () => draw.one(dates)),
    ...maybe(draw, 0.5, 'onsetDateTime', () => draw.one(dates)),
    ...maybe(draw, 0.4, 'encounter', () => ({ reference: id('Encounter') })),
  }),
  Observation: (draw, id) => ({
    status: draw.one(['final', 'amended']),
    code: concept(draw),
    ...maybe(draw, 0.4, 'category', () => [concept(draw)]),
    ...(draw.chance(0.9)
      ? { subject: { reference: id('Patient') } }
      : { subject: { identifier: { system: 'urn:mrn', value: String(draw.below(4)) } } }),
    ...maybe(draw, 0.4, 'encounter', () => ({ reference: id('Encounter') })),
    ...maybe(draw, 0.3, 'performer', () => [{ reference: id(draw.one(['Practitioner', 'Organization'])) }]),
    ...draw.one<JsonObject>([
      {},
      { effectiveDateTime: draw.one(dates) },
      { effectiveDateTime: draw.one(dates) },
      { effectivePeriod: period(draw) },
    ]),
    // obs-7: a value beside components that have the same code is not allowed.
    ...(draw.chance(0.4) ? { component: components(draw) } : draw.one<JsonObject>([{}, ...valuesOf(draw)])),
  }),
  RiskAssessment: (draw, id) => ({
    status: 'final',
    subject: { reference: id('Patient') },
    ...maybe(draw, 0.9, 'prediction', () => [
      draw.chance(0.7)
        ? { probabilityDecimal: draw.one(shares) }
        : { probabilityRange: { low: percent(0.2), high: percent(draw.one([0.4, 0.6])) } },
    ]),
  }),
  Invoice: (draw) => ({
    status: 'issued',
    ...maybe(draw, 0.8, 'totalNet', () => ({ value: draw.one(values), currency: draw.one(['AUD', 'NZD']) })),
  }),
  ValueSet: (draw) => ({ status: 'active', ...maybe(draw, 0.9, 'url', () => draw.one(addresses)) }),
  QuestionnaireResponse: (draw) => ({
    status: 'completed',
    ...maybe(draw, 0.8, 'questionnaire', () => `${draw.one(addresses)}${draw.one(['', '|1', '|2'])}`),
  }),
  Location: (draw) => ({
    ...maybe(draw, 0.9, 'position', () => ({ latitude: -20 - draw.below(20), longitude: 115 + draw.below(35) })),
  }),
  DocumentReference: (draw, id) => ({
    status: 'current',
    content: [{ attachment: { title: 'x' } }],
    ...maybe(draw, 0.8, 'relatesTo', () =>
      Array.from({ length: 1 + draw.below(2) }, () => ({
        code: draw.one(['replaces', 'appends']),
        target: { reference: draw.chance(0.7) ? id('DocumentReference') : 'http://x.example/fhir/DocumentReference/1' },
      })),
    ),
  }),
}

const more = {
  RiskAssessment: 30,
  Invoice: 20,
  ValueSet: 15,
  QuestionnaireResponse: 20,
  Location: 20,
  DocumentReference: 20,
}
const counts = {
  Organization: 4,
  Practitioner: 5,
  Patient: 30,
  Encounter: 40,
  Condition: 40,
  Observation: 160,
  ...more,
}
const worldTypes = Object.keys(counts) as (keyof typeof counts)[]

export function makeWorld(seed: number): JsonObject[] {
  const draw = drawFrom(seed)
  // Types have ids in common.
  const idOf = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const any = (type: string): string => `${type}/${idOf(draw.below(counts[type as keyof typeof counts]))}`
  return worldTypes.flatMap((type) =>
    Array.from({ length: counts[type] }, (_, index) => ({
      resourceType: type,
      id: idOf(index),
      ...makers[type]?.(draw, any),
    })),
  )
}

/** Elements whose search parameters ask for no type of their targets. */
const mayBeElsewhere: ReadonlySet<string> = new Set([
  'managingOrganization',
  'generalPractitioner',
  'performer',
  'encounter',
])

type Written = { readonly sent: JsonValue; readonly meant: JsonValue }

/** The world with its references in those forms, some of them to the same ids of another server; and the meaning of each. */
export function writeInForms(world: readonly JsonObject[], forms: readonly Form[], draw: Draw) {
  const write = (value: JsonValue, name: string): Written => {
    if (Array.isArray(value)) {
      const items = value.map((item) => write(item, name))
      return { sent: items.map(({ sent }) => sent), meant: items.map(({ meant }) => meant) }
    }
    if (!isJsonObject(value)) return { sent: value, meant: value }
    const { reference } = value
    if (typeof reference === 'string' && /^[A-Z][A-Za-z]+\/[^/]+$/.test(reference)) {
      const other = { ...value, reference: `http://x.example/fhir/${reference}` }
      if (mayBeElsewhere.has(name) && draw.chance(0.15)) return { sent: other, meant: other }
      return { sent: { ...value, reference: draw.one(forms)(reference) }, meant: value }
    }
    const members = Object.entries(value).map(([key, item]) => [key, write(item ?? null, key)] as const)
    return {
      sent: Object.fromEntries(members.map(([key, { sent }]) => [key, sent])),
      meant: Object.fromEntries(members.map(([key, { meant }]) => [key, meant])),
    }
  }
  const written = world.map((resource) => write(resource, ''))
  return {
    sent: written.map(({ sent }) => sent as JsonObject),
    meant: written.map(({ meant }) => meant as JsonObject),
  }
}
