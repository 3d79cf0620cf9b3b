/**
 * Which side of a trouble a clinician asks after: what makes it worse or better, where it is, where it goes, what it is like, how bad it is. Light
 * words give the slot, so that "And worse?" and "So what sets it off, would you say?" ask the same. D419.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { tagWords } from '../../grammar/tagger.ts'

export type Slot = 'worse' | 'better' | 'trigger' | 'occasion' | 'place' | 'spread' | 'character' | 'severity'

/** The trouble, by a pronoun or a plain name. */
const it = '(?:it|them|this|that|they|these|things|the [a-z]+|your [a-z]+)'
const lead = '(?:(?:and|so|ok|okay|right|now|then|but|well|um|uh|er|righto|what about|how about),? )*'

type Row = readonly [slot: Slot, asks: RegExp]

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  ['severity', /\b(?:out of (?:ten|10)|scale (?:of|from)|(?:zero|nought|one) to (?:ten|10)|if (?:ten|10) (?:is|was)|what (?:would|do) you (?:give|score|rate) (?:it|that|them|the pain)|how would you (?:score|rate)|how bad (?:is|does|was|are|has|do) (?:it|the pain|they|that)(?: get| been)?|what (?:would|do) you (?:give|score) it)\b|\bout of (?:ten|10)[?]$/],
  ['worse', new RegExp(`\\bworse at (?:any|a|some|certain|particular) (?:(?:particular|certain) )?(?:times?|point)\\b|\\bany(?: particular)? times? (?:of day )?(?:when |that )?(?:${it} is |is ${it} )?worse\\b|\\b(?:what|anything|things?|something|activities)\\b[^.?]{0,40}\\b(?:worse|aggravates?|worsens?|stirs? ${it} up|flares? ${it} up)\\b|^${lead}(?:what |anything )?(?:makes? (?:it )?)?(?:for the )?worse(?: for anything| with anything)?[?]?$`)],
  ['better', new RegExp(`\\b(?:what|anything|things?|something)\\b[^.?]{0,40}\\b(?:better|eases?|easing|relieves?|settles?|helps?|soothes?|takes the edge off)\\b(?: ${it}| with ${it}| at all| any| feel)*[?]?$|^${lead}(?:what |anything )?(?:makes? (?:it )?)?better[?]?$`)],
  ['trigger', new RegExp(`\\b(?:what|anything|things?|something)\\b[^.?]{0,30}\\b(?:brings? ${it} on|bring(?:s|ing)? on|sets? ${it} off|set(?:s|ting)? off|triggers?|starts? ${it} off|kicks? ${it} off)\\b|^${lead}(?:any )?triggers?[?]?$|\\b(?:pick|spot(?:ted)?|notic(?:e|ed)|find|found|identif(?:y|ied)|worked out|know) (?:out )?(?:any |a |the )?(?:triggers?|pattern)\\b`)],
  ['occasion', new RegExp(`^${lead}when (?:does|do) ${it} (?:usually |mostly |tend to |normally )?(?:come on|come|happen|hurt|bother you|get you|catch you|flare up|play up)\\b|^${lead}when do you (?:get|notice|feel) ${it}\\b`)],
  ['place', new RegExp(`\\b(?:where|whereabouts)(?: exactly)? (?:is|are) (?:${it}|the (?:pain|ache|rash|lump|itch))\\b|\\bwhere(?:abouts)? (?:exactly )?(?:does|do) ${it} (?:hurt|itch|ache|sit)\\b|\\bwhere(?:abouts)? do you (?:feel|get|have|notice) ${it}\\b|^${lead}(?:and )?(?:where|whereabouts)(?: exactly)?(?:,? (?:show|point)[^.?]*)?[?]?$|^${lead}(?:can you |could you )?(?:show me where|point(?: to it| to where)?|show me)\\b(?! (?:your|that|how|the))|\\btell me where\\b`)],
  ['spread', new RegExp(`\\b(?:${it}|pain|numbness|going|does|is it)\\b[^.?]{0,20}\\b(?:go(?:es|ing)?|spread(?:s|ing)?|radiat\\w+|travel(?:s|ling)?|mov(?:e|es|ing)|shoot(?:s|ing)?) (?:anywhere|at all|elsewhere|somewhere|down|up|round|into|out|to anywhere)\\b|^${lead}going anywhere\\b`)],
  ['character', /\bwhat (?:is|are|was|were) (?:it|the pain|the ache|this pain|they|the cough|the feeling) (?:actually )?(?:like|feel like)\b|\bwhat (?:does|do|did) (?:it|the pain|they|this) (?:actually )?feel like\b|\bwhat (?:sort|kind|type) of (?:a )?(?:pain|ache|feeling|sensation|cough|headache|discomfort)\b|\bdescribe (?:the |this |that )?(?:it|pain|ache|feeling|sensation|headache|for me)\b|\b(?:the )?character of (?:it|the pain)\b|\bhow would you describe (?:it|the pain|them)\b|\btell me what it (?:actually )?feels like\b|\bwhat (?:does|do|did|is) (?:it|they|that|the [a-z]+) (?:actually )?(?:look|smell|sound) like\b|\bwhat (?:colour|sort of smell|kind of smell|sort of (?:rash|discharge|spots|lump|noise))\b/],
]

/** Another matter than the trouble: medicines, work, habits, or an order of the examination. */
const otherMatter =
  /\b(?:for (?:him|her|them)|(?:he|she) |tablets?|medic\w*|pills?|puffers?|inhalers?|work|job|shift|appointment|smoke|drink|sugars?|pressure|partner|husband|wife|mum|dad|mood|live|born|allerg\w*|breathe in|press|push|squeeze|bend|lift|resist|lie down|pop up|hop up|right, let us|louder|loudest|emergency)\b/

export const slotOf = (said: string): Slot | undefined =>
  otherMatter.test(said) ? undefined : rows.find(([, asks]) => asks.test(said))?.[0]

/** "Bum, leg?": a few names to choose from, which leave the question before them open. */
const isTail = ({ said }: Sentence): boolean => {
  const words = tagWords(said).filter(({ tag }) => tag !== 'PUNCT')
  return words.length <= 7 && !words.some(({ tag, text }) => tag === 'AUX' || text === 'you' || text === 'any')
}

/** The last question of a clinician's turn that has a slot, if nothing after it asks for another thing. */
export function readSlotQuestion(
  prompts: readonly Sentence[],
): { readonly slot: Slot; readonly question: Sentence } | undefined {
  for (const sentence of prompts.toReversed()) {
    const slot = slotOf(sentence.said)
    if (slot !== undefined) return { slot, question: sentence }
    if (!isTail(sentence)) return undefined
  }
  return undefined
}
