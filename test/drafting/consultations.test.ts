import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { transcriptId } from '../../bench/consultations.ts'
import { labelKey, readLabels } from '../../bench/labels.ts'
import type { Segment, Statement } from '../../src/core/clinical-note.ts'
import { parseJson } from '../../src/core/json.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { withholdUnsupported } from '../../src/drafting/compose/withhold.ts'
import { hedgeWords } from '../../src/drafting/verify/tables.ts'
import { statementsOf, template, verify } from './dialogues.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'consultations')
const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
if (files.length === 0) process.stderr.write('drafting: no consultations beside the checkout, skipped\n')

function readSegments(file: string): readonly Segment[] {
  const raw = parseJson(readFileSync(join(folder, file), 'utf8')) as unknown as {
    readonly segments: readonly Omit<Segment, 'id'>[]
  } // the folder's README gives the form
  return raw.segments.map((segment, index) => ({ ...segment, id: `s${index}` }))
}

const labels = readLabels()

/** The labels were given to drafts of the bench, whose transcript has another id. */
function isCalledWrong(file: string, statement: Statement | undefined): boolean {
  if (statement === undefined) return false
  const evidence = statement.evidence.map((item) => (item.kind === 'segment' ? { ...item, transcriptId } : item))
  return labels.get(labelKey(file.replace('.json', ''), { ...statement, evidence }))?.verdict === 'wrong'
}

const each = files.length > 0 ? test.each(files) : test.skip.each(['no consultations'])

each(
  'Generation and verification: the draft of %s passes, cites words that were said, and hedges what was unclear',
  (file) => {
    const segments = readSegments(file)
    const byId = new Map(segments.map((segment) => [segment.id, segment]))
    const draft = draftNote({ template, transcriptId: 't1', segments, record: [] })
    const withheld = verify(draft, segments).findings
    const note = withholdUnsupported(draft, { findings: withheld })

    const verification = verify(note, segments)

    expect({ file, outcome: verification.outcome, rules: verification.findings.map(({ rule }) => rule) }).toEqual({
      file,
      outcome: 'passed',
      rules: [],
    })
    // A withheld line that a reader has called wrong is withheld rightly.
    expect(
      withheld.filter(
        ({ statementId }) =>
          !isCalledWrong(
            file,
            statementsOf(draft).find(({ id }) => id === statementId),
          ),
      ).length,
    ).toBeLessThanOrEqual(1)
    expect(statementsOf(note).length).toBeGreaterThan(3)
    const spokenWords = segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    expect(statementsOf(note).length).toBeLessThanOrEqual(Math.max(25, spokenWords / 40)) // D455
    for (const { text, evidence } of statementsOf(note)) {
      const cited = evidence.flatMap((item) =>
        item.kind === 'segment' ? [{ item, segment: byId.get(item.segmentId) }] : [],
      )
      expect(cited.length).toBeGreaterThan(0)
      for (const { item, segment } of cited) expect(segment?.text.slice(item.start, item.end)).toMatch(/\w/)
      if (cited.some(({ segment }) => segment?.uncertain)) expect(text.toLowerCase()).toMatch(hedgeWords)
    }
  },
)
