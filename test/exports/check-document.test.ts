import { expect, test } from '@jest/globals'
import type { Bundle, Composition, Encounter, Patient } from '@medplum/fhirtypes'
import { checkDocument, DocumentRefused, PresetUnknown } from '../../src/exports/check-document.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { openThreads } from '../../src/threads/threads.ts'
import { exampleExport } from '../builders.ts'

type Change = (composition: Composition, bundle: Bundle) => void

function changed(change: Change) {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  change(bundle.entry?.[0]?.resource as Composition, bundle)
  return { ...input, bundle }
}

const entryOf = (bundle: Bundle, type: string) =>
  bundle.entry?.find(({ resource }) => resource?.resourceType === type) ?? { fullUrl: '' }

const without = (type: string): Change =>
  function dropEntry(_, bundle) {
    bundle.entry = (bundle.entry ?? []).filter(({ resource }) => resource?.resourceType !== type)
  }

test.each<[string, Change, string]>([
  ['without a patient', without('Patient'), 'Composition.subject'],
  [
    'with a second patient',
    (_, bundle) => bundle.entry?.push({ ...entryOf(bundle, 'Patient'), fullUrl: 'urn:uuid:2' }),
    'Composition.subject',
  ],
  [
    'without its author',
    (composition) => {
      composition.author = [{ display: 'Dr Who' }]
    },
    'Composition.author[0]',
  ],
  [
    'whose author is its patient',
    (composition) => {
      composition.author = [{ reference: composition.subject?.reference ?? '' }]
    },
    'Composition.author[0]',
  ],
  [
    'without a custodian',
    (composition) => {
      delete composition.custodian
    },
    'Composition.custodian',
  ],
  ['whose custodian is not in it', without('Organization'), 'Composition.custodian'],
  [
    'whose type is text',
    (composition) => {
      composition.type = { text: 'Letter' }
    },
    'Composition.type.coding',
  ],
  [
    'without sections',
    (composition) => {
      delete composition.section
    },
    'Composition.section',
  ],
  [
    'with a section of entries alone',
    (composition) => {
      composition.section = [{ title: 'A', section: [{ entry: [{ reference: 'x' }] }] }]
    },
    'Composition.section[0].section[0].text',
  ],
])('R4 documents.html: a document %s is refused in every other form, by the element', async (_, change, element) => {
  const input = changed(change)

  expect(['hl7v2', 'cda', 'pdf', 'rtf'].map((format) => checkDocument(format as 'pdf', input)[0]?.element)).toEqual([
    element,
    element,
    element,
    element,
  ])
  expect(checkDocument('bundle', input)).toEqual([])
  await expect(renderFormat('rtf', input)).rejects.toThrow(DocumentRefused)
})

const patientOf = (bundle: Bundle) => entryOf(bundle, 'Patient').resource as Patient
const encounterOf = (bundle: Bundle) => entryOf(bundle, 'Encounter').resource as Encounter
const ihi = 'http://ns.electronichealth.net.au/id/hi/ihi/1.0'

test.each<[string, Change, string]>([
  [
    'whose subject is contained beside another Patient',
    (composition) => {
      composition.contained = [{ resourceType: 'Patient', id: 'p2', name: [{ family: 'Other' }] }]
      composition.subject = { reference: '#p2' }
      delete composition.encounter
    },
    'Composition.subject is one of several Patients of the document',
  ],
  [
    'with two entries at one address',
    (_, bundle) => {
      bundle.entry?.push({ ...entryOf(bundle, 'Organization'), resource: { resourceType: 'Organization', name: 'B' } })
    },
    'Bundle.entry[LAST].fullUrl is that of another entry',
  ],
  [
    'whose encounter is of another patient',
    (_, bundle) => {
      encounterOf(bundle).subject = { reference: 'https://elsewhere.example/Patient/2' }
    },
    'Composition.encounter.subject is not Composition.subject',
  ],
  [
    'whose IHI has a wrong check digit',
    (_, bundle) => {
      patientOf(bundle).identifier = [
        { system: ihi, value: '8003608166690504', use: 'old' },
        { system: ihi, value: '8003 6081 6669 0504' },
      ]
    },
    'Composition.subject.identifier[1].value is no IHI',
  ],
  [
    'whose patient was born on a day that does not exist',
    (_, bundle) => {
      patientOf(bundle).birthDate = '1984-02-30'
    },
    'Composition.subject.birthDate is no date',
  ],
  [
    'whose birth date has a time',
    (_, bundle) => {
      patientOf(bundle).birthDate = '1984-02-03T20:00:00Z'
    },
    'Composition.subject.birthDate is no date',
  ],
  [
    'of a day that does not exist',
    (composition) => {
      composition.date = '2026-02-30T10:00:00Z'
    },
    'Composition.date is no date',
  ],
  [
    'of the year 0',
    (composition) => {
      composition.date = '0000-01-01'
    },
    'Composition.date is no date',
  ],
  [
    'approved in a 13th month',
    (composition) => {
      for (const attester of composition.attester ?? []) attester.time = '2026-13-01'
    },
    'Composition.attester[0].time is no date',
  ],
  [
    'that nobody is said to have approved',
    (composition) => {
      composition.attester = [{ mode: 'legal', time: '2026-03-14T03:20:00Z' }]
    },
    'Composition.attester[0].party is missing: nobody is named who approved the document',
  ],
  [
    'whose approver is not in it',
    (composition) => {
      composition.attester = [
        { mode: 'personal' },
        { mode: 'legal', time: '2026-03-14T03:20:00Z', party: { reference: 'Practitioner/9' } },
      ]
    },
    'Composition.attester[1].party is no practitioner or organisation of the document',
  ],
  [
    'whose encounter began in no month',
    (_, bundle) => {
      encounterOf(bundle).period = { start: '2026-00' }
    },
    'Composition.encounter.period.start is no date',
  ],
  [
    'whose type has an empty code',
    (composition) => {
      composition.type = { coding: [{ system: 'http://loinc.org', code: '' }] }
    },
    'Composition.type.coding has no code',
  ],
])('R4 composition.html: a document %s is refused in every other form, by the element', (_, change, expected) => {
  const input = changed(change)
  const refusal = expected.replace('LAST', String((input.bundle.entry?.length ?? 0) - 1))

  for (const format of ['hl7v2', 'cda', 'pdf', 'rtf', 'text', 'html'] as const)
    expect(checkDocument(format, input).map(({ element, message }) => `${element} ${message}`)).toEqual([refusal])
})

test.each(['2024-02-29', '2026', '2026-12', '0001-01-01', '2026-12-31T23:59:59+14:00', '2026-01-01T00:00:00.5Z'])(
  'R4 datatypes.html: %s is a date',
  (date) => {
    const input = changed((composition) => {
      composition.date = date
    })

    expect(checkDocument('text', input)).toEqual([])
  },
)

test('R4 documents.html: a Bundle without a Composition has no form', () => {
  const { bundle, ...input } = exampleExport()

  expect(checkDocument('pdf', { ...input, bundle: { ...bundle, entry: [] } })).toEqual([
    { element: 'Bundle.entry[0]', message: 'is not a Composition' },
  ])
})

test('a preset that the format does not have is an error with those that it has', async () => {
  await expect(renderFormat('pdf', { ...exampleExport(), preset: 'a3' })).rejects.toThrow(PresetUnknown)
})

test('the reasons of a refusal come out of the thread, and no message besides', async () => {
  const threads = openThreads()
  const input = changed(without('Organization'))

  await expect(threads.render('pdf', input)).rejects.toMatchObject({
    name: 'DocumentRefused',
    refusals: [{ element: 'Composition.custodian', message: 'is no Organization of the document' }],
  })
  await threads.close()
})

const written = (content: string): Change =>
  function writeNarrative({ section }) {
    const [first] = section ?? []
    if (first !== undefined) first.text = { status: 'additional', div: content }
  }

const messages = {
  malformed: 'is not one well-formed div of XHTML',
  struck: 'has words that are struck out or hidden',
  image: 'has an image without an alternate text',
  nothing: 'has nothing to read',
}

test.each<[keyof typeof messages, string]>([
  ['malformed', '<div><p>Hb <lower than normal> 90</p></div>'],
  ['malformed', '<div><p>Before</p><title>after</div>'],
  ['malformed', '<div><style>p{}<p>after</p></div>'],
  ['malformed', '<div><p>Before</p><!-- <p>after</p></div>'],
  ['malformed', '<div><p>One</p></div><div><p>Two</p></div>'],
  ['malformed', '<p>No div</p>'],
  ['malformed', 'No element'],
  ['malformed', '<div><h:p xmlns:h="http://www.w3.org/1999/xhtml">One</h:p>two</div>'],
  ['malformed', '<div><![CDATA[One]]></div>'],
  ['malformed', '<div><?a b?>One</div>'],
  ['malformed', '<!DOCTYPE div [<!ENTITY a "b">]><div>One &a;</div>'],
  ['malformed', '<div>One &toString; two</div>'],
  ['malformed', '<div>One & two</div>'],
  ['malformed', '<div>Hb < 90</div>'],
  ['malformed', '<div><p class=a>One</p></div>'],
  ['struck', '<div><del>Warfarin 5 mg</del> Apixaban</div>'],
  ['struck', '<div><s>Warfarin</s> Apixaban</div>'],
  ['struck', '<div><STRIKE>Warfarin</STRIKE> Apixaban</div>'],
  ['struck', '<div><span style="color: red; Text-Decoration : underline line-through">A</span> b</div>'],
  ['struck', '<div>A <p style="display&#58; /* a */ none">b</p></div>'],
  ['struck', '<div>A <p style="visibility:hidden">b</p></div>'],
  ['struck', '<div>A <p style="opacity: 0">b</p><p style="opacity: 0.5">c</p></div>'],
  ['struck', '<div>A <p style="d\\69splay:none">b</p></div>'],
  ['struck', '<div>A <p hidden="">b</p></div>'],
  ['image', '<div><img src="#a"/></div>'],
  ['image', '<div>One <img src="#a"/></div>'],
  ['nothing', '<div><img src="#a" alt=" "/></div>'],
  ['nothing', '<div/>'],
  ['nothing', '<div> &nbsp;&#8203;&zwj;<br/><style>p{}</style><!-- a --></div>'],
  ['nothing', '<div><ul><li/></ul><table><tr><td/></tr></table></div>'],
  ['nothing', ''],
])('R4 narrative.html: no form is made of a narrative that is %s: %s', (name, div) => {
  const input = changed(written(div))

  for (const format of ['hl7v2', 'cda', 'pdf', 'rtf', 'html', 'text'] as const)
    expect(checkDocument(format, input)).toEqual([{ element: 'Composition.section[0].text', message: messages[name] }])
})

test.each([
  '<div xmlns="http://www.w3.org/1999/xhtml"><p style="opacity: 0.5; display: block">a &le; b&nbsp;&amp; c</p></div>',
  '<div><ins>Apixaban</ins><img src="#a" alt=""/></div>',
  '<div><img src="#a" alt="Chart of the growth"/></div>',
  ' <div>—</div> ',
  '<div>bell\u0007</div>',
])('R4 narrative.html: a form is made of %s', (div) => {
  expect(checkDocument('text', changed(written(div)))).toEqual([])
})

test('R4 list-empty-reason: a section without words needs a reason in words', () => {
  const listOf = (emptyReason: object) =>
    checkDocument(
      'text',
      changed((composition) => {
        composition.section = [{ title: 'A', emptyReason, text: { status: 'empty', div: '<div> </div>' } }]
      }),
    )

  expect(listOf({ text: 'Not asked' })).toEqual([])
  expect(listOf({ coding: [{ code: 'notasked' }] })).toEqual([])
  expect(listOf({ text: ' ' })).toMatchObject([{ element: 'Composition.section[0].text' }])
  expect(listOf({})).toMatchObject([{ element: 'Composition.section[0].text' }])
})

test('R4 cmp-1: sections within one another without end are refused, by the element', () => {
  const input = changed((composition) => {
    const text = { status: 'additional' as const, div: '<div>a</div>' }
    composition.section = [{ text }]
    for (let depth = 0; depth < 20_000; depth += 1) composition.section = [{ text, section: composition.section }]
  })

  expect(checkDocument('text', input)).toEqual([
    { element: `Composition${'.section[0]'.repeat(33)}`, message: 'is a section within 32 others' },
  ])
})

test('XML 1.0: a narrative of twenty megabytes is looked at', () => {
  const tag = `<p a=${'b'.repeat(20_000_000)}>`

  expect(checkDocument('text', changed(written(`<div>${tag}a</p></div>`)))).toMatchObject([
    { message: messages.malformed },
  ])
})
