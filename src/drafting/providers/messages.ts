/** The texts of a request for a draft, filled with the template, the record and the talk. docs/design/drafting.md#providers. */
import type { NoteTemplate, TemplateSection } from '../../core/clinical-note.ts'
import { stringifyJson } from '../../core/json.ts'
import { askedText } from './asked-rules.ts'
import type { SentTalk, SpokenSegment } from './sent.ts'

/**
 * The texts of the prompts. Values replace `{{rules}}` in the system's text; `{{title}}`, `{{wishes}}`, `{{sections}}`, `{{record}}`
 * and `{{segments}}` in the user's; `{{refused}}` in the text of the repair, which follows the user's.
 */
export type Prompts = { readonly system: string; readonly user: string; readonly repair: string }

/** One JSON object a line: no spoken text can end its own frame. */
export const lines = (items: readonly object[]): string =>
  items.length === 0 ? '(nothing)' : items.map((item) => stringifyJson(item)).join('\n')

/** A name without a value stays as it stands. Values are not filled a second time. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)

export const systemText = ({ system }: Pick<Prompts, 'system'>): string => fill(system, { rules: askedText() })

/** The line of a segment. */
export const segmentLine = ({ id, speaker, redacted, uncertain }: SpokenSegment): string =>
  stringifyJson({ id, speaker, text: redacted.text, ...(uncertain ? { uncertain: true } : {}) })

type Redact = (text: string) => string

const sectionLine = (
  { key, title, draws, required, sources, order, instructions }: TemplateSection,
  redact: Redact,
): object => ({
  section: key,
  title: redact(title),
  kinds: draws,
  required,
  ...(sources === undefined ? {} : { sources }),
  ...(order === undefined ? {} : { order }),
  ...(instructions === undefined ? {} : { instructions: redact(instructions) }),
})

/** The operator's own words: they change no rule, and no example is evidence. D266. */
const wishesOf = ({ instructions, examples = [] }: NoteTemplate, redact: Redact): readonly object[] => [
  ...(instructions === undefined ? [] : [{ instructions: redact(instructions) }]),
  ...examples.map(({ said, written }) => ({ example: { said: redact(said), written: redact(written) } })),
]

/** The template too is redacted: an operator may have named somebody of the record in it. */
export function userText({ user }: Pick<Prompts, 'user'>, { template, record, segments, redaction }: SentTalk): string {
  const redact: Redact = (text) => redaction.redact(text).text
  return fill(user, {
    title: redact(template.title),
    wishes: lines(wishesOf(template, redact)),
    sections: lines(template.sections.map((section) => sectionLine(section, redact))),
    record: lines(record.map(({ id, kind, text }) => ({ id, kind, text }))),
    segments: segments.length === 0 ? '(nothing)' : segments.map(segmentLine).join('\n'),
  })
}
