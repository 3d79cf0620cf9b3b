/** Impression and plan: what the clinician says of the cause, of treatment and tests, and when to come back. */
import { findDuration } from './amounts.ts'
import { type Candidate, claim, joinWords, says, sentenceCase } from './candidates.ts'
import { plainText, type Sentence } from './dialogue.ts'
import { findDose, findFrequency, saidName } from './medication.ts'
import { getsWorse, notBetter, planRows, reviewPattern } from './plans.ts'
import { findTerms, keyOf, type Term } from './terms.ts'

/** Weight of a doubt, in the order that they are looked for. */
const impressionFrames: readonly (readonly [frame: RegExp, lead: string])[] = [
  [
    /\b(?:wonder(?:ing)?|might|may|could|possib\w+|perhaps|maybe|whether|potentially|(?:need|have) to (?:think about|consider)|worried (?:that|about|this)|concerned (?:that|about|this))\b/,
    'Possible',
  ],
  [
    /\b(?:probably|likely|most likely|suspect\w*|sounds? (?:very )?(?:much )?like|seems? (?:like|to)|looks? (?:\w+ )?like|i think|suggest\w*|appears?|my impression|feel like|i would say|i believe|consistent with|in keeping with|points? (?:to|towards)|classic\w*|what we call|we call|called|known as|suffering (?:from|with)|going on is|symptoms of|signs of|picture of|i am thinking|down to|due to|caused by|to me like)\b/,
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

function impressions(sentence: Sentence, known: ReadonlySet<string>): readonly Candidate[] {
  const said = plainText(sentence.text)
  const lead = (term: Term) =>
    plainText(sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start))
  const terms = findTerms(sentence.words).filter(
    ({ kind, display }) =>
      (kind === 'condition' && !/pregnan|problems$|^cancer$/.test(display)) || asDiagnosis.test(display),
  )
  const [first] = terms
  if (first === undefined || (sentence.isQuestion && !/\b(?:wonder|think|sounds|seems)\b/.test(said))) return []
  const before = lead(first)
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
  if (
    (frame === undefined && !isWeak) ||
    deniesCause.test(before.slice(Math.max(0, frame === undefined ? 0 : before.search(frame[0]) - 24)))
  )
    return []
  return [impression(sentence, terms, frame?.[1] ?? 'Likely')]
}

function impression(sentence: Sentence, terms: readonly Term[], lead: string): Candidate {
  const names = [...new Map(terms.map((term) => [term.key, term])).values()].slice(0, 3)
  const list = joinWords(
    names.map(({ display }) => display),
    'or',
  )
  return {
    text: `${lead === '' ? sentenceCase(list) : `${lead} ${list}`}.`,
    claims: names.map((term) => claim('impression', term, lead === '' ? {} : { certainty: 'uncertain' })),
    quotes: says(sentence),
    weight: lead === 'To exclude:' ? 70 : 96,
    at: sentence.at,
  }
}

const directive =
  /\b(?:i will|we will|let's|let us|i would|we would|i can|we can|we could|you can|you could|you should|you need|you will need|make sure|making sure|recommend\w*|advis\w+|suggest\w*|worth|try|start|continue|carry on|keep|take|taking|use|using|avoid|come back|give me|happy to|going to|want you|like you to|prescrib\w*|arrang\w*|organis\w*|organiz\w*|send|refer\w*|book|need to|have to|get (?:some|a|you|plenty)|help yourself|best thing|important|treat\w*|increase|reduce|things like|something (?:called|like)|options?|think about|may need|might need|should help|we recommend|pop|drink|rest|do (?:a|some)|have (?:a|some)|give you|called)\b/
const notAdvised =
  /\b(?:not|no) (?:\w+ ){0,3}(?:need|necessary|recommend|require|advise|think you need|useful|helpful|indicated)\b|\bno need\b/
const tentative =
  /\b(?:may|might|maybe|perhaps|think about|consider\w*|could|possibly|option|options|discuss\w*|depending|in that (?:instance|case)|if (?:it|that|this|those|these|your|you|things|symptoms))\b/
const aboutPast =
  /\b(?:you (?:said|mentioned|told|tried|took|had|have had|were|did)|have you|did you|do you|are you|in the past|last time|you are already|you have been|you have been taking|you currently)\b/

function planItems(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  if (sentence.isQuestion && !/\bi (?:would|think|can|will|suggest|recommend)\b|\bwe (?:can|could|should)\b/.test(said))
    return []
  if (
    !directive.test(said) ||
    aboutPast.test(said) ||
    /\b(?:normally|usually) (?:at this stage|i)\b|\bwould normally\b|\bknow which\b/.test(said)
  )
    return []
  const isDenied = notAdvised.test(said)
  const rows = planRows.filter(([, pattern]) => pattern.test(said))
  const specific = rows
    .filter(
      ([display]) =>
        display !== 'further tests' ||
        !rows.some(([other]) => / test|scan|x-ray|sample|gram|ECG/.test(other) && other !== display),
    )
    .filter(([display]) => !rows.some(([other]) => other !== display && other.endsWith(` ${display}`)))
  const isTentative = tentative.test(said)
  const lead = isDenied ? 'No need for ' : isTentative ? 'Consider ' : ''
  const own = specific.slice(0, 4).map(
    ([display]): Candidate => ({
      text: `${sentenceCase(`${lead}${display}`)}.`,
      claims: [
        claim(
          'plan',
          { key: keyOf(display), display },
          isDenied ? { polarity: 'absent' } : isTentative ? { certainty: 'uncertain' } : {},
        ),
      ],
      quotes: says(sentence),
      weight: display === 'prescription' || display === 'further tests' ? 64 : 72,
      at: sentence.at,
    }),
  )
  return [...mergeItems(own, lead), ...planMedicines(sentence, said, lead)]
}

/** Items of one sentence make one statement. */
function mergeItems(items: readonly Candidate[], lead: string): readonly Candidate[] {
  const [first] = items
  if (first === undefined) return []
  const names = items.flatMap(({ claims }) => claims.map(({ display }) => display))
  return [
    {
      ...first,
      text: `${sentenceCase(`${lead}${joinWords(names, 'and')}`)}.`,
      claims: items.flatMap(({ claims }) => claims),
    },
  ]
}

function planMedicines(sentence: Sentence, said: string, lead: string): readonly Candidate[] {
  const terms = findTerms(sentence.words).filter(({ kind }) => kind === 'medicine')
  const changes = /\bincreas\w+\b|\b(?:stop|come off)\b/.test(said)
  const unique = [...new Map(terms.map((term) => [term.key, term])).values()].slice(0, changes ? 1 : 4)
  const [first] = unique
  if (first === undefined) return []
  const dose = unique.length === 1 ? findDose(sentence.words, first.to) : undefined
  const frequency =
    unique.length === 1 && dose !== undefined ? findFrequency(plainText(textFrom(sentence, dose.at))) : undefined
  const span = unique.length === 1 && dose !== undefined ? courseOf(sentence, dose.at) : undefined
  const isEither = /\bor\b|\beither\b/.test(said)
  const verb =
    lead !== ''
      ? lead
      : /\bcontinue\b|\bcarry on\b|\bkeep (?:taking|using)\b/.test(said)
        ? 'Continue '
        : /\bincreas\w+\b/.test(said)
          ? 'Increase '
          : /\b(?:stop|come off)\b/.test(said)
            ? 'Stop '
            : ''
  const names = unique.map((term) => saidName(sentence, term))
  const list = classed(unique, names, isEither ? 'or' : 'and')
  const doseText = dose === undefined ? '' : `, ${dose.value} ${dose.unit}`
  const text = `${verb}${list}${doseText}${frequency === undefined ? '' : ` ${frequency}`}${span === undefined ? '' : ` for ${span}`}`
  return [
    {
      text: `${sentenceCase(text)}.`,
      claims: unique.map((term, index) =>
        claim(
          'plan',
          { ...term, display: names[index] ?? term.display },
          {
            ...(lead === 'No need for ' ? { polarity: 'absent' as const } : {}),
            ...(dose === undefined ? {} : { value: dose.value, unit: dose.unit }),
            ...(frequency === undefined ? {} : { frequency }),
            ...(span === undefined ? {} : { duration: span }),
          },
        ),
      ),
      quotes: says(sentence),
      weight: 74,
      at: sentence.at,
    },
  ]
}
const classWords =
  /^(?:antibiotics|painkillers|antihistamines|steroids|steroid cream|anti-inflammatories|emollients|inhaler|inhalers|antidepressants|laxatives)$/

/** "Antibiotics: nitrofurantoin or trimethoprim" where the class was said before its members. */
function classed(terms: readonly Term[], names: readonly string[], last: 'and' | 'or'): string {
  const [first] = terms
  const members = terms.slice(1)
  const isLed =
    first !== undefined &&
    classWords.test(first.display) &&
    members.length > 0 &&
    members.every(({ display }) => !classWords.test(display))
  return isLed ? `${names[0]}: ${joinWords(names.slice(1), last)}` : joinWords(names, last)
}
const textFrom = (sentence: Sentence, at: number): string =>
  sentence.segment.text.slice(sentence.words[at]?.start ?? 0, sentence.end)

/** "for three days" after a dose. */
function courseOf(sentence: Sentence, at: number): string | undefined {
  const duration = findDuration(sentence.words, at)
  return duration !== undefined && duration.sense === 'for' && sentence.words[duration.from - 1]?.text === 'for'
    ? duration.text
    : undefined
}

const whenPattern =
  /\b(?:(?:in|within|after) (?:(?:about|around|the next|a) )*((?:a |one |two |three |four |five |six |seven |eight |ten |couple |few |several |or |to |of )+(?:days?|weeks?|months?))|(next week|tomorrow|next month|end of (?:this|the) week|by next week)|next (two|three|few|couple of)(?: (?:to |or )?(three|four))? days)\b/
const digits: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', ten: '10' } // biome-ignore format: a table

function whenOf(said: string): string | undefined {
  const match = whenPattern.exec(said.replaceAll(/\b(?:um|uh|like|you know),? /g, ''))
  if (match === null) return undefined
  const [, span, named] = match
  if (named !== undefined) return named.startsWith('end') ? `by the ${named}` : named.replace(/^by /, '')
  if (span === undefined) return undefined
  const text = span
    .trim()
    .replace(/^(?=few|couple)/, 'a ')
    .replaceAll(/\b(?:one|two|three|four|five|six|seven|eight|ten)\b/g, (word) => digits[word] ?? word)
  const range = /^(\d+)(?: or| to)? (\d+) (\w+)$/.exec(text)
  return `in ${range === null ? text : `${range[1]} to ${range[2]} ${range[3]}`}`
}

/** "Come back in three days if you are no better": who acts is clear, so the note says "Review". */
function review(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  if (!reviewPattern.test(said) || (sentence.isQuestion && !/\bif\b/.test(said)) || aboutPast.test(said)) return []
  const when = whenOf(said)
  const parts = [notBetter.test(said) ? 'not better' : undefined, getsWorse.test(said) ? 'worse' : undefined].filter(
    (part) => part !== undefined,
  )
  const symptoms = /\bif\b|\blook out\b|\bsuch as\b|\blike\b/.test(said) ? warningsIn(sentence) : []
  if (when === undefined && parts.length === 0 && symptoms.length === 0) return []
  const condition = parts.length === 0 ? '' : ` if ${parts.join(' or ')}`
  const out: Candidate[] = []
  if (when !== undefined || parts.length > 0)
    out.push({
      text: `Review${when === undefined ? '' : ` ${when}`}${condition}.`,
      claims: [claim('plan', { key: 'review', display: 'review' }, when === undefined ? {} : { duration: when })],
      quotes: says(sentence),
      weight: when === undefined ? 68 : 82,
      at: sentence.at,
    })
  if (symptoms.length > 0) out.push(safetyNet(sentence, symptoms))
  return out
}

const warningsIn = (sentence: Sentence): readonly Term[] => [
  ...new Map(
    findTerms(sentence.words)
      .filter(({ kind }) => kind === 'symptom')
      .map((term) => [term.key, term]),
  ).values(),
]

const safetyNet = (sentence: Sentence, terms: readonly Term[]): Candidate => ({
  text: `Return if ${joinWords(
    terms.slice(0, 5).map(({ display }) => display),
    'or',
  )}.`,
  claims: terms.slice(0, 5).map((term) => claim('safety-net', term, { certainty: 'uncertain' })),
  quotes: says(sentence),
  weight: 62,
  at: sentence.at,
})

/** "Things to look out for would be fever or back pain." */
function warnings(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  if (
    reviewPattern.test(said) ||
    !/\b(?:look out for|watch out for|bear in mind|red flags?|warning signs?)\b/.test(said)
  )
    return []
  const terms = warningsIn(sentence)
  return terms.length === 0
    ? []
    : [
        {
          ...safetyNet(sentence, terms),
          text: `Look out for ${joinWords(
            terms.slice(0, 5).map(({ display }) => display),
            'or',
          )}.`,
        },
      ]
}

/** Plans are made at the end; an impression comes once the history is taken. */
export function draftPlanning(dialogue: readonly Sentence[]): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  const late = dialogue.filter(({ segment, at }) => segment.speaker === 'clinician' && at >= last * 0.55)
  const known = new Set(
    dialogue
      .filter(({ segment }) => segment.speaker === 'patient')
      .flatMap(({ words }) => findTerms(words).map(({ key }) => key)),
  )
  return late.flatMap((sentence) => [
    ...impressions(sentence, known),
    ...planItems(sentence),
    ...review(sentence),
    ...warnings(sentence),
  ])
}
