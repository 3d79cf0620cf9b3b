/**
 * Advice by its words, whatever the form of the sentence: all words before the deed are light, the deed begins with a verb in its base form, and what
 * follows it only praises it. A word of doubt, denial, time or another person is not light, so its clause states no advice here. D316.
 */
import { gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { tellAdviceLine } from '../plain/advice-lines.ts'
import type { OrderLine } from './order-line.ts'

const light = wordSet(
  'i we you me us my it that this there here what which all everything the a an is are be being would will shall should must need needs want wants have has got to ought do does going let ask if',
  'also just really still then now definitely certainly strongly please always simply first again ideally obviously both quite very so much and well ok okay right yes yeah of for with on at in by from',
  'thing things trick tip key idea plan step move advice suggestion recommendation approach answer goal aim priority job homework rule treatment way effort favour mind rest point sense use good world worth worthwhile time case difference',
  'best better great important sensible wise helpful useful essential vital happy happier keen glad pleased grateful main next other biggest only big lot real pay pays goes long huge massive',
  'works work helps help make makes sure try trying encourage urge advise recommend suggest like love prefer promise remember think reckon feel say tell put do doing yourself excuses no more enough start one',
)

/** A condition is polite only where praise goes with it: "if you would ..., I would be happy". */
const praise =
  /\b(?:happy|happier|mind|great|good|better|best|help|helps|helpful|favour|glad|pleased|grateful|love|difference|world|worth|works?|idea|lot|sense)\b/i
/** Deeds of the clinician, or of thought. */
const ofClinician =
  /^(?:[a-z]+ that (?:out|off|over|up|down|in|behind|done|said|sorted)\b|(?:try (?:to|and) )?(?:rule|find|work (?:out|on)|figure|sort|see|understand|order|arrange|book|refer|request|prescribe|run|send|test|chase|fill|open|move on|look|go (?:on|through|over|ahead|from)|check (?:that|if|what|how)|start (?:by|with|from)|make (?:sure|sense|a (?:plan|decision))|get (?:to|on|back|started|going)))\b|\b(?:what|how|whether|why)\b/i

/** Praise of what the patient does already orders nothing. */
const praised =
  /\b(?:great|good|lovely|brilliant|glad|happy|pleased) (?:that|to (?:hear|see|know)(?: that)?) you (?!would|will|could|should)/i
const blocked =
  /\b(?:unless|might|may|maybe|perhaps|could|can|not|never|whether|or not|had|did|was|were|said|told|used to|people|some|others|patients|husband|wife|mum|dad|mother|father|sister|brother|usually|normally|sometimes)\b/i
const refusals = /^(?:no excuses|no more than)\b/i

/** The deed is the clinician's, or that of a thing: "I would like to", "it needs to". */
const ownDeed =
  /\b(?:(?:i|we)\b(?:(?!\byou\b).)*|(?:it|this|that|there) (?:\w+ ){0,2}(?:needs?|has|wants?|ought|should|will|would|can|could|may|might|does)(?: to)?)$/i
/** What may stand directly before a deed: "to", a copula, a mark, or "you" under a verb or a conjunction that asks for it. */
const asksYou =
  /(?:[,:]|\b(?:to|is|are|be|please|and|so|yes|then|(?:if|that|would|should|will|must|love|like|want|need|prefer|ask|encourage|urge|advise|suggest|recommend|promise|sure|if you (?:would|will|can|could|just)|you (?:would|will|should|must)) ?(?:you)?))$/i
const statesYou = /^(?:(?:so|and|well|yes) )*you(?: (?:will|would|do))?$/i
/** "You could ..., that would help" weighs the deed. */
const weighs =
  /^(?:(?:so|and|also|then|maybe|or) )*(?:you|he|she) (?:could|can|might want to|may want to|might like to)(?: also| just| always)?$/i

const clauseEnd =
  /, (?:and |so |then |because |as )?(?:that|it|this|which|i|we|you) (?:would|will|is|should|can|do|does|might|may|really|just)\b.*$/i

function isPraise(tail: string): boolean {
  const words = tail.toLowerCase().match(/[a-z']+/g) ?? []
  return words.length > 0 && words.every((word) => light.has(word)) && praise.test(tail)
}

/** The line of the advice; undefined if a word before the deed bears on it. `clause` has no contractions. */
export function readLightAdvice(clause: string): OrderLine | undefined {
  if (praised.test(clause)) return undefined
  const [ending = ''] = clauseEnd.exec(clause) ?? []
  const isPraised = ending !== '' && isPraise(ending)
  const said = isPraised ? clause.slice(0, -ending.length) : clause
  const words = [...said.matchAll(/[a-z'-]+/gi)]
  for (const word of words.slice(0, 14)) {
    const before = said.slice(0, word.index).trim()
    const lower = word[0].toLowerCase()
    const isSubject = /^ (?:is|are|was|would be|will be)\b/.test(said.slice(word.index + lower.length))
    if (before !== '' && isOrderVerb(lower) && !isSubject) {
      const isWeighed =
        (isPraised && weighs.test(before)) || (/\bworth(?:while)?\b/i.test(before) && isFrame(before, isPraised))
      const line = isWeighed || isFrame(before, isPraised) ? tellAdviceLine({ act: said.slice(word.index), isBare: false }) : undefined // biome-ignore format: short
      if (line !== undefined && !ofClinician.test(line)) return { text: isWeighed ? `Consider ${gerundOf(lower)}${line.slice(lower.length)}` : line, claims: [], weight: 68 } // biome-ignore format: short
    }
    if (!light.has(lower) && !modals.test(lower)) return undefined
  }
  return undefined
}

const modals = /^(?:could|can|might|may|also|maybe|he|she)$/

function isFrame(before: string, isPraised: boolean): boolean {
  if ((statesYou.test(before) && !isPraised) || /\byou would (?:\w+ )?(?:have|need) to$/i.test(before)) return false
  if (
    blocked.test(before.replace(refusals, '').replace(/\bif you could\b/i, isPraised ? 'if you would' : '$&')) ||
    !asksYou.test(before)
  )
    return false
  if (/\bif\b/i.test(before) && (!(isPraised || praise.test(before)) || /\bif (?:it|that|this)\b/i.test(before))) return false // biome-ignore format: short
  return !ownDeed.test(before)
}
