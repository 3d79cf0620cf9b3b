/** What programs that are not ours read in each form: PyPI's hl7 and lxml, pdftotext, LibreOffice. White space is no difference. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFormat } from '../../src/documents/formats.ts'
import { runJudge } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

/** Every leaf of every field but the embedded files, with escapes resolved. */
const hl7Script = `
import sys, hl7
message = hl7.parse(open(sys.argv[1], encoding='utf-8', newline='').read())
def leaves(node):
    if isinstance(node, str): yield node
    else:
        for part in node: yield from leaves(part)
for segment in message:
    if str(segment[0]) == 'OBX' and str(segment[2]) == 'ED': continue
    print('|'.join(message.unescape(leaf).replace('\\\\.br\\\\', ' ') for leaf in leaves(segment)))
`

/** Text and attributes of every element. */
const xmlScript = `
import sys
from lxml import etree, html
tree = html.parse(sys.argv[1], html.HTMLParser(encoding='utf-8')) if sys.argv[2] == 'html' else etree.parse(sys.argv[1])
for element in tree.iter():
    if not isinstance(element.tag, str) or element.tag in ('style',): continue
    print(element.text or '', element.tail or '', *element.attrib.values())
`

function runPython(script: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const readers: Readonly<Record<DocumentFormat, (file: string) => string>> = {
  bundle: (file) =>
    runPython('import sys, json; print(json.dumps(json.load(open(sys.argv[1])), ensure_ascii=False))', file),
  hl7v2: (file) => runPython(hl7Script, file),
  cda: (file) => runPython(xmlScript, file, 'xml'),
  html: (file) => runPython(xmlScript, file, 'html'),
  pdf: (file) => runJudge('pdftotext', [file, '-']).said,
  rtf: readByOffice,
  text: (file) => readFileSync(file, 'utf8'),
}

function readByOffice(file: string): string {
  const directory = join(file, '..')
  const profile = `-env:UserInstallation=file://${join(directory, 'profile')}`
  runJudge('soffice', [profile, '--headless', '--convert-to', 'fodt', '--outdir', directory, file])
  const text = readFileSync(join(directory, 'document.fodt'), 'utf8').replace(/<[^>]+>/g, ' ')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

export function readByOthers(format: DocumentFormat, bytes: Uint8Array): string {
  const file = join(makeScratchFolder('reader'), `document.${format === 'cda' ? 'xml' : format}`)
  writeFileSync(file, bytes)
  return comparable(readers[format](file))
}

/** NFC, without white space, in small letters: a page has family names in capitals and numbers in groups. */
export const comparable = (text: string): string => text.normalize('NFC').replace(/\s+/g, '').toLowerCase()
