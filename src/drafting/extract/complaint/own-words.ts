/**
 * The complaint in the words of the patient's first turns, where no table has its name: an injury by its verb, a part of the body with what it does, a
 * part that is named as the topic with the trouble that the next sentences tell of it. D420.
 */
import { relatives } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { withoutHedges } from '../../grammar/chunks.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import type { Quote } from '../candidates.ts'
import { readSite } from '../slots/places.ts'
import { withoutOwner } from '../slots/stretch-words.ts'
import { readByFunction } from './faculties.ts'

export type Told = {
  readonly display: string
  readonly quotes: readonly Quote[]
  readonly side?: 'left' | 'right'
}

const part = '((?:[a-z]+ ){0,2}?[a-z]+)'
const verbs = 'done|hurt|injured|twisted|rolled|sprained|strained|tweaked|pulled|ricked|jarred|banged|bumped|bashed|knocked|cut|sliced|burnt|burned|scalded|broken|broke|jammed|stubbed|trapped|crushed|wrenched|landed on|fallen on|fell on|cracked|torn|tore|dislocated|bruised|whacked|hit|smashed|squashed|stabbed|pricked|grazed|gashed|put' // biome-ignore format: a list
/** "I've done me back", "I have gone and twisted my ankle". */
const injury = new RegExp(`\\bi (have |had )?(?:just |really |only |gone and |went and |also )*(${verbs})(?: in)? (?:my|me|the|this|both my) ${part}( out| in)?(?=$|[.,;!]| (?:again|while|when|on|at|with|playing|doing|and|yesterday|last|this|lifting|falling|in|by|coming|off|getting|trying|from|over|the|during|so|badly))`) // biome-ignore format: one row
const otherTime = /\b(?:years? ago|last (?:year|month)|as a (?:kid|child)|used to|when i was|once|before|if|might|think|thought|not|never|nearly|almost)\b/ // biome-ignore format: one row

/** Undefined if somebody else's part, or of another time. */
function readInjury(sentence: Sentence): Told | undefined {
  const said = withoutHedges(sentence.said)
  const [, has, verb = '', named = '', particle = ''] = injury.exec(said) ?? []
  const before = said.slice(0, said.indexOf(` ${verb} `))
  if (verb === '' || !bodyWord.test(named) || otherTime.test(before) || /\b(?:years?|ago|last (?:year|month))\b/.test(said)) return undefined // biome-ignore format: one row
  if (verb === 'put' && particle === '') return undefined
  const lead = has === undefined ? verb : `has ${verb}`
  return {
    display: `${lead} the ${named.replace(/^(?:the|my|bloody|stupid) /, '')}${particle}`,
    quotes: [{ sentence, role: 'statement' }],
  }
}

/** A word of trouble, as it was said: "Ear: hurts". */
const troubles = /\b(pain|pains|painful|hurts?|hurting|aches?|aching|sore|kills|killing|swollen|swelling|swelled|puffy|itchy|stiff|numb|bleeding|blocked|burning|stinging|throbbing|sharp)\b/ // biome-ignore format: a list
const noTrouble = /\b(?:no|not|never|without|any)\b/

const naming = /^(?:(?:oh|mate|so|well|um|uh|yeah|yes|hi|hello|look|ok|okay|it is|it is about|about|because of|with|the problem is|just),? )*(?:it is )?(?:(?:my|me|this|these|the|a|an) )?((?:(?:left|right|big|little|lower|upper|low) ){0,2}[a-z]+)(?: (?:thing|problem|trouble|issue))?[.,]?(?: (?:again|i think|doctor|doc|mate|really|mainly))*[.,]?$/ // biome-ignore format: one row
/** "Waterworks is the main one." */
const mainThing = /^(?:(?:well|so|um|oh),? )*(?:my |the |me )?((?:(?:left|right) )?[a-z]+) (?:is|are) (?:the )?(?:main (?:one|thing|problem)|problem|big one|worst|trouble|first one)\b/ // biome-ignore format: one row
const ofSelf = /\b(?:my|me|this|these|thing|problem|trouble|issue)\b/
const side = /\b(left|right)\b/

/** "It's me right shoulder", "Shoulder.": a part of the body, and nothing else. */
function topicOf({ said }: Sentence): string | undefined {
  const main = mainThing.exec(said)?.[1]
  if (main !== undefined && bodyWord.test(main)) return main
  const [, named = ''] = naming.exec(withoutHedges(said).replace(/[.?!]+$/, '')) ?? []
  if (/^(?:(?:left|right|lower|upper) )?(?:sides?|middle|front|bottom|top|body|end|one)$/.test(named)) return undefined
  if (named === '' || !bodyWord.test(named) || named.split(' ').some((word) => relatives.has(word))) return undefined
  const bare = said
    .replace(/[.?!,]/g, '')
    .replace(/ (?:doctor|doc|again|really|i think)$/, '')
    .replace(/^(?:(?:oh|mate|well|um|just|yeah|yes|so|hi|hello|doc|it is|the|my|me) )+/, '')
  return ofSelf.test(said) || named.split(' ').length === bare.split(' ').length ? named : undefined
}

/** "My throat is killing me", "my waterworks are burning": a part as the subject, with a verb of state and its words. */
const predicate = /\b(?:my|me|this|these) ((?:(?:left|right|big|little|lower|upper|low) )?[a-z]+),? (?:it |they )?((?:is|are|has|have|keeps?|feels?|looks?|went|goes|gone|hurts?|aches?|itch\w*|throbs?|burns?|swell\w*|started)\b[^.,;?]*)/ // biome-ignore format: one row
const light = /\b(?:been|being|is|are|has|have|gone|go|goes|keeps?|feels?|looks?|all|just|like|really|so|me|it|very|a bit|and|got|getting|went|started|to)\b/g // biome-ignore format: one row
const fine =
  /\b(?:fine|ok|okay|all right|alright|normal|good|better|not too bad|booked|due|was|were|used to|if|all over the place|in the clouds|in a spin|elsewhere)\b/
const idiom =
  /\b(?:killing me|giving me (?:[a-z]+ ){0,5}(?:hell|time|grief|gyp|jip|trouble|bother|pain)|playing up|driving me [a-z]+)\b/
const hasGone =
  /^(?:(?:has|have|is|are) (?:just |really |bloody )*)?(?:gone|went|seized up|locked up)(?: (?:again|out))*$/

/** Words by which a speaker looks for the name. */
const searching = /, (?:oh|like|you know|um|uh|sort of|kind of|i do not know(?: what (?:it is|to call it|you (?:would )?call it)| how to (?:say|put|describe) it)?|what (?:do|would) you call it|what is (?:it called|the word)|how (?:do|can|would) (?:i|you) (?:say|put|describe) (?:it|this)|for want of a better word)\b,?/g // biome-ignore format: one row

/** "My back's gone": a part of the body with its verb contracted. */
const opened = (said: string): string => said.replaceAll(/\b([a-z]+)'s (?=([a-z]+))/g, (whole, word: string, next: string) => (bodyWord.test(word) || word === 'back' ? `${word} ${/^(?:been|gone|got|had|started|come|swollen up|packed|seized|locked)$/.test(next) ? 'has' : 'is'} ` : whole)) // biome-ignore format: one row

const plainOf = ({ said }: Sentence): string => withoutHedges(opened(said).replaceAll(searching, ' ').replaceAll(/\b(is|are) been\b/g, (_, verb: string) => (verb === 'is' ? 'has been' : 'have been')).replaceAll(/ {2,}/g, ' ')) // biome-ignore format: one row

function readPredicate(sentence: Sentence): Told | undefined {
  const said = plainOf(sentence)
  const [, named = '', told = ''] = predicate.exec(said) ?? []
  if (
    named === '' ||
    !bodyWord.test(named) ||
    fine.test(told) ||
    /\b(?:not|no|never)\b/.test(told) ||
    relatives.has(named)
  )
    return undefined
  const whole = told.replace(/ (?:and|so|because|but|since|for|when|if|that|which|after|to be) .*$/, '').trim()
  // "My back's gone again."
  if (hasGone.test(whole)) return { display: `${named}: ${whole.replace(/^(?:has|have|is|are) (?:just |really |bloody )*/, '')}`, quotes: [{ sentence, role: 'statement' }] } // biome-ignore format: one row
  if (idiom.test(whole))
    return {
      display: `${named} ${/\bkilling\b|\bpain\b/.test(whole) ? 'pain' : 'trouble'}`,
      quotes: [{ sentence, role: 'statement' }],
    }
  const content = whole.replaceAll(light, ' ').trim()
  if (content === '' || whole.split(' ').length > 8 || /\b(?:i|you|he|she|we)\b/.test(whole)) return undefined
  return { display: `${named} ${withoutOwner(whole)}`, quotes: [{ sentence, role: 'statement' }] }
}

/** The part that the sentences name, with the trouble that they or the next ones tell. */
function readPart(sentences: readonly Sentence[], index: number): Told | undefined {
  const sentence = sentences[index]
  const named = sentence === undefined ? undefined : topicOf(sentence)
  if (sentence === undefined || named === undefined) return undefined
  const own = side.exec(sentence.said)?.[1] as Told['side'] // the pattern has these two words only
  const bare = named.replace(side, '').replace(/^ +/, '').replaceAll(/ {2,}/g, ' ')
  const whole = own === undefined ? bare : `${own} ${bare}`
  return tellPart(whole, [{ sentence, role: 'statement' }], sentences.slice(index), own)
}

/** "It keeps going, it races": what "it" does. */
const deed = /(?:^|, |\b(?:and|but|so|then) )(?:it|they) (?:just |really |very |keeps? )*((?:is |are )?(?:rac(?:es?|ing)|pound(?:s|ing)|thump(?:s|ing)|flutter(?:s|ing)|skip(?:s|ping)(?: beats)?|throb(?:s|bing)|burn(?:s|ing)|sting(?:s|ing)|itch(?:es|ing)|bleed(?:s|ing)|leak(?:s|ing)|weep(?:s|ing)|lock(?:s|ing)|click(?:s|ing)|giv(?:es|ing) way|runs?|swell(?:s|ing)|peel(?:s|ing)|blocked(?: up)?|numb|tingling|stiff|red|hot|sticky|itchy|bleeding|slow|weak|crook|sore|painful|like (?!an? (?:idiot|fool))[a-z]+(?: [a-z]+){0,2}(?=$|[.,;])))(?![a-z])/ // biome-ignore format: one row
const onset =
  /^(?:(?:and|so|just),? )*(?:it )?(?:just )?((?:came on|came up|blew up|flared up|kicked off) (?:overnight|suddenly|last night|in the night|this morning|yesterday|out of (?:nowhere|the blue)))[.!]*$/
const inability = /^(?:(?:and|so|but|just),? )*(?:i )?(?:can not|cannot|could not) (?:even |really |properly )*((?:put|lift|raise|straighten|bend|move|turn|close|open|grip|feel|stand on|walk on|sleep on|lie on|use|get) (?:it|them|my|me|the|anything|on|to)\b[^.,;]{0,40}?)(?=$|[.,;]| (?:and|because|since|without|but)\b)/ // biome-ignore format: one row
const agrees = /^(?:(?:oh|well),? )?(?:yes|yeah|yep|yup|mm)\b/

/** The trouble of a part that was named: what the same sentence or the next ones say of it, or a question that the patient affirms. */
export function tellPart(
  whole: string,
  named: readonly Quote[],
  sentences: readonly Sentence[],
  own: Told['side'],
): Told | undefined {
  // biome-ignore format: one row
  const withSide = own === undefined ? {} : { side: own }
  for (const next of sentences.slice(0, 24)) {
    if (next.isQuestion) continue
    const quotes = (more: readonly Quote[]): readonly Quote[] => [...named, ...more.filter((quote) => !named.some(({ sentence }) => sentence === quote.sentence))] // biome-ignore format: one row
    // "It's the toe. It came on overnight."
    const began = next.at === sentences[0]?.at && next !== sentences[0] ? onset.exec(plainOf(next))?.[1] : undefined
    if (began !== undefined) return { display: `${whole}: ${began}`, quotes: quotes([{ sentence: next, role: 'statement' }]), ...withSide } // biome-ignore format: one row
    // "It's my foot. I can't put it to the floor."
    const unable = next.at === sentences[0]?.at ? inability.exec(plainOf(next))?.[1] : undefined
    if (unable !== undefined) return { display: `${whole}: cannot ${withoutOwner(unable)}`, quotes: quotes([{ sentence: next, role: 'statement' }]), ...withSide } // biome-ignore format: one row
    const does = deed.exec(plainOf(next))?.[1]
    if (does !== undefined && !noTrouble.test(next.said)) return { display: /^(?:is|are) /.test(does) ? `${whole}: ${does.replace(/^\w+ /, '')}` : `${whole} ${does}`, quotes: quotes([{ sentence: next, role: 'statement' }]), ...withSide } // biome-ignore format: one row
    // "Got sore legs" tells of another part.
    const other = bodyWord.exec(next.said)?.[0].replace(/s$/, '')
    const isOfOther = other !== undefined && !whole.includes(other) && next.at !== sentences[0]?.at
    const found = isOfOther || noTrouble.test(next.said) ? undefined : troubles.exec(next.said)?.[1]
    if (found !== undefined) return { display: /^kill/.test(found) ? `${whole} pain` : `${whole}: ${found}`, quotes: quotes([{ sentence: next, role: 'statement' }]), ...withSide } // biome-ignore format: one row
    // "It's the knee. It feels like it is about to give way."
    const likened = next.at === sentences[0]?.at && !noTrouble.test(next.said) ? /\b(?:it|they) (?:just )?(?:feels?|felt|is|was) (like (?:i|something|there|it|an?|the|my)\b[^.,;?]{4,50})/.exec(next.said)?.[1] : undefined // biome-ignore format: one row
    if (likened !== undefined) return { display: `${whole}: ${likened.replace(/\bi have\b/, 'having').replace(/\bmy\b/g, 'the')}`, quotes: quotes([{ sentence: next, role: 'statement' }]), ...withSide } // biome-ignore format: one row
    const question = next.asked.at(-1)
    const asked = question === undefined || noTrouble.test(question.said) || !agrees.test(next.said) ? undefined : troubles.exec(question.said)?.[1] // biome-ignore format: one row
    if (asked !== undefined && question !== undefined) return { display: `${whole}: ${asked}`, quotes: quotes([{ sentence: question, role: 'question' }, { sentence: next, role: 'answer' }]), ...withSide } // biome-ignore format: one row
  }
  return undefined
}

/** "I've got this lump behind my ear", "I have always had a mole there": a thing of the body, with its place. */
const having = /\bi (?:have (?:always |also |just )?(?:got |had |noticed |been getting |been having |developed |found )?|noticed |found )(?:a |an |this |these |some |the |my |loads of |a lot of |(?=(?:[a-z]+ ){0,2}(?:spots|blisters|lumps|hives|welts|sores|bites|bumps|ulcers|bruises|shingles)\b))((?:[a-z]+ ){0,3}?(?:lumps?|bumps?|rash|spots?|moles?|blisters?|sores?|ulcers?|boils?|cysts?|warts?|verrucas?|patch(?:es)?|bites?|cuts?|burns?|bruises?|swelling|discharge|splinter|abscess|ganglion|hernia|shingles|skin tag|growth|freckle|wound|scab|hives|welts|ringworm|cold sore|stye|lesion))((?: (?:behind|on|in|under|over|round|around|between|above|below|near|inside|all over|across|down|up) (?:my|the|me|both my) (?:[a-z]+ ){0,2}?[a-z]+)?)(?=$|[.,;!]| (?:and|that|which|for|since|there|now|but|so|it|they|look|then|from|when|after)\b)/ // biome-ignore format: one row

/** "Get a bit of a tight feeling.", "I got this pain": a feeling with its quality, or a pain. */
const feeling = /(?:^|, |\b(?:and|then|so) )(?:(?:well|um|oh|so|ah),? )*(?:i )?(?:have |just |always )*(?:keep getting|keep having|been getting|been having|got|get|gets|getting|had|noticed) (?:a |an |this |these |the |some )?((?:(?:really|terrible|bad|horrible|awful|strange|weird|funny|sharp|dull|burning|tight|heavy|sick|sinking|numb|tingly|crushing|stabbing|aching|shooting) )*(?:feeling|sensation|pains?|ache|cramps?|tightness|heaviness|pressure|burning|twinges?|spasms?|flutter\w*|throbbing|pounding|thumping|tingling|numbness|stiffness|soreness))((?: (?:in|across|down|behind|under|over|round|around|on|through) (?:my|the|me|both my) (?:[a-z]+ ){0,2}?[a-z]+)?)(?=$|[.,;!]| (?:and|that|which|for|since|when|if|but|so|it|here|up|there)\b)/ // biome-ignore format: one row
const bare = /^(?:the |a )?(?:feeling|sensation)$/

/** "Fluttering. In my chest.": both together have a name that nobody said. */
const isOneName = (words: string): boolean =>
  !/^(?:[a-z]+ )*(?:pains?|ache|cramps?) /.test(words) &&
  findTerms(readWords(words)).some(({ from, to }) => from === 0 && to > 0)

function readFeeling(sentences: readonly Sentence[], index: number): Told | undefined {
  const sentence = sentences[index]
  if (sentence === undefined || noTrouble.test(plainOf(sentence))) return undefined
  const [, thing = '', place = ''] = feeling.exec(plainOf(sentence)) ?? []
  if (thing === '' || bare.test(thing)) return undefined
  // "I got this pain. Up here. Under the ribs on the right.": the place follows in a sentence of its own.
  const next =
    place === ''
      ? sentences
          .slice(index + 1, index + 3)
          .find(({ said }) => !/^(?:in )?the middle$/.test(readSite([said]) ?? 'the middle'))
      : undefined
  const told = next === undefined ? undefined : readSite([next.said])
  const site =
    told === undefined
      ? ''
      : `${!isOneName(`${thing} ${told}`) && /^(?:in|under|behind|across|over|below|above|between|on|at|round|around|down|up) /.test(told) ? '' : ','} ${told}`
  const quotes = [sentence, ...(next === undefined ? [] : [next])].map((one) => ({
    sentence: one,
    role: 'statement' as const,
  }))
  return { display: `${thing}${withoutOwner(place)}${site}`, quotes }
}

/** A parent tells of the child: "he's got spots". */
const ofChild = /\b(?:he|she) (?:is got|has got|has|is having)\b/g

function readHaving(sentence: Sentence, isChild: boolean): Told | undefined {
  const said = isChild ? plainOf(sentence).replaceAll(ofChild, 'i have got') : plainOf(sentence)
  const [, thing = '', place = ''] = having.exec(said) ?? []
  const isElsewhere = /\b(?:ganglion|hernia|shingles|skin tag)$/.test(thing) && !bodyWord.test(place)
  if (thing === '' || isElsewhere || /\b(?:not|no|never)\b/.test(thing) || /\b(?:years? ago|last year|used to|as a (?:kid|child)|removed|cut out|burnt off)\b/.test(said)) return undefined // biome-ignore format: one row
  return { display: `${thing}${withoutOwner(place)}`, quotes: [{ sentence, role: 'statement' }] }
}

/** "I was weeing every twenty minutes, and it burns": what the body keeps doing, and what that is like. */
const bodily = /\bi (?:am|was|have been|keep)(?: just| always| constantly)? ((?:weeing|peeing|pooing|bleeding|shaking|leaking|dribbling|drooling|scratching|shivering|limping|itching|burping|choking|sneezing|sniffing|snoring|fainting|collapsing|falling over|losing (?:weight|hair|blood)|throwing up|being sick|running to the (?:loo|toilet|bathroom|dunny)|going to the (?:loo|toilet|bathroom)|up and down to the (?:loo|toilet))\b(?: (?:every|all|more|non|for|from|a lot|at|in|with|up)\b[^.,;]*)?)(?:,? and (?:it|that) (?:just )?(burns|stings|hurts|bleeds|itches))?/ // biome-ignore format: one row

function readBodily(sentence: Sentence): Told | undefined {
  const [, deed, does] = bodily.exec(plainOf(sentence)) ?? []
  if (deed === undefined || /\b(?:not|never|if|when i was)\b/.test(sentence.said)) return undefined
  return { display: `${withoutOwner(deed.replace(/ and .*$/, ''))}${does === undefined ? '' : `, ${does}`}`, quotes: [{ sentence, role: 'statement' }] } // biome-ignore format: one row
}

/** A medicine, or what one did: "when I had it I had blisters". */
const isOther = ({ said, terms }: Sentence): boolean => terms.some(({ kind }) => kind === 'medicine') || /\b(?:allerg\w*|react\w*|(?:made|gave|gives|makes) (?:me|my)|tablets?|medic\w*|(?:keep|stay) (?:me )?(?:away|off)|if|used to)\b/.test(said) // biome-ignore format: one row

/** The complaint of the first sentences of the patient. */
export function readOwnWords(sentences: readonly Sentence[], isChild: boolean): Told | undefined {
  for (const [index, sentence] of sentences.entries()) {
    if (sentence.isQuestion || sentence.text.includes('[') || isOther(sentence)) continue
    const told =
      readInjury(sentence) ??
      readByFunction(sentences, index) ??
      readHaving(sentence, isChild) ??
      readBodily(sentence) ??
      readFeeling(sentences, index) ??
      readPredicate(sentence) ??
      readPart(sentences, index)
    if (told !== undefined) return told
  }
  return undefined
}
