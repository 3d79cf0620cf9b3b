/**
 * The constructions in which a clinician tells a finding: a sign that is there or not ("there's no murmur"), a state of the person ("you're
 * tender over the kidney"), a part with its quality ("the cervix looks normal"), a test with its result, and the bare nouns of an examiner.
 */
import { readOnce } from '../../../core/cache/read-once.ts'
import { examined, qualities, signs, states } from '../../vocabulary/examination-words.ts'

export type Found = { readonly text: string; readonly display: string; readonly isAbsent: boolean }

export const found = (text: string, display: string, isAbsent = false): Found => ({ text, display, isAbsent })

export const degrees =
  '(?:(?:a|an|all|both|very|quite|rather|really|pretty|nice and|lovely and|nicely|perfectly|completely|totally|slightly|mildly|moderately|exquisitely|bit|bit of|little|little bit|touch|on the|still|also|just|looking|sounding|feeling|not|no longer|more|fairly|equally|nice|good and|reasonably|entirely|generally|mostly|well|too|so|certainly|clearly|definitely) )*'
/** A grade of strength, of a reflex or of a murmur: "five out of five", "two plus". */
const grade =
  '(?:\\d|zero|one|two|three|four|five|trace)(?: plus| minus)?(?: out of (?:\\d|four|five|six)|/[4-6]| plus)'
export const quality = `${degrees}(?:an? )?(?:${qualities}|${grade})`
/** The subject of a finding: a noun phrase with a part of the body, or with the name of an examination, in it. */
const subjectWord = "(?!(?:i|you|he|she|it|we|they|is|are|not|no|and|but|or|if|that|which|so|because)\\b)[a-z'-]+"
const subject = `(?:${subjectWord} ){0,7}?(?:${examined}|examination|exam|acuity|rotation|flexion|extension|abduction|adduction|bending(?: forward)?|lifting|mental state|growth|development|sounds|reading|posture|range)(?: (?!(?:really|now|today|still|just|also|often|always|never|only|is|are|looks?|feels?|sounds?|seems?|appears?|has|have|shows?|got|that|which|who|when|not|all|both)\\b)[a-z]+)?(?: (?:of|in|on|at|across|over|around|behind|under|to|for|between|below|above) (?:${subjectWord} ){0,5}?${subjectWord})?`
const part = `(?:(?:the|your|his|her|both|that|this|left|right|upper|lower|inner|outer|front|back|top|bottom|side|of|in|on|either) )*(?:${examined})(?: (?:(?:of|in|on|at|around|over|behind) )?(?:the|your|his|her|both|left|right|${examined})| and (?:the |your )?(?:${examined})|, (?:the )?(?:${examined}))*`

/** Words of English that make a sentence of a row of nouns. */
const finite = /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|will|would|should|may|might|must|i|you|he|she|it|we|they|who|what|why|how|when|please|let|me|your mum|not)\b/ // biome-ignore format: short
/** Verbs of an instruction, and their particles: "arm up", "head back", "eyes closed", "deep breath". */
const instructs =
  /^(?:and )?(?:(?:other|now|then|just|both|left|right|that|this) )?(?:keep|lift|raise|bend|press|push|pull|put|hold|turn|move|look|open|close|shut|squeeze|lie|lean|stand|walk|breathe|relax|try|take|show|touch|follow|tell|rest|wash|wear|use|apply|avoid|watch|check|get|give|make|go|come|drop|roll|tilt|stretch|point|say|stick|poke|straighten|swing|pop|bring|sit|cover|dry|clean|screw|scrunch|puff|wiggle|clench|spread|blow|tuck|slip|hop|jump|climb|undo|grip (?:my|these)|squint)\b|\b(?:up|down|back|out|open|closed|shut|straight|bent|still|flat|relaxed|loose|wide|for me|together|apart|off|(?:deep |big |nice |slow )*breaths?(?: in| out)?|in|over(?: to)? (?:me|each \w+))$/

export const hasSign = new RegExp(`\\b(?:${signs})\\b`)
export const hasPart = new RegExp(`\\b(?:${examined})\\b`)
const hasQuality = new RegExp(`(?:^|\\s)(?:${qualities})\\b`)

/** Turns of speech with a part of the body in them: "you have a heavy heart about all this". */
const idiom =
  /\b(?:(?:heavy|broken|big|good|soft|warm|kind|hard|aching|full|true) hearts?|(?:thick|thin) skin(?:ned)?|cold shoulder|sharp tongue|stiff upper lip|(?:hard|good|cool|level|clear) head (?:on|for|about)|(?:full|clean|safe|good) hands|sweet tooth|(?:strong|weak) stomach|green thumb|good ear|big mouth|soft spot for|(?:tidy|neat|fair|legible) hand|good eggs?\b|tight (?:grip|hold) on (?:things|life|money)|(?:cold feet|pain in the neck|lump in (?:your|the|my) throat) (?:about|over|at|when)|(?:weight|load|lot|things?) on (?:your|the|his|her) (?:mind|plate|shoulders)|knots? in (?:your|the) (?:stomach|tummy) (?:about|over))\b/
/** A thing as a rule has it, and not this patient: "a normal ear drum is pearly grey", "in croup the breathing is noisy". */
const asRule =
  /^(?:in|with|for|during|like) (?!(?:the|your|his|her|both|this|that|it|all)\b)[a-z-]+(?: [a-z-]+)? (?:the|your|his|her|a)\b|^(?:an?|any|every|most|all|some) (?:normal|healthy|typical|usual|ordinary|average|good|bad|broken|sick|infected|well) [a-z ]+ (?:is|are|looks?|feels?|sounds?|has|have)\b|^there (?:can|could|may|might|will|would|should)\b|^(?:the|a) [a-z]+ is (?:an?|like|just) [a-z]+(?:,| and| that| which)/

export const isAsRule = (clause: string): boolean => idiom.test(clause) || asRule.test(clause)

const bare = (what: string): string =>
  what.replace(/^(?:any|some|an?(?! (?:little|bit|few|lot)\b)|the|your|his|her) /, '').replace(/ that (?:i|we) can (?:see|feel|hear|find)\b/, '') // biome-ignore format: short
const whole = ([, what = '']: RegExpExecArray): string => bare(what)
/** "You have an infection of the skin": a diagnosis, which other rules read with its certainty. */
const ofDiagnosis =
  /\b(?:infections?|pinched nerve|nerves?|problems?|inflammation (?:of|in)|injur(?:y|ies) (?:to|of))\b/
/** "There's no harm in a swollen gland": no sign is denied. */
const noSign =
  /^(?:harm|point|need|rush|reason|sense|way|doubt|question|hurry|risk|danger|trouble|guarantee|cure|chance|use|law|excuse|worry|worries|luck|idea|problems?(?: at all)?$|problems? (?:with (?:that|it)|doing|to)|more|other|such|longer|one|further)\b/
/** "I can see a pattern", "I hear a lot of that": no finding of the hand, the eye or the ear. */
const abstract =
  /^(?:an? )?(?:[a-z]+ ){0,3}risk\b|^(?:an? )?(?:bit|touch|little) of an? (?!(?:lump|bump|ridge|gap|click|wheeze|rash|murmur)\b)|^(?:an? |some |the |any )?(?:[a-z]+ )?(?:note|letter|result|report|way|chance|reason|pattern|history|record|mention|message|booking|appointment|reading|problem|point|people|patients?|of (?:that|it|this|people)|sense (?:of|that)|feeling (?:that|about|of)|impression|idea|question|thing|things|improvement|change|difference|lot)s?\b/
const denied = (what: string): Found | undefined => (noSign.test(what) ? undefined : found(`no ${what}`, what, true))

function partWith(where: string, what: string, isDenied: boolean): Found | undefined {
  const site = where.replace(/^(?:the|your|his|her|both|that|this) /, (word) => (/^both/.test(word) ? word : ''))
  const plain = what.replace(/^not /, '')
  // "And" or "but" after a denial begins another fact, or another side.
  if (isDenied && /\b(?:but|and (?:there|the|your|his|her|no|not|it|i|is|are|positive))\b/.test(what)) return undefined
  if (/^(?:(?:all|completely|totally) )?absent\b/.test(plain)) return found(`${site} ${plain}`, `${site} ${plain}`)
  const isAbsent = isDenied || plain !== what
  return isAbsent
    ? found(`${site} not ${plain}`, `${site} ${plain}`, true)
    : found(`${site} ${what}`, `${site} ${what}`)
}

/** A test of an examination, by its own name or by the name of who found it. */
const eponyms = "murphy|mcburney|rovsing|romberg|babinski|hoffmann?|tinel|phalen|finkelstein|hawkins|neer|speed|yergason|lachman|mcmurray|apley|obrien|jobe|thompson|homan|trendelenburg|thomas|ortolani|barlow|weber|rinne|dix hallpike|hallpike|kernig|brudzinski|spurling|lasegue|lasègue|schober|faber|allen|buerger|epley|patrick|simmonds|nikolsky|auspitz|koplik|moro|battle|grey turner|cullen" // biome-ignore format: one pattern
const test = `(?:(?:the|your|his|her|that|this) )?(?:(?:${eponyms})(?:'?s)?(?: (?:test|sign|point|manoeuvre|angle))?|(?:[a-z-]+ ){1,3}(?:test|sign|manoeuvre|impulse|reflex(?:es)?|jerks?|arc|drawer|shift)|straight leg (?:raise|raising)|slr|cough impulse|head impulse|cap(?:illary)? (?:refill|return)|timed up and go|finger to nose|heel to shin|heel to toe(?: walking)?|one leg stand)`
const result = `(?:very |quite |rather |a bit |a little |strongly |mildly |weakly |really |all )*(?:positive|negative|normal|abnormal|fine|good|equal|symmetrical|symmetric|intact|present|absent|brisk|sluggish|slow|delayed|prompt|quick|tender|sore|painful|limited|reduced|full|spot on|wobbly|unsteady|steady|clear|okay|ok|equivocal|${grade})`
const about =
  '(?:on|over|in|at|below|under|above|around|across|along|behind|near|down|just|right|to|inside|outside|between)'

const number =
  '(?:\\d[\\d./]*|a hundred|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)'
const ofSample =
  / (?:in|on) (?:the|your|his|her|this|that) (?:[a-z]+ )?(?:urine|wee|water|sample|dip(?:stick)?|test|stool|poo|swab|tracing|ecg|x ray|scan|film)$/
/** Signs that are there in health: "bowel sounds present". */
const ofFunction = /(?:sounds?|pulses?|reflex(?:es)?|jerks?|movements?)$/
/** Verbs of an examiner who perceives. */
const perceive = '(?:see|hear|feel|find|detect|note|notice|appreciate|observe|palpate|elicit|get|pick up|make out)'
const perceiving = '(?:seeing|hearing|feeling|finding|getting|noticing|picking up|appreciating)'
const perceived = '(?:saw|heard|felt|found|noted|noticed|got|picked up)'
const stress = '(?:do|does|did|can|could|just|definitely|certainly|also|still|clearly|really)'
const inSample = '(?:in|on) (?:the |your |his |her )?(?:urine|wee|water|dip|dipstick|dip test|tracing|ecg|x ray|scan)'

const ofPerson =
  /\b(?:nurse|doctor|colleague|student|friend|person|people|man|woman|child|specialist|team|patient|clinic|bus|taxi)s?\b/

/** "I can't see the drum for wax": the part is hidden, and the wax is there. */
const ofHiddenPart = new RegExp(
  `^(?:i|we|not) [a-z ]*?(?:the|your|his|her) (?:${examined})\\b.* (?:for|because of|through|with|due to|behind) `,
)

type Construction = {
  readonly isLive?: true
  /** Words without which it fits no clause. A pattern with a list of parts is dear to compile, and is not touched before they were found. */
  readonly needs?: readonly RegExp[]
  readonly said: RegExp
  readonly tell: (match: RegExpExecArray) => Found | undefined
}

const hasGrade = new RegExp(`\\s(?:${qualities}|${grade})\\b`)
const copulaOfPart = / (?:is|are|looks?|feels?|sounds?|seems?|appears?|moves?) /

// biome-ignore format: one row a line
const constructions: readonly Construction[] = [
  // A part that cannot be felt: only some parts should be felt.
  { needs: [/^(?:i|we) [a-z ]+ feel /], said: new RegExp(`^(?:i|we) (?:can ?not|could not|did not) feel (?:(?:the|your|his|her) )(${examined})$`), tell: (match) => found(`cannot feel the ${whole(match)}`, `feel the ${whole(match)}`, true) },
  // The sign before who finds it: "a soft murmur is what I hear", "no crackles are heard".
  { isLive: true, said: new RegExp(`^(?:an? |some |the )?(.+?) (?:is|are) (?:(?:what|all) (?:i|we) (?:can |could |do |am |are )*(?:${perceive}|${perceiving}|${perceived}|have)|(?:also |clearly |just |still |only |quite |very |easily )*(?:present|there|here|obvious|evident|plain|easy to (?:see|feel|hear|find)|plain to (?:see|feel|hear)|the (?:main |only |one )?(?:thing|finding)(?: (?:that )?(?:i (?:can )?(?:see|feel|hear|find|have)|here|today|there))?|noted|seen|heard|felt|palpable|visible|audible|evident|elicited|detected|appreciated))( (?:in|on|over|at|above|below|near|between|inside|beneath|around|behind|under|across|along|to) .+)?$`), tell: ([, what = '', where = '']) => (!hasSign.test(what) || finite.test(what.replace(/^no /, '')) ? undefined : /^no /.test(what) ? denied(`${what.slice(3)}${where}`) : found(`${what}${ofFunction.test(what) ? ' present' : ''}${where}`, `${what}${where}`)) },
  // A sign that does something: "a rash is spreading over the chest".
  { isLive: true, said: /^(?:an?|some) (.+?) (?:is|are) ((?:just |still |already )?[a-z]+ing(?: .+)?|(?:in|on|over|at|around|behind|under|across|along|near|between) .+)$/, tell: ([, what = '', where = '']) => (!hasSign.test(`${what} ${where}`) || ofPerson.test(what) || finite.test(`${what} ${where}`) ? undefined : found(`${what} ${where}`, `${what} ${where}`)) },
  // A denied existence or perception.
  { said: new RegExp(`^(?:there (?:is|are|was|were) (?:no|not any)|there (?:does|do) not (?:seem|appear) to be any|(?:i|we) (?:can ?not|could not|did not|do not) (?:really |quite |actually )?${perceive}|(?:i|we) (?:am|are) not ${perceiving}|not ${perceiving}|(?:i|we) (?:${perceive}|${perceived}) no|you (?:have no|do not have any)|no|negative for|free of)(?: signs? of| evidence of)? (.+)$`), tell: (match) => (hasSign.test(whole(match)) && !ofHiddenPart.test(match[0]) ? denied(whole(match)) : undefined) },
  // A sign that no table has, of a part that is named: "no gloopiness in the ear canal".
  { isLive: true, said: /^no (?:(?:signs?|evidence|hint|trace) of )?(?!(?:more|other|such|longer|one|further|need|problem|harm|point|reason|rush|pain|ache)\b)((?:[a-z'-]+ ){1,7}[a-z'-]+)$/, tell: (match) => ((hasPart.test(whole(match)) || ofSample.test(whole(match))) && !finite.test(whole(match)) && !notBare.test(whole(match)) ? denied(whole(match)) : undefined) },
  // An existence or perception.
  { said: new RegExp(`^(?:there (?:is|are|was|were|seems? to be|appears? to be)(?: just| still| also)?|(?:i|we) (?:${stress} )*${perceive}|(?:i|we) (?:am|are) ${perceiving}|(?:i|we) ${perceived}|you (?:${stress} )*(?:have|seem to have|appear to have)(?: got)?) (?!no\\b|not\\b)(.+)$`), tell: (match) => (ofDiagnosis.test(match[0]) || abstract.test(match[1] ?? '') ? undefined : hasSign.test(whole(match)) || (hasPart.test(whole(match)) && /^(?:an?|the|some)\b/.test(match[1] ?? '') && hasQuality.test(whole(match))) || (startsAsQuality.test(whole(match)) && !finite.test(whole(match))) ? found(whole(match), whole(match)) : undefined) },
  // A thing that no table has, perceived: "I can feel a spongy ridge".
  { isLive: true, said: new RegExp(`^(?:i|we) (?:${stress} )*(?:${perceive}|am ${perceiving}) (?:(?:an?|some) ((?:[a-z'-]+ ){0,7}[a-z'-]+)|((?!(?:it|you|that|this|these|those|why|how|what|where|who|the|your|no|any|like|as|so|better|well|good|fine)\\b)(?:[a-z'-]+ ){1,3}(?:in|on|at|over|across|around|behind|under|along|near|below|above) (?:[a-z'-]+ ){0,5}[a-z'-]+))$`), tell: ([, some, what = some ?? '']) => (finite.test(what) || abstract.test(what) || notBare.test(what) || ofPerson.test(what) ? undefined : found(what, what)) },
  { isLive: true, said: new RegExp(`^(?:i|we) can (?:feel|see|hear) (something (?:quite |a bit |very )?(?:${qualities}) ${about} .+?)(?: there| here)?$`), tell: ([, what = '']) => (finite.test(what) ? undefined : found(what, what)) },
  // What lies under the examiner's hand: "it's a smooth lump above the ankle".
  { isLive: true, said: /^(?:it|that|this|they|these|those|here) (?:is|are|feels? like|looks? like)(?: just| also| quite| definitely)?(?: (?:an?|some))? (?!the\b)(.+)$/, tell: (match) => (finite.test(whole(match)) || notBare.test(whole(match)) || !(startsAsNoun.test(whole(match)) || endsAsNoun.test(whole(match)) || startsAsQuality.test(whole(match))) ? undefined : found(whole(match), whole(match))) },
  // How the examiner calls a part: "I'd call the throat red".
  { needs: [/^(?:i|we|i'd|we'd) (?:would |do |have to )?(?:call|describe|rate|grade|judge|consider|make|find|record|note|put down|mark down) /], said: new RegExp(`^(?:i|we|i'd|we'd) (?:would |do |have to )?(?:call|describe|rate|grade|judge|consider|make|find|record|note|put down|mark down) (${part}) (?:as |to be )?(${quality}\\b.*)$`), tell: ([, where = '', what = '']) => partWith(where, what, false) },
  // A part of the patient, as it is: "you've got both hands cold and blue".
  { isLive: true, said: new RegExp(`^you (?:${stress} )*have (.+)$`), tell: (match) => (!hasPart.test(whole(match)) || !hasQuality.test(whole(match)) || finite.test(whole(match)) || ofDiagnosis.test(whole(match)) || notBare.test(whole(match)) || abstract.test(whole(match)) ? undefined : found(whole(match), whole(match))) },
  // A state of the person.
  { said: new RegExp(`^(?:you|he|she|the patient) (?:do not |does not )?(?:are|is|appear|appears|look|looks|seem|seems|come across as|comes across as)( not)? ((?:(?:a|an|very|quite|rather|really|pretty|slightly|bit|little|touch|looking|still|nice and|all) )*(?:${states})\\b(?! about).*)$`), tell: ([all, not, what = '']) => (not === undefined && !/^\w+ do(?:es)? not/.test(all) ? found(what, what) : found(`not ${what}`, what, true)) },
  { said: new RegExp(`^(?:it|that|this|they|these)(?: spot| bit| one| area)?(?: there| here)? (?:is|are)( not)? ((?:(?:very|quite|rather|really|pretty|slightly|exquisitely|a|bit|little|still|also|extremely|acutely) )*(?:tender|sore|painful|infected|swollen|inflamed|blanching|weeping|discharging|bleeding|hot to touch|warm to touch|boggy)),?(?: is not it,?| are not they,?)?( (?:just )?(?:there |here )?${about} .+)?$`), tell: ([, not, what = '', where = '']) => (not === undefined ? found(`${what}${where.replace(/ (?:just )?(?:there|here) /, ' ')}`, `${what}${where}`) : found(`not ${what}${where}`, `${what}${where}`, true)) },
  { said: /^(?:it|the rash|the redness)(?: does)?( not)? (blanch(?:es)?|fades?|transilluminates?|lights up|light up)((?: (?:when|with|on) .*)?)$/, tell: ([all, not, what = '', rest = '']) => (not !== undefined && /^(?:fade|light)/.test(what) ? undefined : all.startsWith('it ') || not !== undefined || /s$|up$/.test(what) ? found(`${not === undefined ? '' : 'does not '}${what}${rest}`, `${what}${rest}`, not !== undefined) : undefined) },
  // A test with its result.
  { said: new RegExp(`^(${test}) (?:is|are|was|were|comes? (?:back|up)|looks?|feels?)?( not)? ?(${result}\\b.*)$`), tell: ([, where = '', not, what = '']) => partWith(where, what, not !== undefined) },
  // A part with its quality.
  { needs: [copulaOfPart, hasPart, hasGrade], said: new RegExp(`^(${part}) (?:is|are|looks?|feels?|sounds?|seems?|appears?|(moves?))( not)? (${quality}\\b.*)$`), tell: ([, where = '', verb, not, what = '']) => partWith(verb === undefined ? where : `${where} ${verb}`, what, not !== undefined) },
  { needs: [copulaOfPart, hasGrade], said: new RegExp(`^(${subject}) (?:is|are|looks?|feels?|sounds?|seems?|appears?)(?: all)?( not)? (${quality}\\b.*)$`), tell: ([, where = '', not, what = '']) => partWith(where, what, not !== undefined) },
  // A part that does its work: "the leg's moving freely", "tendons are working"; and the person: "he's walking well".
  { needs: [/ (?:working|moving|bending|opening|closing|healing|sticking) ?/, hasPart], said: new RegExp(`^(${part}) (?:is|are) (?:all |both |still )?(not )?((?:working|moving|bending|opening|closing|healing|sticking out)(?: (?:well|fine|freely|normally|nicely|properly|okay|easily))?)$`), tell: ([, where = '', not, what = '']) => partWith(where, what, not !== undefined) },
  { isLive: true, said: /^(?:he|she|you) (?:is|are) ((?:walking|moving|breathing|talking) (?:well|steadily|normally|comfortably|freely|easily|slowly|with a (?:limp|stick|frame)))$/, tell: ([, what = '']) => found(what, what) },
  // "Not tender at the point of the shoulder."
  { isLive: true, needs: [hasPart], said: new RegExp(`^not (tender|sore|swollen|red|hot|warm|bruised) (${about} .+)$`), tell: ([, what = '', where = '']) => (finite.test(where) || !hasPart.test(where) ? undefined : found(`not ${what} ${where}`, `${what} ${where}`, true)) },
  // A part with a sign: "the knee has a bit of fluid on it". A part that does something of its own.
  { needs: [/ (?:has|have|shows?|got|full of|packed with|covered in|coated with) /], said: new RegExp(`^(${subject}) (has|have|shows?|got|(?:is|are) (?:full of|packed with|covered in|coated with)) ((?:no |a |an |some |any )?(?!been\\b).+)$`), tell: ([, where = '', verb = '', what = '']) => (!hasSign.test(what) ? undefined : /^no /.test(what) ? found(`no ${what.slice(3)} of ${where}`, `${what.slice(3)} of ${where}`, true) : partWith(where, `${verb.replace(/^(?:is|are) /, '')} ${what.replace(/ (?:on|in) (?:it|them)$/, '')}`, false)) },
  { isLive: true, needs: [/ (?:click|clunk|droop|sag|lock|catch|grind|creak|deviate|drift|shake|tremble|twitch|flicker|react|blanch|move|turn|bend|straighten|measure|weep|bleed|ooze|crackle|rattle|bulge)/], said: new RegExp(`^(${part}) ((?:clicks?|clunks?|droops?|sags?|locks?|catch(?:es)?|grinds?|creaks?|deviates?|drifts?|shakes?|trembles?|twitch(?:es)?|flickers?|react(?:s)?|blanch(?:es)?|moves?|turns?|bends?|straightens?|measures?|weeps?|bleeds?|oozes?|crackles?|rattles?|bulges?)\\b.*)$`), tell: ([, where = '', what = '']) => partWith(where, what, false) },
  { said: /^you (?:have|did) (lost|loss of) ((?:a |some |bit of |little |lot of |the |your )*(?:movement|range|muscle|feeling|sensation|power|strength|grip|height|bulk|flexibility|rotation|curve)\b.*)$/, tell: ([, , what = '']) => found(`lost ${what}`, `lost ${what}`) },
  { needs: [/^(?:you|he|she) (?:can|could)/], said: new RegExp(`^(?:you|he|she) (can ?not|can only|could not|could only) ((?:feel|lift|bend|raise|straighten|turn|reach|rotate|open|close|hear|see|move|grip|touch|extend|flex) .*\\b(?:${examined}|side|shoulder height|degrees|past)\\b.*)$`), tell: ([, can = '', what = '']) => (/\b(?:it|that|this)\b/.test(what) ? undefined : /only/.test(can) ? found(`can only ${what}`, `can only ${what}`) : found(`cannot ${what}`, what, true)) },
  // A movement that gives no pain, or one that does.
  { said: /^((?:pressing|pushing|tapping|moving|bending|turning|lifting|squeezing)\b.{2,40}?) (?:is|are)( not)? (tender|sore|painful|uncomfortable)(.*)$/, tell: ([, where = '', not, what = '', rest = '']) => found(`${where}${not ?? ''} ${what}${rest}`, `${where} ${what}`, not !== undefined) },
  // A measure with its number.
  { said: new RegExp(`^(?:the |your |his |her )?((?:capillary refill|cap refill|refill|fundal height|memory test|memory score|mini mental|depression score|anxiety score|visual acuity|acuity|bump|lump|mole|lesion|wound|ulcer|patch|liver edge|range|flexion|extension|abduction|rotation|straight leg raise|right eye|left eye)(?: (?:in|on|of) (?:the )?(?:left|right|both)(?: (?:eyes?|side))?| (?:in|on|over) (?:the|his|her|your) [a-z]+)?) (?:(?:is |was |measures |measuring |comes to |is measuring |is reading )+|(?<=\\brefill )(?=under|less|about|two|three))((?:about|under|over|less than|only|up to|at|to|roughly|around|good for) )?(${number}\\b.*)$`), tell: ([, where = '', near = '', what = '']) => found(`${where} ${near}${what}`, `${where} ${near}${what}`) },
  // A thing in the urine or on a tracing: the words alone could be of food, or of plans.
  { said: new RegExp(`^(?:there (?:is|are|was|were) |i can see |(?:the |your )?(?:urine|wee|dip|dipstick|tracing|ecg|x ray|scan) (?:shows?|has|is showing) |you have )?(no |not any |a |an |some |any )?((?:(?:trace|bit|little|lot|plus|hint|one plus|two plus|three plus|significant|acute|new|old|obvious) (?:of )?)*(?:protein|blood|sugar|glucose|ketones|nitrites|leu[ck]ocytes|white cells|infection|bacteria|changes?|fractures?|breaks?|shadows?|arthritis|fluid|clots?|stones?)(?: (?:or|and) [a-z]+)?(?: ${inSample}))$`), tell: ([, how = '', what = '']) => (/^no/.test(how) ? denied(what) : found(what, what)) },
  { said: /^(?:the |your )(urine|wee|dip|dipstick|tracing|ecg|x ray|scan)(?: test)? (?:shows?|has|is showing|showed) (?:some |a |an )?(no )?((?:(?:trace|bit|little|lot|hint) of )?(?:protein|blood|sugar|glucose|ketones|nitrites|leu[ck]ocytes|white cells|infection|bacteria|changes?|fractures?|breaks?|shadows?|arthritis|fluid|clots?|stones?)\b.*)$/, tell: ([, where = '', no, what = '']) => (no === undefined ? found(`${what} in the ${where}`, `${what} in the ${where}`) : found(`no ${what} in the ${where}`, `${what} in the ${where}`, true)) },
  // "Nothing in the armpits": an examiner who finds nothing there.
  { needs: [/^nothing /], said: new RegExp(`^nothing (?:to (?:see|feel|hear|find) |abnormal |unusual |worrying |sinister |nasty |that i can (?:see|feel|hear) )?((?:in|on|over|around|behind|at) .*\\b(?:${examined})\\b.*)$`), tell: ([, where = '']) => found(`nothing ${where}`, `nothing ${where}`) },
]

/** Bare nouns, as an examiner speaks: "boggy swelling across the knuckles", "good strong pulses in both feet", "knees a bit swollen". */
function readBare(clause: string): Found | undefined {
  if (
    finite.test(clause) ||
    instructs.test(clause) ||
    notBare.test(clause) ||
    asVerb.test(clause) ||
    clause.split(' ').length > 14
  )
    return undefined
  const plain = bare(clause)
  const isSigned = hasSign.test(plain) && startsAsNoun.test(plain)
  const isQualified = hasPart.test(plain) && startsAsQuality.test(plain)
  return isSigned ||
    isQualified ||
    isPlaced(plain) ||
    (hasPart.test(plain) && hasGrade.test(plain) && partThenQuality.test(plain))
    ? found(plain, plain)
    : undefined
}
/** "Tender in the right iliac fossa", "sore on coughing": a quality with its place or what brings it on. */
const placedQuality = new RegExp(
  `^${degrees}(?:tender|sore|swollen|red|bruised|numb|weak|warm|hot|dull|crackly|wheezy|inflamed|painful|stiff|itchy|scaly|puffy) (?:(?:there |here )?(?:just |right |down |up |all )?(?:in|on|over|at|around|under|below|above|along|across|behind|between|to|with) )(?:(?:the|your|both|that|left|right) )?(.+)$`,
)
const broughtOn = /^(?:coughing|pressing|percussion|palpation|tapping|moving|movement|bending|lifting|turning|walking|twisting|resisted|deep)\b/ // biome-ignore format: a list
function isPlaced(plain: string): boolean {
  const [, where] = placedQuality.exec(plain) ?? []
  return where !== undefined && (hasPart.test(where) || broughtOn.test(where))
}
const lead = "(?:(?:a|an|some|few|two or three|three or four|three|four|plenty of|wee|purple|couple of|crop of|lots of|line of|patch of|area of|(?:small|mild|moderate) to (?:moderate|large|severe)|bit|bit of|little|lots of|lot of|touch of|hint of|trace of|just|nice|good|lovely|normal|mild|moderate|severe|marked|slight|obvious|small|large|tiny|big|soft|hard|firm|fine|coarse|scattered|widespread|early|old|recent|fresh|healing|deep|shallow|superficial|multiple|several|single|one|two|three|painful|tender|palpable|raised|red|pink|white|yellow|black|brown|blue|dry|moist|weepy|crusty|scaly|bony|pitting|left|right|bilateral|resting|punched out|external|internal|reduced|full|limited|equal|brisk|absent|strong|weak|regular|irregular|clear|dull|loss of|quite|pretty|fairly|very|really|boggy|pearly|thickened|swollen|enlarged|inflamed|bright|dark|fluid) )*" // biome-ignore format: one pattern
const startsAsNoun = new RegExp(
  `^${lead}(?:${signs})(?:$|,? (?:on|in|at|over|across|around|behind|under|to|between|below|above|of|along|down|near|with|and|or|there|here|both|bilaterally|today|throughout|inside|outside|when|coming|all)\\b)`,
)
/** "Joint line tenderness". */
const endsAsNoun = new RegExp(`^(?:[a-z-]+ ){1,3}(?:${signs})$`)
/** Diagnoses, orders and danger: no bare noun of an examiner. */
export const notBare =
  /\b(?:(?:good|bad|great|reassuring|encouraging|worrying|welcome|positive|healthy) signs?$|(?:good|bad|great|reassuring|encouraging|worrying) signs?\b(?! of)|poor (?:old|little|thing)|(?:good|safe|fair|best|decent) bet|numbers?|(?:tidy|neat|fair|lovely) (?:hand|writing|handwriting)|infections?|inflammation|injur\w+|fractures?|dermatitis|psoriasis|cellulitis|psychosis|counts?|testing|tests?|blood tests?|monitor|scans?|means|zero|hospital|emergency|ambulance|call|ring(?! fingers?\b)|cut|problems?|then|tomorrow|weeks?|months?|days?|clinic|cream|tablets?|history|please|thank\w*|news|noted)\b/
const startsAsQuality = new RegExp(
  `^(?:(?:nice|good|lovely|quite|pretty|fairly|very|really|a|bit|little|all|both|nicely|slightly|mildly) )*(?:${qualities})(?:,? (?:and )?(?:${qualities}))*(?: (?:range|rate|amount) of)?(?: (?!(?:in|on|of|for|to|at|with)\\b)[a-z-]+){0,4}? (?:${examined}|test|sign|motion)\\b`,
)
/** A verb that is also a noun of the table: "sounds good" tells of a plan. */
const asVerb =
  /^(?:sounds?|looks?|feels?|feeling|walk|turn|colour|power|balance|back|head|speech|nerves?|movement|smile) (?:(?:really|very|all|just|pretty) )*(?:good|fine|great|okay|ok|clear|normal|well|better|nice)$/
const partThenQuality = new RegExp(
  `^${part},? (?:all )?${quality}(?:,? (?:and|but|with|both|on|in|to|over|at|bilaterally|throughout|there|today)\\b.*)?$`,
)

/** The finding that a clause tells. `isExamining`: an examination goes on, so bare nouns are findings. */
export const readClause = (clause: string, isExamining = true): Found | undefined =>
  isExamining ? readExamining(clause) : readTalking(clause)

const readExamining = readOnce((clause) => findConstruction(clause, true))
const readTalking = readOnce((clause) => findConstruction(clause, false))

/** "Any clubbing, show me your fingers": the examiner looks for it. */
const looksFor = /^(?:(?:and|so|now|then|is there|are there) )*any\b/

function findConstruction(clause: string, isExamining: boolean): Found | undefined {
  if (isAsRule(clause) || looksFor.test(clause)) return undefined
  for (const { said, tell, isLive, needs } of constructions) {
    const isApart = (isLive === true && !isExamining) || needs?.every((need) => need.test(clause)) === false
    const match = isApart ? null : said.exec(clause)
    const told = match === null ? undefined : tell(match)
    if (told !== undefined) return told
  }
  return isExamining ? readBare(clause) : undefined
}
