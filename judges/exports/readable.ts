/** Judges of RTF and HTML: LibreOffice and lxml read them, and every word of the document's plain text must be there. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { listLacking } from '../programs.ts'
import type { ExportedDocument, ExportJudge, Finding } from './judge.ts'

/** Long words are broken by the width of plain text. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length < 40))

/** The sections and the approval of the same document as plain text, which stands beside it; LibreOffice gives no page headers. */
const plainOf = (file: string): string => {
  const beside = file.replace(/(broken-)?([^/]+)\.(rtf|html)\.default\.\w+$/, '$2.text.default.txt')
  const text = existsSync(beside) ? readFileSync(beside, 'utf8') : ''
  const [body = ''] = text.slice(text.search(/^-{3,}$/m)).split(/^Document [0-9a-f-]{36}/m)
  // Readers number the items of a list themselves.
  return body.replaceAll(/^\s*\d+\. /gm, '')
}

function findLost({ file }: ExportedDocument, text: string | undefined): readonly Finding[] {
  if (text === undefined) return [{ file, text: 'cannot be read' }]
  const there = wordsOf(text)
  const lost = [...wordsOf(plainOf(file))].filter((word) => !there.has(word))
  return lost.length === 0 ? [] : [{ file, text: `lacks ${lost.length} words of its plain text, such as ${lost[0]}` }]
}

/** Each turn converts many files, because a start takes seconds. */
function readByLibreOffice(documents: readonly ExportedDocument[]): ReadonlyMap<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'banksia-soffice-'))
  const files = documents.map(({ file }) => file)
  spawnSync(
    'soffice',
    [
      `-env:UserInstallation=file://${out}/profile`,
      '--headless',
      '--convert-to',
      'txt:Text (encoded):UTF8',
      '--outdir',
      out,
      ...files,
    ],
    { encoding: 'utf8' },
  )
  const texts = files.flatMap((file): readonly (readonly [string, string])[] => {
    const made = join(out, `${basename(file, extname(file))}.txt`)
    return existsSync(made) ? [[file, readFileSync(made, 'utf8')]] : []
  })
  rmSync(out, { recursive: true })
  return new Map(texts)
}

const libreOffice: ExportJudge = {
  name: 'LibreOffice',
  takes: ({ format }) => format === 'rtf',
  listMissing: () => listLacking('soffice'),
  judge: async (documents) => {
    const texts = readByLibreOffice(documents)
    return documents.flatMap((document) => findLost(document, texts.get(document.file)))
  },
  // Everything after the first heading is lost.
  break: (bytes) =>
    Buffer.from(bytes.toString('latin1').replace('{\\pard\\plain\\s2', '}{\\pard\\plain\\s2'), 'latin1'),
}

const script = `
import sys
from lxml import html
for path in sys.stdin.read().split('\\n'):
    root = html.parse(path, html.HTMLParser(encoding='utf-8')).getroot()
    for hidden in root.xpath('//style|//script'):
        hidden.getparent().remove(hidden)
    sys.stdout.write(' '.join(root.xpath('//text()')).replace('\\0', ' ') + '\\0')
`

const lxml: ExportJudge = {
  name: 'lxml',
  takes: ({ format }) => format === 'html',
  listMissing: () => (spawnSync('python3', ['-c', 'import lxml']).status === 0 ? [] : ['lxml (PyPI) for python3']),
  judge: async (documents) => {
    const input = documents.map(({ file }) => file).join('\n')
    const { stdout } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
    const texts = stdout.split('\0')
    return documents.flatMap((document, index) => findLost(document, texts[index]))
  },
  break: (bytes) => Buffer.from(bytes.toString('utf8').replace('<h2', '<!-- <h2')),
}

export const readableJudges: readonly ExportJudge[] = [libreOffice, lxml]
