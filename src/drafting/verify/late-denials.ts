/** Denials whose word of negation does not stand before the thing: "wheeze I have not", "free of wheeze", "looked out for wheeze, not a sign". D283. */

const link = '(?:(?!(?:but|and|or|when|while|because|if|that|which|as|so|though)\\b)[a-z]+ )'
const end = '(?: ?[,.;!?]|$)'
const after: readonly RegExp[] = [
  new RegExp(`^${link}{0,2}(?:i (?:, )?)+(?:have|do|did|had|am)(?: (?:, )?(?:have|do|did))* not(?: (?:get|got|have|had))?${end}`),
  new RegExp(`^${link}?(?:neither|nor that|not that either)${end}`),
  new RegExp(`^${link}?, (?:never|none|nil|nope|nah|cross|negative|absent|not (?:once|yet|at all|me|so far|a (?:sign|trace|hint|thing|drop)))${end}`),
  /^ ?, no ?(?:[.;!?]|$)/,
] // biome-ignore format: one form a line
const free = /\b(?:free|clear) (?:of|from)(?: [a-z]+){0,2}$/
const sought = /\b(?:out for|watching for|looking for|waiting for|expecting|expected)(?: [a-z]+){0,3}$/
const unfound =
  /\b(?:there (?:is|was|has been|have been) (?:none|no|not)|no sign|not a (?:sign|trace|hint|thing)|(?:have|has|had|did) not (?:had|got|seen|noticed|come|get|have|happened)|none|nothing)\b/
/** "We skipped the twelve month vaccinations." */
const missed =
  /\b(?:skipped|missed|declined|refused|put off)(?: (?:the|his|her|my|our|a|any|two|four|six|twelve|eighteen|month|week|year))*$/
/** "I'm meant to use the Seretide, but I don't": what should be taken, and is not. */
const ought =
  /\b(?:(?:meant|supposed) to|should) (?:be )?(?:take|taking|use|using|on|have|having)(?: (?:the|my|some|a|that|this))*$/
const undone = /^(?:[ ,]|(?:every|each|twice|once|a|day|daily|night|morning|in|the|at)\b)*(?:but|though|only|and)\b(?:[ ,]|(?:to be honest|honestly|well|really|i|he|she)\b)*(?:do not|does not|have not|has not|did not|am not|never|keep forgetting|forget)\b/ // biome-ignore format: one row

const furthest = 9

/** A part of the body whose trouble the verb denies: "my chest does not hurt". Another verb, as in "the pain has not gone", denies no trouble. */
const bodyPart =
  /^(?:head|face|scalp|eye|eyelid|ear|nose|mouth|lip|tongue|tooth|teeth|gum|throat|neck|voice|chest|breast|heart|lung|rib|back|spine|tummy|stomach|belly|abdomen|side|kidney|bladder|bottom|groin|testicle|arm|elbow|wrist|hand|finger|thumb|shoulder|leg|hip|thigh|knee|shin|calf|ankle|foot|feet|toe|heel|joint|muscle|bone|gland|skin|mole|scar)s?$/
const noTrouble = new RegExp(`^(?:is|are|was|were|do|does|did|has|have|had|will) not (?:been |got |gone |become |feel |felt )?(?:hurt\\w*|ach\\w+|itch\\w*|swell\\w*|swollen|sore|painful|tender|burn\\w*|sting\\w*|bleed\\w*|runn(?:ing|y)|run|blocked|stuffed|rac(?:e|ing)|pound\\w*|flutter\\w*|shak\\w+|trembl\\w*|cramp\\w*|tingl\\w*|numb|weak|stiff|red|dry|water\\w*|discharg\\w+|drop\\w*|throb\\w*|tight|hoarse|twitch\\w*)${end}`) // biome-ignore format: short

/** True if the words around the token deny it in one of these forms. */
export function isDeniedAround(tokens: readonly string[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - furthest), at).join(' ')
  const rest = tokens.slice(at + 1).join(' ')
  const near = tokens.slice(at + 1, at + 1 + furthest).join(' ')
  return (
    after.some((form) => form.test(rest)) ||
    free.test(before) ||
    (missed.test(before) && /^(?:vaccin|immunis|jab|needle|shot|booster)/.test(tokens[at] ?? '')) ||
    (sought.test(before) && unfound.test(near)) ||
    (ought.test(before) && undone.test(near))
  )
}

/** "It says headaches, and can't see half the screen": a negation of a later clause with a verb of its own does not reach the name. */
export const isDeniedLater = (tokens: readonly string[], at: number): boolean => {
  const rest = tokens.slice(at + 1).join(' ')
  return (
    !tokens.slice(0, at).some((token) => /^(?:no|not|never)$/.test(token)) &&
    /^[^.?!]*(?:,|\band\b|\bbut\b) (?:i |you |he |she )?(?:can|could|do|does|did|have|has|is|are|was|am) not\b/.test(
      rest,
    )
  )
}

/** True if the verb after a part of the body denies its trouble. */
export const isDeniedInName = (tokens: readonly string[], at: number): boolean => bodyPart.test(tokens[at] ?? '') && noTrouble.test(tokens.slice(at + 1).join(' ')) // biome-ignore format: short

/** "I can't rule out an early melanoma", "I'm not ruling it out": what is not ruled out stays possible. */
export const notRuledOut =
  /^not (?:(?:(?:really|entirely|completely|totally|quite|yet) )?(?:convinced|certain)\b|(?:\w+ ){0,2}(?:rul(?:e|ed|ing) (?:\w+ )?out|exclud(?:e|ed|ing))\b)/

/** "This, I don't know, tightness": the speaker looks for the word, and denies nothing. */
export const isSearching = (tokens: readonly string[], at: number): boolean =>
  notRuledOut.test(tokens.slice(at, at + 6).join(' ')) || tokens[at - 1] === 'do' && tokens[at - 2] === 'i' && tokens[at - 3] === ',' && /^know (?:, |(?:what|how) (?:\w+ ){1,5}, )/.test(`${tokens.slice(at + 1, at + 9).join(' ')} `) // biome-ignore format: short
