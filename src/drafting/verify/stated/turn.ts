/** What the same turn says before and after the cited words: a sign of a safety net, a case that may not come, an echo. D415. */
import type { Evidence, Statement } from '../../../core/clinical-note.ts'
import type { Talk } from '../context/around.ts'
import { type Rule, softWords } from '../tables.ts'
import { bare, isWorded } from '../wording.ts'
import { plainOf, tokensOf } from '../words.ts'

type Spoken = Extract<Evidence, { kind: 'segment' }>
type Turn = { readonly speaker: string; readonly text: string; readonly before: string; readonly cited: string; readonly after: string; readonly last: string } // biome-ignore format: short

function turnOf({ segments, places }: Talk, { segmentId, start, end }: Spoken): Turn | undefined {
  const at = places.get(segmentId) ?? -1
  const segment = segments[at]
  if (segment === undefined) return undefined
  const { text, speaker } = segment
  const last = segments.slice(0, at).findLast((one) => one.speaker !== speaker)?.text ?? ''
  return { speaker, text, before: plainOf(text.slice(0, start)), cited: plainOf(text.slice(start, end)), after: plainOf(text.slice(end)), last: plainOf(last) } // biome-ignore format: short
}

const felt: ReadonlySet<string> = new Set(['symptom', 'complaint', 'history', 'finding'])
const firm: ReadonlySet<string> = new Set(['plan', 'safety-net'])

const acts = /\b(?:ring|call|phone|nine nine nine|triple zero|one one one|a and e|emergency|ambulance|casualty|hospital|ed|same day|straight (?:in|away|back|to)|come (?:straight )?(?:back|in)|let (?:me|us) know|do not (?:wait|sit on)|watch (?:out )?for|look out|want to know|seen|see (?:me|us|you|someone)|book)\b|\b(?:999|000|111)\b/ // biome-ignore format: one row
const opensCase =
  /\b(?:if|unless|should (?:it|you|he|she)|any of|any (?:chest|new|sudden|sign)|look out|brush off|things (?:that|i)|watch|what would|worry me|sit up|say it)\b/
/** The cited words go on with a list of signs. */
const goesOn = /^(?:so |well )?(?:or|and|also|then|same|likewise|any|even|new)\b|, the same$/
const recaps = /\b(?:you (?:said|mentioned|told|described|were saying|came)|(?<!because )you have (?:been|had)|sounds like|to recap|in summary|so to)\b/ // biome-ignore format: one row

/** "Or it goes red and hot and you've got a fever.": a sentence of a safety net whose "if" stands in one before. */
const isWarned = ({ speaker, before, cited, after }: Turn): boolean =>
  speaker === 'clinician' && opensCase.test(before) && acts.test(`${before} ${cited} ${after}`) && goesOn.test(cited.replace(/[.!]$/, '')) && !recaps.test(cited) // biome-ignore format: short

/** "If it's melanoma, you'd need more. I'd send you to the unit.": the second sentence keeps the case of the first. */
const keepsCase =
  /\b(?:i|we|they)(?: would|'d) (?:then |also |probably )?(?:send|refer|book|do|start|give|put|want|need|add|get|order|arrange|stop|try|swap|switch)\b/
const doneCase =
  /(?:\bwould|'d) (?:like|love) (?:to|you to)\b|\b(?:i would|i'd) (?:suggest|recommend|advise|say|rather)\b/
const saysCase =
  /\b(?:if|unless|in case|when|whenever|once|should|may|might|could|consider\w*|possibl\w+|depend\w*|would)\b/

const isOfCase = ({ speaker, before, cited }: Turn, text: string): boolean => {
  const sentences = before.split(/(?<=[.?!])\s+/)
  const last = sentences.slice(-2).join(' ')
  return speaker === 'clinician' && keepsCase.test(cited) && !doneCase.test(cited) && !saysCase.test(text) && /(?:^|[.,] )(?:(?:and|but|now|so|then) )?if (?:it|that|this|they|the \w+) (?:is|are|were|turns|comes|shows|does|grows|came)\b[^.?!]*, (?:then )?[^.?!]*(?:\b(?:would|will)\b|'(?:d|ll)\b)/.test(last) // biome-ignore format: short
}

/** "We call that a pulmonary embolism.": a name is as sure as the thing that was said before it. */
const names = /\b(?:we call (?:that|it|this)|(?:that|it|this) is (?:called|what we call|known as)|the (?:medical |proper )?(?:name|word|term) (?:for (?:that|it|this) )?is)\b/ // biome-ignore format: one row
const doubts = /\b(?:i think|i suspect|may|might|could|probabl\w+|possib\w+|likely|seems?|sounds? like|looks? like)\b/
const isNamedDoubt = ({ speaker, before, cited }: Turn, text: string): boolean =>
  speaker === 'clinician' && names.test(cited) && doubts.test(before.split(/(?<=[.?!])\s+/).at(-1) ?? '') && !softWords.test(text) // biome-ignore format: short

/** An order of a movement, and what the examiner says while it is done: "And pull up and back. Yep, sorry." */
const moves = /^(?:(?:and|now|ok|okay|right|so|then|just|can you|if you can|elbows? (?:in|tucked in)|arms? (?:out|up)|,) ?,? ?)*(?:pull|turn|lift|bend|push|press|squeeze|raise|straighten|tuck|twist|lean|point|touch|stretch|open|close|clench|hold|stand|hop|squat|smile|scrunch|follow|look|tilt|grip|wiggle|kick|shrug|puff)\b/ // biome-ignore format: one row
const watches = /^(?:yep|yeah|yes|good|lovely|great|perfect|excellent|sorry|there (?:it|we|you)|that is (?:full|fine|good|it|lovely|strong|better|normal|weak|stiff|sore)|any (?:pain|soreness)|does (?:that|it)|sore|hurts?|tender|and the other|other (?:side|one)|same (?:again|both|on)|nothing (?:behind|there|wrong)|no (?:pain|redness|swelling|lag|drift))\b/ // biome-ignore format: one row
const isWatched = ({ speaker, cited, after }: Turn): boolean =>
  speaker === 'clinician' && moves.test(cited) && !lasting.test(cited) && watches.test(after.replace(/^[\s.,!]+/, ''))
const lasting = /\b(?:every|daily|times|twice|once|night|morning|days?|weeks?|hours?|home|exercises?|until|till|minutes|if|when)\b/ // biome-ignore format: one row

/** "It does that without the cough." - "Without the cough.": who repeats the other's last words tells nothing. */
function isEcho({ speaker, cited, last }: Turn): boolean {
  const words = tokensOf(cited).filter((token) => /[a-z0-9]/.test(token))
  const end = last.split(/(?<=[.?!])\s+/).at(-1) ?? ''
  if (speaker === 'clinician' || end.endsWith('?') || words.length < 2 || words.length > 5) return false
  const said = tokensOf(end).filter((token) => /[a-z0-9]/.test(token))
  return said.length > words.length + 2 && said.slice(-words.length).join(' ') === words.join(' ')
}

export function checkTurn(statement: Statement, talks: ReadonlyMap<string, Talk>): readonly Rule[] {
  const text = plainOf(bare(statement.text))
  if (isWorded(bare(statement.text)) || statement.claims.length === 0) return []
  const turns = statement.evidence.flatMap((item) => {
    const talk = item.kind === 'segment' && item.role !== 'question' ? talks.get(item.transcriptId) : undefined
    const turn = talk === undefined || item.kind !== 'segment' ? undefined : turnOf(talk, item)
    return turn === undefined ? [] : [turn]
  })
  if (turns.length === 0) return []
  const kinds = statement.claims.map(({ kind }) => kind)
  if (kinds.every((kind) => felt.has(kind))) {
    const isAsked = statement.evidence.some((item) => item.kind === 'segment' && item.role === 'question')
    if (turns.every(isWarned) || (!isAsked && turns.every(isEcho))) return ['not-asserted']
  }
  if (kinds.every((kind) => kind === 'impression') && turns.every((turn) => isNamedDoubt(turn, text)))
    return ['certainty-mismatch']
  if (kinds.some((kind) => firm.has(kind)) && turns.every(isWatched)) return ['order-not-given']
  return kinds.some((kind) => firm.has(kind)) && turns.every((turn) => isOfCase(turn, text))
    ? ['condition-dropped']
    : []
}
