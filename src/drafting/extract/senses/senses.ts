/**
 * The sense of a lay word by what it stands beside: the part of the body, the person, the question before it. "Bunged up" after the bowels is
 * constipation, a kidney that is "a bit weak" is no weakness, and "is it worse when you cough?" asks after no cough. D469.
 */
import { isAboutChild } from '../../dialogue/child.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import type { Mention } from '../mention.ts'

type Row = {
  /** The name that the tables give. */
  readonly name: RegExp
  readonly polarity?: Mention['polarity']
  /** The words of the name as they were said. */
  readonly words?: RegExp
  /** The sentence that has them. */
  readonly said?: RegExp
  /** The question before it. */
  readonly asked?: RegExp
  /** Other words of the same turn. */
  readonly turn?: RegExp
  readonly isOfChild?: true
  /** It was there, and is no longer. */
  readonly isPast?: true
  /** The name that it has instead. Without one it is no symptom. */
  readonly as?: string
  readonly reason: string
}

/** A thing of the skin, or "it", and no person, as the subject. */
const weeping = /^(?!.*\b(?:i|i have|he|she|you) (?:am|have been|is|has been|was|get|gets|feel|feels|keep)\b).*\b(?:it|they|this|that|one|cut|wound|sore|ulcer|graze|burn|scab|blister|skin|rash|eczema|patch|spot|dressing|stitches|leg|foot|toe|finger|hand|elbow|knee|ear|scalp)(?: \w+)? (?:is|has|looks|gets|was|keeps|are|have|went|gone|still)\b.*\bweepy\b/ // biome-ignore format: one pattern

const bodily = 'kidneys?|heart|bladder|immune system|immunity|tea|coffee|squash|signal|batteries|battery|excuse'
// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: /^bruising$/, words: /^bruised$/, said: /\bbruised (?:my|his|her|the|a) (?:left |right |lower |upper )?(?!ribs?\b)[a-z]+/, turn: /\b(?:in (?:january|february|march|april|may|june|july|august|september|october|november|december)|last (?:month|year|summer|winter|christmas|easter)|(?:months?|years?|weeks) (?:ago|back))\b/, reason: 'a bruise of months ago has gone' },
  { name: /^low mood$/, words: /miserable|grumpy|sad/, isOfChild: true, as: 'miserable', reason: 'a small child is not depressed' },
  { name: /^low mood$/, words: /tear(?:ful|y)|weepy/, said: /\b(?:at|over|watching|with) (?:the |sad |silly |stupid )*(?:ads?|adverts?|films?|movies?|songs?|telly|tv|news)\b/, as: 'teary', reason: 'soon moved to tears, and no low mood' },
  { name: /^(?:crying|tearfulness|low mood)$/, words: /weepy/, said: weeping, as: 'weeping', reason: 'a wound weeps' },
  { name: /^(?:crying|tearfulness|low mood)$/, words: /weepy/, asked: /\b(?:discharge|ooz\w*|weep\w*|pus|leak\w*|wound|dressing|skin|crust\w*|sore|rash|ulcer|blister\w*)\b/, as: 'weeping', reason: 'a wound was asked after' },
  { name: /^low mood$/, words: /^(?:really |very |quite )?low$|low$/, asked: /\b(?:pain\w*|cramp\w*|ache\w*|hurt\w*|sore|where|feeling)\b.*\?/, said: /^(?!.*\b(?:i|my mood|spirits|mentally|emotionally)\b)/, reason: 'low down in the body' },
  { name: /^blisters?$/, polarity: 'present', said: /\b(?:burned|burnt|sunburn\w*)\b/, reason: 'of sunburns in the past' },
  { name: /^feeling unwell$/, words: /crook/, said: /\bcrook (?:back|knee|hip|shoulder|neck|leg|foot|ankle|tummy|stomach|chest|ear|eye|heart|hand)\b|\b(?:back|knee|hip|shoulder|neck|leg|foot|ankle|tummy|stomach|chest|ear|eye|heart|hand)(?:'s)? (?:is |has )?(?:been |gone |all |a bit )*crook\b/, reason: 'a part of the body is bad' },
  { name: /^fall$/, said: /\bfall(?:s|ing|en)? (?:asleep|off to sleep|ill|sick|pregnant|behind|apart|in love|out (?:with|of)|on (?:a |my birthday))\b|\b(?:hair|teeth|nails?|tablets?|blood pressure|pressure|sugars?|numbers?)(?:'s| is| are| has| have)? (?:been )?(?:all )?fall/, reason: 'another thing falls, or nobody does' },
  { name: /^(?:tiredness|poor motivation)$/, words: /get (?:going|started)/, turn: /\b(?:water ?works|wee\w*|pee\w*|urine|stream|dribbl\w*|flow)\b/, as: 'difficulty passing urine', reason: 'the urine does not start' },
  { name: /^ulcer$/, polarity: 'present', said: /\bi (?:have )?had (?:an?|my) (?:\w+ )?ulcer\b/, reason: 'of the past' },
  { name: /^limping$/, polarity: 'absent', said: /\b(?:steps?|walk\w*|weight)\b.*\beven (?:if )?(?:\w+ )?limp/, reason: 'whether somebody could walk was asked' },
  { name: /^anxiety$/, words: /nervous/, said: /^(?:(?:and|but|just|so|happy|excited),? )*(?:i am )?(?:a (?:little )?bit|a little|slightly|obviously|bit) nervous[.!]*$|\bnervous about\b/, reason: 'nervous of an event' },
  { name: /^anxiety$/, said: /\banxious (?:person|type|kid|child)\b|\b(?:born|always been) (?:a )?worr/, as: 'always anxious', reason: 'a trait' },
  { name: /^blocked nose$/, words: /bunged up|blocked up|backed up|stuffed/, asked: /\b(?:bowels?|poos?|pooing|motions|stools?|number twos?)\b/, as: 'constipation', reason: 'the bowels were asked after' },
  { name: /^tiredness$/, said: /\btired (?:eyes|legs|arms|feet|muscles|voice)\b|\b(?:eyes|legs|arms|feet|they) (?:are|is|get|feel) (?:\w+ )?tired\b/, reason: 'a part of the body is tired' },
  { name: /^weakness$/, said: new RegExp(`\\b(?:${bodily})(?:'s)?(?: (?:is|are|was|were|has|have|had))?(?: been| gone| got)?(?: an?)?(?: bit| little)? weak\\b|\\bweak (?:${bodily})\\b`), reason: 'another thing is weak' },
  { name: /phlegm$/, asked: /^(?!.*\b(?:cough\w*|phlegm|chest)\b).*\b(?:sick|vomit\w*|thr[oe]w\w* up|spew\w*|puk\w*|chuck\w*|chunder\w*|hurl\w*|retch\w*|heav\w*|bring\w* (?:it |anything |stuff |food )?up)\b/, reason: 'it was vomited' },
  { name: /^(?:spotting|bleeding|vaginal bleeding)$/, polarity: 'present', said: /\b(?:but |though )(?:that|it|this) was (?:at|around|about|back|in|when|before|only (?:at|in)|early|ages|weeks|months)\b/, isPast: true, reason: 'its own sentence puts it into the past' },
  { name: /./, polarity: 'present', said: /^(?:(?:and|so|well|yeah),? )*i was (?:just |always |constantly )?[a-z]+ing\b/, turn: /\bi was (?:really |very |quite |so )?(?:bad|low|terrible|awful|not (?:good|great|well|right)|a mess|depressed)\b.*[.!] (?:but |and )?now,? (?:no|i am|i'm|it is|it's)\b/, isPast: true, reason: 'the turn sets now against then' },
  { name: /^leg swelling$/, words: /sock/, turn: /\b(?:but that is (?:just )?the socks|not that i(?: have|'ve)? noticed|^no\b)/, reason: 'the mark of a sock beside a denial' },
  { name: /^poor motivation$/, said: /\bbothered (?:with |to (?:have |make |cook |eat )?|making |having |eating )?(?:lunch|breakfast|dinner|tea|cook\w*|food|eat\w*|meals?)\b/, reason: 'of a meal' },
  { name: /^bruising$/, polarity: 'present', said: /^(?:(?:no|yeah|well|just|only|it is|it feels|feels|feeling),? )*(?:(?:sort of|kind of|a bit|bit|like),? )*bruised[.!]*$/, asked: /\b(?:pain|hurt\w*|sore|feel\w*)\b/, reason: 'a feeling as of a bruise' },
  { name: /^nosebleed$/, said: /\b(?:spot|lump|mole|sore|lesion|scab|patch|pimple|thing|growth|mark) (?:on|at|by|near) (?:my|the|his|her) (?:(?:tip|side|end) of (?:my|the) )?nose\b/, as: 'bleeding', reason: 'what is on the nose bleeds' },
  { name: /^limping$/, words: /hobbled|limped/, reason: 'how somebody left the place of the injury' },
  { name: /^poor balance$/, words: /wobbly|unsteady/, turn: /\b(?:ankle|knee|go(?:es)? over on it|gives way)\b/, reason: 'a joint is unstable' },
  { name: /^(?:excessive sleepiness|tiredness)$/, words: /sleepy|drowsy/, turn: /\b(?:took|take|tablets?|neighbour)\b.*\bso i stop\b/, reason: 'the effect of a medicine that was stopped' },
  { name: /^hyperventilation$/, words: /breathing (?:really |very |so )?fast/, as: 'fast breathing', reason: 'a rate, and no cause' },
  { name: /^eye pain$/, said: /\b(?:over|above) (?:the |my |one )?(?:left |right )?eye\b/, reason: 'the place of a headache' },
  { name: /./, polarity: 'present', asked: /\b(?:as a (?:girl|boy|child|kid|youngster)|when you were (?:young|little|small|a (?:kid|child|girl|boy))|in (?:your )?childhood|growing up)\b/, reason: 'of childhood' },
  { name: /^arm (?:pain|swelling)$/, polarity: 'present', said: /^(?:yes|yeah|yep|yup|i have|i did)\b.* (?:and all|after(?:wards)?)\b/, reason: 'the effect of a vaccine that day' },
  { name: /^difficulty sleeping$/, polarity: 'present', said: /\bsleep on (?:that|this|my|the)(?: (?:left|right|bad|sore|good))* (?:side|arm|shoulder|hip|ear|back|front)\b/, as: 'cannot sleep on that side', reason: 'a part hurts when it is lain on' },
  { name: /./, polarity: 'present', said: /\b(?:will|'ll|going to|about to|gonna|bound to|might) (?:be )?ask(?:ing)?(?: me)? (?:about|if)\b/, reason: 'a question that the patient expects' },
  { name: /^(?:shakiness|tremor|shaking)$/, words: /^(?:the )?shakes$/, asked: /\b(?:fevers?|sweats?|shivers?|chills?|temperatures?|hot and cold|shakes)\b/, as: 'shakes', reason: 'rigors beside a fever, and no shakiness' },
  { name: /^(?:crying|tearfulness)$/, said: /\b(?:(?:proper|real|wet|normal|lots of|plenty of) tears|(?:with|has|got) tears)\b/, reason: 'a child with tears is not dry' },
  { name: /^feeling unwell$/, polarity: 'absent', said: /\bnever (?:been|was) (?:\w+ )?(?:crook|sick|ill|unwell|poorly)\b/, reason: 'the health of a life' },
  { name: /^difficulty sleeping$/, polarity: 'absent', said: /\b(?:it|that|they|the (?:pain|cough|itch|ache|headache)s?) (?:does|do|did|has|have) not (?:\w+ )?(?:wake|woken|keep|kept)\b/, reason: 'whether a trouble wakes' },
  { name: /^headache$/, polarity: 'absent', said: /\bthe head (?:does|did) not hurt\b/, reason: 'a thing on the head' },
  { name: /./, polarity: 'present', said: /\b(?:i|we) (?:only )?wish\b/, reason: 'a wish' },
  { name: /^runny nose$/, said: /\bsnot(?:ty)? (?:factor(?:y|ies)|machines?|monsters?|goblins?|bags?)\b/, reason: 'of children' },
  { name: /./, polarity: 'present', asked: /(?:'s|\bis|\bare|\bit|\bthat|\btak\w+(?: \w+)?) for[?]$|\bwhat (?:is|are|do you take) (?:the|that|those|your) [a-z]+ for\b/, reason: 'what a medicine is for' },
  { name: /./, polarity: 'present', said: /\b(?:but|and) (?:that|it|they|those) (?:is|are|has|have)(?: all)? (?:now )?(?:healed|cleared)(?: up)?\b/, reason: 'it has healed' },
]

/** The sentence that has the name, and its words. */
function wordsOf({ term, quotes }: Mention): { readonly sentence: Sentence | undefined; readonly words: string } {
  const sentence = quotes.map((quote) => quote.sentence).find(({ terms }) => terms.some(({ key, from, to }) => key === term.key && from === term.from && to === term.to)) ?? quotes.at(-1)?.sentence // biome-ignore format: short
  return { sentence, words: sentence?.words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') ?? '' } // biome-ignore format: short
}

const another = (mention: Mention, as: string): readonly Mention[] => {
  const [term] = findTerms(readWords(as))
  const { from, to } = mention.term
  return [{ ...mention, term: term?.display !== as ? { kind: 'symptom', key: as.replaceAll(' ', '-'), display: as, from, to } : { ...term, from, to } }] // biome-ignore format: short
}

/** "Is it worse when you cough?", "does bending set it off?": what may change another trouble. */
const ofChange =
  /\b(?:worse|better|brings? it on|sets? it off|hurts?|catch(?:es)?|triggers?)\b[^?.]*\b(?:when|if|with|on|by|after|from|or) (?:you |she |he )?(?:are )?$/
/** "Does it wake you from sleep?" */
const ofWaking = /\b(?:wak(?:e|es|ing|en)|woken|stop\w*|keep\w*) (?:you|her|him)\b|\bsleep through it\b/

function isOfChange(mention: Mention, said: string, words: string): boolean {
  const before = said.slice(0, Math.max(0, said.indexOf(words)))
  if (/^(?:difficulty sleeping|insomnia|early waking)$/.test(mention.term.display)) return mention.polarity === 'absent' && ofWaking.test(said) // biome-ignore format: short
  return words !== '' && ofChange.test(before)
}

/** "No, not with coughing.", "I didn't fall. I sat down quickly." */
const notWith = /\bnot (?:with|when i|from|by|on|after|if i) $/
const wentDown =
  /\b(?:i|he|she) (?:went (?:down|over)|fell|landed|sat down quickly|came down)\b|\bnot a (?:proper|real|bad|big) (?:fall|one)\b|\bdown i went\b/

function isNoDenial(mention: Mention, words: string, said: string, dialogue: readonly Sentence[]): boolean {
  if (mention.polarity !== 'absent') return false
  if (notWith.test(said.slice(0, Math.max(0, said.indexOf(words))))) return true
  return mention.term.key === 'fall' && dialogue.some((sentence) => sentence.segment.speaker !== 'clinician' && Math.abs(sentence.at - mention.at) <= 12 && wentDown.test(sentence.said)) // biome-ignore format: short
}

/** "Weight loss?" - "No. Well, my trousers are hanging off me.": the sign stands against the no. */
const isBelied = ({ polarity, term }: Mention, all: readonly Mention[]): boolean =>
  polarity === 'absent' && term.key === 'weight-loss' && all.some((other) => other.term.display === 'loose clothes')

/** The mentions with the sense that their words have; those that are no symptoms are left out. */
export function settleSenses(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] {
  const isOfChild = isAboutChild(dialogue)
  return mentions.flatMap((mention) => {
    if (isBelied(mention, mentions)) return []
    const { sentence, words } = wordsOf(mention)
    if (sentence === undefined) return [mention]
    const question = mention.quotes.find(({ role }) => role === 'question')?.sentence
    const asked = (sentence.segment.speaker === 'clinician' ? sentence : sentence.asked.at(-1))?.said ?? ''
    if (question !== undefined && isOfChange(mention, question.said, words)) return []
    if (isNoDenial(mention, words, sentence.said, dialogue)) return []
    const turn = sentence.segment.text.toLowerCase()
    const row = rows.find((each) =>
      each.name.test(mention.term.display) &&
      (each.polarity === undefined || each.polarity === mention.polarity) &&
      (each.words?.test(words) ?? true) && (each.said?.test(sentence.said) ?? true) && (each.asked?.test(asked) ?? true) &&
      (each.turn?.test(turn) ?? true) && (each.isOfChild === undefined || isOfChild)) // biome-ignore format: short
    if (row === undefined) return [mention]
    if (row.isPast === true) return [{ ...mention, time: 'past' }]
    return row.as === undefined ? [] : another(mention, row.as)
  })
}
