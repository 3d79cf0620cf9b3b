/**
 * Names for a trouble that a question puts as a clause of a part of the body: "do your gums bleed when you brush?" asks after gums bleeding
 * when brushing, "have you noticed your stools are black?" after black stools. The part may have any name of the body, the verb and the
 * quality are words of trouble, so that "does your hearing aid work?" gives none. D329.
 */
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'

const owner = '(?:your|the|his|her|their)'
const part =
  '((?:(?!(?:is|are|was|were|has|have|do|does)\\b)[a-z]+ ){0,2}?(?!(?:is|are|was|were|has|have|do|does)\\b)[a-z]+)'
const degree = '(?:(?:ever|also|still|sometimes|at all|often|actually|really|just|suddenly|all|a bit|a little|very|quite|feeling|feel|feels|looking|look|looks|going|getting|gone|got|turned) )*' // biome-ignore format: short

/** Verbs of trouble. */
const verbs =
  'click|lock|swell|bleed|itch|run|stick|crack|peel|twitch|cramp|throb|burn|sting|droop|leak|drip|shake|tremble|tingle|buckle|catch|grind|pop|flake|weep|ooze|blister|flicker|flutter|race|pound|spasm|jerk|wobble|collapse|smell|stiffen|bruise|crunch|clunk|creak|stream|tear|close|jump|shrink|spin' // biome-ignore format: a list
/** Changes: "go numb", "give way". */
const changes =
  '(?:turn|become|get|come out in|come up in|break out in|feel) (?:numb|white|blue|red|black|yellow|pale|purple|dead|cold|stiff|weak|floppy|blurry|dark|spots|hives|lumps|itchy|sore|puffy|tight|blotchy|brown)|give way|give out|seize up|swell up|puff up|stick out|fall out|dry out|flare up|lock up|cramp up|play up' // biome-ignore format: a list
const qualities =
  'swollen|red|sore|itchy|numb|dry|stiff|blue|pale|tender|yellow|bloodshot|crusty|crusted|weepy|watery|gritty|blocked|puffy|cracked|flaky|weak|black|tarry|bloody|runny|sticky|blurry|blurred|painful|achy|inflamed|lumpy|bruised|scaly|hoarse|croaky|shaky|twitchy|tingly|clammy|jaundiced|smelly|cloudy|dark|greasy|droopy|wobbly|raw|weeping|peeling|bleeding|swelling|hurting|aching|burning|stinging|itching|leaking|dripping|clicking|locking|shaking|twitching|cramping|throbbing|tingling|flaking|cracking' // biome-ignore format: a list

const rest = '((?: up| out)?(?: (?:when|while|after|before|in|on|at|by|with|if|during) [a-z ]+)?)'
const doing = new RegExp(`^(?:and |so |ok |okay |now |then |, )*(?:do|does|did) ${owner} ${part} ${degree}(${verbs}|${changes})${rest}(?: at all| ever| too| then)? *$`) // biome-ignore format: short
const being = new RegExp(`^(?:and |so |ok |okay |now |then |, )*(?:is|are|was|were|has|have|do|does) ${owner} ${part} (?:been )?${degree}(${qualities})${rest}(?: at all| ever| too| then)? *$`) // biome-ignore format: short
const noticed = new RegExp(`^(?:and |so |ok |okay |now |then |, )*(?:have|had|did|do) you (?:ever )?(?:noticed?|found|find|seen|see|felt|feel)(?: that)? ${owner} ${part} (?:(?:is|are|was|were|has|have|being|been) )*${degree}(${qualities})${rest}(?: at all| ever| too| then)? *$`) // biome-ignore format: short

/** "Give way" is "giving way". */
const gerund = (verb: string): string => {
  const [head = '', ...more] = verb.split(' ')
  return [gerundOf(head), ...more].join(' ')
}

/** Its time or occasion in the words of a note: "when you brush" is "when brushing". A clause of another kind is no name. */
export const tellRest = (words: string): string | undefined => {
  const told = words
    .replace(/\b(when|while|after|before|if) you (?:are )?([a-z]+)\b/, (_, link: string, verb: string) => `${link === 'if' ? 'when' : link} ${/ing$/.test(verb) ? verb : gerund(verb)}`) // biome-ignore format: short
    .replace(
      /(?<=\b(?:when|while|after|before) [a-z]+ing) or (?:you )?(?!(?:at|in|on|after|before|during|with|when|while|the|an?|your|his|her)\b)([a-z]+)\b/,
      (_, verb: string) => ` or ${gerund(verb)}`,
    )
    .replace(
      /(?<=\b(?:when|while|after|before) [a-z]+ing(?: [a-z]+){1,3}) or (?:you )?(?!(?:at|in|on|after|before|during|with|when|while|the|an?|your|his|her)\b)([a-z]+) (?=the |your |his |her |a |an |up |down )/,
      (_, verb: string) => ` or ${gerund(verb)} `,
    )
    .replaceAll(/\b(?:your|his|her) /g, 'the ')
  return /\b(?:you|it|i|they|he|she|better|worse|this|that|we|or (?!(?:the )?[a-z]+(?:ing|s)\b))\b/.test(told)
    ? undefined
    : told
}

const notTrouble = /\b(?:usually|normally|normal|still|better|worse|brace|aid|aids|glasses|tablet|tablets|doctor|cream|drops|specialist|or|and|pain|partner|wife|husband)\b/ // biome-ignore format: short

/** "Does it hurt when you pee?" */
const hurts = /^(?:and |so |ok |okay |now |then |, )*(?:do|does|did) it (?:ever |at all |still |also )?(hurt|sting|burn|ache) (?:(when) you|(to)) ([a-z]+)((?: [a-z]+){0,4}?)(?: at all)? *$/ // biome-ignore format: short
const pains: Readonly<Record<string, string>> = { hurt: 'pain', ache: 'aching', sting: 'stinging', burn: 'burning' }
const activity = (verb: string): string => (/^(?:pee|wee)$/.test(verb) ? 'passing urine' : verb === 'poo' ? 'opening the bowels' : gerund(verb)) // biome-ignore format: short

function namePain(said: string): string | undefined {
  const [, verb = '', , , deed = '', after = ''] = hurts.exec(said) ?? []
  const told = tellRest(after)
  return deed === '' || told === undefined || /^(?:be|do|have)$/.test(deed) ? undefined : `${pains[verb]} when ${activity(deed)}${told}` // biome-ignore format: short
}

/** The name of the clause that the plain words of a question ask after. */
export function nameClause(said: string): string | undefined {
  const asked = said.replace(/ ?[?.!]+$/, '').trim()
  const pain = namePain(asked)
  if (pain !== undefined) return pain
  const done = doing.exec(asked)
  const been = done === null ? (noticed.exec(asked) ?? being.exec(asked)) : null
  const [, body = '', trouble = '', after = ''] = done ?? been ?? []
  const told = tellRest(after)
  if (!bodyWord.test(body) || notTrouble.test(`${body}${after}`) || told === undefined || /\b(?:you|it)\b/.test(body)) return undefined // biome-ignore format: short
  return done === null ? `${trouble} ${body}${told}` : `${body} ${gerund(trouble)}${told}`
}
