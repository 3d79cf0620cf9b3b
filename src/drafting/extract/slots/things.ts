/** What makes a trouble worse or better, or brings it on: deeds, things, times and occasions of a reply, over several sentences. D419. */
import { type Chunk, isDeed, type Stretch } from '../../grammar/chunks.ts'
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { occasionOf, stretchesOf, unsure, withoutOwner } from './stretch-words.ts'

type Want = 'worse' | 'better'

/** What a clause says of the thing that it names. */
const good =
  /^(?:is |are |feels? |seems? )?(?:not (?:too|so|that|as) bad|(?:quite |a bit |much |a lot )?(?:better|best|good|okay|ok|all right|fine|nice|easier)|the best|helps?|eases?|settles?|soothes?|takes? the edge|lifts?|does|do|works?)\b/
const bad =
  /^(?:is |are |feels? |seems? |can be )?(?:(?:the |a |really |quite |pretty |very |absolutely |bloody )*(?:worse|worst|bad|hard|painful|horrible|awful|terrible|murder|agony|killer|sore|difficult|nightmare)|kills?|hurts?|does|do|sets?|brings?|makes?|gives?|triggers?|starts?|gets?|catch(?:es)?|aggravates?)\b/

const fits = (verdict: string, want: Want): boolean => {
  if (verdict === '' || /^(?:and|then)$/.test(verdict)) return true
  return (want === 'better' ? good : bad).test(verdict)
}

/** No thing: pronouns, particles, words that judge, and times that only count. */
const noThing =
  /^(?:it|that|this|them|they|i|you|he|she|we|something|anything|everything|things?|stuff|yeah|one|ones|not|bit|lot|the (?:thing|one|same|worst|best|other|first|time|other day)|the day|that day|today|yesterday|ages|hours|a (?:bit|lot|few)|all|both|same|kind|sort|idea)$/

/** "Bending to do the boots": the deed, up to the verb that judges it. */
const verdictVerb =
  /^(?:is|are|was|were|feels?|seems?|does|do|gives?|makes?|sets?|brings?|kills?|hurts?|helps?|eases?|settles?|soothes?|works?|can|takes?|lifts?|triggers?|starts?|gets?|catch(?:es)?|aggravates?|might)$/

type Cut = { readonly thing: string; readonly verdict: string }

function cutAtVerdict({ text, chunks }: Stretch, from: number): Cut {
  const words = chunks.flatMap(({ words: own }) => own)
  const at = words.findIndex((word, index) => index >= from && verdictVerb.test(word.text) && words[index - 1]?.text !== 'to') // biome-ignore format: one row
  const start = chunks[0]?.start ?? 0
  const cut = words[at]
  if (cut === undefined) return { thing: text, verdict: '' }
  return { thing: text.slice(0, cut.start - start).trim(), verdict: text.slice(cut.start - start) }
}

/** The first noun group, with its places; a clause that follows at once only says more of it: "heat pack the missus does". */
function nounPart(chunks: readonly Chunk[]): readonly Chunk[] {
  const end = chunks.findIndex(({ kind }, index) => index > 0 && kind !== 'place')
  return end < 0 ? chunks : chunks.slice(0, end)
}

const ofTime = /^(?:at|in|on|after|before|during|with|first thing|under|around|over|by|out|out of) /
const timeAlone = /^(?:(?:the )?(?:morning|mornings|evening|evenings|afternoon|nights?|night time|first thing(?: in the morning)?|cold weather|winter|summer|spring))$/ // biome-ignore format: one row

/** "It's better when I'm moving": the clause before the occasion says of what kind it is. */
const says = { worse: /\b(?:worse|worst|hurts?|kills?|bad|horrible)\b/, better: /\b(?:better|best|easier|fine|okay|eases?|helps?|settles?|goes (?:off|away))\b/ } as const // biome-ignore format: one row

const lacking =
  /^(?:(?:well|um|yeah|oh),? )*not (?:eating|sleeping|drinking|resting|moving)(?: (?:enough|properly|well))?[.!]*$/

function thingOf(stretch: Stretch, before: Stretch | undefined, want: Want): string | undefined {
  // "Anything that sets it off?" - "Not eating."
  if (lacking.test(stretch.text)) return want === 'worse' ? stretch.text : undefined // biome-ignore format: one row
  const occasion = occasionOf(stretch, before)
  if (occasion !== undefined && before !== undefined && says[want === 'worse' ? 'better' : 'worse'].test(before.text) && !says[want].test(before.text)) return undefined // biome-ignore format: one row
  if (occasion !== undefined) return unsure.test(occasion.replace(/^.*?ing /, '')) ? undefined : occasion
  const { chunks, join } = stretch
  const [first] = chunks
  if (first === undefined || /^(?:but|because|so|although|unless|until|when|if|while)$/.test(join ?? '')) return undefined // biome-ignore format: one row
  if (isDeed(stretch)) {
    const { thing, verdict } = cutAtVerdict(stretch, 1)
    return fits(verdict, want) && !unsure.test(thing) ? thing : undefined
  }
  if (first.kind === 'place' && ofTime.test(first.text)) {
    const { thing, verdict } = cutAtVerdict(stretch, 2)
    return fits(verdict, want) && !unsure.test(thing) && thing.split(' ').length <= 6 ? thing : undefined
  }
  if (/^(?:out|up|down|off)$/.test(first.text) && chunks[1]?.kind === 'place') return unsure.test(stretch.text) || stretch.text.split(' ').length > 6 ? undefined : stretch.text // biome-ignore format: one row
  if (first.kind !== 'noun' || first.words.every(({ tag }) => tag === 'PRON' || tag === 'DET' || tag === 'NUM')) return undefined // biome-ignore format: one row
  const { verdict, thing } = cutAtVerdict(stretch, 1)
  const part = nounPart(chunks).map(({ text }) => text).join(' ') // biome-ignore format: one row
  const named = thing.length < part.length ? thing : part
  if (!fits(verdict, want) && named === thing) return undefined
  return unsure.test(named) || noThing.test(named) || (/^\d/.test(named) && !timeAlone.test(named)) ? undefined : named
}

/** True if the thing names a medicine: other rules tell what was taken. */
const isMedicine = (thing: string): boolean => findTerms(readWords(thing)).some(({ kind }) => kind === 'medicine')

/** The things of one sentence of a reply. Reading ends at a clause that tells another matter. */
export function readThings(said: string, want: Want): readonly string[] {
  // "I had it once, walking out to the dogs": one time is no rule. "Coffee, no": it does not do it.
  if (/\b(?:once|one time)\b(?! (?:i|it|you|the)\b)/.test(said) || /^[a-z ]{2,30}, no\b/.test(said)) return []
  // "Not when I'm sitting": what does not do it.
  const stretches = stretchesOf(
    lacking.test(said)
      ? said
      : said.replace(
          /(?:^|,? )(?:but )?(?:not|never|except|apart from) (?:so much |really |just |usually )?(?:when|if|at|with|on|in|for|after|while|[a-z]+ing)\b.*$/,
          '',
        ),
  )
  const found = stretches.flatMap((stretch, index) => {
    const thing = thingOf(stretch, stretches[index - 1], want)
    const whole = thing === undefined ? '' : withoutOwner(thing).trim()
    return whole === '' ||
      noThing.test(whole) ||
      said.includes(`-${whole}`) ||
      isMedicine(whole) ||
      whole.split(' ').length > 8
      ? []
      : [whole]
  })
  return found
}
