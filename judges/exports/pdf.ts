/**
 * Judges of PDF: veraPDF by the standards that a preset claims, qpdf for the file's structure, and Poppler for embedded fonts and for
 * what a reader by program gets.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { javaPrograms, listLacking, prepareJava } from '../programs.ts'
import type { ExportedDocument, ExportJudge, Finding } from './judge.ts'

const sources = join(import.meta.dirname, 'verapdf')

/** What each preset claims, as veraPDF names it. */
const claims: Readonly<Record<string, readonly string[]>> = {
  default: ['3a', 'ua1'],
  plain: ['3a', 'ua1'],
  'archive-1b': ['1b'],
}

const isPdf = ({ format }: ExportedDocument): boolean => format === 'pdf'

type Said = { readonly status: number; readonly text: string }

function run(program: string, args: readonly string[]): Said {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  return { status: status ?? 1, text: `${stdout}${stderr}` }
}

const prepareVeraPdf = (): string =>
  prepareJava({ cache: 'judge-pdf', pom: join(sources, 'pom.xml'), sources: [join(sources, 'VeraPdf.java')] })

/** Changes text of the file's uncompressed objects; the length stays. */
const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

export const veraPdf: ExportJudge = {
  name: 'veraPDF',
  takes: isPdf,
  listMissing: () => listLacking(...javaPrograms),
  judge: async (documents) => {
    const pairs = documents.flatMap(({ file, preset }) => (claims[preset] ?? ['1b']).flatMap((claim) => [claim, file]))
    const { status, text } = run('java', [
      '-Xmx1000m',
      '-XX:+UseSerialGC',
      '-cp',
      prepareVeraPdf(),
      'VeraPdf',
      ...pairs,
    ])
    if (status !== 0) throw new Error(`veraPDF failed: ${text}`)
    return text
      .split('\n')
      .map((line) => line.split('\t'))
      .filter((cells) => cells.length === 4)
      .map(([file = '', ...rest]): Finding => ({ file, text: rest.join(' ') }))
  },
  // Colours without the profile that says what they are.
  break: (bytes) => replaced(bytes, '/OutputIntents', '/OutputIntentz'),
}

const each = (documents: readonly ExportedDocument[], judge: (file: string) => readonly string[]) =>
  documents.flatMap(({ file }) => judge(file).map((text): Finding => ({ file, text })))

const qpdf: ExportJudge = {
  name: 'qpdf',
  takes: isPdf,
  listMissing: () => listLacking('qpdf'),
  judge: async (documents) =>
    each(documents, (file) => {
      const { status, text } = run('qpdf', ['--check', file])
      return status === 0 && text.includes('No syntax or stream encoding errors found') ? [] : [text.trim()]
    }),
  break: (bytes) => bytes.subarray(0, bytes.length / 2),
}

/** Columns of pdffonts from the right: embedded, subset, with the characters of its glyphs, and two of the object. */
const isWhole = (line: string): boolean => /\byes +yes +yes +\d+ +\d+$/.test(line.trimEnd())

const fonts: ExportJudge = {
  name: 'pdffonts',
  takes: isPdf,
  listMissing: () => listLacking('pdffonts'),
  judge: async (documents) =>
    each(documents, (file) => {
      const lines = run('pdffonts', [file]).text.trim().split('\n').slice(2)
      return lines.length === 0 ? ['no font'] : lines.filter((line) => !isWhole(line))
    }),
  break: (bytes) => replaced(bytes, '/FontFile2', '/FontFileX'),
}

const text: ExportJudge = {
  name: 'pdftotext',
  takes: isPdf,
  listMissing: () => listLacking('pdftotext'),
  judge: async (documents) =>
    each(documents, (file) => {
      const pages = run('pdftotext', ['-layout', file, '-']).text.split('\f').slice(0, -1)
      const wrong = pages.findIndex((page, index) => !page.includes(`Page ${index + 1} of ${pages.length}`))
      const findings = wrong === -1 && pages.length > 0 ? [] : [`page ${wrong + 1} does not tell its number`]
      return pages.some((page) => /\[U\+[0-9A-F]{4,6}\]|\ufffd/.test(page))
        ? [...findings, 'a letter is missing']
        : findings
    }),
  break: (bytes) => replaced(bytes, '/ToUnicode', '/ToUnicodX'),
}

export const pdfJudges: readonly ExportJudge[] = [veraPdf, qpdf, fonts, text]
