/** A sentence of several facts of which the verifier doubts one. D368. */
import { describe, expect, test } from '@jest/globals'
import type { Note, Statement } from '../../../src/core/clinical-note.ts'
import { unpackDoubted } from '../../../src/drafting/compose/doubted-parts.ts'
import { settleEmbedded } from '../../../src/drafting/compose/settle.ts'
import { draft, noteOf, statementsOf, talk, textsOf, verify } from '../dialogues.ts'

const segments = talk('C: What is it?', "P: I've had a cough for three days.", 'C: Any fever?', 'P: No.', 'C: Any rash?', 'P: No.', 'C: Any vomiting?', 'P: No.') // biome-ignore format: a talk
const drafted = draft(segments)

const doubt = (isDoubted: (statement: Statement) => boolean, outcome: 'passed' | 'not_run' = 'passed') =>
  (note: Note) => Promise.resolve({ outcome, findings: statementsOf(note).filter(isDoubted).map(({ id }) => ({ rule: 'words-unsupported', message: 'fixed', attested: false, statementId: id })) }) // biome-ignore format: short

const names =
  (word: string) =>
  ({ text }: Statement): boolean =>
    text.toLowerCase().includes(word)

describe('D368: the facts of a doubted sentence are judged one by one', () => {
  test('only the doubted fact is left out, and the others are one sentence again', async () => {
    expect(textsOf(drafted)).toContain('No fever, rash or vomiting.')

    const note = await settleEmbedded(drafted, doubt(names('rash')))

    expect(textsOf(note)).toContain('No fever or vomiting.')
    expect(note.openQuestions).toContain('Left out, since the recording does not support it: No rash.')
    const own = statementsOf(note).find(names('fever'))
    expect(own?.id).toBe(statementsOf(drafted).find(names('fever'))?.id)
    expect(own?.claims.map(({ concept }) => concept)).toEqual(['fever', 'vomiting'])
    expect(verify(note, segments).findings.filter(({ statementId }) => statementId !== undefined)).toEqual([])
  })

  test('a single fact that is left stands alone, without parts', async () => {
    const note = await settleEmbedded(
      drafted,
      doubt((statement) => names('rash')(statement) || names('vomiting')(statement)),
    )

    expect(textsOf(note)).toContain('No fever.')
    expect(statementsOf(note).find(names('fever'))?.parts).toBeUndefined()
  })

  test('facts that hold alone, in a sentence that does not, stay apart', async () => {
    const note = await settleEmbedded(
      drafted,
      doubt(({ text }) => text === 'No fever, rash or vomiting.'),
    )

    expect(textsOf(note)).toEqual(['Cough for 3 days.', 'No fever.', 'No rash.', 'No vomiting.'])
  })

  test('without a second verdict the whole sentence is left out', async () => {
    let times = 0
    const note = await settleEmbedded(drafted, (own) => doubt(names('rash'), ++times === 1 ? 'passed' : 'not_run')(own))

    expect(textsOf(note)).not.toContain('No fever or vomiting.')
    expect(note.openQuestions).toContain(
      'Left out, since the recording does not support it: No fever, rash or vomiting.',
    )
  })

  test('a note without such a sentence is not touched', () => {
    const note = noteOf('subjective', { id: 'h1', text: 'Cough.', claims: [], evidence: [], confidence: 1 })

    expect(
      unpackDoubted(note, { findings: [{ rule: 'r', message: 'fixed', attested: false, statementId: 'h1' }] }),
    ).toBe(note)
  })
})
