/** Judges an outside draft, asks once more for what was refused, and keeps the better note, with the clauses that stand of what is still refused. D295, D543. */
import type { GenerationFacts, Note, Verification } from '../../src/core/clinical-note.ts'
import { settleDraft } from '../../src/drafting/compose/settle.ts'
import { keepClauses } from '../../src/drafting/compose/standing-clauses.ts'
import { chooseRepair, codeMended, insertMended, keepNew } from '../../src/drafting/providers/repair.ts'
import { dropRepeated } from '../../src/drafting/providers/same-statement.ts'
import type { DraftedOutside } from './provider-draft.ts'

type Judges = {
  readonly verify: (note: Note) => Promise<Verification>
  /** Codes the claims of a note. */
  readonly code: (note: Note) => Promise<Note>
}

type Settled = { readonly note: Note; readonly generation: GenerationFacts }

export async function settleOutside(
  { verify, code }: Judges,
  drafted: Note,
  { parts, repair }: DraftedOutside,
): Promise<Settled> {
  const settled = await settleDraft(drafted, verify)
  const first = { ...settled, note: dropRepeated(settled.note) }
  const { asked = 0, mended = [] } = (await repair(first.refused)) ?? {}
  const coded = mended.length === 0 ? [] : keepNew(first.note, await codeMended(code, mended))
  const keep = async (note: Note): Promise<Note> => dropRepeated(await keepClauses(note, drafted, verify))
  if (coded.length === 0) return { note: await keep(first.note), generation: { parts, refused: asked, repaired: 0 } }
  const judged = await settleDraft(insertMended(drafted, first.note, coded), verify)
  const { note, repaired } = chooseRepair(first, judged, coded)
  return { note: await keep(note), generation: { parts, refused: asked, repaired } }
}
