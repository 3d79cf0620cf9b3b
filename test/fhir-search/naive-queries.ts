/** Queries drawn by a seed, each with its meaning. R4 search.html. */
import type { JsonObject } from '../../src/core/json.ts'
import { codings, compare, compareNumber, fold, type Naive, type Query, span, texts } from './naive-search.ts'
import {
  addresses,
  births,
  cities,
  codes,
  type Draw,
  dates,
  families,
  givens,
  shares,
  systems,
  units,
  values,
} from './search-world.ts'

type Make = (naive: Naive, draw: Draw) => Query
type Test = { readonly value: string; readonly meets: (resource: JsonObject) => boolean }

const reference = (value: unknown): string => String((value as { reference?: string }).reference)
const escaped = (text: string): string => text.replace(/[,|$\\]/g, '\\$&')
const asked = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`

/** One value, or two that are alternatives. */
function alternatives(draw: Draw, make: () => Test): Test {
  const [first, second] = [make(), make()]
  if (draw.chance(0.8)) return first
  return { value: `${first.value},${second.value}`, meets: (one) => first.meets(one) || second.meets(one) }
}

const token =
  (code: string, among: readonly string[], own: readonly string[] = systems): Make =>
  (naive, draw) => {
    const test = alternatives(draw, () => {
      const [value, system] = [draw.one(among), draw.one(own)]
      const form = draw.below(4)
      const meets = (resource: JsonObject): boolean =>
        naive
          .values(resource, code)
          .flatMap(codings)
          .some((one) => {
            if (form === 0) return one.code === value
            if (form === 1) return one.code === value && one.system === undefined
            return one.system === system && (form === 3 || one.code === value)
          })
      return { value: [value, `|${value}`, `${system}|${value}`, `${system}|`][form] ?? '', meets }
    })
    if (draw.chance(0.7)) return { text: asked(code, test.value), meets: test.meets }
    return { text: asked(`${code}:not`, test.value), meets: (resource) => !test.meets(resource) }
  }

const plain =
  (code: string, among: readonly string[]): Make =>
  (naive, draw) => {
    const test = alternatives(draw, () => {
      const value = draw.one(among)
      return { value, meets: (resource) => naive.values(resource, code).some((one) => String(one.value) === value) }
    })
    return { text: asked(code, test.value), meets: test.meets }
  }

const prefixes = ['', 'eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb']

const date =
  (code: string, among: readonly string[]): Make =>
  (naive, draw) => {
    const test = alternatives(draw, () => {
      const [prefix, value] = [draw.one(prefixes), draw.one(among)]
      const meets = (resource: JsonObject): boolean =>
        naive.values(resource, code).some((one) => compare(prefix, span(one.value), span(value)))
      return { value: `${prefix}${value}`, meets }
    })
    return { text: asked(code, test.value), meets: test.meets }
  }

/** From both sides, in either order. */
const dateRange =
  (code: string, among: readonly string[]): Make =>
  (naive, draw) => {
    const [low, high] = [draw.one(['ge', 'gt', 'sa', 'eq', '']), draw.one(['lt', 'le', 'eb', 'eq', 'ne'])]
    const [from, to] = [draw.one(among), draw.one(among)]
    const meets = (resource: JsonObject): boolean =>
      [[low, from] as const, [high, to] as const].every(([prefix, value]) =>
        naive.values(resource, code).some((one) => compare(prefix, span(one.value), span(value))),
      )
    const both = [asked(code, `${low}${from}`), asked(code, `${high}${to}`)]
    return { text: (draw.chance(0.5) ? both : both.toReversed()).join('&'), meets }
  }

type Quantity = { value: number; code?: string; system?: string }

function quantityTest(draw: Draw): { value: string; holds: (quantity: Quantity) => boolean } {
  const [prefix, unit] = [draw.one(prefixes.slice(0, 7)), draw.one(units)]
  const number = draw.chance(0.5) ? String(draw.one(values)) : draw.one(['5', '5.5', '100', '99', '1.0'])
  const form = draw.below(3)
  const suffix = ['', `||${unit}`, `|http://unitsofmeasure.org|${unit}`][form] ?? ''
  const holds = (own: Quantity): boolean =>
    (form === 0 || own.code === unit) && compareNumber(prefix === '' ? 'eq' : prefix, own.value, number)
  return { value: `${prefix}${number}${suffix}`, holds }
}

const quantity =
  (code: string): Make =>
  (naive, draw) => {
    const test = alternatives(draw, () => {
      const { value, holds } = quantityTest(draw)
      return { value, meets: (resource) => naive.values(resource, code).some((one) => holds(one.value as Quantity)) }
    })
    return { text: asked(code, test.value), meets: test.meets }
  }

const text =
  (code: string, among: readonly string[]): Make =>
  (naive, draw) => {
    const modifier = draw.one(['', '', ':exact', ':contains'])
    const test = alternatives(draw, () => {
      const whole = draw.one(among)
      const value =
        modifier === ':exact' ? whole : modifier === '' ? whole.slice(0, 1 + draw.below(14)) : whole.slice(2, 5)
      const meets = (resource: JsonObject): boolean =>
        naive
          .values(resource, code)
          .flatMap(texts)
          .some((own) => {
            if (modifier === ':exact') return own === value
            return modifier === '' ? fold(own).startsWith(fold(value).trim()) : fold(own).includes(fold(value).trim())
          })
      return { value: escaped(value), meets }
    })
    return { text: asked(`${code}${modifier}`, test.value), meets: test.meets }
  }

/** By `Type/id`, by the id with the type as a modifier, or by the id alone, of any type. */
const pointer =
  (code: string, target: string): Make =>
  (naive, draw) => {
    const found = draw.one(naive.world.filter(({ resourceType }) => resourceType === target))
    const full = `${target}/${found['id']}`
    const [name, value, end] = draw.one([
      [code, draw.one(naive.forms)(full), full],
      [`${code}:${target}`, String(found['id']), full],
      [code, String(found['id']), `/${found['id']}`],
    ] as const)
    const isMeant = (own: string): boolean => own === end || (own.endsWith(end) && own.split('/').length === 2)
    const meets = (resource: JsonObject): boolean =>
      naive.values(resource, code).some((one) => isMeant(reference(one.value)))
    return { text: asked(name, value), meets }
  }

const missing =
  (...among: readonly string[]): Make =>
  (naive, draw) => {
    const [code, isMissing] = [draw.one(among), draw.chance(0.5)]
    const meets = (resource: JsonObject): boolean => (naive.values(resource, code).length === 0) === isMissing
    return { text: asked(`${code}:missing`, String(isMissing)), meets }
  }

/** One parameter alone: the end of a chain has no ampersand. */
function drawEnd(makes: readonly Make[], naive: Naive, draw: Draw): Query {
  const query = draw.one(makes)(naive, draw)
  return query.text.includes('&') ? drawEnd(makes, naive, draw) : query
}

/** `subject:Patient.family=`, over any parameter of the type at its end. */
const chain =
  (code: string, target: string, makes: () => readonly Make[]): Make =>
  (naive, draw) => {
    const end = drawEnd(makes(), naive, draw)
    const meets = (resource: JsonObject): boolean =>
      naive.values(resource, code).some((one) => {
        const found = naive.resolve(reference(one.value))
        return found?.['resourceType'] === target && end.meets(found)
      })
    return { text: `${code}:${target}.${end.text}`, meets }
  }

const has =
  (source: string, code: string, makes: () => readonly Make[]): Make =>
  (naive, draw) => {
    const end = drawEnd(makes(), naive, draw)
    const meets = ({ resourceType, id }: JsonObject): boolean =>
      naive.world.some(
        (one) =>
          one['resourceType'] === source &&
          naive.values(one, code).some(({ value }) => reference(value) === `${resourceType}/${id}`) &&
          end.meets(one),
      )
    return { text: `_has:${source}:${code}:${end.text}`, meets }
  }

type Component = { code?: unknown; valueQuantity?: Quantity; valueCodeableConcept?: unknown }

/** Code and quantity of the resource itself, of its components, or of both. */
const codeAndQuantity =
  (name: string, places: readonly ('own' | 'component')[]): Make =>
  (_, draw) => {
    const { value, holds } = quantityTest(draw)
    const [code, system] = [draw.one(codes), draw.chance(0.5) ? draw.one(systems) : undefined]
    const meets = (resource: JsonObject): boolean => {
      const own = resource as Component & { component?: Component[] }
      const all = places.flatMap((place) => (place === 'own' ? [own] : (own.component ?? [])))
      return all.some(
        (one) =>
          one.valueQuantity !== undefined &&
          holds(one.valueQuantity) &&
          codings({ type: 'CodeableConcept', value: one.code }).some(
            (coding) => coding.code === code && (system === undefined || coding.system === system),
          ),
      )
    }
    const head = system === undefined ? code : `${system}|${code}`
    return { text: asked(name, `${head}$${value}`), meets }
  }

const codeAndConcept =
  (name: string, place: 'own' | 'component'): Make =>
  (_, draw) => {
    const [code, value] = [draw.one(codes), draw.one(codes)]
    const is = (concept: unknown, one: string): boolean =>
      concept !== undefined &&
      codings({ type: 'CodeableConcept', value: concept }).some((coding) => coding.code === one)
    const meets = (resource: JsonObject): boolean => {
      const own = resource as Component & { component?: Component[] }
      return (place === 'own' ? [own] : (own.component ?? [])).some(
        (one) => is(one.code, code) && is(one.valueCodeableConcept, value),
      )
    }
    return { text: asked(name, `${code}$${value}`), meets }
  }

const ofType: Make = (_, draw) => {
  const [type, value] = [draw.one(['MR', 'NI']), String(draw.below(8))]
  type Identifier = { value?: string; type?: { coding: { code: string }[] } }
  const meets = ({ identifier }: JsonObject): boolean =>
    ((identifier ?? []) as Identifier[]).some((one) => one.value === value && one.type?.coding[0]?.code === type)
  return { text: asked('identifier:of-type', `urn:type|${type}|${value}`), meets }
}

const subjectIdentifier: Make = (_, draw) => {
  const value = String(draw.below(4))
  const meets = ({ subject }: JsonObject): boolean =>
    (subject as { identifier?: { value: string } } | undefined)?.identifier?.value === value
  return { text: asked('subject:identifier', `urn:mrn|${value}`), meets }
}

const codeText: Make = (_, draw) => {
  const value = draw.one(['blood', 'Body', 'weight', 'Blood t'])
  type Concept = { text?: string; coding?: { display?: string }[] }
  const meets = ({ code }: JsonObject): boolean => {
    const { text: own, coding = [] } = (code ?? {}) as Concept
    return [own, ...coding.map(({ display }) => display)].some(
      (one) => one !== undefined && fold(one).startsWith(fold(value)),
    )
  }
  return { text: asked('code:text', value), meets }
}

const patient: readonly Make[] = [
  token('identifier', ['0', '1', '2', '3'], ['urn:mrn', 'urn:ihi']),
  plain('gender', ['male', 'female', 'other']),
  token('_tag', codes, ['urn:tag']),
  date('birthdate', [...births, '1970-06-14', '1950', '2001-02-28']),
  dateRange('birthdate', [...births, '1935-11-29', '1960', '1970-06-14', '1971-01', '2001-02-28']),
  date('death-date', dates),
  plain('deceased', ['true', 'false']),
  text('family', families),
  text('given', givens),
  text('name', [...families, ...givens]),
  text('address-city', cities),
  text('address', [...cities, '1 Wattle Street']),
  pointer('organization', 'Organization'),
  pointer('general-practitioner', 'Practitioner'),
  missing('birthdate', 'gender', 'identifier', 'address', 'organization', 'death-date'),
  ofType,
  chain('organization', 'Organization', () => [text('name', ['Wattle Clinic', 'Perth'])]),
  has('Observation', 'patient', () => observation.slice(0, 12)),
  has('Condition', 'subject', () => condition),
  has('Encounter', 'patient', () => [has('Observation', 'encounter', () => observation.slice(0, 8))]),
]

const encounter: readonly Make[] = [
  plain('status', ['finished', 'planned']),
  token('class', ['AMB', 'IMP'], ['http://terminology.hl7.org/CodeSystem/v3-ActCode']),
  token('type', codes),
  date('date', dates),
  pointer('patient', 'Patient'),
  pointer('practitioner', 'Practitioner'),
  missing('date', 'type', 'participant'),
  chain('patient', 'Patient', () => patient.slice(0, 14)),
]

const condition: readonly Make[] = [
  token('code', codes),
  date('recorded-date', dates),
  date('onset-date', dates),
  pointer('patient', 'Patient'),
  missing('code', 'recorded-date', 'onset-date', 'encounter'),
  chain('encounter', 'Encounter', () => encounter),
]

const observation: readonly Make[] = [
  token('code', codes),
  token('category', codes),
  plain('status', ['final', 'amended']),
  token('value-concept', codes),
  token('component-code', codes),
  token('combo-code', codes),
  date('date', dates),
  date('value-date', dates),
  dateRange('date', dates),
  dateRange('value-date', dates),
  quantity('value-quantity'),
  quantity('component-value-quantity'),
  quantity('combo-value-quantity'),
  text('value-string', givens),
  pointer('patient', 'Patient'),
  pointer('subject', 'Patient'),
  pointer('performer', 'Practitioner'),
  pointer('encounter', 'Encounter'),
  missing('date', 'value-quantity', 'category', 'encounter', 'patient', 'component-code'),
  codeAndQuantity('code-value-quantity', ['own']),
  codeAndQuantity('component-code-value-quantity', ['component']),
  codeAndQuantity('combo-code-value-quantity', ['own', 'component']),
  codeAndConcept('code-value-concept', 'own'),
  codeAndConcept('component-code-value-concept', 'component'),
  subjectIdentifier,
  codeText,
  chain('subject', 'Patient', () => patient),
  chain('encounter', 'Encounter', () => encounter),
]

/** A share, or a range of them. */
const probability: Make = (naive, draw) => {
  const prefix = draw.one(prefixes.slice(0, 7))
  const number = String(draw.one([...shares, 0.3, 0.4]))
  const half = 0.5 * 10 ** -(number.split('.')[1]?.length ?? 0)
  const asNumber = Number(number)
  const near: [number, number] = ['', 'eq', 'ne'].includes(prefix)
    ? [asNumber - half, asNumber + half]
    : [asNumber, asNumber]
  type Share = number | { low: { value: number }; high: { value: number } }
  const meets = (resource: JsonObject): boolean =>
    naive.values(resource, 'probability').some(({ value }) => {
      const own = value as Share
      const [low, high] = typeof own === 'number' ? [own, own] : [own.low.value, own.high.value]
      // Values that round to the number end before the next one.
      const isWithin = low >= near[0] - 1e-9 && (near[0] === near[1] ? high <= near[1] : high < near[1] - 1e-9)
      const tests: Record<string, boolean> = { ne: !isWithin, gt: high > near[1], lt: low < near[0] }
      const wide: Record<string, boolean> = { ge: high > near[1] || isWithin, le: low < near[0] || isWithin }
      return tests[prefix] ?? wide[prefix] ?? isWithin
    })
  return { text: asked('probability', `${prefix}${number}`), meets }
}

const address =
  (code: string): Make =>
  (naive, draw) => {
    const [modifier, value] = [draw.one(['', ':below', ':above']), draw.one([...addresses, 'http://a.example/x/y/z'])]
    const isUnder = (own: string, other: string): boolean => own === other || own.startsWith(`${other}/`)
    const meets = (resource: JsonObject): boolean =>
      naive.values(resource, code).some((one) => {
        const own = String(one.value)
        return modifier === '' ? own === value : modifier === ':below' ? isUnder(own, value) : isUnder(value, own)
      })
    return { text: asked(`${code}${modifier}`, value), meets }
  }

/** With its version, or of any version. */
const canonical: Make = (naive, draw) => {
  const value = `${draw.one(addresses)}${draw.one(['', '|1'])}`
  const meets = (resource: JsonObject): boolean =>
    naive.values(resource, 'questionnaire').some((one) => [one.value, String(one.value).split('|')[0]].includes(value))
  return { text: asked('questionnaire', value.replace('|', '\\|')), meets }
}

const money: Make = (naive, draw) => {
  const [prefix, number] = [draw.one(prefixes.slice(0, 7)), String(draw.one([...values, 100.4, 5]))]
  const currency = draw.one([undefined, 'AUD', 'NZD'])
  type Money = { value: number; currency: string }
  const meets = (resource: JsonObject): boolean =>
    naive.values(resource, 'totalnet').some((one) => {
      const own = one.value as Money
      return (
        (currency === undefined || own.currency === currency) &&
        compareNumber(prefix === '' ? 'eq' : prefix, own.value, number)
      )
    })
  const unit = currency === undefined ? '' : draw.one([`||${currency}`, `|urn:iso:std:iso:4217|${currency}`])
  return { text: asked('totalnet', `${prefix}${number}${unit}`), meets }
}

const near: Make = (_, draw) => {
  const [latitude, longitude, km] = [-20 - draw.below(20), 115 + draw.below(35), draw.one([300, 1000, 2500])]
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const meets = ({ position }: JsonObject): boolean => {
    if (position === undefined) return false
    const own = position as { latitude: number; longitude: number }
    const [a, b] = [radians(latitude), radians(own.latitude)]
    const angle = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(radians(own.longitude - longitude))
    return 6371 * Math.acos(Math.min(1, angle)) <= km
  }
  return { text: asked('near', `${latitude}|${longitude}|${km}|km`), meets }
}

/** In one element: a document, and how it relates to that. */
const relationship: Make = (naive, draw) => {
  const other = draw.one(naive.world.filter(({ resourceType }) => resourceType === 'DocumentReference'))
  const target = draw.chance(0.7) ? `DocumentReference/${other['id']}` : 'http://x.example/fhir/DocumentReference/1'
  const code = draw.one(['replaces', 'appends'])
  type Related = { code: string; target: { reference: string } }
  const meets = ({ relatesTo }: JsonObject): boolean =>
    ((relatesTo ?? []) as Related[]).some((one) => one.code === code && one.target.reference === target)
  return { text: asked('relationship', `${target}$${code}`), meets }
}

export const queries: Readonly<Record<string, readonly Make[]>> = {
  Patient: patient,
  Encounter: encounter,
  Condition: condition,
  Observation: observation,
  RiskAssessment: [probability, pointer('subject', 'Patient'), missing('probability')],
  Invoice: [money],
  ValueSet: [address('url'), missing('url')],
  QuestionnaireResponse: [canonical, missing('questionnaire')],
  Location: [near],
  DocumentReference: [relationship],
}
