/** What an examiner's fragment is about: the part that was named last, or the test that was asked for. D437. */

/** Parts that an examiner comes to; a word of other talk ("back", "head", "walk") is none. */
const part =
  '(?:throat|tonsils?|tongue|mouth|uvula|gums?|teeth|nose|nostrils?|sinuses|ear ?drums?|drums?|ear canals?|canals?|ears?|mastoid|eyes?|eyelids?|lids?|pupils?|conjunctivae?|neck|thyroid|glands?|nodes|chest|lungs?|heart|tummy|belly|abdomen|liver|spleen|groin|hips?|knees?|kneecaps?|ankles?|feet|foot|heels?|toes?|toenails?|calf|calves|shins?|thighs?|legs?|shoulders?|collarbones?|elbows?|wrists?|hands?|fingers?|thumbs?|knuckles|arms?|spine|skin|scalp|rash|mole|lump|lesion|spot|patch|wound|ulcer|cut|scar|blisters?|bruise|swelling|breasts?|nipples?|testicles?|scrotum|cervix|fontanelle|soft spot|stump|nails?|joint|tendon|achilles|pulses?|joint line|patella|fibula|malleolus|prostate|testes|buttocks?|forearms?|uterus|womb|ovar(?:y|ies)|vulva|penis|parotid|nodule|cyst|growth)'
const named = new RegExp(`\\b(?:((?:left|right|both|bad|sore)|(?:inside|outside|back|front|sides?|tip|base|edge|crease) of) (?:the |your |his |her )?)?(${part}|(?<=\\b(?:his|her|your) )(?:bottom|back)(?= is\\b|[,.]|$))\\b(?! (?:up|down|out|off|in|apart|together|specialist|infections?|back)\\b)`, 'g') // biome-ignore format: one pattern
/** Turns of speech with a part in them, and parts that only do something: "my finger", "on your finger", "put your hand". */
const idle = /\b(?:my|doctor'?s) (?:finger|hand|foot|eye|ear|nose|light|knee|chest|shoulder)s?|\blook (?:down )?at (?:your|my|his|her) [a-z]+|\b(?:cold|warm|wash (?:my|your)) hands|\beye on\b\b|\b(?:on|in) (?:your|his|her) (?:\w+ )?(?:finger|hand)\b|\b(?:lift|use|put|raise|roll|pull|take|cross|close|open|shut|touch) (?:\w+ )?(?:your|his|her|the) (?:other )?(?:fingers?|hands?|arms?|eyes?|nose|thumbs?|legs?|chest|feet|foot)\b|\bat (?:hand|heart|heel)\b|\b(?:up |down )?to your [a-z]+|\b(?:foot|feet|hand|hands) (?:on|off)\b/g // biome-ignore format: one pattern

/** What a sentence tells of the part without its name: "say ah", "deep breaths", "crackles". */
const implied: readonly (readonly [said: RegExp, part: string])[] = [
  [/\btongue out\b|\b(?:stick|poke) (?:out )?your tongue\b/, 'tongue'],
  [/\b(?:say ah+|open (?:nice and )?wide)\b/, 'throat'],
  [/\b(?:deep breaths?|breathe in|(?:crackles|wheeze|creps|air entry)\b|say ninety nine)/, 'chest'],
]

/** The part that a sentence names first or last, with its side. */
export function partOf(said: string, which: 0 | -1 = -1): string | undefined {
  const plain = said.replaceAll(idle, ' ')
  const [side, name] = [...plain.matchAll(named)].at(which)?.slice(1) ?? []
  if (name !== undefined)
    return side === undefined || /bad|sore/.test(side)
      ? name
      : / of$/.test(side)
        ? `${side} the ${name}`
        : `${side} ${name}`
  return implied.find(([form]) => form.test(plain))?.[1]
}

/** "Ears" and "right one": the right ear. */
export const oneOf = (name: string): string => name.replace(/^(?:left|right|both) /, '').replace(/^calves$/, 'calf').replace(/^feet$/, 'foot').replace(/^teeth$/, 'tooth').replace(/(?<=[a-z]{2})s$/, '') // biome-ignore format: short

export type Test = {
  readonly said: RegExp
  /** Its name in a note, near the words that asked for it; a quality stands behind it. */
  readonly name: string
  /** It gives an angle or a reach: "Bends to about 90". */
  readonly range?: string
  /** It may be "working" or "moving". */
  readonly moves?: true
}

/** Tests that an examiner asks for. */
// biome-ignore format: one row a line
const tests: readonly Test[] = [
  { said: /\b(?:push|press|pull|lift|kick|bend|straighten)\b.{0,30}\bagainst (?:me|my|it)\b|\b(?:pull (?:up|me|in)|push (?:me|up|down|out|away))\b|\bdo not let me\b|\bsqueeze (?:my|both my|these|two)\b|\bgrip my\b/, name: 'power' },
  { said: /\bwalk\b.{0,20}\bon your heels\b|\bheel walk/, name: 'walking on the heels' },
  { said: /\bwalk\b.{0,20}\bon your toes\b|\btip ?toes?\b|\bup on your toes\b/, name: 'up on the toes' },
  { said: /\bheel to toe\b/, name: 'heel to toe' },
  { said: /\b(?:walk|wander|few steps|steps)\b.{0,30}\b(?:door|room|back|there|along|window|wall|me|line)\b/, name: 'walk' },
  { said: /\bfollow (?:my|the) (?:finger|pen|light|hand)\b/, name: 'following the finger', moves: true },
  { said: /\b(?:touch (?:my finger|your nose)|finger to (?:nose|finger)|(?:my|your) (?:finger|nose),? (?:and )?(?:then|and) (?:my|your) (?:finger|nose))\b/, name: 'finger to nose' },
  { said: /\b(?:smile|show me your teeth|scrunch|screw your eyes|(?:raise|lift) your eyebrows|puff (?:out )?your cheeks|blow out your cheeks)\b/, name: 'face', moves: true },
  { said: /\bneck\b.{0,20}\b(?:look|turn)|\b(?:look|turn) over (?:each|your|the|one) (?:shoulder|side)|\bchin (?:to|on) (?:your )?chest\b|\bear to shoulder\b/, name: 'neck', moves: true },
  { said: /\b(?:lift|raise|rais\w+)\b.{0,20}\b(?:the|your|that|this) (?:whole |straight |other )?leg\b|\bleg straight\b/, name: 'leg lift', range: 'leg lift' },
  { said: /\bstraight leg\b/, name: 'straight leg raise', range: 'straight leg raise' },
  { said: /\b(?:bend|reach) (?:right |all the way )?(?:over )?forwards?\b|\btouch your toes\b/, name: 'bending forward', range: 'bends forward' },
  { said: /\bside to side\b/, name: 'side to side', range: 'side to side' },
  { said: /\b(?:bend|lean) (?:right )?back(?:wards?)?\b|^(?:and )?back\?$/, name: 'bending back', range: 'bends back' },
  { said: /\barms? (?:right |straight )?out to the sides?\b/, name: 'arms out to the side', range: 'arms out to the side:' },
  { said: /^(?:and |now )?(?:turning|rotating|rotation) (?:it |them )?out(?:wards)?$/, name: 'turning out', range: 'turning out:' },
  { said: /^(?:and |now )?(?:turning|rotating|rotation) (?:it |them )?in(?:wards)?$/, name: 'turning in', range: 'turning in:' },
  { said: /\bturn your hands out\b/, name: 'turning the hands out' },
  { said: /\bturn your palms (?:up|out)\b/, name: 'turning the palms' },
  { said: /\barms? (?:right |straight )?(?:up|out|above)\b|\breach (?:up|for the ceiling)\b/, name: 'arms up', range: 'arms up' },
  { said: /\bbend (?:it|that|your|the)(?: \w+){0,2}\b(?!.*\b(?:forward|back|up and)\b)/, name: 'bending', range: 'bends' },
  { said: /\bstraighten (?:it|that|your|the)\b|^(?:and )?straight\b/, name: 'straightening', range: 'straightens' },
  { said: /\bmake a (?:tight )?fist\b/, name: 'fist' },
  { said: /\bstand on (?:one|that|your) leg\b|\bon one leg\b/, name: 'standing on one leg' },
  { said: /(?<!\b(?:do|does|did|can|could) you )(?<!\bwhere )\bfeel (?:me|that|this)\b|\bcan you feel (?:me|that|this)\b|(?<!\bwhere )\bdo you feel (?:me|this)\b|\bdoes (?:this|that|it) feel the same\b|\bsharp or (?:dull|blunt)\b/, name: 'feeling' },
]

/** The test that the sentence asks the patient for. */
export const testOf = (said: string): Test | undefined => tests.find((test) => test.said.test(said))
