/**
 * The symptom that "it" means, or a question that names none: the symptom that was last told or affirmed, until another subject comes.
 * Of several that one sentence names, the first one leads: the others came with it.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Mention } from '../mention.ts'

/** Subjects of a clinician that end the talk about a symptom. */
const otherSubject =
  /\b(?:allerg\w*|medic(?:ine|ines|ation|ations)|tablets?|pills?|smok\w*|alcohol|famil\w*|run in|runs in|for a living|at home with|live with|living with|operations?|surgery|vaccin\w*|immuni\w*|past history|health problems|conditions|have a look at you|examine|pop up on|blood pressure is|temperature is)\b/
/** Matters of their own, and the troubles that belong to each: a time asked of the periods is none of the mood's. */
const matters: readonly (readonly [said: RegExp, fits: RegExp])[] = [
  [/\b(?:periods?|cycles?|time of the month|menstru\w*)\b/, /period|bleed|spotting|clot|cramp|menstru|pain|pms/],
  [
    /\b(?:reflux|heartburn|indigestion|acid)\b/,
    /reflux|heartburn|indigestion|acid|burn|regurg|stomach|abdominal|chest|throat|cough/,
  ],
  [/\b(?:pregnan\w*|how far (?:along|gone)|weeks along|due date)\b/, /^(?!)/],
]
const isOfOwnMatter = (questions: readonly Sentence[], { display }: Term): boolean =>
  matters.some(([named, own]) => !own.test(display) && questions.some(({ said }) => named.test(said)))
const otherKinds: ReadonlySet<Term['kind']> = new Set<Term['kind']>(['medicine', 'procedure', 'vaccine'])

/** The whole of what the patient came with. */
const ofAll =
  /\b(?:these symptoms|the symptoms|all (?:of )?this|it all|the (?:problem|trouble|whole thing)|this whole thing)\b/
/** Segments over which a symptom stays the topic. */
const reach = 14
const opening = 16

/** Finds the antecedent for a sentence of the talk; `fits` says which symptoms it can mean, `most` how far back. */
export type Antecedents = (sentence: Sentence, fits?: (term: Term) => boolean, most?: number) => Term | undefined

const isEnd = ({ segment, said, terms }: Sentence): boolean => segment.speaker === 'clinician' && (otherSubject.test(said) || terms.some(({ kind }) => otherKinds.has(kind))) // biome-ignore format: short

export function openAntecedents(dialogue: readonly Sentence[], mentions: readonly Mention[]): Antecedents {
  const ends = dialogue.filter(isEnd).map(({ at }) => at)
  const present = mentions.filter(({ polarity, time }) => polarity === 'present' && time === 'current')
  return ({ at, said, segment, start }, fits = () => true, most = reach) => {
    // What the same turn tells only later is not yet the topic.
    const isLater = ({ quotes }: Mention) => quotes.every(({ sentence }) => sentence.segment === segment && sentence.start > start) // biome-ignore format: short
    const told = present.filter((mention) => mention.at <= at && !isLater(mention) && fits(mention.term))
    const [first] = told
    if (first !== undefined && first.at <= opening && ofAll.test(said)) return first.term
    const since = Math.max(-1, ...ends.filter((end) => end < at))
    const last = told.findLast((mention) => mention.at > since)
    if (last === undefined || at - last.at > most) return undefined
    const term = told.find((mention) => mention.at === last.at)?.term
    // The clinician has gone on to another matter since the symptom was told.
    const asked = dialogue.filter((one) => one.segment.speaker === 'clinician' && one.at > last.at && one.at <= at)
    return term === undefined || isOfOwnMatter(asked, term) ? undefined : term
  }
}
