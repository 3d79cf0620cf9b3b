/** Figures of speech that name a symptom that nobody has. An idiom is understood as a whole, not by its words. */
import type { Term } from '../vocabulary/terms.ts'

// biome-ignore format: a list
const idioms: readonly RegExp[] = [
  /\bon (?:the|that) (?:very )?edge of\b/,
  /\b(?:falls?|falling|fell|fallen) (?:asleep|apart|behind|through|ill|pregnant|out with|in love|back on)\b/,
  /\b(?:cough\w*|laugh\w*|giggl\w*|sneez\w*|crying|screaming|tantrum) fits?\b/,
  /\b(?:fits?|bouts?) of (?:the )?(?:cough\w*|laugh\w*|giggles?|sneez\w*|crying|tears|temper|rage|anger|panic|pique|nerves)\b/,
  /\b(?:all )?choked up\b|\b(?:break|breaks|breaking|broke|broken) my back\b(?! (?:in|when i|falling|at) (?:a|an|the|19|20)\b)|\bgo(?:es|ing)? (?:deaf|blind) (?:when|whenever|every time|if)\b/,
  /\b(?:a|such a|real|right|total|complete) pain(?: in the (?:neck|backside|bum|butt|arse|ass|rear|you know what))\b/,
  /\ba (?:real |right |total )?pain to (?:get|do|have|deal|park|drive|find|reach|organise|book)\b/,
  /\b(?:gives|giving|gave|give) (?:me|you|us|anyone|anybody) (?:such )?(?:a|the) headache (?:just )?(?:thinking|to think|trying|dealing|looking|working|with)\b/,
  /\b(?:is|was|been|are) (?:a |such a |just a |one big |a real |a bit of a )+headache (?:to|for|with|at|sorting|getting|trying)\b/,
  /\b(?:sick and )?tired of\b|\bsick of\b|\b(?:worried|bored) sick\b|\bsick to death\b|\bsick with worry\b/,
  /\bmy heart (?:sank|bleeds|goes out|skipped a beat when)\b|\bbroke my heart\b|\bcold feet\b|\bcold shoulder\b/,
  /\bitching to\b|\bfever pitch\b|\bfever of (?:excitement|anticipation|activity)\b|\bchoked up (?:at|when|by|about|with|watching|seeing|hearing)\b|\bcabin fever\b|\bpins and needles (?:waiting|about)\b|\bbutterflies in\b/,
  /\b(?:a bit of |such )?a sore (?:point|spot|subject|loser)\b|\bsight for sore eyes\b|\bsore about (?:it|that|the)\b/,
  /\bdying (?:to|for) (?:a|see|know|get|the)\b|\bscared to death\b|\bbored to (?:death|tears)\b|\bblind as a bat\b/,
  /\b(?:is|was|been|are|being) one (?:big |long |giant |huge |massive |continuous )*(?:headache|nightmare|pain)\b/,
  /\b(?:is|was|been|are|being) (?:a|such a) (?:right|proper|real|total|complete|absolute|bit of a) (?:headache|nightmare)\b/,
  /\b(?:having|had|been|is|was|are) (?:a|such a) (?:\w+ )?nightmare (?:with|to|getting|trying|of|at|about)\b/,
  /\bbleed(?:s|ing)? (?:me|us|you|them|him|her|everyone|everybody|people) dry\b/,
  /\b(?:goes|go|went|going) (?:deaf|blind) (?:when|whenever|every time|as soon as|if)\b|\bdeaf to\b|\bblind to\b/,
  // A wish says that it is not so.
  /\bi (?:only |just |do )?wish (?:i|it|they|that|my)\b/,
  // A list goes on, and nobody forgets.
  /\bnot forgetting\b(?! (?:things?|words|names|anything)\b)/,
  // Thoughts that keep somebody awake are a fear, and a price that makes one faint is high.
  /\b(?:lie|lay|lying|lies|am|was|been|stay|stayed|up|awake) (?:there |wide )?(?:awake|up|(?:all|half) (?:the )?night) (?:\w+ )?(?:thinking|worrying|fretting|wondering|imagining|fearing)\b|\b(?:lose|losing|lost) sleep (?:over|about)\b/,
  /\b(?:nearly|almost|practically) (?:fainted|fell over|passed out|had a (?:heart attack|fit|stroke)|died|choked) (?:with|at|from|when i (?:saw|heard|read|got)) (?:the|what|how|it|that|my)\b/,
  /\b(?:have|has|had|having|give|gave|gives|giving) (?:me |him |her |us |my \w+ )?(?:a |an )?(?:heart attack|fit|stroke) (?:when|if|at the|over the) (?:i|he|she|they|we|saw|thought|sight|price|bill)\b/,
  /\bheart (?:was |is )?in (?:my|your|his|her) mouth\b|\bhead (?:is |was |been )?all over the place\b|\b(?:scared|frightened|bored) (?:stiff|rigid|silly)\b/,
  // "Shake" with an object is to be rid of it, or a greeting or a movement of the head.
  /\b(?:shak(?:e|es|ing)|shook) (?:it|this|that|them|the|off|hands?|(?:my|your|his|her) head)\b/,
  // "That I can't seem to shake", "impossible to shake": its object stands before it.
  /\b(?:that|which|and|but|i) (?:i )?(?:just |simply |still |really )?(?:can not|could not|can never|am unable to|have not been able to|have not managed to|failed to|struggle to) (?:ever |quite |seem to |get to |manage to |appear to )*(?:shake|shake off)(?! (?:with|all|like))\b|\b(?:hard|difficult|impossible|tricky|slow) to shake\b/,
  // Who bears weight on a leg gains none.
  /\bput(?:ting|s)? (?:(?:my|any|some|the|full|all|much|no) )*weight (?:on|onto|through) (?:it|that|this|my|the|one)\b/,
  // Trouble in general.
  /\b(?:giv(?:e|es|en|ing)|gave) (?:me|you|him|her|us) (?:\w+ ){0,2}grief\b|\b(?:come|came|comes) to grief\b/,
  // A thing that is bad, a drink, and drops that sting: nobody is unwell, shakes or was bitten.
  /\b(?:drive|trip|night|weekend|day|week|weather|road|back|neck|hip|knee|leg|foot|ankle|shoulder|arm|elbow|wrist|hand|tummy|guts?|stomach|eyes?|ears?|tooth)(?: (?:is|was|has|been|over|in|here|a bit|always|pretty|really|still|gone|feels))* crook\b/,
  /\b(?:protein|whey|milk|meal|diet|breakfast) shakes?\b|\b(?:one|two|a) shakes? (?:a|per|each|every|for) (?:day|week|morning|night|breakfast|lunch|dinner)\b/,
  /\b(?:it|that|they|drops?|cream|which|just|really|bit) stung\b(?! by)|^stung\b(?! by)/,
  // Who drinks again.
  /\b(?:f[ea]ll|fallen|falling|came|come|back|been) (?:off|on) the wagon\b/,
  // A plea in answer to a question.
  /\bguilty (?:as charged|on (?:both|all|that) (?:counts?|fronts?|scores?))\b/,
  // Of the skin, and of one part of the body.
  /\b(?:red|hot|raw|sore|swollen|inflamed|sore looking) and angry\b|\bangry (?:looking|red|rash|spots?|skin|wound|patch|lump|scar)\b/,
  /\b(?:it|they|that|skin|leg|arm|joint|knee|shin|calf|foot|toe|ankle|finger|hand|breast|area|wound) (?:is|are|was|feels?|gets?) (?:\w+ )?hot to (?:the )?touch\b/,
]

/** Each idiom has at least one of these words, so other sentences need no closer look. */
export const mayBeIdiom =
  /\b(?:pain|headache|tired|sick|heart|cold|itching|shak(?:e|es|ing)|shook|fever|needles|butterflies|sore|dying|death|tears|blind|nightmare|bleeding|bleeds|deaf|angry|hot|choked|fits?|bouts?|break|breaks|breaking|broke|broken|forgetting|wish|thinking|worrying|fretting|wondering|imagining|fearing|sleep|nearly|almost|practically|attack|stroke|place|scared|frightened|bored|ache|agony|guilty|grief|wagon|crook|shake|shakes|stung|weight)\b/

/** "Guilty." and "Guilty, I'm afraid" admit the thing that was asked after. Only a question after feelings asks for the feeling. */
const plea =
  /^(?:(?:oh|ah|um|uh|er|erm|well|ok|okay|yes|yeah|no|i am|i have to plead|i plead|plead)[ ,]*)*guilty(?: (?:on|of) (?:that|it|this)(?: one)?| there| as ever| again| party| m'lud)?(?:[ ,]+(?:i am afraid|i confess|i admit|i suppose|yes|yeah|doctor|doc|sorry|to be honest|honestly))*[ .!,]*$/
const asksFeeling = /\b(?:feel\w*|mood|emotion\w*|guilt\w*|blame|worthless\w*|thoughts?|spirits)\b/

export const isPlea = ({
  said,
  asked,
}: {
  readonly said: string
  readonly asked: readonly { readonly said: string }[]
}): boolean => plea.test(said) && !asked.some((question) => asksFeeling.test(question.said))

/** Pauses and repeated words that may stand inside an idiom. */
const pause = /^(?:um|uh|er|erm|like|,|just|really)$/

/** True if the term stands inside an idiom. */
export function isTurnOfSpeech(words: readonly string[], { from, to }: Pick<Term, 'from' | 'to'>): boolean {
  let said = ''
  let span: readonly [start: number, end: number] = [0, 0]
  let last = ''
  for (const [at, word] of words.entries()) {
    if (at === from) span = [said.length, said.length]
    if (!pause.test(word) && word !== last) {
      said += `${word} `
      last = word
    }
    if (at === to) span = [span[0], said.length - 1]
  }
  return idioms.some((idiom) => {
    const match = idiom.exec(said)
    return match !== null && match.index < span[1] && match.index + match[0].length > span[0]
  })
}

/** "It's like a toothache" tells how a pain feels, and is no trouble of its own. D375. */
const beforeLikeness =
  /(?:\b(?:it|they|that|this|pains?|aches?|cramps?|feels?|felt|feeling|is|was|almost|kind of|sort of|bit|just|dull|sharp|,)|^) ?like(?: (?:a|an|the|my|when you have|having|bad|really|nagging|dull|nasty|old|mild))*$/
const likened = /^(?:(?:tooth ?aches?|dental pain|hunger pangs?|bruis(?:e|es|ed|ing)|sunburn|(?:bee |wasp |nettle )?stings?|hangover|electric shocks?|burn|stitch)|(?:period|labour|menstrual|growing) (?:pains?|cramps?))$/ // biome-ignore format: a list

export const isLikeness = (words: readonly string[], { from, to }: Pick<Term, 'from' | 'to'>): boolean =>
  words.slice(0, from).includes('like') && likened.test(words.slice(from, to + 1).join(' ')) && beforeLikeness.test(words.slice(0, from).join(' ')) // biome-ignore format: short
