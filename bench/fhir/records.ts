/**
 * Records of made-up patients: 77 resources each, as in the store's design trial (1 Patient, 10 Encounter, 40 Observation, 12 Condition,
 * 8 MedicationStatement, 6 DocumentReference), and the directory that they refer to. Everything follows from the patient's number.
 */

type Fields = Readonly<Record<string, unknown>>
export type Resource = Fields & { readonly resourceType: string }

export const directorySize = { Organization: 20, Location: 20, Practitioner: 60 } as const

const families = [
  'Wattle',
  'Grevillea',
  'Correa',
  'Hakea',
  'Boronia',
  'Callistemon',
  'Melaleuca',
  'Acacia',
  'Waratah',
  'Kunzea',
  'Telopea',
  'Hibbertia',
  'Isopogon',
  'Lomandra',
  'Myoporum',
  'Olearia',
  'Pimelea',
  'Ricinocarpos',
  'Scaevola',
  'Thryptomene',
]
const givens = [
  'Ada',
  'Bruno',
  'Clara',
  'Dinh',
  'Esther',
  'Farid',
  'Grace',
  'Hemi',
  'Iris',
  'Jarrah',
  'Kirra',
  'Liang',
  'Mirri',
  'Noor',
  'Oscar',
  'Priya',
  'Quentin',
  'Rosa',
  'Sefa',
  'Tarni',
]
const systems = { mrn: 'http://example.org/mrn', loinc: 'http://loinc.org', snomed: 'http://snomed.info/sct' } as const
/** Every other patient has the first; each next one is rarer. */
export const observationCodes = [
  '8867-4',
  '8480-6',
  '8462-4',
  '29463-7',
  '2339-0',
  '4548-4',
  '2093-3',
  '718-7',
  '33914-3',
  '14957-5',
] as const
/** Units of the vital signs among them. */
const vitalUnits: Readonly<Record<string, string>> = {
  '8867-4': '/min',
  '8480-6': 'mm[Hg]',
  '8462-4': 'mm[Hg]',
  '29463-7': 'kg',
}
export const conditionCodes = ['38341003', '73211009', '195967001', '35489007', '396275006'] as const
export const rareCode = '99999-1'

/** A number below `below` that looks random and is the same in every run. Mulberry32's mixing. */
export function pick(seed: number, below: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below
}

const at = <Item>(items: readonly Item[], seed: number): Item => items[pick(seed, items.length)] as Item
const day = (seed: number, from: number, days: number): string =>
  new Date(Date.UTC(from, 0, 1) + pick(seed, days) * 86_400_000).toISOString().slice(0, 10)
const coded = (system: string, code: string): Fields => ({ coding: [{ system, code, display: `Concept ${code}` }] })
const directoryId = (type: keyof typeof directorySize, number: number): string =>
  `bench-${type.toLowerCase()}-${number}`
const directoryReference = (type: keyof typeof directorySize, seed: number): Fields => ({
  reference: `${type}/${directoryId(type, pick(seed, directorySize[type]))}`,
})

export const familyOf = (patient: number): string => `${at(families, patient * 7 + 1)}${pick(patient * 7 + 2, 400)}`
export const givenOf = (patient: number): string => at(givens, patient * 7 + 3)
export const birthDateOf = (patient: number): string => day(patient * 7 + 4, 1930, 33_000)
export const mrnOf = (patient: number): string => `B${String(patient).padStart(8, '0')}`
export const practitionerOf = (seed: number): string => String(directoryReference('Practitioner', seed)['reference'])

const address = (seed: number): Fields => ({
  line: [`${pick(seed, 300)} Banksia Street`],
  city: at(['Orange', 'Bathurst', 'Dubbo', 'Cowra'], seed),
  state: 'NSW',
  postalCode: String(2700 + pick(seed, 200)),
  country: 'AU',
})

export function buildDirectory(): readonly Resource[] {
  const of = (type: keyof typeof directorySize, build: (number: number) => Fields): readonly Resource[] =>
    Array.from({ length: directorySize[type] }, (_, number) => ({
      resourceType: type,
      id: directoryId(type, number),
      ...build(number),
    }))
  return [
    ...of('Organization', (number) => ({ active: true, name: `Practice ${number}`, address: [address(number)] })),
    ...of('Location', (number) => ({ status: 'active', name: `Room ${number}`, address: address(number) })),
    ...of('Practitioner', (number) => ({
      active: true,
      name: [{ family: `Doctor${number}`, given: [at(givens, number)] }],
    })),
  ]
}

const buildPatient = (patient: number): Resource => ({
  resourceType: 'Patient',
  active: true,
  identifier: [{ system: systems.mrn, value: mrnOf(patient) }],
  name: [{ use: 'official', family: familyOf(patient), given: [givenOf(patient)] }],
  telecom: [{ system: 'phone', value: `0491 ${570_000 + pick(patient, 999)}` }],
  gender: patient % 2 === 0 ? 'female' : 'male',
  birthDate: birthDateOf(patient),
  address: [address(patient)],
  generalPractitioner: [directoryReference('Practitioner', patient)],
  managingOrganization: directoryReference('Organization', patient),
})

type Context = { readonly seed: number; readonly subject: Fields; readonly encounter: Fields }

const builders: Readonly<Record<string, (context: Context, number: number) => Fields>> = {
  Encounter: ({ seed, subject }) => {
    const start = day(seed, 2016, 3800)
    return {
      status: 'finished',
      class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
      type: [coded(systems.snomed, at(['185349003', '270427003'], seed))],
      subject,
      participant: [{ individual: directoryReference('Practitioner', seed) }],
      period: { start: `${start}T09:00:00+11:00`, end: `${start}T09:20:00+11:00` },
      serviceProvider: directoryReference('Organization', seed),
    }
  },
  Observation: ({ seed, subject, encounter }) => {
    const code =
      pick(seed, 1000) === 0 ? rareCode : (observationCodes[Math.min(pick(seed + 1, 10), pick(seed + 2, 10))] as string)
    return {
      status: 'final',
      category: [
        coded(
          'http://terminology.hl7.org/CodeSystem/observation-category',
          vitalUnits[code] === undefined ? 'laboratory' : 'vital-signs',
        ),
      ],
      code: coded(systems.loinc, code),
      subject,
      encounter,
      effectiveDateTime: `${day(seed, 2016, 3800)}T10:00:00+11:00`,
      performer: [directoryReference('Practitioner', seed)],
      valueQuantity: {
        value: 40 + pick(seed, 1600) / 10,
        unit: vitalUnits[code] ?? 'mmol/L',
        system: 'http://unitsofmeasure.org',
        code: vitalUnits[code] ?? 'mmol/L',
      },
    }
  },
  Condition: ({ seed, subject, encounter }) => ({
    clinicalStatus: coded(
      'http://terminology.hl7.org/CodeSystem/condition-clinical',
      pick(seed, 3) === 0 ? 'resolved' : 'active',
    ),
    category: [coded('http://terminology.hl7.org/CodeSystem/condition-category', 'problem-list-item')],
    code: coded(systems.snomed, at(conditionCodes, seed)),
    subject,
    encounter,
    recordedDate: day(seed, 2016, 3800),
  }),
  MedicationStatement: ({ seed, subject }) => ({
    status: pick(seed, 2) === 0 ? 'active' : 'completed',
    medicationCodeableConcept: coded(systems.snomed, at(['387207008', '372687004', '387506000'], seed)),
    subject,
    effectiveDateTime: day(seed, 2016, 3800),
    dosage: [{ text: 'One tablet daily' }],
  }),
  DocumentReference: ({ seed, subject, encounter }) => ({
    status: 'current',
    type: coded(systems.loinc, at(['11506-3', '34133-9', '18842-5'], seed)),
    subject,
    date: `${day(seed, 2016, 3800)}T10:30:00+11:00`,
    author: [directoryReference('Practitioner', seed)],
    context: { encounter: [encounter] },
    content: [
      {
        attachment: {
          contentType: 'text/plain',
          data: Buffer.from(`Note ${seed}: seen, examined, advised. Plan made with the patient.`).toString('base64'),
        },
      },
    ],
  }),
}

const perPatient = {
  Encounter: 10,
  Observation: 40,
  Condition: 12,
  MedicationStatement: 8,
  DocumentReference: 6,
} as const
export const resourcesPerPatient = 77

const urn = (patient: number, number: number): string =>
  `urn:uuid:00000000-0000-4000-${(8000 + (patient >> 16)).toString(16).padStart(4, '8')}-${((patient & 0xffff) * 1000 + number).toString(16).padStart(12, '0')}`

/** A transaction with one patient's whole record; ids are the server's to give. */
export function buildRecordBundle(patient: number): string {
  const subject = { reference: urn(patient, 0) }
  const entries: { readonly number: number; readonly resource: Resource }[] = [
    { number: 0, resource: buildPatient(patient) },
  ]
  for (const [type, count] of Object.entries(perPatient)) {
    for (let each = 0; each < count; each += 1) {
      const number = entries.length
      const context = {
        seed: patient * 1009 + number * 31,
        subject,
        encounter: { reference: urn(patient, 1 + (each % perPatient.Encounter)) },
      }
      entries.push({ number, resource: { resourceType: type, ...builders[type]?.(context, each) } })
    }
  }
  const entry = entries.map(({ number, resource }) => ({
    fullUrl: urn(patient, number),
    resource,
    request: { method: 'POST', url: resource.resourceType },
  }))
  return JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry })
}

export const buildDirectoryBundle = (): string =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: buildDirectory().map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${String(resource['id'])}` },
    })),
  })
