/** What a symptom is like, when, and how it goes on: the words of a note and the words that people use. */

/** Class, display, phrases separated by a bar. Classes keep the order of a sentence in a note. */
export type QualityRow = readonly [kind: QualityKind, display: string, says: string]
export type QualityKind = 'character' | 'timing' | 'onset' | 'course' | 'severity' | 'worse' | 'better'

// biome-ignore format: one row a line
export const qualities: readonly QualityRow[] = [
  ['character', 'throbbing',          'throbbing|throb|pulsating|pounding|thumping'],
  ['character', 'sharp',              'sharp|shooting'],
  ['character', 'dull',               'dull'],
  ['character', 'aching',             'achy|aching|ache like|achey'],
  ['character', 'burning',            'burning|burn|burns'],
  ['character', 'stinging',           'stinging|sting|stings'],
  ['character', 'cramping',           'cramp|cramping|crampy|muscular cramp|spasm|gripey'],
  ['character', 'stabbing',           'stabbing|stab|knife'],
  ['character', 'tight',              'tight|tightness|band'],
  ['character', 'pressure',           'pressure|pressing|squeezing'],
  ['character', 'heavy',              'heavy|heaviness|weight on'],
  ['character', 'dry',                'dry'],
  ['character', 'watery',             'watery|like water'],
  ['character', 'itchy',              'itchy|itching'],
  ['character', 'painful',            'painful'],
  ['character', 'red',                'red'],
  ['character', 'green',              'green|greenish'],
  ['character', 'yellow',             'yellow|yellowish'],
  ['character', 'clear',              'clear'],
  ['timing',    'constant',           'constant|all time|constantly|continuous|non stop|does not go away|always there|never go away|there all day'],
  ['timing',    'intermittent',       'come and go|comes and goes|coming and going|on and off|off and on|intermittent|every now and then|not always there|come and goes|comes and go|in waves'],
  ['timing',    'worse at night',     'worse at night|worse in night|worse during night'],
  ['timing',    'worse in the morning','worse in morning|worse in mornings|in morning it is worse'],
  ['timing',    'worse in the evening','worse in evening'],
  ['onset',     'sudden onset',       'sudden|suddenly|all of sudden|out of blue|came on quickly'],
  ['onset',     'gradual onset',      'gradual|gradually|build up|built up|slowly getting|crept up'],
  ['course',    'getting worse',      'getting worse|gotten worse|got worse|become worse|become troublesome|worsening|gets worse and worse|going worse|got lot worse'],
  ['course',    'improving',          'getting better|improving|easing off|going away|improved|easing'],
  ['course',    'spreading',          'spreading|spread'],
  ['severity',  'severe',             'severe|unbearable|excruciating|worst pain|worst headache|horrible|terrible|blinding'],
  ['severity',  'mild',               'mild'],
  ['worse',     'worse on movement',  'worse when i move|worse on movement|worse if i move|worse when moving|worse with movement|hurt when i move'],
  ['worse',     'worse on bending forward', 'worse when i bend|worse when i lean forward|worse when bending|if i lean forward|when i lean forward|lean forward'],
  ['worse',     'worse lying down',   'worse when i lie down|worse lying down|worse when i lie|worse when lying'],
  ['worse',     'worse on exertion',  'worse when i exercise|worse on exertion|worse when i walk|worse walking|worse on exercise'],
  ['worse',     'worse after eating', 'worse after eating|worse when i eat|worse after i eat|worse after food|after meals'],
  ['worse',     'worse on breathing in', 'worse when i breathe in|worse when i breathe|hurts to breathe in|worse on breathing|when i take deep breath'],
  ['worse',     'worse on coughing',  'worse when i cough|worse on coughing|when i cough'],
  ['better',    'better with rest',   'better when i rest|better with rest|when i am resting it is ok|better when resting'],
  ['better',    'relieved by painkillers', 'painkillers help|painkillers helped|painkillers did help'],
]
