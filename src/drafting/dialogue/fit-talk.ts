/** Decides whether the drafter can read a talk: it is in English and holds one consultation. The drafter drafts nothing from any other talk. D262. */
import type { Segment } from '../../core/clinical-note.ts'
import { plainText } from './dialogue.ts'

/** Frequent words of English grammar, which are rare in other languages. */
const grammar = new Set(
  "the a an and or but of to in on at for with is are was were be been it it's that this there i i'm i've you your you're my we he she they have has had do does did not no yes yeah okay ok what when how can will would could if so just like any some about from as up out get got".split(
    ' ',
  ),
)
/** In English speech more than 0.4 of the words are among them; in other languages fewer than 0.1. */
const leastShare = 0.2
/** With fewer words, the share says nothing about the language. */
const fewestWords = 20

function isEnglish(segments: readonly Segment[]): boolean {
  const words = segments.flatMap(
    ({ text }) =>
      text
        .toLowerCase()
        .replaceAll('\u2019', "'")
        .match(/[\p{L}']+/gu) ?? [],
  )
  const known = words.filter((word) => grammar.has(word)).length
  return words.length < fewestWords || known / words.length >= leastShare
}

const opens =
  /\b(?:how can i help|how may i help|what can i do for you|what brings you|what(?: has|'s| is)? brought you|what seems to be the (?:problem|matter|trouble)|what is the problem today)\b/
const parts =
  /\b(?:good ?bye|bye(?: bye)?|take care|see you (?:later|soon|next)|have a (?:good|nice|lovely) (?:day|one|evening|weekend))\b/

/** True if a clinician says goodbye and then opens a second consultation. */
function isTwice(segments: readonly Segment[]): boolean {
  const said = segments.map(({ speaker, text }) => ({ speaker, plain: plainText(text) }))
  const first = said.findIndex(({ speaker, plain }) => speaker === 'clinician' && opens.test(plain))
  const parting = said.findIndex(({ plain }, at) => first >= 0 && at > first && parts.test(plain))
  return (
    parting >= 0 && said.some(({ speaker, plain }, at) => at > parting && speaker === 'clinician' && opens.test(plain))
  )
}

/** The reason, for the reviewer, why nothing is drafted from the talk; undefined if it can be read. */
export function whyUnread(segments: readonly Segment[]): string | undefined {
  if (!isEnglish(segments)) return 'The talk does not seem to be in English: nothing was drafted from it.'
  return isTwice(segments) ? 'The recording seems to hold two consultations: nothing was drafted from it.' : undefined
}
