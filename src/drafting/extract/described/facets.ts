/**
 * Facets of a trouble that the talk is about: what makes it worse, what brings it on, what eases it, where it is, how long a bout lasts, how often it comes
 * and how it goes on. The question gives the facet, and the reply its words. D365.
 */
import { readAnswer } from '../../dialogue/answers.ts'
import { leavesOpen } from '../../dialogue/replies/open-replies.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import { withCalendarNames } from '../../vocabulary/calendar.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { tellRest } from '../asked/clause-names.ts'
import type { Attribute } from '../attribute.ts'
import { answersClearly, topicOf } from '../attribute-answers.ts'
import type { Mention } from '../mention.ts'
import { listSlotLines, type SlotLine } from '../slots/slot-lines.ts'
import type { Antecedents } from './antecedents.ts'
import { isOfEarlierBout } from './earlier-bouts.ts'

type Told = Pick<Attribute, 'kind' | 'text'>
type Facet = {
  readonly asks: RegExp
  readonly read: (reply: string, sentence: Sentence, question: Sentence) => Told | undefined
  readonly order: number
}

const opener = /^(?:(?:oh|well|um+|uh+|er+|ah+|yeah|yes|just|only|mainly|mostly|usually|really|it is|it gets|probably|normally|about|around|i would say|it lasts|they last|it hurts|it comes on|they come on|it happens|i get it|i get them|,) ?)*/ // biome-ignore format: one row
const person = '(?:i|we|he|she|you)'
const quality = (text: string): Told => ({
  kind: 'quality',
  text: withCalendarNames(text).replaceAll(/\b(?:my|your|his|her)\b/g, 'the'),
})

/** "When I chew" is "when chewing"; undefined for a clause of another kind. */
function tellOccasion(reply: string): string | undefined {
  const when = /^(?:when|whenever|if|after|before|while|at|in|during|on|with|(?:every|each|any) ?time|first thing)\b[^.;]*/.exec(reply)?.[0] // biome-ignore format: one row
  if (when === undefined) return undefined
  const open = when.replace(new RegExp(`^(when|whenever|(?:every|each|any) ?time|if|after|before|while) ${person} (?:am |are |is |try to )?`), '$1 you ').replaceAll(/\bmy\b/g, 'the') // biome-ignore format: one row
  const told = tellRest(` ${open.replace(/^(?:whenever|(?:every|each|any) ?time) you/, 'when you')}`)?.trim()
  return told === undefined || /\b(?:is|are|was|were|am|got|went|had)\b/.test(told) ? undefined : told
}

const things =
  'cold|heat|hot|sweet|stairs|hills|exercise|stress|coffee|food|milk|dairy|bread|dust|pollen|smoke|light|noise|movement|wine|alcohol|beer|perfume|grass|cats?|dogs?|sun|sunlight|rain|weather|lifting|ice|rest|sleep|drinks?|water|air|meals?|showers?|baths?|packs?|bottle|pack|position|side|chocolate|cheese|onions?|chilli|curry' // biome-ignore format: a list
const noun = `(?:(?:the|a|any|some|cold|hot|warm|sweet|spicy|fatty|fried|greasy|bright|loud|fresh|heat|ice|long|wheat|red|strong) )*(?:${things})`
const deed =
  '[a-z]{2,}ing(?: (?!(?:and|or|does|do|makes?|made|brings?|brought|sets?|helps?|helped|eases?|eased|seems?|usually|always)\\b)[a-z]+){0,5}'
const list = new RegExp(`^(?:${deed}|${noun})(?:(?:,| and| or|, and|, or) (?:${deed}|${noun}))*(?=$|[.;]| (?:does|do|makes?|brings?|sets?|helps?|eases?|seems?)\\b)`) // biome-ignore format: one row

/** "What makes it better?" - "Running kills it." */
const harms = /\b(?:kills?|hurts?|worse|worst|murder|agony)\b/
const eases = /\b(?:helps?|eases?|better|fine)\b/

const withThing = (reply: string, lead: string, ofOccasion: string): Told | undefined => {
  const [named] = list.exec(reply) ?? []
  if (named !== undefined && (lead.startsWith('better') ? harms : eases).test(named)) return undefined
  if (named !== undefined) return quality(`${lead} ${named}`)
  const occasion = tellOccasion(reply)
  return occasion === undefined ? undefined : quality(`${ofOccasion}${occasion}`)
}

const side = /\b(?:left|right) /
const place = /^(?:(?:just|right|all|deep) )?(?:behind|over|under|above|below|between|around|round|across|over|inside|along|in|on|at) (?:(?:my|the|both|top|bottom|back|front|left|right|upper|lower|inner|outer|middle|side|of|tip) )+[a-z]+(?: (?:blades?|bones?|cap|button|joint|muscles?))?(?: of (?:my|the) [a-z]+)?(?:,? and (?:(?:in|on|behind|under) )?(?:my|the) [a-z]+)?(?: (?:mainly|mostly))?(?=$|[.,;])/ // biome-ignore format: one row

function readPlace(reply: string): Told | undefined {
  const [found] = place.exec(reply) ?? []
  return found === undefined || /\b(?:left|right|side|hospital|work|home|car|bed|moment|time|night|morning|day|way|whole|tummy|stomach|belly)$/.test(found) ? undefined : quality(found.replace(side, '')) // biome-ignore format: one row
}

const count =
  '(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|a few|a couple of|several|\\d+)'
const counts = `${count}(?: (?:or|to) ${count})?`
const rate = new RegExp(`^((?:every (?:single )?(?:day|night|morning|evening|week|month|hour|(?:few|couple of|second|other|two|three|four|five|six|ten) (?:days?|weeks?|months?|hours?|nights?|minutes?))|most (?:days|nights|mornings|weeks)|daily|weekly|${counts}(?: times?)? (?:a|an|every|each|per) (?:day|night|hour|week|fortnight|month|year)))(?=$|[.,;]| (?:or so|maybe|at least|i|now|lately)\\b)`) // biome-ignore format: one row
const number = new RegExp(`^(${counts})(?: times?)?((?: since (?:last night|midnight|lunch|lunchtime|breakfast|dinner|yesterday|this morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day)| today| last night| overnight| this morning| yesterday| this week| so far)?)(?=$|[.,;])`) // biome-ignore format: one row

const readNumber = (reply: string): Told | undefined => {
  const [, times, when = ''] = number.exec(reply) ?? []
  if (times === undefined) return undefined
  return {
    kind: 'frequency',
    text: withCalendarNames(`${times}${/^(?:once|twice)$/.test(times) ? '' : ' times'}${when}`),
  }
}

const readRate = (reply: string): Told | undefined => {
  const [, told] = rate.exec(reply) ?? []
  return told === undefined ? undefined : { kind: 'frequency', text: told }
}

const readLength = (reply: string, sentence: Sentence): Told | undefined => {
  const told = findDuration(sentence.words)
  const isAlone = /^(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|few|couple|of|half|or|to|and|so|maybe|good|seconds?|minutes?|hours?|days?|each|time|at most|tops|\d+)\b,? ?)+[.]?$/.test(reply) // biome-ignore format: one row
  return isAlone && (told !== undefined || /seconds?/.test(reply))
    ? quality(`lasting ${told?.text ?? reply}`)
    : undefined
}

const change = /\bgetting (worse|better|bigger|smaller|larger|stronger|closer together|more frequent|thicker|darker)\b/
/** "Slowly", "every week": it goes on. */
const goesOn =
  /^(?:slowly|gradually|a bit|a little|definitely|much|heaps|quickly|every (?:day|week)|by the day|day by day)\b/
const readCourse = (reply: string, _sentence: Sentence, question: Sentence): Told | undefined => {
  const [, how] = change.exec(question.said) ?? []
  if (how === undefined) return undefined
  if (/\bor\b/.test(question.said)) {
    const [, chosen] =
      /^(?:getting |a bit |much |definitely |a lot |way )*(worse|better|bigger|smaller)(?=$|[.,;]| (?:every|by|i) )/.exec(
        reply,
      ) ?? []
    return chosen !== undefined && question.said.includes(chosen) ? quality(`getting ${chosen}`) : undefined
  }
  const answer = readAnswer(question)
  if (answer?.says === 'yes' || (answer === undefined && goesOn.test(reply) && !denied.test(reply))) return quality(`getting ${how}`) // biome-ignore format: one row
  return answer?.says === 'no' && answer.isPlain === true ? quality(`not getting ${how}`) : undefined
}

const it = '(?:it|them|this|that|they|these|the [a-z]+|your [a-z]+)'
// biome-ignore format: one row a line
const facets: readonly Facet[] = [
  { asks: new RegExp(`\\b(?:what|anything|things?)\\b(?: [a-z]+){0,3} (?:makes?|making|making) ${it} (?:any |feel )?worse\\b|\\bwhat (?:aggravates|worsens) ${it}\\b|\\bworse with anything\\b`), read: (reply) => withThing(reply, 'worse with', 'worse '), order: 20 },
  { asks: new RegExp(`\\b(?:what|anything|things?)\\b(?: [a-z]+){0,3} (?:brings? ${it} on|sets? ${it} off|triggers? ${it}|starts? ${it} off)\\b|\\bany triggers\\b`), read: (reply) => withThing(reply, 'brought on by', ''), order: 20 },
  { asks: new RegExp(`\\bwhen (?:does|do) ${it} (?:usually |mostly |tend to |normally )?(?:come on|happen|hurt|bother you|come|flare up)\\b|\\bwhen do you (?:get|notice|feel) ${it}\\b`), read: (reply) => withThing(reply, 'on', ''), order: 20 },
  { asks: new RegExp(`\\b(?:what|anything|things?)\\b(?: [a-z]+){0,3} (?:helps?|eases?|relieves?|settles?|makes? ${it} (?:any |feel )?better|(?:to )?ease ${it})(?: ${it}| with ${it}| at all| (?:a bit|at all))*[?]?$`), read: (reply) => withThing(reply, 'better with', 'better '), order: 22 },
  { asks: new RegExp(`\\b(?:where|whereabouts)(?: exactly)? (?:is|are) ${it}\\b|\\bwhere(?:abouts)? (?:exactly )?(?:does|do) ${it} (?:hurt|itch|start)\\b|\\bwhere do you (?:feel|get|have|notice) ${it}\\b|^(?:and |so )?(?:where|whereabouts)(?: exactly)?(?: (?:on|in) your (?:skin|body|head|back|chest|tummy|leg|arm|foot|hand))?[?]?$`), read: readPlace, order: 5 },
  { asks: new RegExp(`\\bhow long (?:do|does|did|would|will) (?:${it})(?: [a-z]+){0,2} (?:last|go (?:on )?for|go on)\\b`), read: readLength, order: 12 },
  { asks: new RegExp(`\\bhow (?:often|frequent(?:ly)?) (?:(?:do|does|is|are|has|have) )?(?:${it}(?: (?:happen|come on|come|occur|been happening|hurt|bother you))?|you (?:get|have|been getting|been having|getting|having) ${it}(?: attacks?| episodes?)?)[?]?$|^(?:and |so )?how (?:often|frequent(?:ly)?)[?]?$`), read: readRate, order: 0 },
  { asks: /\bhow many times\b(?! (?:a|per) )/, read: (reply) => readNumber(reply) ?? readRate(reply), order: 0 },
  { asks: /\bhow many times (?:a|per) (?:day|night|week)\b/, read: readRate, order: 0 },
  { asks: new RegExp(`^(?:and |so |but )?(?:is|are) ${it} (?:actually |still |slowly )?getting `), read: readCourse, order: 25 },
]

const otherMatter = /\b(?:for (?:him|her|them)|(?:get|getting|up) (?:at|in the|during the|overnight)|tablets?|medic\w*|pills?|puffers?|inhalers?|creams?|work|job|shift|appointment|drive|smoke|drink|sleep|exercise|walk|poo|wee|eat|take|use|see|check|sugars?|pressure|partner|husband|wife|mum|dad|baby|kids?)\b/ // biome-ignore format: one row
const denied = /\b(?:no|not|never|none|nothing|hardly|barely|used to|was|were|did|mum|dad|mother|father|sister|brother|son|daughter|boss|friend|neighbour|husband|wife|partner|kids?|in law|maybe not|sure|think|might|could|would be|depends|unless|except|but|other)\b|\?|\[/ // biome-ignore format: one row

const readFacet = (facet: Facet, question: Sentence): (Told & { readonly reply: Sentence }) | undefined => {
  const [reply] = question.answers
  if (reply === undefined || reply.isQuestion || reply.asked.at(-1) !== question || leavesOpen(question, reply.said)) return undefined // biome-ignore format: one row
  const first = (reply.said.split(/[.;]/)[0] ?? '').trim()
  if ((facet.read !== readCourse && denied.test(first)) || reply.segment.text.includes('[')) return undefined
  if (reply.terms.some(({ kind }) => kind === 'medicine')) return undefined
  const told = facet.read(first.replace(opener, '').replace(/(?:,? (?:i guess|you know|mostly|mainly|usually|really|i think|or so|doctor))+$/, ''), reply, question) // biome-ignore format: one row
  return told === undefined ? undefined : { ...told, reply }
}

/** A line of its own tells more things of the same reply than its first sentence does. D419. */
const tellsMore = (line: SlotLine | undefined, told: string): boolean => line !== undefined && line.count > 1 && line.text.length > told.length + 8 // biome-ignore format: one row

/** The facets that replies tell of the trouble that each question is about. */
export function listFacets(
  dialogue: readonly Sentence[],
  mentions: readonly Mention[],
  antecedents: Antecedents,
): readonly Attribute[] {
  const lines = new Map(listSlotLines(dialogue).map((line) => [line.question, line]))
  return dialogue
    .filter(({ segment, isQuestion, answers }) => segment.speaker === 'clinician' && isQuestion && answers.length > 0)
    .flatMap((question) => {
      const facet = facets.find(({ asks }) => asks.test(question.said))
      if (facet === undefined || question.terms.some(({ kind }) => kind !== 'symptom') || otherMatter.test(question.said)) return [] // biome-ignore format: one row
      const term = termOf(question, mentions, antecedents)
      const told = term === undefined ? undefined : readFacet(facet, question)
      if (term === undefined || told === undefined || isOfEarlierBout(question, dialogue)) return []
      if (tellsMore(lines.get(question), told.text)) return []
      return [{ concept: term.key, kind: told.kind, order: facet.order, text: told.text, quotes: answersClearly(question, told.reply) }] // biome-ignore format: one row
    })
}

/** The symptom that the question names; else the one that the talk is about. */
function termOf(question: Sentence, mentions: readonly Mention[], antecedents: Antecedents): Term | undefined {
  const topic = topicOf(question, mentions, () => true)
  if (topic === undefined) return question.terms.length === 0 ? antecedents(question) : undefined
  const isMeant = question.terms.some(({ kind }) => kind === 'symptom') || antecedents(question, ({ key }) => key === topic.key) !== undefined // biome-ignore format: one row
  return isMeant ? topic : undefined
}
