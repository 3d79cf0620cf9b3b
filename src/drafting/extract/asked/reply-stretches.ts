/** The stretches of a reply between its marks and joining words, and what each of them says to a list that was asked. D425. */
import { readParts } from '../../dialogue/reply-parts.ts'
import type { Sentence } from '../../dialogue/sentence.ts'

export type Stretch = {
  readonly sentence: Sentence
  /** In plain words, without those that say nothing. */
  readonly said: string
  readonly words: readonly string[]
  /** Keys of the terms in it. */
  readonly keys: ReadonlySet<string>
  /** The joining word before it. */
  readonly join: string
}

const mark = /^[,.;:?!]$/
const joins = /^(?:but|although|though|except|because|cause|and|or|nor|so|as)$/
/** Words that say nothing of the thing. */
const quiet = /^(?:um+|uh+|er+m?|erm|ah+|oh+|ooh|hm+|mm+|well|like|actually|honestly|really|luckily|thankfully|fortunately|just|i guess|doctor|doc|god|gosh|thanks|thank|goodness|look|see)$/ // biome-ignore format: a list
const quietPhrases =
  /\b(?:i (?:mean|guess|suppose|would say|have to say|must say)|you know|to be (?:honest|fair)|touch wood|thank (?:god|goodness|heavens)|now (?:that )?you mention it|as far as i (?:know|can tell)|in (?:myself|himself|herself)|(?:is not|are not|am not) (?:it|they|i)$)\b/g

const endsAt = ({ words }: Sentence, at: number): boolean => words[at] === undefined || mark.test(words[at]?.text ?? '')

/** The turn, cut at marks and joining words; a term is never cut. */
export function cutReply(turn: readonly Sentence[]): readonly Stretch[] {
  return turn.flatMap((sentence) => {
    const stretches: Stretch[] = []
    let own: number[] = []
    let join = ''
    const push = () => {
      const words = own.map((at) => sentence.words[at]?.text ?? '')
      const plain = words.filter((word, at) => !quiet.test(word) || (word === 'well' && at > 0) || (word === 'like' && words[at + 1] === 'clockwork')).join(' ').replaceAll(quietPhrases, '').replaceAll(/ {2,}/g, ' ').trim() // biome-ignore format: short
      const keys = new Set(sentence.terms.filter(({ from, to }) => own.some((at) => at >= from && at <= to)).map(({ key }) => key)) // biome-ignore format: short
      if (own.length > 0) stretches.push({ sentence, said: plain, words: plain.split(' '), keys, join })
      own = []
    }
    for (const [at, { text }] of sentence.words.entries()) {
      const isInside = sentence.terms.some(({ from, to }) => at > from && at < to)
      if (
        isInside ||
        !(
          mark.test(text) ||
          (joins.test(text) && !(text === 'as' && own.length > 0) && !(text === 'so' && endsAt(sentence, at + 1)))
        )
      ) {
        own.push(at)
        continue
      }
      push()
      join = text
    }
    push()
    return stretches
  })
}

const noOnly = /^(?:(?:no|nope|nah|nup|never|none|nothing|no thanks?) ?)+$/
export const isBareNo = ({ said }: Pick<Stretch, 'said'>): boolean => noOnly.test(said)

/** A no that names no thing. "Not now" and "not much" limit it, and are none. */
const general =
  /^(?:(?:no|nope|nah|not|never),? )*(?:not that i (?:have |am |can )?(?:noticed|know(?: of)?|remember|recall|aware of|think of|tell|say|could say)|not (?:really|at all|to (?:my|our) knowledge|in the (?:least|slightest))|i (?:do|would) not (?:think|believe|say) (?:so|that)|i have not (?:noticed|had|felt|seen|got) (?:any|anything|that|those|them|any of (?:that|those|them|it))(?: like that)?|(?:otherwise|apart from that|other than that) (?:no|nope|nothing|none)|(?:no|not|none of|nothing of) the (?:others?|rest|other ones|other things)|(?:nothing|none|not anything)(?: at all)?(?: (?:like|of) (?:that|this|those|them|it|the sort|the kind|these))?(?: at all| either| really| else| otherwise)?)(?: no)?$/
export const isGeneralNo = (stretch: Stretch): boolean =>
  isBareNo(stretch) ||
  general.test(stretch.said) ||
  (stretch.keys.size === 0 &&
    !/^(?:this|that|it|they|those|these)\b(?! (?:is|was) (?:a )?no\b).*\bnot\b/.test(stretch.said) && stretch.said !== '' && stretch.said !== 'not' && !/\b(?:yet|still|any ?more|mine|like (?:it|i|he|she))\b/.test(stretch.said) && readParts(stretch.said, [], false)?.says === 'no') // biome-ignore format: short

export const isGeneralYes = ({ said }: Stretch): boolean =>
  /^(?:(?:yes|yeah|yep|yup|aye|yea|definitely|absolutely|correct|exactly|sure|both|all of (?:it|them|'?em|those|that|the above)|the lot|every one of (?:them|'?em)) ?)+$/.test(said) || (said !== '' && readParts(said, [], false)?.says === 'yes') // biome-ignore format: short

/** A state of health as a whole, which goes with a no. */
export const isWell = ({ said }: Stretch): boolean =>
  /^(?:(?:i|he|she|it|that|everything|all|they|we) )?(?:(?:am|is|are|have|has|feel|feels|been|all|otherwise|quite|perfectly|pretty|totally) )*(?:well|fine|good|great|okay|ok|all right|alright|right as rain|normal|clear|fit as a fiddle|healthy)(?: (?:otherwise|apart from (?:that|this|it)|in that (?:way|department)))?$/.test(said) // biome-ignore format: short

/** Said of losing weight with irony, it denies. */
export const isWish = ({ said }: Stretch): boolean => /^(?:i|we) (?:only )?wish$|^if only$|^chance would be a fine thing$|^i should be so lucky$/.test(said) // biome-ignore format: short

/** An amount, a time or a condition without a thing of its own: it takes something of a yes or no back. */
const limit =
  /\b(?:bit|little|maybe|perhaps|possibly|might|sometimes|occasionally|once|twice|until|unless|only|normally|usually|mostly|used to|not now|any ?more|not sure|dunno|not know|now and (?:then|again)|on and off|when|if|after|since|yesterday|last (?:night|week)|this morning|slightly|recently|lately|at first|before|hard to (?:say|tell)|depends)\b/
/** "I get that when I run", "it was last week": a pronoun for the thing that was asked after, without a negation. */
const takesUpThing =
  /^(?:i|it|that|they|there|those|he|she|we)(?: (?:do|did|still|also|always|do still))? (?:have|had|get|gets|got|feel|felt|noticed|did|does|do|was|were|has|comes?|came|happens?|happened|started|starts|went|goes)(?: (?:had|got|been|have|get))?(?: (?:it|that|them|those|some|one|a few|any|of it|this))?(?: .*)?$/
const pronounOnly = /\b(?:it|that|them|those|some|one)\b/
/** Words that carry no thing of their own. */
const light =
  /^(?:a|an|the|i|it|that|this|they|he|she|there|have|has|had|get|got|is|am|was|are|of|in|on|at|to|bit|little|maybe|perhaps|possibly|might|sometimes|occasionally|once|twice|only|normally|usually|mostly|used|not|now|any|anymore|more|sure|do|know|then|again|and|off|when|if|after|since|yesterday|last|night|week|morning|slightly|recently|lately|first|before|hard|say|tell|depends|been|too|for|my|while|days?|weeks?|time|times|one|two|some|very|quite|so|much|than|usual|really|just|up|out)$/

/** True if the stretch takes back something of a no, and has no thing of its own. */
export function limits(stretch: Stretch): boolean {
  const { said, words, keys, join } = stretch
  if (keys.size > 0) return false
  const isLight = words.every((word) => light.test(word))
  if (/^(?:not|never|no)\b/.test(said) && !limit.test(said)) return false
  if (limit.test(said) && isLight) return true
  if (join === 'except' || /^(?:except|apart from|other than|aside from)\b/.test(said)) return isLight || limit.test(said) // biome-ignore format: short
  if (/\b(?:not|never|no)\b/.test(said) || !takesUpThing.test(said)) return false
  return isLight || (pronounOnly.test(said.replace(/^(?:it|that|they|those)\b/, '')) && /^(?:i|he|she|we|they)\b/.test(said)) || /^(?:it|that|they|those) (?:was|were|did|does|do|has|had|happened|happens|went|goes|comes?|came|started|starts)\b/.test(said) // biome-ignore format: short
}
