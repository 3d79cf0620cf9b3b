/** Reads the reply to a question that a yes or a no answers: which of them, to which of the things asked, and whether it is over. */
import { readOnceOf } from '../../core/cache/read-once.ts'
import { plainText } from './dialogue.ts'
import { isNegativeQuestion } from './questions.ts'
import { leavesOpen } from './replies/open-replies.ts'
import { agreement, type Covered, isNoReply, isOfOther, replyForms } from './reply-forms.ts'
import { readParts } from './reply-parts.ts'
import type { Sentence } from './sentence.ts'
import { takesUp } from './taken-up.ts'

export type Answer = {
  readonly says: 'yes' | 'no' | 'unknown'
  /** Nothing qualifies the yes or no. */
  readonly isPlain: boolean
  /** Of several things asked: all of them ("both"), the first or the last of them. */
  readonly covers?: Covered
  /** The reply has a verb of its own, and so its own polarity: "No fever?" - "There is." */
  readonly isOwn?: true
  /** It agrees with the sentence of the question, whatever its polarity. */
  readonly isAgreement?: true
  /** It was there in this illness, and is no longer: "I did at first, but not any more". */
  readonly isOver?: true
  readonly sentence: Sentence
}

const skipped = /^(?:um|uh|er|erm|well|so|oh|ohh|hm|hmm|mm|like|i|mean|you|know|ah|ooh|just|a|the|really|,|\.|\[\?\])$/
const yesWords = new Set('yes yeah yep yup aye correct definitely absolutely yea exactly ye yah certainly indeed'.split(' ')) // biome-ignore format: a list
/** "Definitely not": the word strengthens the one after it. */
const assures = new Set('definitely absolutely certainly indeed'.split(' '))
const noWords = new Set(
  'no nope nah nup nay naw never none nothing neither nil zero zilch nada nowt negative'.split(' '),
)

const clipsNo =
  /\b(?:but|except|apart|although|though|maybe|anymore|any more|sometimes|occasionally|once|used to|usually|bit|little|slightly|other than|might|until|unless|(?:only|just) (?:when|if|after|on|at|with|the odd|spots?|spotting|a few|a couple)|not (?:when|if|while|since|after)|not sure|not know|dunno|only|recently|lately|normally|mostly|probably|i guess|not much|much|no (?:idea|clue|change|better|worse|different|saying|telling|memory)|never (?:mind|thought|really thought)|no more than|that i have (?:measured|checked|tested|looked)|just the (?:first|second|third|last|former|latter))\b|\b(?:no|nope|nah),? (?:actually,? )?(?:i|there|it|they|he|she) (?:do|does|have|has|is|am|are|did)(?=[.,!]|$| actually| sometimes| a (?:bit|little))|\b(?:no|nope|nah),? (?:(?:it is|i get it) )?(?:(?:even|also|always|both|mostly|mainly) |(?:on|up|down|walking|lying|sitting) (?:the |my |a )?(?:flat|hills?|stairs|rest|exertion|level)|at (?:rest|night))/
/** "No, thirty-nine.", "No, twice.": an amount right behind the no tells of the thing that it seems to deny. */
const countsAfterNo =
  /^(?:no|nah|nope)?[,. ]*(?:(?:thirty|forty)[- ]?(?:seven|eight|nine|point|one)|spots?|spotting|twice|three times|a few|a couple|(?:two|three|four|five|six|seven|eight|nine|ten) (?:kilos?|times|kgs?))[ .!,]*$/
const clipsYes =
  /\b(?:but|not|no|nah|nope|none|nothing|never|maybe|might|think so|guess|sure|used to|could|except|suppose|other than|apart|aside|once|nearly|almost|(?:told|asked|supposed|meant) to|warned)\b/

/** Words before the answer that say nothing of it. */
const openers =
  /^(?:(?:\[\?\]|um+|uh+|er+m?|well|oh+|ooh|ah+|so|like|hm+|mm+|look|i mean|you know|honestly|to be (?:honest|fair)|actually|thankfully|luckily|fortunately|touch wood|unfortunately|sadly|now you mention it|come to think of it)\b[,.]* ?)+/
const bare = ({ said }: Pick<Sentence, 'said'>): string => said.replaceAll(/\b(\w+), \1\b/g, '$1').replace(openers, '')

/** "Any trouble with your waterworks?" - "All fine there.": fine means that there is none. */
const asksTrouble = /\b(?:problems?|troubles?|issues?|changes?|difficult\w*|complaints?|worries)\b/
const isFine =
  /^(?:(?:no,? )?(?:(?:it|that|they|everything|all of that|that side of things) (?:is|are|has been|have been|seems?) )?(?:all )?(?:fine|normal|good|okay|ok|the same(?: as (?:ever|always|usual))?|as (?:usual|normal)|regular as clockwork))(?: there| with that| in that department)?(?:,? thanks?(?: you)?)?[.,]?$/

const softNo =
  /^(?:(?:not,? )?not really[.,]?(?: no\b|$)|not (?:at the moment|currently|recently|lately)[.,]?$|(?:i )?would not say (?:so|that)|(?:neither|none) of (?:those|that|them|these)\b|(?:not,? )?(?:i )?(?:have not|did not) (?:really )?(?:noticed?|had|seen|felt|feel) (?:any|anything|that|it|them|one)(?: like that| of (?:that|those))?[.,]?$|nothing (?:like that|unusual|at all|of the sort|that i)\b)/
const laterYes =
  /[.?!] (?:(?:um|uh|actually|oh|well|hang on|wait|sorry|no|i mean|i meant|or rather|make that|make it|scratch that|tell a lie|i tell a lie),? )*(?:yes|yeah|yep|i (?:did|have|do)(?! not))\b|\bactually,? (?:yes|yeah)\b/

/** The thing was there: subject with a past verb, or a pronoun for it. */
const wasThere =
  /^(?:(?:yes|yeah|yep),? )?(?:i (?:did|had|was|used to)(?! not)|there (?:was|were)(?! not)|(?:it|that|they|those) (?:was|were|has|have|is|are|went|cleared|settled|stopped|passed)(?! not)|had (?:a|an|one|some|it|them|that|those|a bit|a few|a couple)|was (?:feeling|getting|having|a bit|pretty|quite)|(?:just |only )?(?:on |for )?the first (?:day|night|morning|week|few days|couple of days))\b/
/** "At first, but it went.": a time of the beginning stands for the whole clause. */
const wasAtFirst =
  /^(?:(?:yes|yeah|yep),? )?(?:at first|at the (?:start|outset|beginning)|in the beginning|initially|earlier on)(?:,? (?:yes|yeah|i did|i had|there was|it was))?,? (?:but|and|and then|then)\b/
/** It has come to an end. */
const hasCeased =
  /\b(?:not (?:any ?more|now|since)|(?:is|has|have|had|are|all|now|pretty much) (?:all |completely |pretty much |mostly )?(?:gone|stopped|settled|cleared|passed|disappeared|over(?! (?:the|my|his|her|our|me|here|there|place|body|time|and over))|finished)|gone (?:now|away)|(?:went|go) away|(?:it|that|they) (?:just |all |has |have )*(?:went|stopped|settled|cleared|passed|disappeared|vanished|wore off|eased off|calmed down|died down)|(?:is|are|am|been) (?:all |completely |much )?(?:fine|ok|okay|good|better|all right|back to normal) (?:again|now)|cleared up|no longer|(?:come|came|gone|went) (?:right )?(?:down|good)(?: now)?|i am right (?:now|again)|(?:fixed|sorted|cleared|knocked|shifted) (?:it|that|them)|(?:got rid of|put a stop to|saw off) (?:it|that|them)|did the trick|(?:none|nothing|not (?:been|had (?:it|any|one|that))) since)\b/
const notCeased = /\b(?:not|never) (?:gone|stopped|settled|cleared|passed|completely|fully|quite)\b|\bcom(?:es|ing) (?:back|and go)|\bcame back\b|\bon and off\b|\bcome and go/ // biome-ignore format: short

/** Said while the question was still being asked: nobody can tell what it answers. */
const overlapsLong = (question: Sentence, answer: Sentence): boolean => question.segment.endMs - answer.segment.startMs > 2500 // biome-ignore format: short

/** A hum of two beats after a whole question is a yes. */
const hums = /^(?:mm+-hm+|mhm|uh-huh|aha)[.!]?$/

const saysYes = (words: readonly string[]): boolean => words.slice(0, 4).some((word) => yesWords.has(word))

/** Words after a yes or no that may take it back. */
const goesOn =
  /^(?:(?:um|uh|er),? )*(?:but|well|except|although|though|apart|only|just|maybe|actually|i mean|not|no|yes|yeah|or)\b/

/** The sentence and its continuation in the same turn, as far as it belongs to it. */
function restOf(question: Sentence, sentence: Sentence): string {
  const from = question.answers.indexOf(sentence)
  return plainText(
    question.answers
      .slice(from, from + 3)
      .filter((later) => later === sentence || (later.at <= sentence.at + 1 && goesOn.test(later.said)))
      .map(({ text }) => text)
      .join(' '),
  )
}

/** The sentence and the next one of the turn. */
const turnOf = (question: Sentence, sentence: Sentence): string =>
  question.answers
    .slice(question.answers.indexOf(sentence))
    .filter(({ at }) => at === sentence.at)
    .slice(0, 2)
    .map(({ said }) => said)
    .join(' ')

/** "I would.": takes up the verb of the question, and so answers it. */
const auxiliary = /^(?:have|does|were|been|would|could|might|will)$/

/** "Oh, allergies.": repeats the question's word, and is no answer yet. */
const isEcho = (question: Sentence, words: readonly string[]): boolean => {
  const asked = new Set(question.words.map(({ text }) => text))
  const content = words.filter((word) => !skipped.test(word))
  return (
    content.length > 0 &&
    content.length < 3 &&
    content.every((word) => asked.has(word) && word.length > 3 && !auxiliary.test(word))
  )
}

const hedges = /\b(?:maybe|perhaps|possibly|probably|might|could be|i (?:think|guess|suppose)|not sure)\b/

/** Reads a reply that the forms of grammar describe. */
function readForm(question: Sentence, sentence: Sentence, rest: string): Answer | undefined {
  const said = bare(sentence)
  const turn = turnOf(question, sentence)
  if (
    (wasThere.test(said) || wasAtFirst.test(said)) &&
    hasCeased.test(turn) &&
    !notCeased.test(turn) &&
    sentence.terms.length === 0
  )
    return { says: 'yes', isPlain: true, isOver: true, sentence }
  const form = replyForms.find((row) => row.said.test(said))
  if (form === undefined)
    return isFine.test(said) && asksTrouble.test(question.said) ? { says: 'no', isPlain: true, sentence } : undefined
  const isHedged = hedges.test(rest)
  if (form.covers !== undefined && isHedged) return { says: 'unknown', isPlain: false, sentence }
  const isPlain = form.covers !== undefined || !(form.says === 'no' ? clipsNo : clipsYes).test(form.says === 'no' ? rest.replace(form.said, '') : sentence.said) // biome-ignore format: short
  return {
    says: form.says,
    isPlain,
    sentence,
    ...(form.covers === undefined ? {} : { covers: form.covers }),
    ...(agreement.test(said) ? { isAgreement: true } : form.isOwn === undefined ? {} : { isOwn: true }),
  }
}

/** The first yes or no decides; a contrary one beside it, or a qualification, leaves the answer open. */
export const readAnswer = readOnceOf((question: Sentence): Answer | undefined => {
  for (const sentence of question.answers) {
    const words = sentence.words.map(({ text }) => text)
    const firstAt = words.findIndex((word) => !skipped.test(word))
    const first = words[firstAt]
    if (hums.test(sentence.said) && !overlapsLong(question, sentence)) return { says: 'yes', isPlain: true, sentence }
    if (first === undefined) continue
    if (sentence.isQuestion || (isEcho(question, words) && !agreement.test(bare(sentence)))) continue
    if (overlapsLong(question, sentence) && words.length <= 3) continue
    return readReply(question, sentence, words.slice(firstAt))
  }
  return undefined
})

function readReply(question: Sentence, sentence: Sentence, [first = '', ...later]: readonly string[]): Answer {
  const rest = restOf(question, sentence)
  if (isNoReply(bare(sentence)) || isOfOther(question.said, bare(sentence)))
    return { says: 'unknown', isPlain: false, sentence }
  const formed = readForm(question, sentence, rest)
  if (formed?.isOver !== true && leavesOpen(question, bare(sentence)))
    return { says: 'unknown', isPlain: false, sentence }
  if (formed !== undefined) return formed
  if (noWords.has(first))
    return {
      says: 'no',
      isPlain: !clipsNo.test(rest) && !countsAfterNo.test(rest) && !saysYes(later) && !laterYes.test(rest),
      sentence,
    }
  if (yesWords.has(first) && /^(?:[a-z]+,? )*?ye\w+,? nah\b/.test(sentence.said)) return { says: 'no', isPlain: true, sentence } // biome-ignore format: short
  if (assures.has(first) && clipsYes.test(rest)) return readByParts(question, sentence, rest)
  if (yesWords.has(first) || takesUp(question, bare(sentence)))
    return {
      says: 'yes',
      isPlain: !clipsYes.test(rest),
      sentence,
      ...(agreement.test(bare(sentence)) ? { isAgreement: true } : {}),
    }
  if (softNo.test(bare(sentence))) return { says: 'no', isPlain: !clipsNo.test(rest), sentence }
  if (agreement.test(bare(sentence))) return { says: 'yes', isPlain: !clipsYes.test(rest), sentence, isAgreement: true } // biome-ignore format: short
  return readByParts(question, sentence, rest)
}

function readByParts(question: Sentence, sentence: Sentence, rest: string): Answer {
  const isClear = !sentence.text.includes('[')
  const parts = isClear ? readParts(sentence.said, question.words.map(({ text }) => text), isNegativeQuestion(question)) : undefined // biome-ignore format: short
  if (parts === undefined) return { says: 'unknown', isPlain: false, sentence }
  const { rest: clauses, ...reading } = parts
  const later = `${clauses} ${rest.replace(sentence.said, '')}`
  return { ...reading, isPlain: !(parts.says === 'no' ? clipsNo : clipsYes).test(later), sentence }
}
