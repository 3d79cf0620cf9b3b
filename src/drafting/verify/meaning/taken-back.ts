/** Finds out whether a thing that a clinician names is set aside in the same turn, or refused in the reply. D292. */
import type { QuoteRead } from '../evidence.ts'
import type { Place } from './places.ts'

/** Words by which a clinician sets an option aside, before or after its name. */
const setAside =
  /\b(?:not (?:right|for you|now|today|offering|going to|worth it|needed|necessary|indicated|the answer|recommend\w*|there yet|keen on)|not think (?:\w+ ){0,3}(?:need\w*|right|worth|help\w*|indicated|necessary)|would (?:not|never)|decided against|against it|no use|no good|no point|no place|more harm|are skipping|rather not|scrap (?:that|it)|(?<!not )forget (?:about )?(?:it|that|the)|on second thoughts?|changed my mind|cancel\w*|hold off|in reserve|let us not|years ago (?:we|i|they)|others would|some doctors would|crossed my mind)\b/
/** Words by which somebody refuses an offer. */
const refusal =
  /\b(?:no thank\w*|not for me|(?:rather|sooner) not|rather (?:stay|keep|leave|wait|hold)|prefer to (?:stay|keep|leave|wait|hold)|let us not|(?:i will|i'll|i would) pass|count me out|say no|not keen|(?:do|would|did) not (?:want|like|fancy|need)|not want|refus\w+|dead body|against (?:that|it)|no way|pass on (?:that|it)|not having|leave it|i am not|not today|not (?:at my|my thing)|nah|nope|not really|not interested|skip (?:that|it))\b|^(?:\W|oh|um|er|well|look)*no\b(?! (?:problem|worries|harm|trouble|objection))/
/** A yes that follows makes the refusal one of something else. */
const agrees = /\b(?:yes|yeah|yep|please do|go ahead|sounds good|okay then|all right then|alright then)\b/

const end = /^[.?!]$/

/** The clause of the place, what follows in its sentence, and a next sentence that speaks of it as "it" or "that". */
function turnAround({ quote: { tokens }, at }: Place): string {
  const from = tokens.slice(0, at).findLastIndex((token) => end.test(token)) + 1
  const stop = tokens.findIndex((token, index) => index > at && end.test(token))
  const to = stop < 0 ? tokens.length : stop
  const next = tokens.slice(to + 1, to + 14).join(' ').split(/[.?!]/)[0] ?? '' // biome-ignore format: short
  return `${tokens.slice(from, to).join(' ')} ${/^(?:but |and )?(?:it|that|this|not|actually|no)\b/.test(next) ? next : ''}`
}

/** Asks what the patient thinks of the offer before it. */
const asksConsent = /^(?:and |so |now )?(?:how (?:do|does|would|about) (?:you|that|it)|what do you (?:think|reckon|say)|would you (?:like|want|be|do|try|take|see|go|consider)|do you (?:want|fancy|mind)|are you (?:happy|keen|ok|okay|interested)|is that|does that|(?:any|what) thoughts|shall we|ok|okay|yes|no)\b[^.?]*\?/ // biome-ignore format: one row

/** A later question of the same turn has the answer, and not the place. */
const isLastAsked = ({ quote: { tokens }, at }: Place): boolean => {
  const stop = tokens.findIndex((token, index) => index > at && end.test(token))
  const rest = tokens.slice(stop + 1)
  return stop < 0 || !rest.includes('?') || asksConsent.test(rest.join(' '))
}

/** The words of the patient, or of who speaks for the patient, that follow the place before the clinician names a plan again. */
function replyTo({ index }: Place, quotes: readonly QuoteRead[]): string {
  const next = quotes.slice(index + 1, index + 3).find(({ speaker }) => speaker !== 'clinician')
  return next?.plain ?? ''
}

export const isRefused = (place: Place, quotes: readonly QuoteRead[]): boolean => {
  const reply = replyTo(place, quotes)
  return isLastAsked(place) && refusal.test(reply) && !agrees.test(reply)
}

/** "A chest X-ray, not today, but in six weeks": it is only put off. */
const putOff =
  /\bnot (?:today|now|yet|this week|straight away)\b(?=.*\b(?:but|just)\b(?: \w+){0,2} (?:in|on|at|next|after|when|once|from)\b)/g

export const isSetAside = (place: Place): boolean => setAside.test(turnAround(place).replaceAll(putOff, ' '))

/** True if the thing is named and then not ordered. */
export const isTakenBack = (place: Place, quotes: readonly QuoteRead[]): boolean =>
  isSetAside(place) || isRefused(place, quotes)

/** After an offer: "shall we give it a go?", "how does that sound?", "would you be happy with that?". */
const asksLeave =
  /\b(?:shall we|how (?:does|do) (?:that|you|it)|what do you (?:think|reckon|say)|(?:would|are) you (?:be )?(?:happy|keen|okay|ok|willing|up|comfortable|interested|all right)(?: (?:with|for|in) (?:that|it|this|those|the idea|trying|taking)| to (?:try|start|give|take|do|go|have|see)| if (?:i|we)\b|(?= *\?))|(?:does|is|would) that (?:sound |be )?(?:\w+ ){0,2}(?:ok|okay|right|alright|good|fine|reasonable|plan)|(?:want|like|willing) to (?:try|give|go|do|start)|happy with (?:that|it|this))\b[^.?]*\?/
const givesLeave =
  /^(?:(?:oh|um|uh|well|i (?:guess|suppose|think)) ?,? )*(?:yes|yeah|yep|yup|ok|okay|sure|all right|alright|righto|right|good|great|fine|perfect|sounds?|that (?:is|sounds|would be)|that's|happy|i'm happy|i am happy|let's|let us|why not|i will|i'll|whatever you|no worries|please|absolutely|definitely|fair enough)\b/

/** True if the clinician asks leave after the offer and the patient gives it. */
export const isConsented = (quotes: readonly QuoteRead[]): boolean =>
  quotes.some(({ role, speaker, plain }, index) => {
    if (role !== 'question' || speaker !== 'clinician' || !asksLeave.test(plain)) return false
    const reply = quotes.slice(index + 1).find((quote) => quote.speaker !== 'clinician')
    return (
      reply !== undefined &&
      givesLeave.test(reply.plain) &&
      !refusal.test(reply.plain) &&
      !/\b(?:but|rather|prefer|maybe|think about)\b/.test(reply.plain)
    )
  })
