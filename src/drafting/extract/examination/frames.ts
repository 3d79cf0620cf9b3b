/** Words around a finding: who perceives it, where the examiner looks, and talk that says nothing of it. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { examined, qualities, states } from '../../vocabulary/examination-words.ts'
import { type Found, hasPart, readClause } from './constructions.ts'
import { sayPlainly } from './spoken-aloud.ts'

/** "Good insight": here the word is the finding. */
const valued = '(?:eye contact|insight|rapport|concentration|memory|power|strength|tone|range|air entry|pulses?|colour|perfusion|movements?|grip|balance|sensation|hearing|vision|posture|control|volume|latch|self care)' // biome-ignore format: a list

/** Discourse and perception before the finding. */
const frame = new RegExp(
  `^(?:(?:so|ok|okay|right(?=[,.]| (?:now|so|then|your|the|there|i|you|that|it|no|and|well|on|from|looking|having)\\b)|now|and|well|(?:good|great|lovely|nice)(?! ${valued}\\b)|yeah|alright|all right|fine|but|then|also|look|mm+|hm+|there you go|let's see|let me see|no surprise)[,.]? |(?:${[
    'for the record',
    "(?:there is |there's )?no (?:doubt|question|mistaking) about (?:it|that|this)",
    'on (?:examination|exam|inspection|listening|palpation|looking|feeling)',
    '(?:from|on|in) (?:the|my|your|this) exam(?:ination)?',
    '(?:from|as far as|by) what i can (?:see|feel|hear|tell|find)|as far as i can (?:see|feel|hear|tell)',
    '(?:just )?(?:having|taking|having had) a (?:quick |good |little |proper )?(?:look|listen|feel)(?: (?:here|now|there|inside|at it|at this))?',
    '(?:just )?(?:looking|listening|feeling|pressing)(?: (?:at|in|to|on|over|around))?(?: (?:here|now|there|inside|it|this))?(?:,| (?=(?:you have|there is|there are|i can|no|the|your)\\b))',
    '(?:i|we) (?:notice|noticed|note|see|found|find)(?: that)?(?= (?:the|your|his|her|that|there|you|he|she|[a-z]+ (?:is|are)|pressing|pupils|rotation|some|a)\\b)',
    '(?:the|my|this) (?:dye|light|test|swab|otoscope|torch|exam(?:ination)?) (?:shows?|reveals?)(?= (?:no|an?|some|the)\\b)',
    "(?:i am|i'm) (?:very |really )?(?:happy|pleased|glad) to (?:say|report|tell you|see)(?: that)?",
    'i can (?:tell you|report|confirm|say)(?: that)?',
    '(?:what|the thing|the main thing) i (?:can |could )?(?:find|see|feel|hear|notice|found)(?: here)? is(?: that)?',
    'i (?:find|note|notice|noticed|found)(?: that)?',
    'the (?:good|main) (?:news|thing|finding) is(?: that)?|(?:the )?good news(?: is)?(?: that)?|my finding is(?: that)?|(?:it )?(?:looks|seems) (?:to me )?(?:like|as if|as though)(?= (?:you have|the|your|his|her|there)\\b)',
  ].join('|')}),? )`,
  'i',
)

/** "That's", and "the throat's red"; "the knee's joint" is a genitive. */
const ofIs = new RegExp(
  `(?:\\b(it|there|that|he|she|here|this|everything|all)['’]s (?!(?:is|are|was|looks?|feels?|brings?)\\b)(?=\\w))|(?:\\b([a-z]+)['’]s (?=(?:not|no|all|an?|very|quite|rather|pretty|still|just|really|slightly|mildly|nice|completely|perfectly|so|more|full of|lovely|(?:still |all )?(?:moving|working|bending|sticking|tracking|weeping|healing)|${qualities}|${states})\\b))`,
  'g',
)
/** Opens contractions: "the throat's red". */
const open = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z])['’]s (?=(?:got|gone|lost|been|come|had|healed|settled|dropped|improved)\b)/g, ' has ')
    .replaceAll(ofIs, '$1$2 is ')
    .replaceAll(/\b(has|have) got\b/g, '$1')
    .replaceAll(/\b(?:i|I)['’]m\b/g, 'i am')
    .replaceAll(/\b(you|i|they|we)['’]ve\b/g, '$1 have')
    .replaceAll(/\b(you|they)['’]re\b/g, '$1 are')
    .replaceAll(/\bcan['’]t\b/g, 'cannot')
    .replaceAll(/n['’]t\b/g, ' not')

/** A clause of telling before the finding: "you will be interested to hear", "the verdict is". */
const telling =
  /^(?:(?!(?:if|not|no|never|cannot|might|may|could|would|should|unless|you have|you had|you said|because|when|think|worr\w*|hope\w*|afraid)\b)[a-z']+ ){1,8}?(?:that|hear|say|see|report|know|is|learn|add|confirm|find|record|note) (?=(?:there (?:is|are)|the|your|his|her|no|i (?:can|feel|hear|see)|you are|a|[a-z]+ (?:is|are)) )/
export const peelTelling = (text: string): string => {
  const bare = text.replace(telling, '')
  return bare !== text && readClause(bare, false) !== undefined ? bare : text
}

export function peelFrames(text: string): string {
  let said = text
  while (frame.test(said)) said = said.replace(frame, '')
  return said
}

/** Gaps at the edges; a gap inside may hide a "not". */
const trimGaps = (text: string): string => text.replace(/^(?:\s*\[[^[\]]*\])+\s*|(?:\s*\[[^[\]]*\])+\s*$/g, '')

/** A second name of the part before its verb: "the soft spot, the fontanelle, is flat". */
const secondName =
  /^((?:the|your|his|her) [a-z ]{3,30}), ((?:the|your|or) [a-z ]{3,30}), ((?:is|are|has|have|looks?|feels?)\b[^,]*)$/
/** The words of a sentence in lower case, without frame and contractions. */
export const peel = readOnce((text: string): string =>
  peelTelling(sayPlainly(peelFrames(open(cleanWords(trimGaps(text)).toLowerCase()))))
    .replace(secondName, '$1 $3, $2')
    .replace(/, (?:is|are|was|does) not (?:it|they|he|she)(?:,|$)/, ''),
)

const own = '(?:the |your |his |her |both |my |this |a )?'
const acts =
  'press|push|tap|squeez|touch|palpat|mov|bend|turn|lift|rotat|straighten|stretch|look|listen|feel|check|test|examin|shin'
/** Where the examiner looks, or what is done, before the finding. */
const fronts: readonly RegExp[] = [
  // "On your heart exam", "on the neurovascular exam of the left arm".
  new RegExp(
    `^(?=(?:on|in|from|for) |[a-z -]+,)((?:(?:on|in|from|for) )?${own}(?:(?!exam)[a-z-]+ ){0,3}exam(?:ination)?(?: of ${own}(?:[a-z-]+ ){0,2}?[a-z-]+)?(?: today)?),? (?=${own}[a-z])`,
  ),
  // "On the left, the drum is red", "in your throat, no pus".
  /^((?:on|in|over|at|around|behind|under|across|along|inside) (?:the|your|his|her|both) [a-z -]{3,30}), /,
  // "On the left side of your nose there's a lump", "looking at your face there's a rash": the finding begins without a mark.
  /^((?:on|in|over|at|around|behind|under|across|along|inside) (?:the|your|his|her|both) [a-z -]{3,60}?) (?=there (?:is|are)\b)/,
  /^(?:looking (?:at|over|around|across) (?:the rest of )?)(?=(?:the|your|his|her) [a-z -]{3,30}? there (?:is|are)\b)((?:the|your|his|her) [a-z -]{3,30}?),? (?=there (?:is|are)\b)/,
  // "Pressing over the kidney, you're tender"; without a place: "when I press there, it's sore".
  new RegExp(
    `^(?:just )?((?:${acts})t?ing\\b(?:(?! (?:is|are|was|feels?|looks?|gives?|causes?|brings?)\\b)[^,]){0,40}), `,
  ),
  new RegExp(`^(?:when|as) (?:i|we) (?:${acts})(?:e|s)?\\b[^,]{0,40}, `),
]
/** "Groin, no nodes": the part before what it does not have. */
const partFront =
  /^(?!no |nothing |not )((?:(?:back|front|side|inside|outside) of (?:the|your) )?(?:the |your )?(?:[a-z]+ )?[a-z]+), (?=no |nothing )/
const side = /\b(?:left|right)\b/
/** "Ankles fine, no murmur": the part has its own finding. */
const endsAsPart = new RegExp(`\\b(?:${examined})$`)

/** The place as it stands behind a finding: "on pressing over the kidney". */
const behind = (front: string): string =>
  /^(?:on|in|over|at|around|behind|under|across|along|inside) /.test(front)
    ? front
    : `on ${front.replace(/^(?:from|for) /, '')}`

/** A sentence without the place at its front; the place only if it says more than "here". */
export function peelFront(text: string): { readonly said: string; readonly place?: string } {
  for (const front of fronts) {
    const [all, where = ''] = front.exec(text) ?? []
    if (all === undefined) continue
    const said = peelFrames(text.slice(all.length))
    const tells = hasPart.test(where) || side.test(where) || /^on [a-z ]+ exam/.test(where)
    return tells ? { said, place: behind(where) } : { said }
  }
  const [all = '', where = ''] = partFront.exec(text) ?? []
  const part = where.replace(/^(?:the|your) /, '')
  return all !== '' && endsAsPart.test(part)
    ? { said: text.slice(all.length), place: `in the ${part}` }
    : { said: text }
}

/** Signs that say nothing without their part. */
const needsPart = /^no (?:(?:obvious|real|significant|any) )?(?:swelling|redness|tenderness|deformity|wasting|stiffness|crust(?:ing)?|warmth|bogginess|bruising|pus|discharge|numbness|scars?)$/ // biome-ignore format: one pattern
const placeIn = /\b(?:behind|under|over|around|between|above|below|along) (?:the |both )?[a-z]+(?: [a-z]+)?$/

/** "Nothing behind the ear, no swelling": the denial has the place that stands before it. */
function withPlace(found: Found, before: readonly Found[]): Found {
  if (!found.isAbsent || !needsPart.test(found.text)) return found
  const last = before.findLast(({ text, display }) => /^nothing\b/.test(text) && hasPart.test(display))
  const where = last === undefined ? undefined : placeIn.exec(last.display)?.[0]
  return where === undefined ? found : { ...found, text: `${found.text} ${where}`, display: `${found.display} ${where}` } // biome-ignore format: short
}

/** "A lump, with some small vessels on it": the place belongs to the thing. */
const putPlace = (text: string, place: string): string => text.includes(', with ') ? text.replace(', with ', ` ${place}, with `) : `${text} ${place}` // biome-ignore format: short

/** The last finding with the place at the front of the sentence, unless a finding names a part itself. */
export function placed(list: readonly Found[], place: string | undefined): readonly Found[] {
  if (place === undefined) return list.map((found, at) => withPlace(found, list.slice(0, at)))
  const last = list.at(-1)
  if ( last === undefined || list.some(({ display }) => hasPart.test(display) && !/^on the (?:left|right)/.test(place))) return list // biome-ignore format: short
  if (list.length > 1 && list.every(({ text, isAbsent }) => isAbsent && /^no /.test(text))) return list.map((found) => ({ ...found, text: `${found.text} ${place}`, display: `${found.display} ${place}` })) // biome-ignore format: short
  return [...list.slice(0, -1), { ...last, text: putPlace(last.text, place), display: putPlace(last.display, place) }]
}

/** The pattern of a part that is named and of which nothing is said: "Big toe joint." `more`: further names, each behind "|". */
export const partAlone = (more = ''): string =>
  `(?:(?:big|little|left|right|middle|ring|index) )*(?:heartbeat${more}|toe|finger|thumb|knee|hip|ankle|elbow|shoulder|ear|eye|hand|foot)s?(?: joints?)?`
