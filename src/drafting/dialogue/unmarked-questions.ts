/**
 * Questions that a clinician speaks as statements: "No fevers at all then.", "Vomiting.", "You haven't been sick." Their words alone do
 * not tell them from a finding or a plan. They ask if their form names a trouble and the patient's next words are a reply. D327.
 */
import { bodyWord, troubleWord } from '../vocabulary/clinical-words.ts'
import type { Term } from '../vocabulary/terms.ts'
import { wordSet } from '../vocabulary/words.ts'
import { replyForms } from './reply-forms.ts'
import type { Sentence } from './sentence.ts'

type Said = Pick<Sentence, 'said' | 'words' | 'terms' | 'text'>

/** Words before the question that only link it to the talk. */
const lead =
  /^(?:(?:and|so|but|or|ok|okay|right|righto|alright|all right|now|then|um|uh|er|erm|ah|oh|hm|mm|well|also|just|next|good|great|lovely|fine|sure|thanks|thank you|i see|yes|yeah|sorry|just (?:checking|to check|to be sure)|obviously|presumably|hopefully|i (?:take it|assume|presume|gather|suppose|imagine|trust|guess)(?: that)?|(?:a )?(?:couple|few) more)\b[,.]? )*/

/** A sentence with one of these tells what will be, what may be, or what to do. */
const tells =
  /\b(?:will|might|may|can|could|should|must|need|if|unless|because|going to|look out|watch|avoid|cause[sd]?|causing|usually|often|common|commonly|people|patients|after (?:the|this|that|your)|for the|seen|taken|tried|with (?:this|these|that|the (?:medicine|injection|vaccine|treatment|local))|on (?:this|these) |risk|suggest\w*|mean[st]?|worry|worries|worried|think|tablets?|stop (?:the|that|this|taking)|reduce|help[s]?|prevent\w*|signs? of|let me|mind|want|previous|past|family|one|no ?one|anyone|anybody|contact|afterwards|later|tomorrow|local|we (?:are|have|do)|i (?:am|can|do|have|see))\b/

const thing = '(?:your|the|his|her|those|these) (?:[a-z]+ )?[a-z]+'
const be = '(?:have|has|had|are|is|was|were|do|does|did|would)'

/** The forms of a statement that asks, after the lead. */
// biome-ignore format: one row a line
const forms: readonly (readonly [form: RegExp, reason: string])[] = [
  [/^(?:(?:any|no|nil|not any|never any|without any|neither)(?: more| other| real| actual| obvious)?|(?:no|any) (?:sign|signs|hint|history) of|nothing like(?: that,?)?|anything like|things like|not (?:any )?[a-z]+ing(?: up| out)?|nothing [a-z]+ing) /, 'a quantifier before the name'],
  [new RegExp(`^(?:you|he|she|they|there)(?: (?:still|really|ever))? ${be}(?: (?:ever|really|actually|still))? (?:not|never|no|any)\\b`), 'a denial in the second person, or of existence'],
  [/^(?:you|he|she|they|there) (?:have|has|would have|would be|would get|had|have had|has had|have got|has been|have been|have noticed|have not had|are getting|get|are having) (?:no|any)\b/, 'the same with the negation in the noun'],
  [new RegExp(`^(?:${thing}|it) (?:has|have) (?:not|never) been\\b|^${thing} (?:is|are|does|do|did) not\\b`), 'a denial with a part of the body as its subject'],
  [new RegExp(`^(?:do|does|did|have|has|had|are|is|was|were) (?:you|he|she|they|it|there|${thing})\\b`), 'the order of words of a question'],
]

/** "You get heartburn.": the clinician supposes it. */
const supposes = /^you (?:do |are still |still )?(?:get|are|feel|keep|wake|have|do|had)\b/

/** Words that may stand beside a name that stands alone. */
const light = wordSet(
  'a an the and or nor any some no not your his her my this that these those of in on at to with from for around round over when you are is it either neither too also as well then at all anywhere else anything like things something nothing them bit little lot bad new much more still yet before after cough pee wee eat walk stand lie down up out night during',
)

/** True if the words name a trouble of the body. */
const namesTrouble = ({ terms, said }: Said): boolean =>
  terms.some(({ kind }) => kind === 'symptom') ||
  troubleWord.test(said) ||
  (bodyWord.test(said) && /\b(?:trouble|difficulty|problems?|loss|change|changes)\b/.test(said))

const isOf = ({ from, to }: Pick<Term, 'from' | 'to'>, at: number): boolean => at >= from && at <= to
const mostWords = 14

/** "Sore throat, runny nose.": names, and no other word. */
function isFragment({ words, terms, said }: Said): boolean {
  const names = terms.filter(({ kind }) => kind === 'symptom')
  const skip = lead.exec(said)?.[0].split(' ').length ?? 1
  return (
    names.length + words.filter(({ text }) => troubleWord.test(text)).length > 0 &&
    words.every(
      ({ text }, at) =>
        at < skip - 1 ||
        !/[a-z]/.test(text) ||
        light.has(text) ||
        names.some((term) => isOf(term, at)) ||
        troubleWord.test(text) ||
        bodyWord.test(text),
    )
  )
}

const saysNo = /^(?:no|nope|nah|nup|nay|none|never|not|nothing|neither|nil|thankfully (?:no|not)|thank (?:god|goodness|heavens),? (?:no|not))\b(?! (?:worries|problem|idea|wonder))/ // biome-ignore format: short
const saysYes = /^(?:(?:oh )?(?:yes|yeah|yep|yup|aye)|definitely|constantly|a (?:bit|little|lot|fair bit)|sometimes|occasionally|had (?:a|one|some|it)|(?:correct|exactly|that is (?:right|correct)))\b/ // biome-ignore format: short
const softener = /^(?:(?:um+|uh|er|erm|well|oh|ooh|ah|hm|hmm|mm|so|look|honestly|actually|to be honest)\b[,.]* ?)+/

type Reply = 'yes' | 'no' | undefined
function readOpening(reply: Said): Reply {
  const said = reply.said.replace(softener, '')
  if (reply.text.trimEnd().endsWith('?')) return undefined
  if (saysNo.test(said)) return 'no'
  if (saysYes.test(said)) return 'yes'
  return replyForms.find((form) => form.said.test(said))?.says
}

/** "Side effects are nausea. Headaches.": a name alone belongs to the sentence before it, if that tells of troubles. */
export const goesOnTelling = (before: Said, sentence: Said): boolean =>
  (tells.test(before.said) || namesTrouble(before)) && isFragment(sentence)

/** True if the statement of the clinician asks after a trouble, and `reply` answers it. */
export function asksUnmarked(sentence: Said, reply: Said): boolean {
  const opening = readOpening(reply)
  const said = sentence.said.replace(lead, '')
  if (opening === undefined || sentence.words.length > mostWords || tells.test(said)) return false
  if (sentence.terms.some(({ kind }) => kind !== 'symptom') || !namesTrouble(sentence)) return false
  if (forms.some(([form]) => form.test(said)) || isFragment(sentence)) return true
  return supposes.test(said) && (opening === 'no' || !/^you (?:have|are|had) /.test(said))
}
