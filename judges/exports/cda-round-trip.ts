/** The judge of the way back: lxml looks for each code, text and day of the entries of a document in the Bundle that we read from it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCda } from '../../src/exports/cda-reader/read-cda.ts'
import { listLacking, runProgram } from '../programs.ts'
import type { ExportJudge, Finding } from './judge.ts'

const script = join(import.meta.dirname, 'cda_round_trip_judge.py')

const roundTrip: ExportJudge = {
  name: 'lxml, read back',
  takes: ({ format, preset }) => format === 'cda' && preset.endsWith('-3A'),
  listMissing: () => listLacking('python3'),
  judge: async (documents) => {
    const work = mkdtempSync(join(tmpdir(), 'banksia-cda-back-'))
    try {
      const pairs = documents.flatMap(({ file }, index) => {
        const bundle = join(work, `${index}.json`)
        writeFileSync(bundle, JSON.stringify(readCda(readFileSync(file))?.bundle ?? {}))
        return [file, bundle]
      })
      const said = runProgram('python3', [script, ...pairs])
      return said.split('\n').flatMap((line): readonly Finding[] => {
        const [file = '', text] = line.split('\t')
        return text === undefined ? [] : [{ file, text }]
      })
    } finally {
      rmSync(work, { recursive: true })
    }
  },
  // Goals are no facts, so nothing of the entries is read.
  break: (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('moodCode="EVN"', 'moodCode="GOL"')),
}

export const cdaRoundTripJudges: readonly ExportJudge[] = [roundTrip]
