/** Orders that are over when they are done: those of an examination, and those of the call itself. They are no plan and no finding. D315. */

type Instruction = { readonly name: string; readonly pattern: RegExp; readonly reason: string }

const part = '(?:head|neck|chin|arms?|legs?|hands?|fingers?|foot|feet|knees?|ankles?|wrists?|shoulders?|back|tummy|stomach|belly|chest|eyes?|mouth|tongue|face|skin|hips?|elbows?)' // biome-ignore format: one row
const clothes = '(?:top|shirt|t shirt|sleeves?|jumper|trousers|socks?|shoes?|clothes|vest|mask|jacket|coat|glasses|dressing gown)' // biome-ignore format: one row

// biome-ignore format: one row a line
const instructions: readonly Instruction[] = [
  { name: 'breath',  pattern: /\b(?:deep|big|nice) breaths?\b|\bbreathe? (?:in|out)\b|\bhold (?:it|that|your breath) (?:there|for me|in)\b|\bhold (?:it|still) there\b/, reason: 'the examiner listens to the breath' },
  { name: 'voice',   pattern: /\bsay a+h*\b|\bcough for me\b|\bcount (?:to|from|back)\b/, reason: 'the examiner watches the throat or listens' },
  { name: 'mouth',   pattern: /\b(?:stick|poke|put) (?:your|out your|the) tongue\b|\bopen (?:up )?(?:your mouth|nice and wide|wide)\b/, reason: 'the examiner looks in' },
  { name: 'clothes', pattern: new RegExp(`\\b(?:lift|roll|pull|pop|take|slip|undo|unbutton|remove)(?: up| off| down)? (?:your|that|the) ${clothes}\\b`), reason: 'it uncovers what is examined' },
  { name: 'gaze',    pattern: /\b(?:look(?:ing)? (?:up|down|straight|to the (?:left|right)|at (?:my|the) (?:nose|finger|pen|light|camera|screen|ceiling))|follow my (?:finger|pen)|close your eyes|shut your eyes)\b/, reason: 'the examiner looks at the eyes' },
  { name: 'motion',  pattern: /\b(?:turn|tilt|tip|bend|straighten|raise|lift|touch|move|wiggle|press|push|squeeze|feel|point|show|walk|stand|sit|lie|hop|pop|jump|lean)\b(?:(?!\b(?:every|daily|times|twice|once|day|week|home)\b)[^.?!])*\b(?:for me|so (?:that )?i can)\b/, reason: 'done for the examiner, who names themselves' },
  { name: 'where',   pattern: new RegExp(`\\b(?:press|push|tap|feel) (?:down |gently |firmly )*(?:on |over |around )(?:your|the|that) ${part}\\b|\\b(?:squeeze|push against|grip|hold) my (?:hands?|fingers?)\\b|\\b(?:on|onto|up on) the (?:couch|scales|examination bed)\\b`), reason: 'it finds the sore place' },
  { name: 'camera',  pattern: /\b(?:hold|bring|move|turn|point|shine|put|come|lift)\b(?:[^.?!])*\b(?:phone|camera|screen|torch|light|webcam|video)\b(?! (?:call|consultation|appointment|review))/, reason: 'it makes the picture better' },
  { name: 'waiting', pattern: /\b(?:bear with me|give me (?:a|one|two|just a) ?(?:second|sec|moment|minute|minutes)|hang on|hold on|one (?:second|moment)|just a (?:second|moment|minute))\b/, reason: 'the speaker asks for time' },
  { name: 'desk',    pattern: /\b(?:let me|i will|i am (?:just )?going to|i am just) (?:just |quickly )*(?:(?:get|bring|pull|open|find|load|look at|go (?:in)?to|type|log|jot|write|note|check)\b[^.?!]*\b(?:notes?|records?|file|computer|system|screen|that down|this down)|see (?:here|what)|open (?:your|the|up))\b/, reason: 'the speaker tells what they do at the desk' },
]
/** Home care with the same words: an inhaler, an exercise. */
const atHome = /\b(?:inhal\w+|spacer|puffs?|steam|exercises?|stretch\w*|physio\w*|every (?:day|hour|morning|night|evening)|times a|twice|daily|at home|for (?:\w+ )?(?:minutes|seconds|weeks?|days)|if|when(?:ever)?|letter|referral|prescription|physio)\b/ // biome-ignore format: one row

/** True if the plain sentence orders something that is over when it is done. */
export const isInstruction = (sentence: string): boolean =>
  !atHome.test(sentence) && instructions.some(({ pattern }) => pattern.test(sentence))
