/** The tasks of threads: input and answer cross by structured clone. docs/design/house.md#foundations. */

import type { Note, Verification } from '../core/clinical-note.ts'
import type { LogFields } from '../core/log.ts'
import type { CodeInput } from '../drafting/compose/coding.ts'
import type { DraftInput } from '../drafting/compose/draft.ts'
import type { VerifyInput } from '../drafting/verify/verify.ts'
import type { ExportInput } from '../exports/export-input.ts'
import type { ExportFormat } from '../exports/formats.ts'
import type { Refusal } from '../exports/refusal.ts'

export type Inputs = {
  readonly render: { readonly format: ExportFormat; readonly input: ExportInput }
  readonly draft: DraftInput
  readonly code: CodeInput
  readonly verify: VerifyInput
}

export type Answers = {
  readonly render: Uint8Array<ArrayBuffer>
  readonly draft: Note
  readonly code: Note
  readonly verify: Verification
}

export type TaskName = keyof Inputs
export type Task<Name extends TaskName = TaskName> = { readonly name: Name; readonly input: Inputs[Name] }
export type ThreadAnswer =
  | { readonly value: Answers[TaskName] }
  | { readonly failure: LogFields }
  /** Reasons without a patient's values: the only message that leaves a thread. */
  | { readonly refusals: readonly Refusal[] }
/** The first is `ready`. */
export type ThreadMessage = 'ready' | ThreadAnswer

type TaskTable = { readonly [Name in TaskName]: (input: Inputs[Name]) => Promise<Answers[Name]> }

/** A module that reads talks, with the tables of words, so that the first task finds them made. */
async function withTerms<Module>(loading: Promise<Module>): Promise<Module> {
  const [loaded, { makeTerms }] = await Promise.all([loading, import('../drafting/vocabulary/terms.ts')])
  makeTerms()
  return loaded
}

/** A thread that only verifies never loads the exporters. */
export const modules = {
  render: () => import('../exports/formats.ts'),
  draft: () => withTerms(import('../drafting/voices/voice-note.ts')),
  code: () => withTerms(import('../drafting/compose/coding.ts')),
  verify: () => import('../drafting/verify/verify.ts'),
} as const satisfies Readonly<Record<TaskName, () => Promise<object>>>

export const taskTable: TaskTable = {
  render: async ({ format, input }) =>
    Uint8Array.from((await (await modules.render()).renderFormat(format, input)).bytes),
  draft: async (input) => (await modules.draft()).draftDocument(input),
  code: async (input) => (await modules.code()).codeNote(input),
  verify: async (input) => (await modules.verify()).verifyNote(input),
}
