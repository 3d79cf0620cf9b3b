/**
 * Constructions of advice, each put as the one form that the readers of orders have: "please" with the deed, "do not" with the deed, or a line that
 * weighs it. Only words that say how firmly it is meant change. D333.
 */
import { gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'

type Form = { readonly pattern: RegExp; readonly text: string; readonly reason: string }

const lead = '^(?:(?:so|and|but|now|then|also|well|look|ok|okay|right|plus|again|i think|i guess|probably|obviously|really|honestly|definitely|just),? )*' // biome-ignore format: one row
const person = '(?:you|he|she)'
/** What nobody is unable to do without a reason: its denial forbids it. */
const forbidden =
  '(?:drive|swim|fly|lift|run|work|return|go (?:back|swimming|out|to (?:work|school|the (?:gym|pool)))|exercise|drink|smoke|share|eat|play|have (?:sex|alcohol|a (?:bath|drink))|use|take|mix|stop|travel|dive|climb|ride|operate|be (?:driving|working|lifting|swimming|drinking|left|alone))'
/** What befalls a person, or is expected of an illness: "you shouldn't need a scan" forbids nothing. */
const undergone =
  '(?:be|been|have (?!(?:sex|alcohol|coffee|caffeine|dairy|food|anything|(?:a|any|another) (?:bath|drink|shower|spa|alcohol|dairy|massage))\\b)|get (?!(?:it|that|this|them|the|your|up|out|in)\\b)|see (?:any|a|much|it|that)|(?:feel|need|notice|experience|find|require|lose|miss|worry|blame|react|expect|hear|know|think|remember|mind|panic|fear|develop|vomit|bleed|suffer|regret|struggle|having|getting|feeling|needing|noticing|seeing|losing|bleeding|vomiting|hurting|sleeping|experiencing|struggling|worrying|blaming|panicking)\\b)'
/** What a patient may not want for reasons of their own: "you don't want to have the operation". */
const ofChoice =
  'be|have|take|see|go|come|do|start|stop|try|talk|speak|use|quit|give|change|move|continue|keep|die|live|end|know|hear|worry|panic|miss|make|tell|say|upset|lose|rest|wait|stay|drink|smoke|drive|work|eat'
/** Deeds that are allowed or not; of other deeds a person may be unable: "you can't use the arm after the fall". */
const allowed =
  '(?:drive|swim|fly|return|go (?:back|swimming|out|to (?:work|school|the (?:gym|pool)))|smoke|share|have (?:sex|alcohol|a bath)|travel|dive|be (?:driving|working|lifting|swimming|drinking|left|alone))'
const end = '(?=.*\\b(?:until|till|unless|yet)\\b)'
const anyEnd = '(?=.*\\b(?:for|while|with|on|after|before|together)\\b)'
const bodily =
  '(?:feet|foot|toes|soles?|skin|moles?|breasts?|testicles|gums|wound|stump|eyes|weight|blood pressure|sugars?|temperature|ankles|patch|spot)'

// biome-ignore format: one row a line
const forms: readonly Form[] = [
  { pattern: new RegExp(`${lead}${person} (?:should not|ought not to|are not to|are not allowed to|do not want to) be (?!${undergone})(?=[a-z]+ing\\b)`, 'i'), text: 'avoid ', reason: 'a deed that goes on and is forbidden' },
  { pattern: new RegExp(`${lead}${person} (?:must not|should not|ought not to|are not to|are not allowed to|need to not|do not want to(?! (?:${ofChoice})\\b)) (?!${undergone})(?=[a-z])`, 'i'), text: 'do not ', reason: 'a denied verb of duty forbids the deed' },
  { pattern: new RegExp(`${lead}${person} (?:can not|may not|will not be able to)(?: (?=${forbidden}\\b)${end}| (?=${allowed}\\b)${anyEnd})`, 'i'), text: 'do not ', reason: 'an ability that the clinician denies for a time' },
  { pattern: new RegExp(`${lead}(?:i|we) (?:would |do )?(?:(?:much|really|very much) )*(?:rather|prefer(?: it)?(?: if)?|like it if) ${person} (?:did not|do not|does not|not) (?=[a-z])`, 'i'), text: 'do not ', reason: 'a wish that the deed is left' },
  { pattern: new RegExp(`${lead}(?:i|we) (?:(?:would|do) )?(?:really )?not (?:want|like) (?:${person}|him|her)(?: to be)?(?: going)? (?=[a-z]+ing\\b)`, 'i'), text: 'avoid ', reason: 'a wish that the deed is left' },
  { pattern: new RegExp(`${lead}(?:i|we) (?:(?:would|do) )?(?:really )?not (?:want|like) (?:${person}|him|her) to (?=[a-z])`, 'i'), text: 'do not ', reason: 'a wish that the deed is left' },
  { pattern: new RegExp(`${lead}${person} (?:need|have|ought|want) to be off (?=(?:work|school|the road|alcohol|your feet))`, 'i'), text: 'stay off ', reason: '"to be off" is a state that a verb brings about' },
  { pattern: new RegExp(`${lead}(?:i|we) would be (?=[a-z]+ing\\b)(?!(?:looking|checking|testing|sending|referring|asking|wanting|hoping|thinking|expecting|guessing|lying|arranging|ordering|booking)\\b)`, 'i'), text: 'i would recommend ', reason: '"I would be doing it" advises it' },
  { pattern: new RegExp(`${lead}let us (?=(?:hold off|steer clear|park|knock|cut (?:out|back|down)|lay off|(?:stay|keep) (?:off|away|up|you)|avoid|rest|go (?:easy|without)|ease|leave off|skip|limit|take it easy|give (?:the|that|your) [a-z ]{2,20} a (?:rest|miss|break))\\b)`, 'i'), text: 'please ', reason: 'the first person plural takes part in what only the patient can do' },
  { pattern: new RegExp(`${lead}(?:always|please always) (?!know|been|had|was|is|are\\b)(?=[a-z]+ )`, 'i'), text: 'please ', reason: 'an imperative with an adverb of time before it' },
  { pattern: new RegExp(`${lead}(?:have|take|run|get) an? (?:good |quick |proper |close )?(?:look|eye|check) (?:at|over|on) (?=(?:(?:your|the|both|each|that|soles? of|bottoms? of) )*${bodily}\\b)(?=.*\\b(?:every|each|daily|nightly|weekly|regularly|once|twice|before|after)\\b)`, 'i'), text: 'please check ', reason: 'a verb of looking with the time at which it is done' },
  { pattern: new RegExp(`${lead}look over (?=(?:(?:your|the|both|each) )*${bodily}\\b)`, 'i'), text: 'please check ', reason: 'a verb of looking' },
  { pattern: new RegExp(`${lead}up (?=(?:your|the) [a-z]+)(?!.*\\bdown\\b)`, 'i'), text: 'increase ', reason: '"up" as a verb' },
  { pattern: new RegExp(`${lead}(?:no need to|${person} (?:do|does) not (?:need|have) to) (?=(?:take|rest|avoid|stay|keep|fast|wear|restrict|wake|isolate)\\b)`, 'i'), text: 'no need to ', reason: 'a duty that is denied' },
]

type Weighed = { readonly pattern: RegExp; readonly reason: string }
/** Advice that the clinician only weighs. */
// biome-ignore format: one row a line
const weighed: readonly Weighed[] = [
  { pattern: new RegExp(`${lead}(?:there is |there would be )?(?:no|little|not much) harm (?:at all )?(?:in )?(?:you )?([a-z]+ing )(.+)$`, 'i'), reason: 'a denied harm recommends the deed' },
  { pattern: new RegExp(`${lead}(?:it|that) (?:would|will|can|could|does) not (?:do any harm|hurt|be a bad idea) (?:for you )?to ([a-z]+ )(.+)$`, 'i'), reason: 'a denied harm recommends the deed' },
  { pattern: new RegExp(`${lead}${person} (?:might|may|could)(?: well)?(?: also)? (?:want|like|wish) to (?:think about|consider|look into|look at) ((?!whether|if|how|what)[a-z]+ )(.+)$`, 'i'), reason: 'a verb of thought about a deed' },
  { pattern: new RegExp(`${lead}(?:(?:i|we) (?:would|want ${person} to|think ${person} should) )?(?:also )?(?:(?:have|give it) a )?(?:think about|consider) ((?!whether|if|how|what|it|that|this|stopping|starting)[a-z]+ing )(.+)$`, 'i'), reason: 'a verb of thought about a deed' },
]

/** The clause as an order; unchanged if it has none of these forms. `clause` has no contractions. */
export function sayAsOrder(clause: string): string {
  const form = forms.find(({ pattern }) => pattern.test(clause))
  return form === undefined ? clause : clause.replace(form.pattern, form.text)
}

/** The deed that a clause only weighs, as "consider" and the deed; undefined if it has none of these forms. */
export function readWeighed(clause: string): string | undefined {
  const match = weighed.map(({ pattern }) => pattern.exec(clause)).find((found) => found !== null)
  const [, first = '', rest = ''] = match ?? []
  const word = first.trim().toLowerCase()
  if (word === '') return undefined
  const deed = isOrderVerb(word) ? gerundOf(word) : word
  return `${deed} ${rest}`
}
