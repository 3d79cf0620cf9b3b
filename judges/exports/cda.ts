/**
 * Judges of CDA: the Australian schema by xmllint, the Agency's Schematron at the level that a preset claims, and the hash of each
 * attachment by openssl. The schema and the rules lie in the data folder beside a checkout.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { listLacking } from '../programs.ts'
import type { ExportedDocument, ExportJudge, Finding } from './judge.ts'

const data = join(import.meta.dirname, '../../../shared/cda')
const folder = 'IHE_XDM/SUBSET01/'

type RuleSet = { readonly type: string; readonly level: '1A' | '3A' }

/** What each preset claims. An eReferral has no Schematron at hand. */
const ruleSets: Readonly<Record<string, RuleSet>> = {
  'shared-health-summary-3A': { type: 'SharedHealthSummary', level: '3A' },
  'event-summary-3A': { type: 'EventSummary', level: '3A' },
  'specialist-letter-1A': { type: 'SpecialistLetter', level: '1A' },
  'specialist-letter-3A': { type: 'SpecialistLetter', level: '3A' },
  'discharge-summary-1A': { type: 'DischargeSummary', level: '1A' },
  'discharge-summary-3A': { type: 'DischargeSummary', level: '3A' },
}

const isPackage = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The files of a document by name, its root as `CDA_ROOT.XML`. */
function filesOf(file: string): ReadonlyMap<string, Uint8Array> {
  const bytes = readFileSync(file)
  if (!isPackage(bytes)) return new Map([['CDA_ROOT.XML', bytes]])
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name.replace(folder, ''), content]))
}

function run(program: string, args: readonly string[], input?: Uint8Array): string {
  const options = { maxBuffer: 1 << 28, ...(input === undefined ? {} : { input }) }
  const { stdout, stderr } = spawnSync(program, args, options)
  return `${stdout}${stderr}`
}

const missing = (...programs: readonly string[]): readonly string[] => [
  ...listLacking(...programs),
  ...(existsSync(data) ? [] : [data]),
]

/** Runs a judge in a folder of its own, with each root under a name that leads back to its document. */
function withRoots<T>(
  documents: readonly ExportedDocument[],
  judge: (folder: string, names: readonly string[]) => T,
): T {
  const work = mkdtempSync(join(tmpdir(), 'banksia-cda-judge-'))
  try {
    const names = documents.map(({ file }, index) => {
      const name = `document-${index}.xml`
      writeFileSync(join(work, name), filesOf(file).get('CDA_ROOT.XML') ?? '')
      return name
    })
    return judge(work, names)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const isCda = ({ format }: ExportedDocument): boolean => format === 'cda'

/** Changes the root of a document, in its package if it is in one. */
function changeRoot(bytes: Buffer, change: (xml: string) => string): Buffer {
  const decode = (root: Uint8Array): string => new TextDecoder().decode(root)
  if (!isPackage(bytes)) return Buffer.from(change(decode(bytes)))
  const files = unzipSync(bytes)
  const root = files[`${folder}CDA_ROOT.XML`] ?? new Uint8Array()
  return Buffer.from(zipSync({ ...files, [`${folder}CDA_ROOT.XML`]: Buffer.from(change(decode(root))) }))
}

const schema: ExportJudge = {
  name: 'CDA-AU schema',
  takes: isCda,
  listMissing: () => missing('xmllint'),
  judge: async (documents) =>
    withRoots(documents, (work, names) => {
      const xsd = join(data, 'xsd/cda-au/CDA-AU-V1_0.xsd')
      const said = run('xmllint', ['--nonet', '--noout', '--schema', xsd, ...names.map((name) => join(work, name))])
      return documents.flatMap(({ file }, index): readonly Finding[] => {
        const lines = said.split('\n').filter((line) => line.includes(`/document-${index}.xml`))
        if (lines.some((line) => line.endsWith('.xml validates'))) return []
        return [{ file, text: lines[0]?.replace(work, '') ?? 'not judged' }]
      })
    }),
  break: (bytes) =>
    changeRoot(bytes, (xml) => xml.replace('<custodian>', '<custodians>').replace('</custodian>', '</custodians>')),
}

/** Some rules look beside the document for their code lists, and some beside the rules. */
function prepareRules(work: string, { type, level }: RuleSet): string {
  const source = join(data, 'xsd/schematron', type)
  const rules = join(work, `${type}-${level}.xsl`)
  run('python3', [join(data, 'schematron-to-xslt.py'), join(source, `${level}.sch`), rules])
  cpSync(join(source, 'TEMPLATE'), join(work, 'TEMPLATE'), { recursive: true })
  for (const name of readdirSync(join(source, 'TEMPLATE/VALDN')))
    cpSync(join(source, 'TEMPLATE/VALDN', name), join(work, name))
  return rules
}

function judgeByRules(documents: readonly ExportedDocument[], set: RuleSet): readonly Finding[] {
  return withRoots(documents, (work, names) => {
    const rules = prepareRules(work, set)
    const said = run('xsltproc', ['--nonet', rules, ...names.map((name) => join(work, name))])
    const results = said.split('<?xml ').slice(1)
    // One result for each document, in their order; fewer if one of them cannot be read.
    if (results.length !== documents.length) return documents.map(({ file }) => ({ file, text: 'not judged' }))
    return documents.flatMap(({ file }, index): readonly Finding[] => {
      const issues = (results[index] ?? '').matchAll(/<issue pattern="([^"]*)"[^>]*>([^<]*)/g)
      return [...issues].map(([, pattern, text = '']) => ({
        file,
        text: `${pattern}: ${text.replace(/ Refer to.*/, '')}`,
      }))
    })
  })
}

const schematron: ExportJudge = {
  name: 'Schematron',
  takes: (document) => isCda(document) && ruleSets[document.preset] !== undefined,
  listMissing: () => missing('python3', 'xsltproc'),
  judge: async (documents) =>
    Object.entries(ruleSets).flatMap(([preset, set]) => {
      const those = documents.filter((document) => document.preset === preset)
      return those.length === 0 ? [] : judgeByRules(those, set)
    }),
  break: (bytes) =>
    changeRoot(bytes, (xml) =>
      xml.replace('<confidentialityCode nullFlavor="NA"', '<confidentialityCode nullFlavor="UNK"'),
    ),
}

const media = /<value mediaType="[^"]*" integrityCheck="([^"]*)">\s*<reference value="([^"]*)"\/>/g

const hashes: ExportJudge = {
  name: 'attachment hashes',
  takes: (document) => isCda(document) && document.preset.endsWith('-1A'),
  listMissing: () => missing('openssl'),
  judge: async (documents) =>
    documents.flatMap(({ file }): readonly Finding[] => {
      const files = filesOf(file)
      const named = [...new TextDecoder().decode(files.get('CDA_ROOT.XML')).matchAll(media)]
      const wrong = named.filter(([, hash, name = '']) => {
        const bytes = files.get(name)
        if (bytes === undefined) return true
        const found = /([0-9a-f]{40})/.exec(run('openssl', ['dgst', '-sha1'], bytes))?.[1] ?? ''
        return Buffer.from(found, 'hex').toString('base64') !== hash
      })
      const lost = [...files.keys()].filter((name) => name !== 'CDA_ROOT.XML' && !named.some((one) => one[2] === name))
      return [
        ...wrong.map(([, , name]) => ({ file, text: `${name} is not the file that the document means` })),
        ...lost.map((name) => ({ file, text: `${name} is named by nothing` })),
        ...(named.length === 0 ? [{ file, text: `${basename(file)} has no attachment` }] : []),
      ]
    }),
  break: (bytes) => {
    const files = unzipSync(bytes)
    return Buffer.from(zipSync({ ...files, [`${folder}attachment.pdf`]: Buffer.from('another page') }))
  },
}

export const cdaJudges: readonly ExportJudge[] = [schema, schematron, hashes]
