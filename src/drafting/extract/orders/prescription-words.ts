/**
 * The words of an order for one medicine. Name, dose, rate and length are marked first; what is left must be light words, which say only that the
 * medicine is taken or changed, in any order. A word of doubt, condition, past, another person or another thing is not light. D289.
 */
import type { MedicineChange } from '../../../core/clinical-note.ts'
import { wordSet } from '../../vocabulary/words.ts'

/** Words by which clinicians prescribe, in any form of a sentence. */
const light = wordSet(
  'a an the some any this that these those it its i we you he she they him her them us me my your his our their one ones both',
  'will would shall am is are be been being has have having do does can should must need needs want wants like going go goes get gets getting let got',
  'and so then but now at in on onto of for with to from by as up into per out there here what how',
  'start starting started begin beginning commence commencing put putting pop popping prescribe prescribing give giving take taking takes use using try trying pick collect grab send write writing written print issue propose proposing suggest suggesting recommend recommending advise advising choose choosing treat treating add adding say settle settles help helps work works make ask think reckon say apply applying',
  'script prescription course pharmacist pharmacy chemist counter medicine medication tablet tablets capsule capsules pill pills cream ointment gel drops spray inhaler puffer patch syrup liquid dose doses strength job trick thing mind idea way time times each called treatment plan phone',
  'hand handing offer offering order ordering dispense dispensing supply supplying fill filling type typing fax faxing email emailing organise organising arrange arranging provide providing introduce introducing trial trialling slot slotting bring bringing line lining set setting sort sorting run running',
  'food meal meals breakfast lunch dinner tea supper eating stomach full empty water glass milk sip swallow swallowed swallowing whole plenty packet pack box finish finished finishing complete evenly spaced plus comes makes means always lots',
  'please just also too straight away first well ok okay right good great fine favour favouring benefit box begin taken good morning probably definitely actually certainly regularly tonight today tomorrow onwards done sure alright simply easy doctor again instead regular',
)
/** Words of stopping, continuing and changing. */
const ofChange = wordSet(
  'stop stopping stopped cease ceasing ditch drop dropping off discontinue discontinuing quit bin throw chuck leave leaving no more hold holding withdraw finished afraid longer anymore altogether completely repeat list rid come coming mind',
  'continue continues continuing keep keeping carry carrying stay stays staying stick sticking renew renewing change changes changed same nothing happy alone before usual normal always exactly unchanged with remain remains',
  'increase increasing increased reduce reducing raise raising lower lowering alter altering bump bumping step stepping move moving double halve cut cutting becomes become future rather than place old new down prefer who not don never was needs dose half present touch touching carries making untouched afraid it than',
  'nudge nudging tweak tweaking adjust adjusting ease easing crank cranking push pushing shift shifting scale scaling titrate titrating upping pull pulling knock knocking wind winding dial dialling back turn turning bring bringing taper tapering wean weaning trim trimming edge edging inch inching jump jumping climb climbing switch switching about around over onto',
)

/** Where it is got, how it works, and how its doses are spread: words around an order that add nothing to it. */
const around = /\b(?:(?:four|six|eight|ten|twelve) hours apart|(?:the )?first (?:one|dose|tablet|capsule) (?:tonight|today|tomorrow|now|straight away)|over the counter|does the (?:job|trick)|to your phone|from the (?:chemist|pharmacy)|what i have in mind|how it works is)\b/g // biome-ignore format: one row

/** What the clinician is doing with the medicine, in any verb: "I'm popping you on MED", "we're nudging MED to DOSE". */
const doing =
  /\b(?:i am|we are|i will be|we will be) (?:(?:just|also|now|still) )*(?!(?:stop|ceas|halt|withdraw|withhold|avoid|refus|consider|think|wonder|weigh|hold|keep|continu|replac|discuss|mention|talk|read|look|ask|check|see|hear|worr|hop|lean|toss|hesitat|doubt|taking (?:you|him|her) off|not)\w*)[a-z]+ing(?= (?:(?:you|him|her|the|your|his|some|a|that|on|up|down|in|out|with|for|to|of) )*MED\b)/g

export const isLightOrder = (rest: string, isStart: boolean): boolean =>
  rest
    .replaceAll(around, ' ')
    .replaceAll(doing, ' ')
    .split(/[ ,]+/)
    .every((word) => word === '' || /^[A-Z]+$/.test(word) || light.has(word) || (!isStart && ofChange.has(word)))

const stop =
  /\b(?:stop|stopping|stopped|ceas\w+|ditch|drop(?:ping)?|off|discontinu\w+|quit|bin|throw|chuck|leave (?:\w+ )?out|no more|withdraw|(?:done|finished) with|get rid|(?:has to|have to|can|needs to) go(?! (?:to|up|down|on|back|in|with|at|into)\b))\b/
const keep =
  /\b(?:continu\w+|keep\w*|carry(?:ing)? on|stay\w*|stick\w*|renew\w*|no changes?|nothing changes|same|unchanged|alone|remains?|carries on|not touching|no need to touch|as (?:it is|before|you are|usual|normal|always))\b/
/** "Don't stop it" goes on with it; "never leave it out" too. */
const notStop =
  /\b(?:not|never) (?:\w+ ){0,2}?(?:stop|ceas\w+|ditch|drop|quit|discontinu\w+|leave (?:\w+ )?out|come off)\b/
/** "Don't take it any longer": the medicine is over. "Don't take it with milk" is no stop. */
const notTake = /\b(?:not|never) (?:\w+ ){0,2}?(?:take|use|have|need|continue)\b.*\b(?:more|longer|anymore|again|now)\b/
const alter =
  /\b(?:increas\w+|reduc\w+|rais\w+|lower\w*|alter\w*|bump\w*|step\w*|doubl\w+|halv\w+|cut\w*|chang\w+|becomes?|mov\w+|nudg\w+|tweak\w*|adjust\w*|eas(?:e|ing)|crank\w*|push\w*|shift\w*|scal(?:e|ing)|titrat\w+|upping|pull\w*|knock\w*|dial\w*|wind\w*|taper\w*|wean\w*|trim\w*|edg(?:e|ing)|jump\w*|climb\w*)\b|\b(?:take|go|get|put|drop|bring|turn)\b(?: \w+){0,4} (?:up|down|to)\b|\bto DOSE\b|\bmake (?:it|that) DOSE\b|\bgoes (?:up |down )?(?:from|to)\b/
/** "A change of MED" is none of its dose. */
const negated = /\b(?:not|never|don|no)\b/

/** "A patch, changed twice a week": it is put on anew, with the same dose. */
const renewed = /,? (?:changed|replaced|renewed|swapped)(?: over)? RATE\b/g

/** The change of the medicine that the words order; undefined if they order none, or two. */
export function readChange(said: string, doses: number): MedicineChange | undefined {
  const rest = said.replaceAll(renewed, ' RATE')
  if (notStop.test(rest)) return 'continued'
  const isStop = notTake.test(rest) || stop.test(rest.replace(/\bdrop (?:\w+ ){0,3}(?:to|down|from)\b/, ' '))
  const isKeep = keep.test(rest)
  if (doses >= 2 || (doses === 1 && alter.test(rest) && !isKeep)) return 'changed'
  if (isStop && isKeep && !notTake.test(rest)) return undefined
  if (isStop) return doses === 0 ? 'stopped' : undefined
  if (isKeep) return 'continued'
  return negated.test(rest) || doses === 0 ? undefined : 'started'
}

/** Of two doses, the one that a word marks as the old one: "from DOSE", "DOSE becomes", "instead of DOSE". */
const oldBefore =
  /\b(?:from|instead of|rather than|in place of|not|replacing|was|used to be|off|than|(?:you are|you have been|he is|she is)(?: (?:currently|now|still))? (?:on|taking|at)|the moment(?: is| it is)?|currently)(?: the| your| that)?(?: old)? ?$/
const oldAfter = /^,? ?(?:becomes?|as was|now|currently|at the moment|at present|before|goes|is (?:now )?(?:to be|going to be)|to (?:DOSE|be))\b/ // biome-ignore format: one row

const newBefore = /\b(?:to|now|make (?:it|that)|becomes?|going (?:for|with)|go (?:for|with)) ?$/

/** The index of the new dose among two; undefined if no word tells them apart, or if both look old. */
export function findNewDose(rest: string): 0 | 1 | undefined {
  const [before = '', between = '', after = ''] = rest.split('DOSE')
  const isFirstNew = newBefore.test(before)
  if (isFirstNew !== newBefore.test(between)) return isFirstNew ? 0 : 1
  const isFirstOld =
    oldBefore.test(before) || oldAfter.test(`${between}DOSE`.trimStart().replace(/^to DOSE$/, 'to DOSE'))
  const isSecondOld = oldBefore.test(between) || oldAfter.test(after.trimStart())
  if (isFirstOld === isSecondOld) return undefined
  return isFirstOld ? 1 : 0
}

const count = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|\\d{1,2}|(?:a )?couple of)'
const course = new RegExp(
  `,? ?\\bfor (?:the )?(?:(about|around|roughly|the best part of|best part of) |(?:next|another|full|whole) )*(${count}) (?:more |full |good |whole |solid )?(day|week|month|fortnight)s?\\b|,? ?\\ban? (${count})[ -](day|week|month) course(?: of)?\\b`,
)
const figures: Readonly<Record<string, string>> = { an: 'a', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', twelve: '12', fourteen: '14', 'couple of': 'a couple of' } // biome-ignore format: a table

export type Course = { readonly text: string; readonly rest: string }

/** Takes the length of the course out of the words: "for seven full days" is "7 days". */
export function takeCourse(rest: string): Course | undefined {
  const match = course.exec(rest)
  if (match === null) return undefined
  const [whole, soft, first, unit = match[5] ?? '', second] = match
  const said = first ?? second ?? ''
  const figure = figures[said] ?? said
  const isOne = figure === 'a' || figure === '1'
  const amount = figure === 'a' && unit !== 'fortnight' ? '1' : figure
  return {
    text: `${soft === undefined ? '' : 'about '}${amount} ${unit}${isOne ? '' : 's'}`,
    rest: rest.replace(whole, ' COURSE '),
  }
}

/** A dose that is taken back, and the next one said. */
export const takesBack =
  /(?:[ ,]*\b(?:no|oh|um|wait|sorry)\b)*[ ,]*\b(?:what am i saying|scrap that|strike that|ignore that|forget that|let me (?:change|correct|rephrase) that|that is wrong|correction|my mistake|i mean|make that|hang on|hold on|sorry|no wait|actually)\b[ ,]*/
