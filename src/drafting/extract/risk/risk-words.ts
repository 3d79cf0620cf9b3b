/**
 * How people ask after and tell of wanting to die, self-harm, harm to others, harm by others, and voices. Plain words: contractions are
 * opened. D355.
 */

const self = '(?:myself|yourself|himself|herself)'
const life = '(?:my|your|his|her)(?: own)? life'
const person =
  '(?:he|she|they|partner|husband|wife|boyfriend|girlfriend|fiance|ex|mum|dad|mother|father|step ?dad|step ?father|step ?mum|brother|sister|son|daughter|uncle|carer|boss|bloke|man|guy|someone|somebody|anyone|anybody|mick)'
const blow =
  '(?:hits?|hitting|punch(?:ed|es|ing)?|push(?:ed|es|ing)?|shov(?:ed|es|ing)|grab(?:s|bed|bing)?|slap(?:s|ped|ping)?|chok(?:ed|es|ing)|strangl(?:ed|es|ing)|kick(?:ed|s|ing)?|threaten(?:ed|s|ing)?|rap(?:ed|es|ing)|belt(?:ed|s|ing)?|bash(?:ed|es|ing)?|smack(?:ed|s|ing)?|forc(?:ed|es|ing)|abus(?:ed|es|ing)|attack(?:ed|s|ing)?|stalk(?:ed|s|ing)?)'
const people =
  '(?:any(?:one|body)(?: else)?|some(?:one|body)(?: else)?|others?|other people|people|him|her|them|(?:the|my|your) (?:\\w+ )?(?:kids?|child(?:ren)?|baby|bub|partner|husband|wife|missus|boss|brother|sister|mum|dad|boyfriend|girlfriend|ex|son|daughter))'
const hidden = '(?:camera|filming|watching|following|spying|poison\\w*)'

/** Each row is one way to speak of it; the second column holds its siblings. */
// biome-ignore format: one row a line
const ofDeath: readonly (readonly [reason: string, says: string])[] = [
  ['the names',             `suicid\\w*|self[- ]?harm\\w*|overdos\\w*|parasuicid\\w*`],
  ['an act upon oneself',   `(?:kill|hurt|harm|hang|cut|shoot|shot|hanged|drown|poison)(?:ing|ed)? ${self}(?! (?:shaving|cooking|at work|lifting|playing|on (?:a|the)))|(?:cut|slash|burn)(?:ting|ing|ed)? my (?:own )?(?:arms|wrists?|legs|thighs)`],
  ['to end it',             `(?:end|ending|ended) (?:it(?: all)?|things|${life})\\b|(?:take|taking|took|taken) ${life}|do(?:ing)? away with ${self}|top(?:ping)? ${self}|(?:neck|off)(?:ing)? ${self}`],
  ['to be dead',            `(?:want(?:ed|ing|s)?|wish(?:ed|ing)?|hop(?:e|ed|ing)|rather|better|like) (?:to |i |you |he |she |i would |i could )*(?:just |was |were |be |off |had )*(?:die|died|dead|dying)\\b|(?:think(?:ing)?|thoughts?|thought) (?:\\w+ )?(?:about|of) (?:dying|death|being dead)|ready to die|not (?:want(?:ing)? to|afraid to|mind if i) (?:die|died)`],
  ['not to wake, not to be', `(?:not|never) (?:to )?wak(?:e|ing) up(?! (?:in|at|early|late|until|till|with|for|to|refreshed|during|feeling))|(?:do not|did not|not) (?:want(?:ing)? to |really want to )(?:be (?:here|alive|around)|live|exist|go on|keep (?:going|living)|do (?:this|it|life) any ?more)|not (?:to )?be(?:ing)? (?:here|around|alive) any ?more|(?:was|were) not (?:here|around|alive)\\b|(?:was|were|been) never born|(?:go to sleep|fall asleep) and not|disappear(?:ed)? for ?good`],
  ['life without worth',    `(?:not|is not|was not)(?: \\w+)? worth living|worth (?:living|going on)|no (?:point|reason)(?: in| to)? (?:living|going on|being here|be here|live|go on|life)|can not go on|better off (?:without me|without you|dead|if i)|(?:what is|no) the (?:point|use) (?:of|in|to)? ?(?:going on|living|life|it all|being here|any ?more)|why (?:go on|am i (?:still )?(?:here|alive))|(?:want|wants|wanted) to (?:be with|join) (?:mum|dad|him|her|them|my (?:wife|husband|mum|dad|son|daughter))|too hard to (?:go on|keep going|live)`],
  ['an act without a name', `(?:took|taken|take|swallow(?:ed)?|save(?:d)? up|stockpil\\w+|hoard\\w+) (?:all|a (?:heap|bunch|handful|whole (?:lot|packet|box)|stack|lot)|too many|heaps)(?: of)?(?: \\w+){0,2} (?:tablets|pills|panadol|medication|sleepers)|how many (?:tablets|pills)|tied a rope|a noose|jump(?:ed|ing)? (?:off|in front of) (?:a|the)|(?:driv(?:e|ing)|drove|steer(?:ing)?) (?:the car |my car )?(?:into|off) (?:a|the) (?:tree|pole|cliff|bridge|truck|river|wall)|go through with it|(?:do|done) (?:anything|something) (?:silly|stupid|to ${self})`],
]
// biome-ignore format: one row a line
const ofHarm: readonly (readonly [reason: string, says: string])[] = [
  ['harm to others',   `(?<!\\b(?:it|that|this|which|what|cancer|stroke|smoking|drinking|drink|accident|disease|heart|nearly|almost) )(?:hurt|harm|kill|hit|punch|strangl|stab|shak|belt|smash|attack)(?:e|ing|ed)? ${people}\\b|\\b(?:i|i have) (?:\\w+ )?(?:shoved|hit|pushed|punched|slapped|belted|choked|grabbed|kicked|shook|smacked) ${people}\\b|(?:feel|felt|feeling) like (?:punching|hitting|hurting|killing|strangling|shaking|smashing|belting)`],
  ['harm by others',   `${person} (?:\\w+ ){0,3}?${blow} (?:me|us|you|my (?:arm|face|hair|throat|neck|wrist))\\b|\\b(?:he|she|anyone|anybody|someone|somebody|partner|husband|wife|boyfriend|girlfriend|ex) (?:\\w+ ){0,2}?(?:hurt|hurts|hurting) (?:me|us|you)\\b|\\b(?:was|been|being|were|got|get) (?:\\w+ )?(?:raped|assaulted|molested|abused|bashed|beaten|attacked|choked(?! up)|strangled|threatened|stalked)|hands? (?:\\w+ )?(?:round|around|on) my (?:throat|neck)|(?:would|will|to|might|could) kill (?:me|us|you)\\b|assault\\w*|sexual(?:ly)? abuse\\w*|(?:not|never) (?:really )?(?:say|said) yes|against (?:my|your) will|something you wanted|took advantage of (?:me|you)|touched (?:me|you) (?:in a way|inappropriately|where)|violen\\w+|(?:physical|rough) (?:with (?:me|you)|at home)|force[sd]? (?:me|you) to|threaten(?:ed|s|ing)? (?:to|me|us|you|her|him)\\b`],
  ['safety',           `(?:feel|feeling|felt) (?:\\w+ )?(?:safe|unsafe)\\b|(?:are|is) (?:you|they|home|everyone|(?:the |your )?(?:kids|children)) (?:\\w+ )?safe\\b|safe (?:at home|going home|to go home)|(?:scared|afraid|frightened|terrified) (?:of (?:him|her|them|your (?:partner|husband|wife|dad|mum|boyfriend|girlfriend)|going home)|to go home)`],
  ['weapons',          `guns?\\b|rifles?\\b|shot ?guns?\\b|firearms?|weapons?|(?:rope|noose)\\b`],
]
// biome-ignore format: one row a line
const ofVoices: readonly (readonly [reason: string, says: string])[] = [
  ['voices and visions', `voices\\b|(?:hear|see)(?:ing)?(?: or (?:hear|see)(?:ing)?)? (?:things|anything|stuff)(?: that)?(?: other people| others| no one| nobody| are not| is not| were not)|messages? (?:through|from) the (?:radio|tv|telly|television|internet|phone)|talk(?:s|ing)? to me through`],
  ['being followed',     `(?:out to (?:get|harm)|(?:is|are|people|everyone|turned) against|(?:people|someone|somebody|anyone|anybody|everyone|they|neighbours) (?:\\w+ ){0,2}(?:following|watching|spying on|plotting|talking about)) (?:me|you)\\b|(?:are|is|been) ${hidden} (?:me|us|my)\\b|read(?:ing)? my (?:mind|thoughts)|(?:put|putting) thoughts in`],
]

const joined = (...tables: readonly (readonly (readonly [string, string])[])[]): RegExp =>
  new RegExp(`\\b(?:${tables.flatMap((rows) => rows.map(([, says]) => says)).join('|')})`)

/** The clinician asks after it, or the patient tells of it. */
export const namesRisk = joined(ofDeath, ofHarm, ofVoices)

/** Of one's own death alone: nobody says these of anything else. */
export const namesDeath = joined(ofDeath)

/** A question that goes on about it, once it is the topic: plan, means, earlier acts, what protects. */
export const goesOnAboutRisk =
  /\b(?:plan\w*|intend\w*|intent\w*|attempt\w*|tried|act(?:ed)? on|those (?:thoughts|feelings)|that (?:thought|feeling)|these (?:thoughts|feelings)|how (?:would you|often|strong|far|close|likely)|done anything|do(?:ing)? (?:it|that|anything|something)|tablets? (?:\w+ )*at home|got (?:any )?(?:tablets|pills)|(?:stored|saved|stashed|hidden) (?:up|away)|(?:might|could|would) use|knife|knives|means|access|locked|(?:stops?|stopp(?:ing|ed)|keeps?|keeping|kept|holds?|held) you|hurt|harm\w*|hit|safe\w*|police|somewhere|anywhere|anyone (?:know|you)|told (?:any|some)|know about|threat\w*|black(?:ed)? out|pass(?:ed)? out|happened|before|in the past|kids|children|voices?|messages|say to you|do they (?:say|tell)|last time|note)\b/
