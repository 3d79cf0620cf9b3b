/** Instructions of the moment: "put your tongue down", "keep breathing". They belong to the examination or the call, and are no plan. */

const part =
  '(?:tongue|face|forehead|eyebrows?|arms?|hands?|legs?|knees?|foot|feet|chin|head|neck|mouth|eyes?|eyelids?|lips?|teeth|cheeks?|nose|ears?|fingers?|thumbs?|fist|toes?|heels?|elbows?|wrists?|shoulders?|back|hips?|chest|tummy|top|shirt|jumper|jacket|coat|sleeves?|trousers|socks?|shoes?|mask|camera|phone|screen|torch|light)'
const moves =
  '(?:put|place|lift|raise|bend|straighten|turn|tilt|lean|stretch|push|pull|squeeze|open|close|shut|stick|poke|show|move|touch|look|cross|uncross|roll|hold|point|tuck|drop|wiggle|wave|pop|screw|puff|press|slide|swing|spread|grip|clench|undo|take|bring|scrunch)'

/** Each construction with its reason. They are compared with a plain sentence or clause that begins with the order. */
// biome-ignore format: one row a line
const constructions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(`^${moves} (?:(?:up|down|out|over|back|off|on|at) )?(?:your|the|both|each|that|this|one|me your) (?:\\w+ ){0,2}?${part}\\b(?<!\\bback(?= (?:to|in)\\b))`), 'a movement of a part of the body, or of clothes'],
  [/^(?:(?:both )?(?:knees?|chin|arms?|elbows?|bottom|heels?) (?:right |straight )?(?:up|down|apart|together|out|bent|in)\b|(?:over |up )?on(?:to)? your (?:left |right |other )?(?:side|back|front|tummy)\b)/, 'a posture without its verb'],
  [/^(?:breathe|breath) (?:in|out|normally|deeply|through|for)\b|^(?:take|have) (?:a |some |another )?(?:nice |big |slow )*(?:deep )?breaths?\b|^(?:big|deep) breath|^hold (?:your breath|it there|still|on)\b|^keep (?:breathing|still|looking|going|pushing|pressing|pulling|your (?:head|eyes?|arm|leg|mouth|back|knee|foot|hand)s? (?:still|open|closed|shut|straight|there|up|down))\b/, 'breath and stillness'],
  [/^(?:big |wide |nice )+smile\b|^(?:(?:do )?not |try not to )?(?:blink|move|talk|wriggle|peek)[.!]?$|^march on the spot\b|^(?:say|count|cough|swallow|smile|blink|frown|whistle|relax|stop there|sit (?:up|down|back|forward)|lie (?:down|back|on|flat)|stand (?:up|there|on)|hop (?:up|down|on)|(?:make|show me) (?:a |your )?fists?|jump|pop (?:up|down|yourself)|roll (?:over|onto)|turn (?:over|around|round|to)|lean (?:forward|back|over)|bend (?:forward|over|down|it)|straighten it|push against|pull (?:against|towards)|press (?:down|there|here|on)|follow (?:my|the)|squeeze my|grip my|look (?:up|down|straight|at|into|left|right|to)|walk (?:up and down|over|towards|to the|away|on your)|have a seat|take a seat|come (?:in|through|closer|and sit)|rest (?:it|that) (?:there|here)|let (?:it|your \w+) (?:go )?(?:loose|floppy|relax|drop))\b/, 'a deed of the moment'],
  [/^(?:bear with|hang on|hold on|wait (?:there|a|one)|get your (?:diary|calendar|phone|glasses|pen)|grab (?:a|your) (?:pen|diary|calendar|piece of paper)|tell me|let me(?! (?:line up|organise|arrange|book|order|send|refer|write|print|prescribe|start|get you|put you)\b)|show me|excuse|forgive|remind me|repeat after|speak up|mute|unmute|switch (?:on|off) (?:your|the) (?:camera|video|microphone))\b/, 'the course of the call'],
]

/** A time or an aim beyond the moment makes it advice. */
const lasts =
  /\b(?:every|each (?:day|night|morning|evening)|daily|weekly|times|twice|once|tonight|tomorrow|eye level|in stages|gradually|until|whenever|when(?:ever)? you|while you|if|for (?:a|the next|the|two|three|four|five|six|\d+|ten|twenty|thirty) (?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?)|at (?:night|home|work|bedtime)|in bed|before (?:bed|you)|after (?:each|every|you|the|your|meals?)|as much as|pillows?|cushion|frozen peas|from (?:now|today)|weeks?|days?|hourly)\b/

const lead =
  /^(?:(?:so|and|then|now|ok|okay|right|great|good|lovely|well done|perfect|brilliant|fine|yes|yeah|please|just|i want you to|i would like you to|i will (?:just )?get you to|i am going to (?:ask|get) you to|(?:can|could|would|will) (?:you|i (?:just )?(?:get|ask) you to)|if you (?:can|could)|do|try (?:to|and)),? )+/

/** True if the clinician asks for something at this moment of the consultation. `said`: plain lower-case words. */
export function isOfMoment(said: string): boolean {
  const bare = said.replace(lead, '')
  if (lasts.test(bare)) return false
  return constructions.some(([pattern]) => pattern.test(bare)) || (/\bfor me[.,!?]*$/.test(bare) && !/\b(?:ring|call|book|phone|email|send|make|keep|bring|get|take)\b/.test(bare)) // biome-ignore format: short
}
