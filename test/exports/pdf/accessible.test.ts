import { expect } from '@jest/globals'
import { exampleRecalledExport, hostileNote } from '../../builders.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { exportOf, letterExport, readObjects, sectionOf, writePdf } from './rendered.ts'

const preset = 'default'
const table =
  '<table><caption>Blood</caption><thead><tr><th>Test</th><th colspan="2">Value</th></tr></thead><tbody><tr><th rowspan="2">Sodium</th><td>140</td><td>mmol/L</td></tr><tr><td>138</td><td>low</td></tr></tbody></table>'

/** Types of the structure in the order of reading, with their depth. */
const readStructure = async (input: Parameters<typeof writePdf>[0]): Promise<string> =>
  runJudge('pdfinfo', ['-struct-text', await writePdf(input)]).said

testWithPrograms('pdfinfo')(
  'ISO 14289-1 7.1: headings, lists and tables have their structure in the order of reading',
  async () => {
    const text = '<p>All.</p><ul><li>one</li><li>two<ol><li>inner</li></ol></li></ul>'
    const structure = await readStructure({
      ...exportOf(sectionOf('Results', text + table, [sectionOf('More', '<p>x</p>')])),
      preset,
    })
    const types = [...structure.matchAll(/^ *([A-Z][A-Za-z0-9]*)\b/gm)].map(([, type]) => type)
    const wanted = [
      'Document',
      'H1',
      'Sect',
      'H2',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'L',
      'Table',
      'Caption',
      'TR',
      'TH',
      'TD',
      'Sect',
      'H3',
      'P',
    ]
    let at = -1
    for (const type of wanted) at = types.indexOf(type, at + 1)

    expect(at).toBeGreaterThan(0)
    expect(structure).toMatch(/\/ColSpan 2|ColSpan[^\n]*2/)
    expect(structure.match(/Sodium/g)).toHaveLength(1)
  },
)

testWithPrograms('qpdf')('ISO 19005-3: the metadata names both standards, the title and the language', async () => {
  const objects = await readObjects({ ...exampleRecalledExport(hostileNote), preset })

  expect(objects).toMatch(/pdfaid:part>3<[\s\S]*pdfaid:conformance>A</)
  expect(objects).toMatch(/pdfuaid:part>1</)
  expect(objects).toMatch(/\/Marked true/)
  expect(objects).toMatch(/\/Lang \(en-AU\)/)
  expect(objects).toMatch(/\/DisplayDocTitle true/)
  expect(objects).not.toMatch(/EmbeddedFile/)
})

testWithPrograms('qpdf')('D135: the FHIR document is attached by a wish, and never to a PDF/A-1b', async () => {
  const wish = { ...letterExport(), appearance: { attachBundle: true } }
  const objects = await readObjects({ ...wish, preset })

  expect(objects).toMatch(/\/AFRelationship \/Alternative/)
  expect(objects).toContain('"resourceType":"Bundle"')
  expect(await readObjects({ ...wish, preset: 'archive-1b' })).not.toMatch(/EmbeddedFile/)
})
