/** The built-in templates over real consultations: drafted, verified, released, in every format. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { Message } from 'node-hl7-client'
import type { JsonObject } from '../../src/core/json.ts'
import { exportFormats, renderFormat } from '../../src/exports/formats.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { checkResource } from '../../src/profiles/check.ts'
import { runJudge, sharedPath, testWithShared } from '../judges.ts'
import { openTestValidator } from '../profiles/open-definitions.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { exampleRecord, makeDocument, readSegments } from './template-documents.ts'

const validator = await openTestValidator()
const folder = sharedPath('consultations')
const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
const segmentsOf = (file = '') => readSegments(join(folder, file))
/** One of each day, and enough of the rest to meet what people say. */
const some = files.filter((_, at) => at % 6 === 0)
const rows = builtInTemplates.map((builtIn) => [builtIn.template.title, builtIn] as const)
const [spoken = ''] = files

const compositionOf = ({ bundle }: ReturnType<typeof makeDocument>['input']): Composition =>
  bundle.entry?.[0]?.resource as Composition

testWithShared('consultations').each(rows)(
  'Generation and verification: a %s of every consultation passes, and says where it has nothing',
  (_, builtIn) => {
    for (const file of some) {
      const { note, verdict, input } = makeDocument(builtIn, segmentsOf(file))
      const stated = note.sections.flatMap(({ statements }) => statements)

      const isPassed = verdict.outcome === 'passed' || stated.length === 0
      expect({ file, isPassed, rules: verdict.findings.map(({ rule }) => rule) }).toEqual({
        file,
        isPassed: true,
        rules: [],
      })
      expect(note.sections.map(({ key }) => key)).toEqual(builtIn.version.sections.map(({ key }) => key))
      for (const [at, section] of note.sections.entries()) {
        const div = compositionOf(input).section?.[at]?.text?.div ?? ''
        expect(div.includes('Nothing recorded.')).toBe(section.statements.length === 0)
      }
    }
  },
)

testWithShared('consultations').each(rows)(
  'AU Core: what a %s releases passes, with its own document type',
  (_, builtIn) => {
    const { released, input } = makeDocument(builtIn, segmentsOf(spoken), exampleRecord)
    const resources = [...released, input.bundle] as unknown as JsonObject[]

    const errors = resources.flatMap((resource) =>
      checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    )

    const { code, codeDisplay, title } = builtIn.version
    expect(errors).toEqual([])
    expect(compositionOf(input).type).toMatchObject({ coding: [{ code, display: codeDisplay }], text: title })
  },
)

testWithShared('consultations').each(rows)('spec 4.6: a %s has every format', async (_, builtIn) => {
  const { input } = makeDocument(builtIn, segmentsOf(spoken), exampleRecord)
  const { code, codeDisplay } = builtIn.version
  const texts = new Map<string, string>()
  for (const { format } of exportFormats) {
    const { bytes } = await renderFormat(format, input)
    texts.set(format, Buffer.from(bytes).toString())
  }

  const message = new Message({ text: texts.get('hl7v2') ?? '' })
  expect(message.get('OBR.4.1').toString()).toBe(code)
  expect(message.get('OBR.4.2').toString()).toBe(codeDisplay)
  expect(texts.get('cda')).toContain(`codeSystemName="LOINC" displayName="${codeDisplay}"/>`)
  expect(texts.get('rtf')).toContain('Penicillin')
  expect(texts.get('pdf')).toMatch(/^%PDF-1\.[47]/)
})

testWithShared('consultations', 'xmllint')('CDA-AU schema 3.0: the documents of all templates are valid', async () => {
  const directory = makeScratchFolder('templates')
  const paths = await Promise.all(
    builtInTemplates.map(async (builtIn) => {
      const path = join(directory, `${builtIn.version.artifactType}.xml`)
      writeFileSync(path, (await renderFormat('cda', makeDocument(builtIn, segmentsOf(spoken)).input)).bytes)
      return path
    }),
  )

  const { status, said } = runJudge('xmllint', [
    '--nonet',
    '--noout',
    '--schema',
    sharedPath('cda/xsd/cda-au/CDA-AU-V1_0.xsd'),
    ...paths,
  ])

  expect([status, said]).toEqual([0, expect.stringContaining('validates')])
})

testWithShared('consultations')(
  'spec 4.5: a chronology is in the order of time, each statement with its sources',
  () => {
    const builtIn = builtInTemplates.find(({ version }) => version.artifactType === 'medico_legal_chronology')
    if (builtIn === undefined) throw new Error('no chronology')
    const segments = segmentsOf(spoken)
    const { note, input } = makeDocument(builtIn, segments, exampleRecord)

    const [earlier, events] = note.sections
    const [recorded = '', said = ''] = (compositionOf(input).section ?? []).map(({ text }) => text?.div)
    const startOf = (id: string): number => segments.find((segment) => segment.id === id)?.startMs ?? -1
    const firsts = (events?.statements ?? []).map(({ evidence }) =>
      Math.min(...evidence.map((item) => (item.kind === 'segment' ? startOf(item.segmentId) : -1))),
    )

    expect(earlier?.statements.map(({ text }) => text)).toEqual([
      'History of Gout (from the record).',
      'Takes Allopurinol (from the record).',
      'Allergic to Penicillin (from the record).',
    ])
    expect(recorded).toContain('<li>History of Gout (from the record). [condition record, 2016-11-20]</li>')
    expect(firsts.length).toBeGreaterThan(3)
    expect(firsts.toSorted((a, b) => a - b)).toEqual(firsts)
    const items = said.match(/<li>.*?<\/li>/g) ?? []
    expect(items).toHaveLength(firsts.length)
    expect(items.filter((item) => !/\[recording \d+:\d\d, (?:patient|clinician)\b.*\]<\/li>$/.test(item))).toEqual([])
  },
)

testWithShared('consultations')(
  'spec 4.5: what the record says stays in a chronology where it was said as well',
  () => {
    const builtIn = builtInTemplates.find(({ version }) => version.artifactType === 'medico_legal_chronology')
    if (builtIn === undefined) throw new Error('no chronology')

    const { note, verdict } = makeDocument(builtIn, segmentsOf('day2_consultation05.json'), exampleRecord)

    const listed = note.sections.map(
      ({ statements }) => statements.filter(({ text }) => /penicillin/i.test(text)).length,
    )
    expect(listed).toEqual([1, 1])
    expect(verdict.outcome).toBe('passed')
  },
)

testWithShared('consultations')('spec 2.1: what a patient reads of their condition was said to them', () => {
  const builtIn = builtInTemplates.find(({ version }) => version.artifactType === 'patient_summary')
  if (builtIn === undefined) throw new Error('no patient summary')

  const { note } = makeDocument(builtIn, segmentsOf(spoken), exampleRecord)

  const texts = note.sections.flatMap(({ statements }) => statements.map(({ text }) => text)).join(' ')
  expect(texts).toContain('Penicillin')
  expect(texts).not.toContain('Gout')
})
