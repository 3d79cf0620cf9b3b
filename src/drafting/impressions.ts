/** Impression: what the clinician says of the cause, with the clinician's own doubt. */
import { type Candidate, claim, joinWords, says, sentenceCase } from './candidates.ts'
import { plainText, type Sentence } from './dialogue.ts'
import type { Term } from './terms.ts'

/** Weight of a doubt, in the order that they are looked for. */
const impressionFrames: readonly (readonly [frame: RegExp, lead: string])[] = [
  [
    /\b(?:wonder(?:ing)?|might|may|could|possib\w+|perhaps|maybe|whether|potentially|(?:need|have) to (?:think about|consider)|worried (?:that|about|this)|concerned (?:that|about|this))\b/,
    'Possible',
  ],
  [
    /\b(?:probably|likely|most likely|suspect\w*|sounds? (?:very )?(?:much )?like|seems? (?:like|to)|looks? (?:\w+ )?like|i think|suggest\w*|appears?|my impression|feel like|i would say|i believe|consistent with|in keeping with|points? (?:to|towards|more to)|dealing with|related to|coming from|element of|touch of|flare of|developing|treat (?:this|it|you) (?:as|for)|working diagnosis|more suggestive of|presentation of|sort of picture|explained by|caught|picked up|classic\w*|what we call|we call|called|known as|suffering (?:from|with)|going on is|symptoms of|signs of|picture of|i am thinking|down to|due to|caused by|to me like)\b/,
    'Likely',
  ],
  [
    /\b(?:this is|it is|that is|diagnosis (?:is|of))(?: (?:a|an|just|simply|probably|likely|most|definitely|the|some|bit|of|um|uh|,))*$/,
    '',
  ],
]
const deniesCause =
  /\b(?:not|no|ruled out|ruling out|exclude|anything (?:more )?(?:serious|else)|worried about|reassur\w+|family|rather than|less likely|unlikely|risk of|if you|if it|in case|prevent|make sure|history of|background of|previous|in the past|because|suffer from|would be|worry|heard of)\b/

/** Named by the patient already: "you have diabetes" repeats it, "this sounds like..." does not. */
const weakFrame =
  /\b(?:you have(?: got)?|you are having|having|experiencing)(?: (?:a|an|some|what|probably|likely|just|bit|of|simple|mild|the))*$/
const toExclude =
  /\b(?:rule out|ruling out|exclude|(?:check|test|look|screen)(?:ing)? for|make sure (?:it|this|you|that it) (?:is|are|do|does) not)\b/
/** Symptoms that are also what a clinician calls the matter. */
const asDiagnosis =
  /^(?:anxiety|panic attacks|low mood|vertigo|sciatica|haemorrhoids|constipation|indigestion|ringing in ears|hot flushes|nosebleed|insomnia|stress|fainting|lower back pain|period pain)$/

function readImpressions(sentence: Sentence, known: ReadonlySet<string>): readonly Candidate[] {
  const said = sentence.said
  const lead = (term: Term) =>
    plainText(sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start))
  const terms = sentence.terms.filter(
    ({ kind, display }) =>
      (kind === 'condition' && !/pregnan|problems$|^cancer$/.test(display)) || asDiagnosis.test(display),
  )
  const [first] = terms
  if (first === undefined || (sentence.isQuestion && !/\b(?:wonder|think|sounds|seems)\b/.test(said))) return []
  const before = lead(first)
  if (
    /\b(?:refer\w*|clinic|leaflet|link|service|team)\b/.test(said) ||
    (/\byour$/.test(before) && !first.display.startsWith('flare'))
  )
    return []
  if (
    /\b(?:in|for|with|of)(?: the| a| an| like)?$/.test(before) &&
    !/\b(?:consistent|keeping|suffering|signs|symptoms|case|episode|kind|type|form|bout|touch|bit|flare up) (?:with|of|from)(?: the| a| an| like)?$/.test(
      before,
    )
  )
    return []
  if (toExclude.test(before)) return [impression(sentence, terms, 'To exclude:')]
  const frame = impressionFrames.find(([pattern]) => pattern.test(before))
  const isWeak = frame === undefined && first.kind === 'condition' && weakFrame.test(before) && !known.has(first.key)
  const isNamed = frame === undefined && !isWeak && isBroughtUp(sentence, first, known)
  if (
    (frame === undefined && !isWeak && !isNamed) ||
    deniesCause.test(before.slice(Math.max(0, frame === undefined ? 0 : before.search(frame[0]) - 24)))
  )
    return []
  if (isNamed) return [{ ...impression(sentence, [first], 'Possible'), weight: 78 }]
  return [impression(sentence, terms, frame?.[1] ?? 'Likely')]
}

const notBroughtUp =
  /\b(?:if|not|no|never|unlikely|exclude|rule|ruled|risk|prevent\w*|family|history|past|previous\w*|ever|background|other|like|such as|example|people with|patients with|test\w*|check\w*|screen\w*|vaccin\w*|jab|less|rather than|worr\w+|serious|without|mentioned|told|said|diagnosed|looking after|tablets?|medication|clinic|your|you had)\b/

/** "Gastritis is an inflammation of the stomach": a condition that only the clinician names, at the end, and does not turn down. */
const isBroughtUp = (sentence: Sentence, term: Term, known: ReadonlySet<string>): boolean =>
  !sentence.isQuestion && term.kind === 'condition' && !known.has(term.key) && !notBroughtUp.test(sentence.said)

/** "A strain with some sciatica" is no alternative. */
function linkOf(sentence: Sentence, names: readonly Term[]): 'and' | 'or' | 'with' {
  const [first, second] = names
  if (first === undefined || second === undefined) return 'or'
  const between = plainText(
    sentence.segment.text.slice(sentence.words[first.to]?.end ?? 0, sentence.words[second.from]?.start ?? 0),
  )
  if (/\bor\b|\bmaybe\b|\beither\b/.test(between)) return 'or'
  if (names.length === 2 && /\bwith\b/.test(between)) return 'with'
  return /\band\b/.test(between) ? 'and' : 'or'
}

function impression(sentence: Sentence, terms: readonly Term[], lead: string): Candidate {
  const names = [...new Map(terms.map((term) => [term.key, term])).values()].slice(0, 3)
  const link = linkOf(sentence, names)
  const shown = names.map(({ display }) => display)
  const list = link === 'with' ? shown.join(' with ') : joinWords(shown, link)
  return {
    text: `${lead === '' ? sentenceCase(list) : `${lead} ${list}`}.`,
    claims: names.map((term) => claim('impression', term, lead === '' ? {} : { certainty: 'uncertain' })),
    quotes: says(sentence),
    weight: lead === 'To exclude:' ? 70 : 96,
    at: sentence.at,
  }
}

/** The history is taken by then. */
const earliestShare = 0.42

/** What the clinician makes of it, once the history is taken. */
export function draftImpressions(dialogue: readonly Sentence[]): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  const known = new Set(
    dialogue.filter(({ segment }) => segment.speaker === 'patient').flatMap(({ terms }) => terms.map(({ key }) => key)),
  )
  return dialogue
    .filter(({ segment, at }) => segment.speaker === 'clinician' && at >= last * earliestShare)
    .flatMap((sentence) => readImpressions(sentence, known))
}
