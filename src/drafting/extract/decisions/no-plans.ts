/**
 * Lines that have the form of an order and are none: what is asked during an examination, a turn of speech, an order whose thing is only pointed
 * at, choices that are laid before the patient, and what is put into the record. D380, D381.
 */
import type { ClaimKind } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'

type Row = { readonly name: string; readonly pattern: RegExp }

/** Turns of speech with a verb that orders something elsewhere, matched in the line without its label. */
// biome-ignore format: one row a line
const idioms: readonly Row[] = [
  { name: 'bets',      pattern: /^(?:(?:would|will|do not|not) )*(?:put|bet|wager|stake) (?:my|the|any|your|good|some)?\b ?(?:money|pension|house|shirt|farm|mortgage|life) ?(?:on|against)?\b/i },
  { name: 'the talk',  pattern: /^(?:(?:we will|will|let us|we can|can|we could) )?(?:(?:come|get|go|circle) (?:back )?(?:to|on to|onto) (?:it|that|this|those|these|them|[a-z]+ing)|hold that (?:thought|question)|park (?:that|it)|leave (?:that|it) there|leave (?:that|the) door open|say (?:that|it|something)|put it (?:this|another) way|take (?:a |one )?step (?:back|away)(?: from [a-z ]{2,30})?|start (?:from|with|at) the (?:beginning|start|top)|pick up where|go through (?:it|that|them|this)|keep (?:you posted|in mind)|bear in mind|cross that bridge)\b/i },
  { name: 'comfort',   pattern: /^(?:sit tight|go gently|take (?:it easy|your time|the time|a deep breath|heart|care)(?=[,.]|$)|hang in(?: there)?|mind the (?:step|door|dog|traffic)|watch the step|keep (?:your|the) (?:chin|pecker|spirits) up|give (?:yourself|the) a (?:break|pat)|off you (?:go|hop|pop)|have a (?:good|nice|lovely|safe|great) (?:day|weekend|trip|time|one|evening|afternoon|night|holiday|christmas|flight|week|drive)\b|enjoy\b|say (?:hi|hello|good ?day|g'day|bye|thank)|(?:get|have|go (?:and )?(?:get|have)|grab|make)\b.{0,24}\b(?:brew|cuppa|cup of tea|break|lollipop|sticker|seat|tissue)\b)/i },
  { name: 'listening', pattern: /^(?:have a |take a )?(?:listen|look|feel|peek|poke|prod) (?:to|at|in|into|for|on|of|round|around|here|there|you|over)\b(?!.*\b(?:if|minutes|every|each|daily|weekly|once|twice|for (?:any|spots|signs|changes))\b)/i },
  { name: 'wishes',    pattern: /^like (?:an? |the |some |any |to )/i },
  { name: 'guesses',   pattern: /^(?:return|call|review) if (?:that |it |this )?(?:helps?|works?|suits?|makes sense|fits|is (?:ok|okay|fine|all right))$/i },
  { name: 'views',     pattern: /^(?:do (?:think|know|believe|feel|wonder|hope|understand)\b|(?:come|gone|settled|improved) (?:down|up|along|on)?\b ?(?:nicely|well|a lot|a bit)$|if you decide to\b|do not pull that face\b|(?:nurse|reception|desk) (?:can|will|may) (?:do|give|book|check|take) (?:it|them|that)(?: (?:today|now|tomorrow))?$|(?:print|do|get|write) (?:a |another |the )?(?:new )?(?:form|one)$)/i },
  { name: 'of now',    pattern: /^(?:(?:drops?|needle|local|dye|scope|anaesthetic) (?:is )?going in|(?:take|do|check|get) the (?:blood pressure|temperature|temp|pulse|weight|sats|oxygen)|(?:top|bottom|upper|lower) (?:end |side |half )?of normal\b.*|go and (?:find|get|grab|fetch) (?:you|him|her|some|a|the)\b.*)$/i },
  { name: 'examined',  pattern: /^(?:also said: ")?(?:(?:take|do|check|get) the (?:blood pressure|pulse|temperature)(?:,? (?:then |and )?(?:lying|sitting|standing|in both arms|down|up))+\b(?!.*\b(?:in|each|every|daily|week|weeks|tomorrow|when|home|nurse)\b).*|let me (?:just )?(?:look|see|feel|check|have|listen|press)\b.*|(?:[a-z ]+, )?put the (?:probe|cuff|gel|stethoscope|speculum|tourniquet|torch|otoscope) (?:on|in)\b.*|(?:squeeze|press|push|bend|lift|straighten|flex|turn|twist|pinch|tap) (?:on )?the [a-z]+, (?:no|not|nothing|fine|normal|tender|sore)\b.*|.*\b(?:as a |a )chaperone\b.*|(?!.*\b(?:repeat|check|until|if)\b).*\bsinus rhythm\b.*)$/i },
  { name: 'explained', pattern: /^(?:slow|quick|high|low|over|under|normal|good|bad)\b.* is an? (?:[a-z]+ )?(?:risk|sign|symptom|cut-?off|result|score)\b/i },
  { name: 'said of it', pattern: /^never (?:quite |really |fully |ever )?[a-z]+s$/i },
  { name: 'a name',    pattern: /^(?:the )?(?:nurse|physio|doctor|receptionist|midwife|psychologist|surgeon), [a-z]+$/i },
  { name: 'no thing',  pattern: /^(?:(?:any day|any time)?,? ?ask|start (?:tonight|today|now|tomorrow)(?:,.*)?|stop, (?!.*\b(?:the|your|taking|all)\b).*|do not wait (?:until|till|for) (?:the )?[a-z]+|(?:ring|call|phone) and try for [a-z]+|arrange (?:(?:the|standard|usual|same|other|next) )*(?:tests?|screen)|knock (?:it|that) on the head|[A-Z][a-z]+, (?:driving|work|sleep|diet|food|exercise|smoking|alcohol))$/i },
  { name: 'course',    pattern: /^(?:slowly |gradually |start to )*(?:get|feel|be) (?:(?:a (?:bit|little|lot)|much|slowly|gradually) )*(?:better|worse|fine|right as rain)\b(?!.*\bif\b)/i },
  { name: 'pointing',  pattern: /^(?:to )?(?:come|go|ease) (?:down|up|off) (?:on|off) (?:it|that|this|those)\b/i },
  { name: 'work',      pattern: /^(?:keep |will |can )?(?:work(?:ing)?|talk|think|chip away) (?:on|at|about) (?:it|that|this|those|them)(?: together)?$/i },
  { name: 'of the mind', pattern: /^(?:take|count)(?: (?:away|down|back|off))* (?:in )?(?:sevens?|threes?|serial|from (?:a|one) hundred|[a-z]+ (?:away )?from (?:a|one) hundred)\b|^(?:spell|repeat|remember|draw) (?:the |a |these |those |my )?(?:words?|clock|world|three|face)\b/i },
  { name: 'reckoning', pattern: /^(?:add|tot) up (?:a|the|your) (?:score|points|numbers)\b/i },
  { name: 'undressing', pattern: /^(?:keep|leave) (?:the|your) (?:underwear|undies|bra|pants|shorts|singlet|socks?|top|shirt|skirt|trousers|gown) on\b/i },
  { name: 'the agenda', pattern: /^(?:do|start with|run through|begin with|go over) the (?:tablets|medications?|medicines|meds|list|diabetes|rest|history|(?:other|good|bad|left|right|sore|easy) (?:ear|eye|side|foot|knee|one|bit))(?: (?:first|now|next|as well|too))?$/i },
  { name: 'calls',     pattern: /^(?:come (?:back )?(?:in|through)|come (?:here|on|over here)|over here|up you (?:come|get|hop))(?:, [a-z]+)?$|^(?:sit|stand|lie)(?: there)?(?: and (?:breathe|rest|relax))?$/i },
  { name: 'nothing',   pattern: /^none (?:till|until|from|for|of|before|after)\b|^nothing\b.*\b(?:points? (?:to|at)|suggests?|shows?|looks?|says?|worr\w+)\b/i },
  { name: 'the nurse', pattern: /^refer to (?:the |our )?(?:practice )?nurse(?: (?:today|now|tomorrow|next week|this (?:week|morning|afternoon)))?$/i },
  { name: 'counts',    pattern: /^(?:take|make|leave|put|get) (?:perhaps|maybe|about|roughly|some|around)? ?[a-z]+ or [a-z]+ of (?:those|these|them|the)\b/i },
]

/** Words that name nothing that could be done or taken. */
const empty =
  /^(?:do|not|never|please|don't|it|that|this|them|those|these|one|ones|so|the|an?|yet|now|then|today|tomorrow|again|too|as|well|aye|yes|ok|okay|please|for|on|to|at|in|off|out|up|down|away|back|over|with|you|him|her|us|me|first|instead|still|just|all|both|here|there|till|until|is|are|has|have|been|gone|done|over|through|if|can|could|may|will|should|be|go|goes|some|any|ever|later|soon|anyway|either|way|and|or|of)$/i

const pointed = /\b(?:it|that|this|them|those|these|one|ones)\b/i

/** Verbs that say nothing about their thing. "Do not scratch it" says enough. */
const vague =
  /^(?:(?:do not|never|please|can|could|will) )*(?:bring|cancel|do(?! not)|take|use|get|give|put|send|leave|wait|try|keep|have|start|stop|finish|book|drop|check|see|tell|say|ask|go|come|hold)\b/i

/** "Bring it, aye.", "Do not cancel it yet.": the thing is named elsewhere, and nothing else in the line tells it. */
function isPointing(line: string): boolean {
  if (!pointed.test(line) || !vague.test(line)) return false
  const words = line.toLowerCase().match(/[a-z']+/g) ?? []
  const content = words.filter((word) => !empty.test(word))
  return content.length <= 1
}

/** "You could have the coil, the implant, or the pill": a choice that is laid before the patient. */
const choice = /^(?:could|can|may|might) (?:have|try|use|take|go for|choose|do|start)\b.*\bor\b/i
/** "I'll put the ibuprofen" and "I'll note the penicillin" write it down, and start nothing. */
const recorded =
  /\bi (?:will|have|am going to)(?: just| also)* (?:put|pop|note|write|mark|jot|record|add|flag|enter)(?: down)? (?:the |that |your )?[a-z]+(?: down| in| on(?: (?:here|there|the (?:record|system|notes|file|list|computer|screen)))?)?$/

const asks =
  /^(?:(?:and|so|now|ok|okay|right|but),? )*(?:would you (?:like|prefer|rather|want)|do you (?:want|like|need|mind|prefer)|are you (?:happy|ok|okay)|what would you|which would)\b/

/** A line with one of these is no matter of the moment. */
const lasting: ReadonlySet<ClaimKind> = new Set(['medication', 'request', 'follow-up', 'safety-net'])
const timed =
  /\b(?:every|each|daily|weekly|hourly|times|twice|tonight|tomorrow|until|till|for (?:a|the|two|three|four|five|six|seven|ten|\d+) (?:\w+ )?(?:days?|weeks?|months?)|at (?:night|home|work|bedtime)|before bed|from (?:now|today)|weeks?|days?|months?)\b/i

/** The line says how a part looks or feels, and asks nobody to act. */
const found = /^(?:(?:a bit|a little|quite|very|nice and) )?(?:warm|red|swollen|tender|soft|wet|clear|puffy|bruis\w+|sore|pink|chockers|chock full|full of|strong|firm|normal)\b(?! (?:the|your|it|up)\b)(?!.*\b(?:compress\w*|packs?|baths?|showers?|drinks?|foods?|diet|flannel|water|fluids)\b)/i // biome-ignore format: one row

const quoted = /^Also said: "(.*)"\.?$/

/** "We'll see if you can come down to ten": nothing is decided. */
const awaits = /\b(?:we|i) (?:will|can|could|shall) (?:then )?see (?:if|whether|how)\b/

/** False for a line that only looks like a plan. */
export function isPlan({ text, claims, quotes }: Candidate, examined: ReadonlySet<Sentence>): boolean {
  const words = quoted.exec(text)?.[1]
  const line = (words ?? text).replace(/[.]$/, '')
  const said = quotes.map(({ sentence }) => sentence.said).join(' ')
  const isMedicine = claims.some(({ kind }) => kind === 'medication')
  if (isMedicine) return !recorded.test(said.replace(/[.,!? ]+$/, ''))
  const isNet = claims.some(({ kind }) => kind === 'safety-net')
  if (idioms.some(({ pattern }) => pattern.test(line))) return false
  if ((asks.test(said) || (awaits.test(said) && /^(?:see if )?[a-z ]+$/i.test(line) && claims.length === 1)) && !isNet)
    return false
  if (!isNet && (isPointing(line) || choice.test(line) || found.test(line))) return false
  const isOfNow = quotes.length > 0 && quotes.every(({ sentence }) => examined.has(sentence))
  return !isOfNow || claims.some(({ kind }) => lasting.has(kind)) || timed.test(line)
}
