/** Drafting by an OpenAI-compatible chat endpoint: JSON by schema, cited, and judged like any other draft. docs/design/drafting.md#providers; D55. */
import type { Note } from '../../core/clinical-note.ts'
import type { Refused } from '../compose/settle.ts'
import { leftOut } from '../compose/withhold.ts'
import { type ChatEndpoint, type PreparedRequest, prepareRequest, type Receiver, receiverOf } from './chat.ts'
import { type BuiltDraft, buildDraft, draftSchema, noteOf } from './draft-answer.ts'
import { mergeParts } from './merge-parts.ts'
import { type Prompts, systemText, userText } from './messages.ts'
import { splitTalk } from './parts.ts'
import { readDraft } from './read-draft.ts'
import { listRefusals, type Mended, prepareRepair } from './repair.ts'
import { citable, nameAll, type ProviderDraftInput, type SentTalk } from './sent.ts'

/** The requests for one draft, before anything is sent. */
export type PreparedDraft = {
  /** One for each part of the talk, in the order of the talk. */
  readonly parts: readonly PreparedRequest<BuiltDraft>[]
  /** The draft from the answers to all parts. */
  readonly join: (answers: readonly BuiltDraft[]) => OutsideDraft
}

export type OutsideDraft = {
  readonly note: Note
  /** The requests that ask once more for what was refused: none where nothing can be mended. Each throws ProviderError if there is too much to send. D295. */
  readonly prepareRepairs: (refused: readonly Refused[]) => {
    readonly asked: number
    readonly requests: readonly (() => PreparedRequest<readonly Mended[]>)[]
  }
}

export type Drafter = Receiver & {
  /** Throws ProviderError if there is too much to send; sending throws it too. */
  readonly prepare: (input: ProviderDraftInput) => PreparedDraft
}

export type DrafterOptions = ChatEndpoint & {
  readonly redacts: boolean
  readonly prompts: Prompts
  /** The most bytes of the talk in one request. */
  readonly partBytes: number
}

export const openDrafter = (options: DrafterOptions): Drafter => ({
  ...receiverOf(options),
  prepare(input) {
    const talks = splitTalk(nameAll(input), options.partBytes)
    const prefixOf = (at: number): string => (talks.length === 1 ? '' : `p${at + 1}-`)
    return {
      parts: talks.map((talk, at) => preparePart(options, talk, prefixOf(at))),
      join(answers) {
        const { title } = input.template
        return {
          note: noteOf(title, mergeParts(answers)),
          prepareRepairs: (refused) => prepareRepairs(options, answers, { talks, refused, prefixOf }),
        }
      },
    }
  },
})

function preparePart(options: DrafterOptions, talk: SentTalk, idPrefix: string): PreparedRequest<BuiltDraft> {
  const sent = citable(talk)
  const { prompts } = options
  const question = {
    system: systemText(prompts),
    user: userText(prompts, talk),
    name: 'draft',
    schema: draftSchema(sent),
  }
  const read = (content: string): BuiltDraft => buildDraft(sent, readDraft(sent, content), idPrefix)
  return prepareRequest(options, question, { segments: talk.segments.length, read })
}

type Repairing = {
  readonly talks: readonly SentTalk[]
  readonly refused: readonly Refused[]
  readonly prefixOf: (at: number) => string
}

function prepareRepairs(
  options: DrafterOptions,
  answers: readonly BuiltDraft[],
  { talks, refused, prefixOf }: Repairing,
) {
  const asked = talks
    .map((talk, at) => {
      const answer = answers[at]
      return {
        talk,
        idPrefix: prefixOf(at),
        refusals: answer === undefined ? [] : listRefusals(answer, refused, leftOut),
      }
    })
    .filter(({ refusals }) => refusals.length > 0)
  const { prompts } = options
  return {
    asked: asked.reduce((sum, { refusals }) => sum + refusals.length, 0),
    requests: asked.map(
      ({ talk, idPrefix, refusals }) =>
        () =>
          prepareRepair({ endpoint: options, prompts, idPrefix }, talk, refusals),
    ),
  }
}
