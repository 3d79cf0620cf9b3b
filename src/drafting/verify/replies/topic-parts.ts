/**
 * "It's the shoulder." - "Where does it hurt?" - "Here.": if all quotes together name one part of the body, the patient's words of pain or of a hurt are
 * about that part, by the verifier's own reading.
 */
import { sites } from '../../vocabulary/sites.ts'

type Quoted = { readonly role: string; readonly speaker: string; readonly text: string; readonly plain: string }

const ofFunction = /^(?:passing urine|swallowing|skin|joints|muscles|head|face|mouth)$/
const rows = sites.filter(([site]) => !ofFunction.test(site)).map(([site, , , says]) => ({ site, said: new RegExp(`\\b(?:${says})(?:s|es)?\\b|${site === 'foot' ? '\\bfeet\\b' : site === 'calf' ? '\\bcalves\\b' : '(?!)'}`) })) // biome-ignore format: one row
/** A larger part that holds the other one: both are one. */
const within: Readonly<Record<string, readonly string[]>> = {
  leg: ['thigh', 'knee', 'calf', 'shin', 'ankle', 'heel', 'foot', 'toe'],
  foot: ['heel', 'toe'],
  arm: ['shoulder', 'elbow', 'wrist', 'hand', 'finger', 'thumb'],
  hand: ['finger', 'thumb'],
}
/** Somebody else's part, or a seat of the body that is no complaint. */
const elses = /\bon (?!my\b|me\b|the\b)(?:[a-z]+ ){1,2}(?:foot|leg|knee|boot|ankle|shoulder)\b|\bback (?:to|in|at|on|home|then|of|up|and forth)\b|\b(?:come|came|go|went|going|get|got|be|been|bring|sat|put|call|ring|years|days|weeks|months) back\b/g // biome-ignore format: one row

function partsIn(plain: string): readonly string[] {
  const rest = plain.replaceAll(elses, ' ')
  const found = rows.filter(({ said }) => said.test(rest)).map(({ site }) => site)
  return found.filter((site) => !(site === 'back' && found.includes('lower back')) && !within[site]?.some((own) => found.includes(own))) // biome-ignore format: one row
}

const lower = /\b(?:low|lower|lumbar)\b/
const pains =
  /\b(?:pain\w*|ache\w*|aching|achy|sore|hurt\w*|kill(?:s|ing)|agony|throb\w*|stabb\w+|toothache|knife|sharp)\b/
const hurt = /\b(?:rolled|twist\w*|went over|gone over|came down|land\w*|fell|slipp\w*|tripp\w*|bent|wrench\w*|jarr\w*|popp\w*|buckl\w*|done|did|hurt|injur\w*|sprain\w*|strain\w*|tweak\w*|pull\w*|bang\w*|bash\w*|jamm\w*|crush\w*|whack\w*|hit|cut|slic\w*|caught|slamm\w*|shut|came off|come off|stepped|trod|stumbl\w*|knock\w*|bump\w*|stub\w*|smash\w*|punch\w*|kick\w*|drop\w*|crash\w*|burn\w*|scald\w*|broke|other way)\b/ // biome-ignore format: a list
const denied = /\b(?:no|not|never|without|if|used to)\b[^.,]{0,24}$/

/** "I've done my shoulder": the hurt has its part. */
const ownHurt = /\b(?:done|did|hurt|injured|twisted|rolled|sprained|strained|tweaked|wrenched|jarred|landed on|banged|bashed|smashed) (?:in )?(?:my|me|the) (?:left |right )?[a-z]+\b/ // biome-ignore format: one row

const asserts = (plain: string, form: RegExp): boolean => {
  const at = plain.search(form)
  return at >= 0 && !denied.test(plain.slice(0, at))
}

/** A statement that begins with the pain or the hurt of a part. */
const names =
  /^(?!no |denies |never |not )(?:[a-z]+ ){1,2}(?:pain|injury)\b|^toothache\b|^sore throat\b|^[a-z ]+ in the [a-z]+\b/i

/** `stated`: the sentence that is judged. The quote with the part beside its trouble; undefined if the quotes name none, or more than one. */
export function tellTopicPart(quote: Quoted, quotes: readonly Quoted[], stated: string): string | undefined {
  if (!names.test(stated) || quote.speaker !== 'patient' || (quote.role !== 'statement' && quote.role !== 'answer'))
    return undefined
  const parts = new Set(quotes.flatMap(({ plain }) => partsIn(plain)).filter((site, _, all) => !within[site]?.some((own) => all.includes(own)))) // biome-ignore format: one row
  const [only, other] = [...parts].filter((site) => !(site === 'back' && parts.has('lower back')))
  if (only === undefined || other !== undefined) return undefined
  // "A pain in the neck": what one quote says alone is read as it stands.
  const isApart = quotes.some((other) => other !== quote && partsIn(other.plain).length > 0)
  if (!isApart && !ownHurt.test(quote.plain)) return undefined
  const question = quotes[quotes.indexOf(quote) - 1]
  const isAsked = quote.role === 'answer' && question?.role === 'question' && /\b(?:where|when|what|how)\b/.test(question.plain) && pains.test(question.plain) && !/^\W*(?:no|nope|nah|not)\b/.test(quote.plain) // biome-ignore format: one row
  const name = only === 'back' && quotes.some(({ speaker, plain }) => speaker === 'patient' && lower.test(plain)) ? 'lower back' : only // biome-ignore format: one row
  const told = [...(isApart && (isAsked || asserts(quote.plain, pains)) ? [`${name} pain`] : []), ...(asserts(quote.plain, hurt) ? [`${name} injury`] : [])] // biome-ignore format: one row
  const thing = /\b(?:got|have|had|feels? like) (?:there (?:is )?)?(?:a )?([a-z]+(?: of [a-z]+)?) (?:stuck |caught )?in (?:it|there)\b/.exec(quote.plain)?.[1] // biome-ignore format: one row
  if (thing !== undefined) told.push(`${thing} in the ${name}`)
  return told.length === 0 ? undefined : `${quote.text} ${told.join(', ')}`
}
