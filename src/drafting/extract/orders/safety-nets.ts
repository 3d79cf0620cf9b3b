/** Safety nets by their construction: a danger, an action, and a link between them, in either order. D286. */
import { sentenceCase } from '../candidates.ts'
import { turnsRound } from '../returns/both-conditions.ts'
import { partMeanwhile } from '../returns/no-dangers.ts'
import { findUrgency, listActions } from './danger-actions.ts'
import { listDangers } from './dangers.ts'

/** Words that introduce a danger. */
const link =
  /\b(?:if(?: ever| and when| at any (?:point|time)| at all)?|in case|at (?:the )?(?:first |any |earliest )?(?:sign|hint|whiff|suspicion)s? of(?: an?\b)?|should (?=you\b|he\b|she\b|it\b|your\b|there\b)|(?:look|watch|keep (?:an )?(?:eye|look)) ?(?:out|an eye)? (?:out )?(?:for|on)|the (?:moment|minute|second)|as soon as|with any|for any|(?:^|(?<=[.,] ?))any(?= [a-z]))\b/i
/** A noun with its action as its meaning: "a stiff neck means an ambulance". */
const meaning =
  /^(.{4,60}?),? (?:(?=means\b)|(?=(?:would|will|does|should) (?:mean|need)\b)|(?=needs? (?:to be (?:seen|checked|looked)|seeing|checking|looking)\b)|for (?:those|these|that|either|any of (?:those|these)|either of (?:those|these)) (?=you\b|ring\b|call\b|go\b)|(?=that is (?:an|a|straight)\b)|(?:would be|is|are) (?:a )?(?:reasons?|signs?) to )/i

/** Words around danger and action that add nothing. */
const idle =
  /\b(?:so|and|but|now|then|also|please|do|just|ok|okay|all right|alright|i|we|would|will|want|need|like|you|to|must|should|have|got|really|make|sure|that|the|things?|signs?|red|flags?|look|watch|out|for|to|are|is|be|a|an|it|of|though|anyway|any|time|day|or|night|don't|do not|not|wait|hesitate|him|her|them|here|straight|away|right|immediately|at|once|same|delay|without|sooner|urgently|again|in|on|up|see|know|keep|eye|happens?|those|these|main|me|us|obviously|remember|yourself|back|let|get|any of|then|early|earlier|come|go|tonight|today|tomorrow|if|in case|back|this|only|change|worse|ever|always|of course|feel|free|be|by|all|means|would|important|thing|'d|wouldn't|won't|you'd|case|next|before|review|appointment|appointments?|planned|worst|worry|worried|concerned|concern|first|sign|signs|those|either|need|seeing|at home|home|about|around|hang|sit|on|muck|mess|delay|till|until|fast|quick|quickly|help|alarm|bells?|warning|danger|dangerous|polite|shy|ring)\b|[^a-z]+/gi // biome-ignore format: one row

const isIdle = (text: string): boolean => text.replaceAll(idle, '') === ''

/** Of the examination or of the talk. */
export const ofMoment = /\b(?:let me know|tell me|say|shout) if (?:anything|it|this|that|you feel|there)\b.{0,24}\b(?:sore|hurts?|tender|painful|pain|uncomfortable)\b/i // biome-ignore format: one row
const undone = /\b(?:said|told|thinks|used to|last time|last year|previously|other patients|usually|some people)\b/i

/** The line of a safety net; undefined if the words have another construction. `said` has no contractions. */
export function readSafetyNet(said: string): string | undefined {
  if (ofMoment.test(said) || undone.test(said)) return undefined
  const found = link.exec(said) ?? meaning.exec(said)
  const actions = listActions(said)
  const [first] = actions
  const last = actions.at(-1)
  if (found === null || first === undefined || last === undefined) return undefined
  // "Call us, or else ring an ambulance": each action has a case of its own. D356.
  if (turnsRound.test(said.slice(first.from, last.to))) return undefined
  const isMeaning = found[1] !== undefined && !link.test(said)
  const from = isMeaning ? 0 : found.index + found[0].length
  const isFirst = isMeaning || found.index < first.from
  const danger = isFirst ? said.slice(from, first.from) : said.slice(from)
  const [lead, tail] = isFirst ? [said.slice(0, isMeaning ? 0 : found.index), said.slice(last.to)] : [said.slice(0, first.from), said.slice(last.to, found.index)] // biome-ignore format: short
  const forbids = forbidding.exec(danger)?.[1]
  const whole = (isMeaning ? (found[1] ?? '') : danger.replace(forbidding, ',')).replace(linking, '').replace(asked, '')
  const meanwhile = isFirst ? partMeanwhile(whole) : undefined
  const bare = meanwhile?.danger ?? whole
  const dangers = isIdle(lead) && isIdle(tail) ? listDangers(bare) : undefined
  if (dangers === undefined) return undefined
  // "Get to a hospital and tell me": both are to be done.
  const areBoth = /\band\b/i.test(said.slice(first.to, last.from)) && !/\bor\b/i.test(said.slice(first.to, last.from))
  const urgency = findUrgency(isFirst ? said.slice(from) : said)
  const before = [forbids, meanwhile?.deeds].filter((one) => one !== undefined).join(', ')
  const acts = `${before === '' ? '' : `${before}, and `}${[...new Set(actions.map(({ text }) => text))].join(areBoth ? ' and ' : ' or ')}`
  return `${sentenceCase(acts)}${urgency === undefined ? '' : ` ${urgency}`} if ${dangers.length > 2 ? `${dangers.slice(0, -1).join(', ')}, or ${dangers.at(-1)}` : dangers.join(', or ')}` // biome-ignore format: short
}

/** What the patient must not do meanwhile: "with confusion, do not drive, call an ambulance". */
const forbidding = /(?<=[a-z]), (?:please )?(do not (?:drive|eat|drink|eat or drink|move|stand up|get up|lie down|go to (?:bed|sleep)|take (?:any more|another)(?: of them)?))(?:,| and|;)/i // biome-ignore format: one row

/** Words between a danger and its action: "..., I want you to", "..., then you need to", "... and you". */
const linking =
  /(?:[,;]| (?=and (?:you|straight)\b| then\b)|^)? ?(?:\b(?:and|then|so|please|just|or|now|well|but|i|we|you|they|would|will|do|want|need|like|would like|must|should|have|ought|to|him|her|that|is|it|not (?=wait|hesitate|hang|sit|muck|mess|delay)|wait|don't|hesitate|straight|away|immediately|make|sure|be|the|for|me|us|on|about|at|home|around|hang|sit|muck|mess|delay|never|would|needs)\b[ ,]*)*$/i
const asked = /,? (?:would|will|do|is|are) (?:not )?(?:you|it|that)(?: not)?[ ?]*$/i
