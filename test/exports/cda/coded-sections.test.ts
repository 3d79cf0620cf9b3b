import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle, Composition, Resource } from '@medplum/fhirtypes'
import { cdaJudges } from '../../../judges/exports/cda.ts'
import { checkDocument } from '../../../src/exports/check-document.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { exampleExport, exampleRecipient, hostileNote } from '../../builders.ts'
import { testWithShared } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { fullExport } from './full-document.ts'

const coded = [
  'shared-health-summary-3A',
  'event-summary-3A',
  'specialist-letter-3A',
  'discharge-summary-3A',
  'ereferral-3A',
] as const

const render = async (input: ExportInput): Promise<string> =>
  new TextDecoder().decode((await renderFormat('cda', input)).bytes).replace(/>\s+</g, '><')

/** The section of a code, with the sections in it. */
const sectionOf = (xml: string, code: string): string =>
  new RegExp(`<section><id [^>]*/><code code="${code.replaceAll('.', '\\.')}".*?</section>`, 's').exec(xml)?.[0] ?? ''

function changed(preset: string, change: (resource: Resource) => void): ExportInput {
  const input = fullExport(preset)
  const bundle: Bundle = structuredClone(input.bundle)
  for (const { resource } of bundle.entry ?? []) if (resource !== undefined) change(resource)
  return { ...input, bundle }
}

test.each(coded)('CDA R2 4.3: %s keeps every word of every section', async (preset) => {
  const xml = await render(fullExport(preset))

  for (const title of ['Course', 'Allergies', 'Medicines', 'Problems', 'Procedures', 'Immunisations', 'Orders', 'Plan'])
    expect(xml).toContain(`<item>${title}: as written by the author.</item>`)
})

test('Agency CDA guides, Adverse Reaction: substance and manifestations, and what nobody confirmed says so', async () => {
  const section = sectionOf(await render(fullExport('shared-health-summary-3A')), '101.20113')

  expect(section).toContain('<code code="764146007" codeSystem="2.16.840.1.113883.6.96" codeSystemName="SNOMED CT-AU"')
  expect(section).toContain('<originalText>Urticaria</originalText>')
  expect(section).toContain('<originalText>Swollen lips</originalText>')
  expect(section).toContain('<originalText>Latex (unconfirmed)</originalText>')
  expect(section).not.toContain('Refuted')
  expect(section).not.toContain('103.16302')
})

test('Agency CDA guides, Medication: dose, reason, remark, and the change that the list flags', async () => {
  const section = sectionOf(await render(fullExport('specialist-letter-3A')), '101.16146')

  expect(section).toContain('<text xsi:type="ST">One puff twice a day</text>')
  expect(section).toContain('<text xsi:type="ST">Asthma</text>')
  expect(section).toContain('<text xsi:type="ST">Rinse the mouth.</text>')
  expect(section).toMatch(/code="02"[^>]*displayName="Changed"/)
  expect(section).toMatch(/code="01"[^>]*displayName="Unchanged"/)
  expect(section).toMatch(/negationInd="true".*Prednisolone.*code="05"[^>]*displayName="Ceased"/)
})

test('D133: a change or dose that nobody stated is not made up', async () => {
  const input = changed('event-summary-3A', (resource) => {
    if (resource.resourceType === 'List') resource.entry = resource.entry?.map(({ item }) => ({ item })) ?? []
    if (resource.resourceType === 'MedicationStatement') delete resource.dosage
  })
  const section = sectionOf(await render(input), '101.16146')

  expect(section).toContain('<text xsi:type="ST" nullFlavor="NI"/>')
  expect(section).toContain('<originalText>Not stated</originalText>')
  expect(section).not.toContain('displayName="Unchanged"')
})

test('a ceased medicine is no current one', async () => {
  const discharge = await render(fullExport('discharge-summary-3A'))

  expect(sectionOf(await render(fullExport('shared-health-summary-3A')), '101.16146')).not.toContain(
    '<originalText>Prednisolone',
  )
  expect(sectionOf(discharge, '101.16146.4.1.1')).not.toContain('<originalText>Prednisolone')
  expect(sectionOf(discharge, '101.16146.4.1.2')).toContain('<originalText>Prednisolone 25 mg</originalText>')
})

test('Agency CDA guides, Problem: a provisional diagnosis stays provisional', async () => {
  const history = sectionOf(await render(fullExport('event-summary-3A')), '101.16117')
  const letter = sectionOf(await render(fullExport('specialist-letter-3A')), '101.16611')
  const discharge = sectionOf(await render(fullExport('discharge-summary-3A')), '101.16142')

  expect(history).toContain('<text xsi:type="ST">Provisional.</text>')
  expect(history).toContain('<low value="20190302"/>')
  expect(letter).toContain('<text xsi:type="ST">Provisional diagnosis: Bacterial tonsillitis</text>')
  expect(discharge).toContain('<originalText>Provisional problem</originalText>')
})

test('Agency CDA guides: procedures, immunisations, requested services and recommendations have their times', async () => {
  const event = await render(fullExport('event-summary-3A'))
  const letter = sectionOf(await render(fullExport('specialist-letter-3A')), '101.16606')

  expect(event).toMatch(/<procedure [^>]*>.*Spirometry.*?<effectiveTime value="20260314"\/>/)
  expect(event).toContain('<text xsi:type="ST">Tonsillectomy</text>')
  expect(event).toMatch(/<effectiveTime value="20250427"\/>.*Influenza vaccine.*<sequenceNumber value="2"\/>/)
  expect(event).toMatch(/Chest X-ray.*<low value="20260316"\/><high value="20260330"\/>/)
  expect(letter).toMatch(/Review of lung function<\/text><effectiveTime value="20260614"\/><performer typeCode="PRF">/)
  expect(letter).toMatch(/Stop smoking<\/text><effectiveTime><low value="20260314"\/><high value="20260914"\/>/)
})

test('eReferral 2.2: referee, time, reason, and no encounter', async () => {
  const xml = await render(fullExport('ereferral-3A'))

  expect(xml).toMatch(/<participant typeCode="REFT"><associatedEntity classCode="PROV">.*<family>Nguyen<\/family>/)
  expect(xml).toContain('<value xsi:type="ST">Cough for six weeks</value>')
  expect(xml).toContain('<value xsi:type="TS" value="20260314112000+0800"/>')
  expect(xml).not.toContain('componentOf')
})

test.each<[string, string, (composition: Composition) => void, readonly string[]]>([
  ['shared-health-summary-3A', 'says nothing', () => undefined, ['None supplied']],
  ['discharge-summary-3A', 'says nothing', () => undefined, ['Not asked']],
  [
    'shared-health-summary-3A',
    'says that none is known',
    (composition) => {
      composition.section?.push({
        title: 'Allergies',
        code: { coding: [{ system: 'http://loinc.org', code: '48765-2' }] },
        text: { status: 'generated', div: '<div>No known allergies.</div>' },
        emptyReason: { coding: [{ code: 'nilknown' }] },
      })
    },
    ['None known'],
  ],
])('D133: a statement stands for missing facts in %s: the document %s', async (preset, _, change, expected) => {
  const input = fullExport(preset, (title) => title === 'Course')
  const bundle: Bundle = structuredClone(input.bundle)
  change(bundle.entry?.[0]?.resource as Composition)
  const section = sectionOf(await render({ ...input, bundle }), '101.20113')

  expect([...section.matchAll(/16299"[^>]*displayName="([^"]*)"/g)].map((match) => match[1])).toEqual(expected)
  expect(section).toContain(expected[0])
})

test('Agency CDA guides: a code that says that no allergy is known is a statement and no allergy', async () => {
  const input = changed('shared-health-summary-3A', (resource) => {
    if (resource.resourceType === 'AllergyIntolerance')
      resource.code = { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] }
  })
  const section = sectionOf(await render(input), '101.20113')

  expect(section).toContain('displayName="None known"')
  expect(section).not.toContain('102.15517')
})

const refusalsOf = (input: ExportInput): readonly string[] =>
  checkDocument('cda', input).map(({ element, message }) => `${element} ${message}`)

test('D133: what level 3A demands and a document lacks is named, with the preset that goes without', () => {
  const doseless = changed('discharge-summary-3A', (resource) => {
    if (resource.resourceType === 'MedicationStatement') delete resource.dosage
  })
  const undated = changed('shared-health-summary-3A', (resource) => {
    if (resource.resourceType === 'Immunization') delete resource.occurrenceDateTime
  })
  const wordsAlone = changed('shared-health-summary-3A', (resource) => {
    if (resource.resourceType === 'Composition')
      resource.section = resource.section?.map(({ entry: _, ...section }) => section) ?? []
  })
  const { recipient: _, ...unaddressed } = fullExport('ereferral-3A')

  expect(refusalsOf(doseless)).toEqual([
    'Composition.section.entry.resolve().ofType(MedicationStatement).dosage.text is missing for a current medicine; the preset discharge-summary-1A goes without',
  ])
  expect(refusalsOf(undated)).toEqual([
    'Composition.section.entry.resolve().ofType(Immunization).occurrenceDateTime is missing; the preset general-1A goes without',
  ])
  expect(refusalsOf(wordsAlone).map((refusal) => refusal.split(' is missing')[0])).toEqual([
    'Composition.section.entry (allergies)',
    'Composition.section.entry (medicines)',
    'Composition.section.entry (problems)',
    'Composition.section.entry (immunisations)',
  ])
  expect(refusalsOf(fullExport('specialist-letter-3A', (title) => title === 'Course'))).toEqual([
    'Composition.section (assessment) has no diagnosis or procedure; the preset specialist-letter-1A goes without',
  ])
  expect(refusalsOf(unaddressed)).toEqual(['recipient is missing; the preset general-1A goes without'])
})

const titles = ['Allergies', 'Medicines', 'Problems', 'Procedures', 'Immunisations', 'Orders', 'Plan'] as const

const elsewhere = { reference: 'https://elsewhere.example/Patient/2' }
const modifier = [{ url: 'https://sender.example/refuted', valueBoolean: true }]

test.each<[string, (resource: Resource) => void, string]>([
  [
    'an allergy of another patient',
    (resource) => {
      if (resource.resourceType === 'AllergyIntolerance') resource.patient = elsewhere
    },
    'ofType(AllergyIntolerance).patient is not Composition.subject',
  ],
  [
    'a medicine of another patient',
    (resource) => {
      if (resource.resourceType === 'MedicationStatement') resource.subject = elsewhere
    },
    'ofType(MedicationStatement).subject is not Composition.subject',
  ],
  [
    'a vaccine of another patient',
    (resource) => {
      if (resource.resourceType === 'Immunization') resource.patient = elsewhere
    },
    'ofType(Immunization).patient is not Composition.subject',
  ],
  [
    'a list of another patient',
    (resource) => {
      if (resource.resourceType === 'List') resource.subject = elsewhere
    },
    'ofType(List).subject is not Composition.subject',
  ],
  [
    'a service that must not be done',
    (resource) => {
      if (resource.resourceType === 'ServiceRequest') resource.doNotPerform = true
    },
    'ofType(ServiceRequest).doNotPerform is true, which an entry cannot say',
  ],
  [
    'a problem with a modifier',
    (resource) => {
      if (resource.resourceType === 'Condition') resource.modifierExtension = modifier
    },
    'ofType(Condition).modifierExtension is not understood, and may turn the meaning round',
  ],
  [
    'a dose with a modifier',
    (resource) => {
      if (resource.resourceType === 'MedicationStatement')
        resource.dosage = [{ text: '5 mg', modifierExtension: modifier }]
    },
    'ofType(MedicationStatement).modifierExtension is not understood, and may turn the meaning round',
  ],
])('R4 extensibility.html: %s is refused where entries are coded', (_, change, expected) => {
  const input = changed('event-summary-3A', change)

  expect(refusalsOf(input)).toEqual([
    `Composition.section.entry.resolve().${expected}; the preset general-1A goes without`,
  ])
  expect(checkDocument('cda', { ...input, preset: 'general-1A' })).toEqual([])
})

test('R4 condition-clinical: a problem that is over says so, and an allergy that is over stays in the words', async () => {
  const endsOf =
    (...types: readonly string[]) =>
    (resource: Resource): void => {
      if (types.includes(resource.resourceType))
        Object.assign(resource, { clinicalStatus: { coding: [{ code: 'resolved' }] } })
    }
  const change = endsOf('AllergyIntolerance', 'Condition')
  const event = await render(changed('event-summary-3A', change))

  expect(event).not.toContain('Penicillin')
  expect(event).toContain('<text xsi:type="ST">Resolved.\nMild.</text>')
  expect(event).toContain('<text xsi:type="ST">Provisional, resolved.</text>')
  expect(await render(changed('specialist-letter-3A', change))).toContain('Resolved diagnosis: Asthma')
  expect(await render(changed('discharge-summary-3A', endsOf('Condition')))).toContain(
    '<originalText>Resolved diagnosis</originalText>',
  )
})

test('R4 medicationrequest-intent: a proposed medicine is none that the patient takes', async () => {
  const asRequest = (intent: 'proposal' | 'order') =>
    changed('event-summary-3A', (resource) => {
      if (resource.resourceType === 'MedicationStatement' && resource.status === 'active')
        Object.assign(resource, { resourceType: 'MedicationRequest', intent })
    })

  expect(await render(asRequest('order'))).toContain('<originalText>Salbutamol inhaler')
  expect(await render(asRequest('proposal'))).not.toContain('<originalText>Salbutamol inhaler')
})

/** All kinds, all but one, one alone, hostile text, a withdrawal, a draft, an organisation as recipient. */
function* listVariants(preset: string): Generator<ExportInput> {
  const full = fullExport(preset)
  yield full
  for (const title of titles) yield fullExport(preset, (one) => one !== title)
  for (const title of titles)
    yield fullExport(
      preset,
      (one) => one === title || one === 'Course' || (preset === 'specialist-letter-3A' && one === 'Problems'),
    )
  yield { ...exampleExport(hostileNote), preset, recipient: exampleRecipient }
  yield { ...full, status: 'recalled' }
  // A discharge summary wants the dose.
  if (preset !== 'discharge-summary-3A')
    yield changed(preset, (resource) => {
      if (resource.resourceType === 'MedicationStatement') delete resource.dosage
    })
  const { person: _, ...organisation } = exampleRecipient
  yield { ...full, recipient: { ...organisation, name: 'Heart clinic' } }
  yield changed(preset, (resource) => {
    if (resource.resourceType === 'Composition') resource.status = 'preliminary'
  })
}

testWithShared('cda/xsd', 'xmllint', 'xsltproc', 'python3').each(coded.map((preset) => [preset] as const))(
  'Agency CDA guides: no judge finds anything in %s of documents with all, some and no facts',
  async (preset) => {
    const folder = makeScratchFolder('cda')
    const documents = []
    for (const input of listVariants(preset)) {
      // A specialist letter without a diagnosis or procedure is refused, as the test above shows.
      if (preset === 'specialist-letter-3A' && checkDocument('cda', input).length > 0) continue
      const file = join(folder, `${documents.length}.xml`)
      writeFileSync(file, (await renderFormat('cda', input)).bytes)
      documents.push({ file, format: 'cda', preset } as const)
    }

    expect(documents.length).toBeGreaterThan(15)
    for (const judge of cdaJudges)
      expect([judge.name, await judge.judge(documents.filter(judge.takes))]).toEqual([judge.name, []])
  },
)
