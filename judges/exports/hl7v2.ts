/**
 * Judges of HL7 v2 messages: HAPI v2 (an unexpected segment is an error), hl7apy (tolerant and strict), the rules of ADRM, which are
 * ours, and veraPDF of the page inside. Maven fetches HAPI once; hl7apy comes from PyPI.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { checkAdrm } from '../../src/exports/adrm-rules.ts'
import { profileOf } from '../../src/exports/hl7v2/profiles.ts'
import { javaPrograms, listLacking, prepareJava, runProgram } from '../programs.ts'
import type { ExportedDocument, ExportJudge, Finding } from './judge.ts'
import { veraPdf } from './pdf.ts'

const folder = import.meta.dirname

const isMessage = ({ format }: ExportedDocument): boolean => format === 'hl7v2'
const prepareHapi = (): string =>
  prepareJava({ cache: 'hapi-v2', pom: join(folder, 'hapi-v2.xml'), sources: [join(folder, 'HapiV2.java')] })

/** Each line of the answer is a file, a tab, and the reason; without a reason the file is good. */
const readFindings = (answer: string): readonly Finding[] =>
  answer
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, text = '']) => text !== '')
    .map(([file = '', text = '']) => ({ file, text }))

const filesOf = (documents: readonly ExportedDocument[]): string => documents.map(({ file }) => `${file}\n`).join('')

/** Messages in UTF-8 and in ISO 8859-1 keep their bytes. */
const change = (bytes: Buffer, edit: (text: string) => string): Buffer =>
  Buffer.from(edit(bytes.toString('latin1')), 'latin1')

const hapi: ExportJudge = {
  name: 'HAPI v2',
  takes: isMessage,
  listMissing: () => listLacking(...javaPrograms),
  judge: async (documents) =>
    readFindings(runProgram('java', ['-Xmx1g', '-cp', prepareHapi(), 'HapiV2'], filesOf(documents))),
  // A segment of blood banks, where no structure has it.
  break: (bytes) => change(bytes, (text) => text.replace('\rPID|', '\rBLG|1\rPID|')),
}

const hl7apy: ExportJudge = {
  name: 'hl7apy',
  takes: isMessage,
  listMissing: () => (spawnSync('python3', ['-c', 'import hl7apy']).status === 0 ? [] : ['hl7apy (PyPI) for python3']),
  judge: async (documents) =>
    readFindings(runProgram('python3', [join(folder, 'hl7apy_judge.py')], filesOf(documents))),
  // PID-5 is required.
  break: (bytes) => change(bytes, (text) => text.replace(/(\rPID(?:\|[^|\r]*){4}\|)[^|\r]*/, '$1')),
}

const adrm: ExportJudge = {
  name: 'ADRM rules (ours)',
  takes: ({ format, preset }) => format === 'hl7v2' && profileOf(preset).isAdrm,
  listMissing: () => [],
  judge: async (documents) =>
    documents.flatMap(({ file }) =>
      checkAdrm(readFileSync(file)).map(({ id, place, message }) => ({ file, text: `${id} ${place}: ${message}` })),
    ),
  break: (bytes) => change(bytes, (text) => text.replace('|AUS|', '||')),
}

/** The Base64 of the last observation. */
const display = /(\^application\^pdf\^Base64\^)([A-Za-z0-9+/=]+)/

/** ADRM 000008.2.4.1.1: the display is PDF/A-1b. A cancelled document of MDM has none. */
const displayed: ExportJudge = {
  name: 'veraPDF of the display',
  takes: isMessage,
  listMissing: veraPdf.listMissing,
  judge: async (documents) => {
    const work = mkdtempSync(join(tmpdir(), 'banksia-displays-'))
    try {
      const pages = documents.flatMap(({ file }, index) => {
        const [, , data] = display.exec(readFileSync(file, 'latin1')) ?? []
        if (data === undefined) return []
        const page = join(work, `${index}.pdf`)
        writeFileSync(page, Buffer.from(data, 'base64'))
        return [{ file: page, format: 'pdf' as const, preset: 'archive-1b' }]
      })
      const findings = pages.length === 0 ? [] : await veraPdf.judge(pages)
      return findings.map(({ file, text }) => ({
        file: documents[Number(basename(file, '.pdf'))]?.file ?? file,
        text,
      }))
    } finally {
      rmSync(work, { recursive: true })
    }
  },
  break: (bytes) =>
    change(bytes, (text) =>
      text.replace(
        display,
        (_, before, data) => `${before}${veraPdf.break(Buffer.from(data, 'base64')).toString('base64')}`,
      ),
    ),
}

export const hl7v2Judges: readonly ExportJudge[] = [hapi, hl7apy, adrm, displayed]
