import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { renderCda } from '../../../src/exports/cda/cda.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { exampleDocumentId, exampleExport, exampleRecalledExport, hostileNote } from '../../builders.ts'
import { runJudge, sharedPath, testWithPrograms, testWithShared } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

const render = async (input: ExportInput): Promise<string> => new TextDecoder().decode(await renderCda(input))
const golden = (name: string): string => readFileSync(join(import.meta.dirname, '../../fixtures/cda', name), 'utf8')

async function writeDocument(input: ExportInput): Promise<string> {
  const path = join(makeScratchFolder('cda'), 'document.xml')
  writeFileSync(path, await renderCda(input))
  return path
}

test('CDA R2: the example document is the one on file, and so is its withdrawal', async () => {
  expect(await render(exampleExport())).toBe(golden('original.xml'))
  expect(await render(exampleRecalledExport())).toBe(golden('recalled.xml'))
})

test('CDA R2 4.2.1: the set is the document identity; a withdrawn edition replaces the original', async () => {
  const recalled = await render(exampleRecalledExport())

  expect(recalled).toContain(`<setId root="${exampleDocumentId}"/>\n  <versionNumber value="2"/>`)
  expect(recalled).toMatch(/<ext:completionCode code="W"/)
  expect(recalled).toContain(
    `<relatedDocument typeCode="RPLC">\n    <parentDocument>\n      <id root="${exampleDocumentId}"/>`,
  )
  expect(/\n {2}<id root="([^"]+)"/.exec(recalled)?.[1]).not.toBe(exampleDocumentId)
})

const inputs: readonly (readonly [string, ExportInput])[] = [
  ['a document', exampleExport()],
  ['a withdrawn document', exampleRecalledExport()],
  ['hostile text', exampleExport(hostileNote)],
  ['a bare document', withoutDetails(exampleExport())],
]

/** Nothing but what AU Core requires. */
function withoutDetails(input: ExportInput): ExportInput {
  const optional = ['telecom', 'address', 'period', 'attester', 'code', 'organization']
  const entry = input.bundle.entry?.map(({ fullUrl, resource }) => {
    const isParty = ['Patient', 'Organization', 'PractitionerRole', 'Encounter'].includes(resource?.resourceType ?? '')
    const kept = Object.entries(resource ?? {}).filter(
      ([key]) => !(isParty || key === 'attester') || !optional.includes(key),
    )
    return { fullUrl: fullUrl ?? '', resource: Object.fromEntries(kept) }
  })
  return { ...input, bundle: { ...input.bundle, entry } as ExportInput['bundle'] }
}

testWithShared('cda/xsd/cda-au', 'xmllint').each(inputs)('CDA-AU schema 3.0: %s is valid', async (_, input) => {
  const schema = sharedPath('cda/xsd/cda-au/CDA-AU-V1_0.xsd')

  const { status, said } = runJudge('xmllint', ['--nonet', '--noout', '--schema', schema, await writeDocument(input)])

  expect([status, said.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/document\.xml validates$/)])
})

testWithShared(
  'cda/schematron-to-xslt.py',
  'python3',
  'xsltproc',
)('CDA level 1A: the Agency finds nothing in the header but that it is no specialist letter', async () => {
  const path = await writeDocument(exampleExport())
  const rules = sharedPath('cda/xsd/schematron/SpecialistLetter')
  cpSync(join(rules, 'TEMPLATE/VALDN/CDAValidate_Vocabs.xml'), join(path, '../CDAValidate_Vocabs.xml'))
  cpSync(join(rules, 'TEMPLATE'), join(path, '../TEMPLATE'), { recursive: true })
  runJudge('python3', [sharedPath('cda/schematron-to-xslt.py'), join(rules, '1A.sch'), join(path, '../rules.xsl')])

  const { said } = runJudge('xsltproc', ['--nonet', join(path, '../rules.xsl'), path])

  const places = [...said.matchAll(/<issue [^>]*path="([^"]*)"/g)].map((match) => match[1])
  expect(said).not.toContain('failed to load')
  expect([...new Set(places)].sort()).toEqual([
    '/ClinicalDocument',
    'ClinicalDocument/code',
    'component/section',
    'component/structuredBody',
  ])
})

testWithPrograms('xmllint')(
  'CDA R2 4.3.5: a reader gets every word of the narrative, and no markup of the author',
  async () => {
    const path = await writeDocument(exampleExport(hostileNote))

    const { said } = runJudge('xmllint', ['--nonet', '--xpath', "//*[local-name()='item']/text()", path])

    expect(said).toContain('&lt;script&gt;alert("x")&lt;/script&gt; &amp; &amp;amp;')
    expect(said).toContain('{\\rtf1 \\par')
    expect(said).toContain('tab here, bell , escape [31m')
    expect(said).toContain('txet desrever and isolated')
    expect(said).toContain('王小明 \u{1F600} \u{1FA7A} \u{20089}')
  },
)

test('CDA R2: an identifier that is no national one does not become an object identifier', async () => {
  const bundle = JSON.parse(JSON.stringify(exampleExport().bundle).replaceAll('8003608166690503', '1\\" evil=\\"1'))

  const xml = await render({ ...exampleExport(), bundle })

  expect(xml).not.toContain('evil')
  expect(xml).not.toContain('assigningAuthorityName="IHI"')
})

test('CDA R2: times carry the zone of the organisation', async () => {
  const summer = { ...exampleExport(), timeZone: 'Australia/Sydney' }

  expect(await render(summer)).toContain('<effectiveTime value="20260314142000+1100"/>')
  const { timeZone: _, ...unset } = summer
  expect(await render(unset)).toBe(await render(summer))
})
