/** Reactions to an allergen: "it brings me out in welts", "I get a swollen face", "my lips swelled up". D282. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { allergens } from '../../vocabulary/allergens.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { tellName } from './asked-names.ts'

const person = '(?:i|he|she|we|it|that|they|which)'
const whom = '(?:me|him|her|us|my \\w+)'
const adverb = '(?:(?:always|just|really|usually|immediately|actually|then|once|have|has) )*'
const thing =
  '((?:(?!(?:and|but|so|because|from|when|after|with (?:it|that|them|those)|every|within|once|last|years?|months?|ages|it was|which|that|as) )[a-z-]+ ?){1,7})'

/** Each construction with the words of the reaction. */
// biome-ignore format: one row a line
const constructions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|\b(?:my|his|her|the) )((?:face|lips?|tongue|throat|eyes?|skin|hands?|(?:whole )?(?:arms?|legs?|foot|feet|body)|mouth|neck|chest|breathing|airways?|jaw)(?: and (?:my |his |her )?(?:\w+))? (?:all )?(?:swells?|swelled|swole|swollen|closes?|closed|(?<!(?:makes?|made) my \w+ )itch(?:e[sd])?|blisters?|blistered|(?:goes?|went|comes?|came)(?= (?:up|red|tight|numb|all|raw|like|out|fat|big|puffy|huge|thick|blue))|puffs?|puffed|tightens?|tightened|blows?|blew|locks?|locked|seized)\b(?: (?:right|up|red|tight|numb|over|out|raw|fat|big|puffy|huge|thick|blue|like \w+))*)/, 'a part of the body that reacts'],
  [new RegExp(`\\b(?:bring|brings|brought|bringing|break|breaks|broke|come|comes|came|coming|flare|flared|blow|blew|swell|swelled|blew)(?: ${whom})? (?:up|out|on)(?: in| with)? ${thing}`), 'a verb of coming out with the reaction after "in"'],
  [new RegExp(`\\b(?:gives|gave|giving|give|causes|caused|cause|leaves|left) (?:${whom} )?(?:with )?${thing}`), 'a verb of causing with the reaction as its object'],
  [new RegExp(`\\bcovered (?:\\w+ )?(?:in|with) ${thing}`), 'the skin covered with the reaction'],
  [new RegExp(`\\b(?:end|ends|ended) up (?:with|in|having) ${thing}`), 'an outcome'],
  [new RegExp(`\\b${person} ${adverb}(?:get|gets|got|had|develop|develops|developed|react with|reacts with|reacted with|suffered|suffer) ${thing}`), 'a verb of having with the reaction as its object'],
]
/** Deeds of the body that a note names by a noun. */
// biome-ignore format: one row a line
const deeds: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:throw(?:s|ing)? up|threw up|vomit(?:s|ed)?|spews?|spewed|chucks? up|chucked up|(?:makes?|made) (?:me|him|her) (?:chuck|spew|puke|heave)|brings? it (?:all )?up)\b/, 'vomiting'],
  [/\b(?:i|he|she|we|it|they|me|him|her) (?:\w+ )?(?:itch(?:es|ed)?|scratch(?:es|ed)? like \w+)\b|\b(?:get|gets|got|go|goes|went|makes? (?:me|him|her)|made (?:me|him|her)) (?:really |very |all |so |a bit |a little |pretty |quite |super )?itchy\b/, 'itching'],
  [/\b(?:i|he|she|me|him|her) (?:just |all |really )?(?:swells?|swelled|swole|puffs?|puffed|blows?|blew|balloons?|ballooned) (?:right |all )?up\b/, 'swelling'],
  [/\b(?:get|gets|got|makes? (?:me|him|her)|made (?:me|him|her)) (?:really |very |all |so |a bit )?wheezy\b|\b(?:i|he|she|me|him|her) (?:wheeze[sd]?|start(?:s|ed)? wheezing)\b/, 'wheezing'],
  [/\b(?:can|could) (?:not|hardly|barely) breathe\b|\bstop(?:s|ped)? breathing\b|\bstruggl\w+ (?:to breathe|for breath)\b/, 'difficulty breathing'],
  [/\b(?:makes?|made|gets?|got|feels?|felt) (?:me |him |her )?(?:really |very |so |violently |awfully |feel )?(?:sick|nauseous|queasy)\b/, 'nausea'],
  [/\b(?:i|he|she|me|him|her|my \w+) (?:just |all |really |always )?(?:go|goes|went|gets?|got|turns?|turned) (?:all |really |bright |very )?red\b/, 'redness'],
  [/\bsets? (?:my|his|her|the) (?:chest|breathing|wheez\w*) off\b/, 'wheezing'],
  [/\b(?:pass(?:es|ed)? out|faint(?:s|ed)?|collapse[sd]?|black(?:s|ed)? out)\b/, 'collapse'],
  [/\b(?:i|he|she) (?:just |always |really )?sneeze[sd]?\b|\b(?:get|gets|got|start|starts|started) (?:the )?sneez(?:ing|es)\b|\bmakes? (?:me|him|her) sneeze\b/, 'sneezing'],
  [/\bsets? (?:my|his|her|the) asthma off\b|\b(?:sets? off|set off|brings? on|brought on|triggers?|triggered|starts? off) (?:my|his|her|the) asthma\b/, 'asthma'],
  [/\b(?:makes?|made) (?:my|his|her) (?:mouth|tongue|throat|lips?|eyes?|skin|face) (?:go )?(?:itch\w*|tingl\w*)\b/, 'itching'],
  [/\b(?:makes?|made) (?:my|his|her) (?:mouth|tongue|throat|lips?|eyes?|face) (?:swell|puff|blow)(?: up)?\b/, 'swelling'],
  [/\b(?:hands?|arms?|skin|fingers|feet|lips|legs?) (?:all )?(?:come|came|comes|break|broke|breaks|went|goes) (?:up|out) in (?:a )?rash\b/, 'rash'],
  [/\b(?:makes?|made) (?:my|his|her) (?:\w+ )?(?:skin|hands?|arms?|face|legs?|lips?) (?:blister|come up in blisters)\b/, 'blisters'],
]
const notReaction =
  /\b(?:it|them|one|tablets?|that|this|some|any|nothing|none|better|worse|reaction|reactions|allergy|allergies|time|doctor|course|dose|injection|before|bit|lot|trouble|troubles|grief|bother|problems?|issues?|strife|hell|scare|fright|turn|twin|mum|dad|mother|father|brother|sister|son|daughter|wife|husband|partner|kids?|dog|cat|booster|vaccin\w*|immuni[sz]ations?|jabs?|shots?|needles?|tests?|scan|operation|surgery|check ?up|hospital|emergency|ambulance|intensive care|resus|icu|bed|adrenaline|epi ?pens?|anapens?|antihistamines?|steroids?|drip)\b/

/** Adjectives of the person as the sign that they name. */
const nouns: Readonly<Record<string, string>> = { itchy: 'itching', 'really itchy': 'itching', 'very itchy': 'itching', wheezy: 'wheezing', 'really wheezy': 'wheezing', red: 'redness', 'bright red': 'redness' } // biome-ignore format: a table

/** The words of the reaction as a note has them. */
function tell(words: string): string | undefined {
  const plain = cleanWords(words)
    .toLowerCase()
    .replace(
      /^(?:all |a bit of |a |an |the |this |these |some |really |bad |awful |horrible |terrible |dreadful |shocking )+/,
      '',
    )
  const name = tellName(
    plain
      .replaceAll(/\bmy\b/g, 'the')
      .replace(/,.*$/, '')
      .trim(),
  )
  return name === undefined || notReaction.test(name) || !namesEffect(name) || namesKind(name, 'medicine')
    ? undefined
    : (nouns[name] ?? name)
}

/** "Sulfasalazine, yes. Two thousand and nineteen.": when it was. */
const isTime = /^(?:(?:(?:in|about|around|back in|maybe) )*(?:(?:nineteen|two thousand|twenty)(?: (?:and )?[a-z]+)*|(?:19|20)\d\d|\w+ (?:or so )?(?:years?|months?) (?:ago|back))|(?:(?:in|back|about|around|early|late|last|the|and|hundred|thousand|oh|years?|months?|ago|it|was|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\d+|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter) ?)+)$/ // biome-ignore format: one row
/** A part of the body, without what it did. */
const isPart = /^(?:face|lips?|tongue|throat|eyes?|skin|hands?|arms?|legs?|mouth|neck|chest|tummy|stomach|jaw)$/

/** "Penicillin. Apparently.", "Sulphur. The sulfa.": an adverb alone, or another name of the allergen, is no reaction. */
const namesEffect = (name: string): boolean =>
  !isTime.test(name) &&
  !isPart.test(name) &&
  !/^(?:apparently|supposedly|allegedly|obviously|definitely|badly|severely|mainly|mostly|mildly|well|ages|kid)$/.test(
    name,
  ) &&
  !name.split(' ').every((word) => allergens.has(word) || /^(?:tablets?|drugs?|antibiotics?|the|one|ones)$/.test(word))

const plainOf = (sentence: Sentence): string =>
  sentence.words
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\b(?:um|uh|er|erm|ah|like(?! (?:an?|the) )|just)\b ,? ?/g, '')
    .replaceAll(/\b(\w+) , \1\b/g, '$1')
    .replaceAll(/\b(\w+) \1\b/g, '$1')
    .replaceAll(/\b(got|had|get) , (?=(?:a|an|the|all|my|really|this|hives|welts)\b)/g, '$1 ')
    // "My face, it swelled."
    .replaceAll(/\b((?:my|his|her) [a-z]+) , (?:it|they) (?=[a-z])/g, '$1 ')

/** "Do not give me iodine" tells no reaction. */
const isDeniedAt = (said: string, at: number): boolean => /\b(?:not|never|no)(?: \w+)? ?$/.test(said.slice(0, at))

/** The reaction that a sentence tells by its grammar. */
export function readReaction(sentence: Sentence): string | undefined {
  const said = plainOf(sentence)
  return readReactionOf(said)
}

function readReactionOf(said: string): string | undefined {
  if (/\b(?:no|not have|never had|without) (?:a |any )?reaction/.test(said)) return undefined
  for (const [pattern] of constructions) {
    const match = pattern.exec(said)
    // "My skin comes up in a rash": the reaction stands behind the part of the body.
    if (match !== null && pattern === constructions[0]?.[0] && /^ (?:in|with) [a-z]/.test(said.slice(match.index + match[0].length))) continue // biome-ignore format: short
    const found = match === null || isDeniedAt(said, match.index) ? undefined : match[1]
    const name =
      found === undefined
        ? undefined
        : pattern === constructions[0]?.[0]
          ? found.trim().replaceAll(/\b(?:my|his|her) /g, '')
          : tell(found)
    if (name !== undefined) return name
  }
  for (const [pattern, name] of deeds) {
    const found = pattern.exec(said)
    if (found !== null && !isDeniedAt(said, found.index)) return name
  }
  return undefined
}

const reactionAsked =
  /\b(?:what (?:(?:kind|sort|type) of )?(?:reaction|thing|trouble|grief|problem|bother)|what (?:kind|sort|type)(?=[ ?.]*$)|what (?:actually |exactly |usually )?(?:happen\w*|form|goes wrong|went wrong|comes (?:up|of)|came)|what (?:did|does|do|would|will) (?:it|that|they|those|this|you get)|what is (?:it|that) do|what (?:was|were|is) (?:it|that|the reaction|those)(?: like)?(?=[ ?.]*$)|what do you get|how (?:do you mean|did (?:it|you|he|she) react|does it|did it|do you react|bad)|in what way|how so|why (?:is|was) (?:that|it)|why not|how come|(?:sick|bad|crook) how|meaning what|such as what)(?![a-z])/
/** "What happens?", "What form did that take?" */
export const asksReaction = (said: string): boolean => reactionAsked.test(said)

/** How often and how soon. */
const afterwards = / (?:(?:every|each) (?:single )?time|always|without fail|straight ?away|at once|immediately|right away|all over|everywhere|within .*|after .*|for days)$/ // biome-ignore format: one row
/** A bare reply to "what happened?": "Welts.", "Hives, within the hour." */
export function readBareReaction(sentence: Sentence): string | undefined {
  const [first = ''] = plainOf(sentence).split(/ [,.!]/)
  const bare = first
    .replace(/^(?:(?:oh|well|yes|yeah|so|it was|that was|i think|,) ?)+/, '')
    .replace(
      /^(?:(?:that|this|those|the|an?) )?(?:awful|dreadful|terrible|horrible|horrid|nasty|shocking|wicked) (?=[a-z])/,
      '',
    )
    .replace(/[.,]$/, '')
    .replace(afterwards, '')
  return /^(?:no|not|never|none|nothing|i|he|she|we)\b/.test(bare) ? undefined : tell(bare)
}
/** Reactions that only an allergy gives; others may be effects of a medicine. */
export const isAllergic = (reaction: string): boolean =>
  /\b(?:rash\w*|hives|welts?|wheals?|itch\w*|blister\w*|swell\w*|swollen|swole|puff\w*|wheez\w*|anaphyla\w*|throat|lips|tongue|breathless\w*|redness|urticaria|spots|peel\w*|asthma|breathing|blotch\w*|collapse|sneez\w*|streaming)\b/.test(
    reaction,
  )

/** What many medicines do to anybody, and no allergy unless the clinician takes it as one: "Codeine makes me constipated." */
export const isSideEffect = (said: string): boolean =>
  /\b(?:constipat\w+|bunge?d|bloat\w*|wind|gassy|drows\w+|sleep\w*|tired|dopey|groggy|spac\w+|foggy|zombie|dizz\w+|giddy|wobbly|light ?headed|jittery|wired|shaky|dry mouth|metallic taste|weight|heartburn|reflux|indigestion|diarrh\w+|runs|loose|thrush|bruis\w+|bleed(?:s|ing)?|leg cramps|cough\w*)\b/.test(
    said,
  )

/** The clinician takes a reaction of any kind as one to be kept from: "An allergy, then.", "I will flag that." */
const takesUp =
  /\b(?:(?:an? |your |the )?allerg(?:y|ies|ic)\b(?!\?)|(?:mark|flag|marked|flagged) (?:that|it|this|up)|in red|an alert|will (?:avoid|steer clear|stay away|keep (?:you )?(?:off|away))|avoid (?:that|it|those)|is out\b|stays? out)/
/** `following`: the sentences after the reaction. */
export const isTakenUp = (following: readonly Sentence[]): boolean => {
  const [first, second] = following.filter(({ segment }) => segment.speaker === 'clinician')
  return [first, second].some((each) => each !== undefined && !each.isQuestion && takesUp.test(each.said) && !/\b(?:not|no|never)\b/.test(each.said)) // biome-ignore format: short
}
