/**
 * What a line of the plan leaves unsaid: a pronoun, or no object at all, where the verb takes a medicine, a test, a wound or a treatment. D560.
 */
import { tagWords } from '../../grammar/tagger.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { listTests } from '../orders/named-services.ts'

export type Class =
  | 'asked'
  | 'pair'
  | 'visit'
  | 'medicine'
  | 'inhaler'
  | 'test'
  | 'sample'
  | 'service'
  | 'scheme'
  | 'wound'
  | 'treatment'
  | 'vaccine'
  | 'span'

/** `anchor`: the words of the gap, by which the sentence is searched for what stands before them. */
export type Gap = {
  readonly of: Class
  readonly anchor: string
  readonly isBeside: boolean
  readonly fill: (name: string) => string
}

/** "That" and "those" stand alone, and not before their noun. */
const alone = '(?=,|$| (?:today|now|tomorrow|tonight|for|at|in|on|to|with|until|till|if|when|every|each|once|twice|first|instead|up|down|off|out|and|or|but|as|the same|straight|again|after|before|right|completely|altogether)\\b)' // biome-ignore format: one row
const it = `(?:it|them|that one|(?:that|this|those|these)${alone})`

/** Deeds that are done to a medicine alone, and those that are done to other things too. */
const toMedicine = '(?:re-?start|start|stop|hold|halve|double|increase|reduce|swap|switch|pause|wean|taper|ditch|cease)'
const toMany = '(?:take|taking|using|swallow|finish|continue|skip|miss)'
const changes = '(?:put|push|bring|step|build|bump|creep|wean|drop)'

/** Another thing that could be stopped, kept up or put away. */
export const otherThing = /\b(?:exercis\w*|stretch\w*|walk(?:s|ing)?|running|swimming|physio|braces?|splints?|slings?|crutch(?:es)?|weight|bandage|massage|coffee|diet|sport|kinder|school|work)\b/i // biome-ignore format: one row

type Row = {
  readonly of: Class
  readonly pattern: RegExp
  readonly isStrict?: boolean
  readonly prefix?: boolean
  readonly isBeside?: boolean
  readonly link?: string
}

// biome-ignore format: one row a line
/** The first group is what stays, the second what is named. A strict row allows no other thing before it. `prefix`: the name heads the line. `isBeside`: another medicine stands before it. `link`: the word before the name. */
const rows: readonly Row[] = [
  { of: 'medicine', pattern: new RegExp(`\\b(${toMedicine} )(${it})(?= |,|$)(?! (?:slowly|from|happening|getting|itching|bleeding|working|hurting|coming|spreading))`, 'i') },
  { of: 'medicine', pattern: new RegExp(`\\b(${changes} )(${it})(?= (?:up|down)\\b(?: by| to|,|$))`, 'i'), isStrict: true },
  { of: 'medicine', pattern: new RegExp(`\\b(${toMany} )(${it})(?= |,|$)(?! (?:easy|slowly|gently|in turns|away|out|off|back|down|to|from|there|as it comes|seriously)\\b)`, 'i'), isStrict: true },
  { of: 'medicine', pattern: /\b((?:alongside|on top of|together with|while (?:taking|on)|when (?:taking|on)|(?:you|he|she) (?:is|are) (?:taking|on)) )(it|them)(?=,|$| (?:at|for|if|when|and|until|now|in)\b)/i, isBeside: true },
  { of: 'medicine', pattern: /\b((?:come|coming|wean|weaned) off )(it|them)(?=,|$| (?:at|for|if|when|and|until|now|in|slowly)\b)/i },
  { of: 'medicine', pattern: /\b(no (?:driving|alcohol|beers?|wine|drinking|grapefruit(?: juice)?|food|dairy|milk|antacids?|tea|coffee|machinery) (?:with|after|before|on) )(it|them)(?=,|$)/i, isBeside: true },
  { of: 'medicine', pattern: /^((?=.* mg\b|.*\b(?:hundred|tablets?|mils|mL)\b).* with )(it)(?=,|$| (?:at|for|if|when|and)\b)/i },
  { of: 'medicine', pattern: /^(script )()(?=(?:for|till|until|to last) (?:(?:an?|one|two|three|four|five|six|twelve|the) |today|now|that|it))/i, prefix: true },
  { of: 'medicine', pattern: /^((?:do not |never )?(?:miss|skip|forget|double) (?:an?y? |your |the )?(?:missed )?doses?)()\b/i, prefix: true },
  { of: 'medicine', pattern: /^((?:do not )?(?:start|stop|carry on|keep going))()(?= (?:and|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|until|till|for)\b|, (?:one|two|three|once|twice|every|half|\d))/i, prefix: true },
  { of: 'medicine', pattern: /^((?:one|two|three|four|five|six|seven|ten|fourteen|\d+) (?:days?|nights?|weeks?|months?|doses)(?: at [a-z]+(?: [a-z]+)?)?, then )()(?=stop|off|put|go|half|double|up|down|increase|reduce|every|once|twice)/i, prefix: true },
  { of: 'medicine', pattern: /\b((?:bother with|take|have|use|repeat) (?:an?|the) (?:second|third|other|next))()(?=,|$| (?:if|after|when|unless|until|in)\b)/i, prefix: true, isStrict: true },
  { of: 'medicine', pattern: /\b((?:take|use|have|mix) (?:both|the two) (?:kinds|sorts|types|strengths|sizes))()\b/i, prefix: true, isStrict: true },
  { of: 'medicine', pattern: /\b((?:before|after|with) )(the first one|the first dose)(?=,|$| )/i, prefix: true },
  { of: 'medicine', pattern: /^((?:change|switch|swap|move|go)(?: over)? from (?:the )?(?:tablets?|injections?|cream|patch|drops|liquid|puffer|inhaler) to (?:the |an? )?(?:tablets?|injections?|cream|patch|gel|drops|liquid|puffer|inhaler))()(?=,|$| )/i, prefix: true },
  { of: 'medicine', pattern: /^((?:can )?go straight (?:over|on|onto it|across))()(?= today| tomorrow| now| tonight|,|$)/i, prefix: true },
  { of: 'pair', pattern: /^((?:(?:do not |not |never |just )*(?:take |use |give |mix |combine |have )?))(the two|both|both of them|them both)(?= together\b| at the same time\b)/i, prefix: true },
  { of: 'visit', pattern: /^((?:do|check|repeat|redo|recheck|discuss|measure|look at|talk about)\b(?:(?!\bthen\b|,).)* )(then)(?=,|$| and\b)/i },
  { of: 'inhaler', pattern: /^(rinse\b.*\bafter)(wards)?(?=,|$| and\b)/i },
  { of: 'test', pattern: new RegExp(`\\b((?:double check|recheck|check) )(${it})(?=,|$| )`, 'i'), isStrict: true },
  { of: 'test', pattern: /\b((?:do|repeat|redo|book|order|arrange|organise) )(one|another|it|them)(?=,|$| (?!(?:up|over|of|after|more|day|time|minute|hour|week|puff|tablet)\b)[a-z])/i, isStrict: true },
  { of: 'sample', pattern: /\b((?:drop|hand|bring|post) )(one|it|that)(?= (?:back |in |off )*(?:at|to|before|by|in|off|this|today|tomorrow)\b)/i, isStrict: true },
  { of: 'test', pattern: /\b(ordering )(one)(?=,|$| )/i },
  { of: 'test', pattern: /^((?:go|come|turn up|arrive|be there)\b.* full bladder)()$/i, link: 'for' },
  { of: 'service', pattern: /^((?:[Ww]rite|[Ss]end|[Dd]o|[Gg]ive|[Pp]rint|[Ee]mail|[Ff]ax)(?: (?:the|an?|another))? )()(?=referral(?: today| tomorrow| now|,|$| to [A-Z])|letter(?: today| tomorrow| now|,|$))/ },
  { of: 'scheme', pattern: /^((?:do|set up|write|start|make)(?: (?:the|an?|that|up the))? )()(?=plan(?: today| now|,|$))/i },
  { of: 'treatment', pattern: /\b(-guided )(one)\b/i },
  { of: 'treatment', pattern: /^((?:gentle |then |and )*(?:physio|stitches out|massage|rest|walk|exercises?|no [a-z]+|do not [a-z]+ (?:that |the )?[a-z]+)\b(?: [a-z]+){0,4} (?:after|before))()$/i },
  { of: 'test', pattern: /^((?:fast|nothing to (?:eat|drink)|no (?:food|drink|eating|caffeine|coffee|smoking))\b.*\bbefore)()$/i, isStrict: true },
  { of: 'vaccine', pattern: /^((?:stay|wait|sit)\b.*\bminutes after)(?:wards)?()$/i },
  { of: 'wound', pattern: /\b((?:keep|leave|wash|clean|cover|dress) )(it|that|them)(?= (?:dry|clean|covered|uncovered|wet|gently|up\b.*\bdry|again)\b)/i, isStrict: true },
  { of: 'span', pattern: /\b(after )(that|this)(?=,|$)/i },
]

const ofTimeOrPerson = /^(?:days?|weeks?|nights?|months?|years?|mornings?|evenings?|afternoons?|times?|hours?|minutes?|today|tomorrow|tonight|bit|lot|while|home|half|end|rest|one|two|three|[a-z]+day|nurse|gp|doctor|physio|chemist|pharmacist|mum|dad|wife|husband|daughter|son)$/ // biome-ignore format: one row

/** The words name a thing that the pronoun could mean: a person or a time is none. */
export const namesThing = (words: string): boolean =>
  tagWords(words.replaceAll(/(?<=[a-z,] )[A-Z][a-z]+\b/g, '').toLowerCase()).some(
    ({ tag, text }) => tag === 'NOUN' && !ofTimeOrPerson.test(text),
  )

const withName = (words: string): string => words.replace(/^(?:the|an?|some|your) /i, '')
const article = (name: string): string => (/^[aeiou]/i.test(name) && !/^(?:uni|eu|one)/i.test(name) ? 'an' : 'a')

/** What stands in the place of the pronoun, as its class is written. */
function asWritten(of: Class, pronoun: string, name: string): string {
  const bare = withName(name)
  if (of === 'service' || of === 'scheme') return `${bare} `
  if (of === 'medicine' || of === 'inhaler' || of === 'vaccine' || of === 'span' || of === 'pair' || of === 'visit')
    return name
  if (/^(?:one|another)$/i.test(pronoun)) return pronoun === 'one' ? `${article(bare)} ${bare}` : `another ${bare}`
  return `the ${bare}`
}

function gapBy(
  { of, pattern, isStrict = false, prefix = false, isBeside = false, link = '' }: Row,
  line: string,
): Gap | undefined {
  const match = pattern.exec(line)
  if (match === null) return undefined
  const [whole, stays = '', pronoun = ''] = match
  const before = line.slice(0, match.index)
  if (of === 'medicine' && otherThing.test(line)) return undefined
  // The thing is named in the line itself.
  if ((of === 'medicine' || of === 'inhaler') && !isBeside && namesKind(before, 'medicine')) return undefined
  if (isStrict && (namesThing(before) || listTests(before).length > 0)) return undefined
  const end = match.index + whole.length
  const lower = `${line.charAt(0).toLowerCase()}${line.slice(1)}`
  const fill = (name: string): string => {
    if (prefix) return `${name}: ${lower}`
    if (of === 'treatment' && pronoun === 'one') return `${before}${stays}${withName(name)}${line.slice(end)}`
    const gap = stays.endsWith(' ') ? '' : link === '' ? ' ' : ` ${link} `
    return `${before}${stays}${gap}${asWritten(of, pronoun, link === '' ? name : name.replace(/ of .*$/, ''))}${line.slice(end)}`
  }
  return { of, anchor: `${stays}${pronoun}`.trim().toLowerCase(), isBeside, fill }
}

/** "And the stitches?" - "Leave them in till Friday.": the object of the first verb, which the question names. */
const reply: Row = { of: 'asked', pattern: new RegExp(`^((?:do not |just |then |never |always |still |can |please )*(?!(?:make|give|put it this|do not)\\b)[a-z]+ )(it|them|${it})(?= |,|$)`, 'i') } // biome-ignore format: short

export const replyGap = (line: string): Gap | undefined => gapBy(reply, line)

/** The first gap of the line; undefined if it says all. */
export function gapOf(line: string): Gap | undefined {
  for (const row of rows) {
    const gap = gapBy(row, line)
    if (gap !== undefined) return gap
  }
  return undefined
}
