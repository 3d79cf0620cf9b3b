import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import type { Bundle, Composition, CompositionSection, Patient } from '@medplum/fhirtypes'
import { cdaJudges } from '../../../judges/exports/cda.ts'
import { escapeMarkup } from '../../../src/core/markup.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { hostileTexts } from '../../builders.ts'
import { testWithShared } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { fullExport } from './full-document.ts'

const presets = [
  'default',
  'shared-health-summary-3A',
  'event-summary-3A',
  'specialist-letter-3A',
  'discharge-summary-3A',
  'ereferral-3A',
] as const

const section = (title: string, content: string, more: Partial<CompositionSection> = {}): CompositionSection => ({
  title,
  text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>` },
  ...more,
})

const deep = (depth: number): CompositionSection =>
  section(`Depth ${depth}`, '<p>deep</p>', depth === 0 ? {} : { section: [deep(depth - 1)] })

const hostile: Readonly<Record<string, CompositionSection>> = {
  'texts of every format': section(
    hostileTexts.join(' '),
    hostileTexts.map((text) => `<p>${escapeMarkup(text)}</p>`).join(''),
  ),
  'a word of a megabyte': section('Long', `<p>${'w'.repeat(1_000_000)}</p>`),
  'sections twenty deep': deep(20),
  'tables with spans and tables in cells': section(
    'Tables',
    '<table><caption>c</caption><tr><th colspan="2">a</th></tr><tr><td rowspan="9">b</td><td><table><tr><td>in</td></tr></table></td></tr></table>',
  ),
  'lists and tables without content': section(
    'Hollow',
    '<p>Nothing besides</p><ul></ul><table></table><table><tr></tr></table><ol><li></li></ol>',
  ),
  'a table of 200 columns': section('Wide', `<table><tr>${'<td>x</td>'.repeat(200)}</tr></table>`),
  'a hundred lists in one another': section('Nested', `${'<ul><li>x'.repeat(100)}${'</li></ul>'.repeat(100)}`),
}

function withHostile(preset: string, added: CompositionSection): ExportInput {
  const input = fullExport(preset)
  const bundle: Bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  composition.section?.push(added)
  const patient = bundle.entry?.find(({ resource }) => resource?.resourceType === 'Patient')?.resource as Patient
  patient.name = [{ family: `${'F'.repeat(300)}\u0000<&"`, given: ['G'.repeat(300), '\u202eevil\u202c'] }]
  return { ...input, bundle }
}

testWithShared('cda/xsd', 'xmllint', 'xsltproc', 'python3').each(presets.map((preset) => [preset] as const))(
  'CDA R2 4.3.5: %s holds hostile names and narrative whole, and no judge finds anything',
  async (preset) => {
    const folder = makeScratchFolder('cda')
    const documents = []
    for (const added of Object.values(hostile)) {
      const file = join(folder, `${documents.length}.xml`)
      const { bytes } = await renderFormat('cda', withHostile(preset, added))
      expect(new TextDecoder().decode(bytes)).toContain('F'.repeat(300))
      writeFileSync(file, bytes)
      documents.push({ file, format: 'cda', preset } as const)
    }

    for (const judge of cdaJudges)
      expect([judge.name, await judge.judge(documents.filter(judge.takes))]).toEqual([judge.name, []])
  },
)
