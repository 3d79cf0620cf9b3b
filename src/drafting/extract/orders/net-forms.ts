/**
 * Constructions of a safety net, each put as "if {danger}, {action}", the one form that `safety-nets.ts` and `returns` read. Only words that say how the
 * danger and the action go together change; neither of the two gets or loses a word. D316.
 */
import { namesKind } from '../../vocabulary/terms.ts'
import { isHaste, listActions } from './danger-actions.ts'

type Form = { readonly pattern: RegExp; readonly text: string; readonly reason: string; readonly isNamed?: true }

const thing = '(?:it|this|that|things?|they|(?:your|the|his|her) [a-z]+)'
const better = '(?:better|settled(?: down)?|gone(?: away)?|cleared(?: up)?|improved|improving|eased|back to normal)'
const pointed = '(?:that|this|it|those|these|they|any of (?:that|this|those|these|them)|either of (?:those|these))'
const call = '(?:call|ring|phone|come|go|get|see|speak|head|dial|book|give|let)'

const pointer = '(?:so |and |with |or )*(?:any|either|all|each|one)(?: one)? of (?:those|these|them|that|it|the above)(?: (?:things|symptoms|signs|happens?|starts?|comes? on|develops?|crops? up|turns? up))?,? (?:(?:and|then|so) )?(?=(?:you|i|we|it is|that is|means?|straight|do|call|ring|phone|come|go|get|see|please|dial)\\b)' // biome-ignore format: one row

// biome-ignore format: one row a line
const forms: readonly Form[] = [
  { pattern: /^(?:and |so |but )?(?:it is |that is )?(?:nothing|no need|no reason|not) to (?:panic|worry|be (?:alarmed|worried)|stress|lose sleep)(?: (?:about|over))?(?: (?:it|this|that|at all))?,? (?:but )?(?=if\b)/i, text: '', reason: 'words of comfort before the danger' },
  { pattern: /^(?:and |so |but )?(?:(?:all )?the usual(?: (?:things|warnings|rules|advice|story))?)[,:;] /i, text: '', reason: 'a reminder that the danger is known' },
  { pattern: /(?<=\bif\b.{2,30}?\b(?:reaction|rash|upset|burning|side effects?|sick|sore|itchy)\b.{0,12}?) (to|from|with|on) (the (?!(?:skin|face|site|arm|area|hands?)\b)[a-z]+),? (?:(?:and|just|then|please) )*stop it\b/gi, text: ' $1 $2, stop $2', reason: 'the thing to stop is the one that was named' },
  { pattern: /(?<=\bif\b.{4,80}?),? (?:just|then|please) (?=stop (?:it|them|the [a-z]+|taking|using)\b)/gi, text: ', ', reason: 'an order behind its condition' },
  { pattern: /^(?:and |so |but )?(?:the )?(?:(?:main|other|only) )*(?:things?|signs?|symptoms?) (?:that |which )?(?:would|might|should|will) make (?:me|us|you) (?:want|need|like) to (see you|come back|come in|call (?:me|us)|ring (?:me|us)|go to (?:hospital|emergency))( sooner| earlier| again| back)*(?: (?:are|is|would be|include))?[,:;]? (?:if )?(?=[a-z])/i, text: '$1$2 if ', reason: 'a cleft sentence with the action in front of the dangers' },
  { pattern: /,? ?\b(?:and )?(?:please )?(?:do not|no need to|never) (?:muck|mess|hang|faff|sit|wait|stand|stuff|delay|hesitate)(?: (?:around|about|on (?:it|that)|for (?:me|us|an appointment)))?(?: at home)?(?:, ?|$)(?:(?:just|and|but) (?=[a-z]))?/gi, text: ', ', reason: 'an imperative of haste repeats that the action is urgent' },
  { pattern: /,? (?:no (?:waiting|messing(?: about| around)?|ifs or buts|questions asked|delay|arguments?))(?=[.,]|$)/gi, text: '', reason: 'a phrase of haste repeats that the action is urgent' },
  { pattern: /,? (?:would|will|do|can) (?:not )?you\?(?=$|[ ,.])/gi, text: '', reason: 'a tag asks for agreement' },
  { pattern: /^(?:and |so |but )?(?:the |your )?(?:(?:main|only|big|other) )*(?:things|signs|symptoms|red flags?|warning signs?|danger signs?|ones)(?: (?:for you |that )?(?:to|you (?:should|need to|must)|i want you to) (?:watch|look)(?: out)? for)? (?:are|is|would be) (?:if )?(?:you (?:get|have|notice) )?(.{4,160}?)[,.;:]+ (?:so |and |or )*(?:if )?(?:you (?:get|have|see|notice) )?(?:any|either|one) of (?:those|these|them|that)(?: (?:happens?|starts?|things|symptoms|comes? on|crops? up|develops?))?,? (?:then |and )?(?=[a-z])/i, text: 'if you get $1, ', reason: 'a list of dangers, and an action that points back to it' },
  { pattern: /,? (?:and |so |but )?(?:please )?(?:do not|no need to|rather than|instead of) (?:(?:bother|just|even|try|to|with) )*(?:call|ring|phone|see|come|go|visit)(?:ing)?(?: (?:back|in|to|for))* (?:us|me|here|in|back|the (?:surgery|clinic|practice|gp|nurse|desk)|your (?:gp|doctor)|reception|an appointment)(?: (?:first|about it|for that))?,? (?:and |but |just )*(?=[a-z])/gi, text: ', ', reason: 'the wrong action beside the right one' },
  { pattern: new RegExp(`(?<=\\bif\\b.{4,160}?)[,;:] ${pointer}`, 'gi'), text: ', ', reason: 'an action that points back to its conditions' },
  { pattern: new RegExp(`^(?:and |so |but )?((?!.*\\bif\\b)[a-z].{4,160}?)[,;:] ${pointer}`, 'i'), text: 'if $1, ', reason: 'a list of dangers, and an action that points back to it' },
  { pattern: /^(?:and |so |but )?((?!if\b)[a-z].{6,160}?)[:,;.] (?:(?:all|any|either) of )?(?:those|these|they|that) (?:all )?(?:means?|need|needs)(?: that)? (?=(?:you )?(?:an? |the |straight )*(?:ambulance|hospital|emergency|casualty|triple|call|ring|go|come)\b)/i, text: 'if $1, that means ', reason: 'a list of dangers as the topic, with its meaning' },
  { pattern: /^(?:and |so |but )?(?:when|whenever|once) (.{4,80}?),? that is when (?:you (?:need to |should |must )?|i want you to )(?=[a-z])/i, text: 'if $1, ', reason: 'a cleft sentence of time' },
  { pattern: /^(?:and |so |but )?(?:i|we) would (?:(?:really|definitely|also|certainly) )*(?:want|like|need|love) to (?:know|hear)(?: about| of)(?: any)? (.{3,60}?)( straight away| right away| the same day| immediately| at once)?[.!]?$/i, text: 'if $1, call us$2', reason: 'a wish to hear of a danger', isNamed: true },
  { pattern: /^(?:and |so |but )?(if .{4,120}), (?:i|we) (?:(?:would|will|do|definitely|really|certainly) )*(?:want|need|like) to (?:know|hear)(?: about (?:it|that|them|those))?( straight away| right away| the same day| that day| immediately| at once)?[.!]?$/i, text: '$1, call us$2', reason: 'a wish to hear of a danger' },
  { pattern: new RegExp(`(?<=\\b(?:watch|look|eye|lookout)\\b.{4,90}?),? (?:and |so )?(?:if (?:${pointed}|you) (?:do )?(?:happens?|occurs?|starts?|develops?|comes? (?:on|up)|(?:see|get|notice|have|spot) (?:any|them|that|those|it|one)(?: of (?:those|that|these|them))?),? |if so,? )`, 'gi'), text: ', ', reason: 'a condition that only points back to the danger' },
  { pattern: /^(?:and |so |but )?((?!(?:if|when|once|until|unless|after|before|because|since|otherwise)\b)(?:(?!\b(?:i|we|you|he|she|it|they|that|this|there|is|are|was|were|will|has|had|take|use)\b)[^.;]){4,120}?),? (?:(?:and|then|so) )*(?:that is when )?(?:you|he|she)(?: (?:(?:need|have|want|ought) to|must|should|just|really))* (?=(?:call|ring|dial|phone|go|come|get|head|return)\b[^,]{0,30}\b(?:ambulance|triple|000|emergency|hospital|casualty|back|in|us|me|straight)\b)/i, text: 'if $1, ', reason: 'a danger as the topic, with what to do about it', isNamed: true },
  { pattern: /^(?:and |so |but )?((?:not|no|never) (?:any )?(?:better|improving|improved|settling|settled|easing|healing|healed)(?: (?:in|by|after|within) [a-z0-9 ]{3,20}?)?)[,;:] (?:(?:then|and|so) )*(?=(?:back|see|call|ring|come|go|straight|pop|give|get|i|we|you)\b)/i, text: 'if it is $1, ', reason: 'a state without its subject, and its action' },
  { pattern: /,? (?:quick smart|quick sticks|pronto|asap|on the double|quick as you can)(?=[ ,.]|$)/gi, text: ' straight away', reason: 'a colloquial word of haste' },
  { pattern: /^(?:failing that|otherwise then|if not that),? (?=if\b)/i, text: '', reason: 'a link to the words before' },
  { pattern: /^(?:and |so |but )?((?!(?:if|when|once|until|unless|after|before|because|since|otherwise|do not|never|please|remember|watch|look|just)\b)(?:(?!\b(?:i|we|you|he|she|it|they|was|were|had|take|use)\b)[^.;]){4,120}?), (?:(?:and|then|so) )*(?=(?:that is|it is|that means) (?:an? )?(?:triple zero|ambulance|000|emergency|straight)\b)/i, text: 'if $1, ', reason: 'a danger as the topic, with what it means', isNamed: true },
  { pattern: /^(?:and |so |but )?(any .{3,60}?|(?:worse|worsening|more|new|bad|severe|increasing|spreading|heavy) [a-z].{0,70}?|[a-z]+ing .{3,50}?|(?:blood|pus|fever|weakness|numbness|swelling|redness|pain) .{3,40}?),? (?:(?:(?:and|then) )*(?:i|we) (?:would |do |will )?(?:definitely |certainly |always |really )?(?:want|need|like|love) to (?:know|hear)(?: about (?:it|that|them|those|any of (?:it|that|those)))?|(?:you )?(?:tell|let) (?:me|us)(?: know)?)( straight away| right away| the same day| that day| immediately| at once)?[.!]?$/i, text: 'if $1, call us$2', reason: 'the danger is the topic of a wish to hear of it' },
  { pattern: /^(?:and |so |but )?(?:the|a|your|that is the|that is your) (?:time|moment|point|cue|signal|reason)s? (?:to|when (?:i|we) want you to|for you to) (.{3,50}?) (?:is|would be|are|will be) (?:when|if) (.+)$/i, text: 'if $2, $1', reason: 'a noun of time or reason with the action as its aim and the danger after "is"' },
  { pattern: /^(?:and |so |but )?what (?:would|will|should|might) (?:(?:really |most )?(?:worry|concern|bother|alarm|trouble)|make (?:me|us) (?:worry|worried|concerned|act)) ?(?:me|us|you)?(?: most)?(?: more)? (?:is|are|would be|will be) (?:if )?(.{3,80}?)[,.;]+ (?:so |and |then )*(?=[a-z])(.*?)(?: (?:for|with) (?:that|those|these|either|any of (?:those|these)))?[.!]?$/i, text: 'if $1, $2', reason: 'a cleft sentence of worry names the danger, and the action follows' },
  { pattern: /^(?:and |so |but )?(?:do not|never) (?:ignore|brush off|shrug off|put up with) (.{3,60}?)[,.;:]+ (?=(?:that|it) (?:is|would be|means)\b|[a-z]+ )/i, text: 'if $1, ', reason: 'a danger that must not be ignored, and its action' },
  { pattern: /^(?:and |so |but )?(?:(?:you know|that is|remember) )?where (?:we|i) (?:are|am),? (?=if\b)|^(?:and |so |but )?(?:just )?(?:we are|i am) (?:only )?(?:a phone call away|on the end of the phone|at the end of the phone),? (?=if\b)/i, text: 'call us ', reason: 'an idiom of being at hand offers the call' },
  { pattern: /^(?:and |so |but )?(?:my|our|the) door(?:'s| is)? (?:always )?open,? (?=if\b)/i, text: 'come back ', reason: 'an idiom of being at hand offers the visit' },
  { pattern: /\bin the event of (?=[a-z])/gi, text: 'if ', reason: 'a preposition of condition' },
  { pattern: new RegExp(`\\bunless (${thing}) (?:(is|are|has|have) )?(?:completely |all |fully |much |really )?(${better})\\b`, 'gi'), text: 'if $1 $2 not $3', reason: '"unless" with a word of recovery is the denial of it' },
  { pattern: /(?:^|(?<=[.;] ))(?:and |but |so )?with (?:any |an? )?([a-z -]{3,40}?), (?=(?:do not|never|call|ring|go|get|come|dial|phone|straight)\b)/gi, text: 'if $1, ', reason: 'a preposition of circumstance at the head of the sentence', isNamed: true },
  { pattern: new RegExp(`\\b((?:i|we) (?:would|will) (?:be )?(?:worry|worried|concerned)) if (.{3,70}?)[,;.] (?:so |and |then )*(?=(?:you )?${call}\\b|that would)`, 'gi'), text: 'if $2, ', reason: 'a worry about a danger, and its action' },
]

/** A word without which no form fits. */
const mayFit =
  /\b(?:smart|sticks|pronto|asap|double|failing|otherwise)\b|, (?:(?:and|then|so) )*(?:that is|it is|that means) |^(?:and |so |but )?(?:not|no) |\b(?:you|he|she) (?:just |really |must |should |(?:need|have|want) to )*(?:call|ring|dial|phone|go|come|get|head|return)\b|\b(?:muck|mess|hang|faff|sit|wait|waiting|messing|ifs|questions asked|delay|hesitate|watch|look|eye|lookout|any|want|need|like|love|tell|let|time|moment|point|cue|what|ignore|brush|shrug|event|unless|with|that is when|door|where|phone|worr\w+|concerned|flags?|signs?|symptoms|means?|you\?|those|these|them|rather than|instead of|do not|no need)\b/i

const isHasteAlone = (said: string): boolean => {
  const actions = listActions(said)
  return actions.length > 0 && actions.every(({ text }) => isHaste(text))
}

/** The words with each construction put as a condition and its action. `said` has no contractions. */
export function plainNet(said: string): string {
  if (!mayFit.test(said) || isHasteAlone(said)) return said
  const text = forms.reduce(
    (out, { pattern, text: told, isNamed }) =>
      isNamed === undefined
        ? out.replace(pattern, told)
        : out.replace(pattern, (match, name: string) => (namesKind(name, 'symptom') || namesKind(name, 'condition') ? told.replace('$1', name) : match)), // biome-ignore format: short
    said.trim(),
  )
  return text === said ? said : text.replaceAll(/ {2,}/g, ' ').replace(/^[, ]+|[, ]+$/g, '')
}
