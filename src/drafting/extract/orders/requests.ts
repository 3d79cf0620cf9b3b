/** Services that the clinician orders: tests, imaging, referrals. What is only weighed or advised is none. D148. */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { claim } from '../candidates.ts'

const site =
  '(?:(?:left|right) )?(?:chest|knee|ankle|foot|hand|wrist|hip|shoulder|back|spine|spinal|neck|elbow|finger|toe|abdominal|pelvic|brain|head|thyroid|kidney|renal|liver|leg|arm|sinus|testicular|breast|heart|bone density|dexa)'
const ofSite = "(?: (?:of|on) (?:your|the|that|his|her) (?:(?:left|right|lower|upper) )?(?:chest|knee|ankle|foot|hand|wrist|hip|shoulder|back|spine|neck|elbow|finger|toe|abdomen|tummy|stomach|belly|pelvis|brain|head|thyroid|kidneys?|liver|leg|arm|sinuses|breast|heart))?" // biome-ignore format: one row

/** Tests and imaging, longest first. */
// biome-ignore format: one row a line
const tests: readonly RegExp[] = [
  new RegExp(`\\b(?:${site} )?(?:x ?-?rays?|ultrasounds?|ct scans?|mri scans?|mri|cat scans?|scans?)${ofSite}\\b`),
  /\b(?:full blood count|fbc|thyroid function tests?|thyroid function|liver function tests?|liver function|kidney function tests?|kidney function|iron studies|iron levels?|vitamin d levels?|cholesterol test|hba1c|fasting glucose|glucose test|inflammatory markers|coeliac screen|sti (?:screen|check|tests?)|hiv test|psa(?: test)?)\b/,
  /\b(?:some |a few |routine )?(?:blood tests?|bloods)\b/,
  /\b(?:(?:mid ?stream )?urine (?:samples?|tests?|culture|dip)|msu|stool (?:samples?|tests?|culture)|(?:throat|nose|nasal|wound|skin|vaginal|covid|pcr) swabs?|sputum samples?|pregnancy test)\b/,
  /\b(?:ecg|electrocardiogram|echocardiogram|echo|holter(?: monitor)?|stress test|spirometry|lung function tests?|sleep study|colonoscopy|gastroscopy|endoscopy|mammogram|bone density(?: scan)?|nerve conduction stud(?:y|ies)|hearing test|skin biopsy|biopsy)\b/,
]

/** Whom somebody is referred to. */
const clinicians =
  /\b(?:(?:a|an|the|our|your|some|one of (?:our|the)) )?((?:(?:ear nose and throat|ent|knee|hand|foot|eye|skin|heart|bowel|breast|vascular|orthopaedic|orthopedic|plastic|general|mental health|community|diabetes|pain|sleep|respiratory|memory|falls|early pregnancy|fracture|breast|chest pain|sexual health) )?(?:physio(?:therapist|therapy)?|dietiti?cian|dietitian|psychologist|psychology|psychiatrist|psychiatry|counsell?or|counselling|podiatrist|podiatry|dermatologist|dermatology|cardiologist|cardiology|gastroenterologist|gastroenterology|neurologist|neurology|rheumatologist|rheumatology|endocrinologist|endocrinology|urologist|urology|gynaecologist|gynaecology|obstetrician|paediatrician|paediatrics|ophthalmologist|ophthalmology|optometrist|audiologist|audiology|haematologist|haematology|oncologist|oncology|nephrologist|immunologist|allergist|orthopaedics|ent|surgeon|surgeons|surgery|specialist|(?:(?!(?:an?|the|our|your|to|of|at|for|in) )[a-z]+ )?clinic|team|occupational therapist|speech therapist|exercise physiologist))\b/

/** The clinician orders it, and nothing leaves it open. */
const orders =
  /\b(?:i will|i am going to|i am gonna|we will|we are going to|we are gonna|let us|let's|i have|we have|i would like to|i want to|i need to|we need to)\b(?: \w+){0,4}? (?:order(?:ed)?|arrang(?:e|ed)|organis(?:e|ed)|book(?:ed)?|request(?:ed)?|send|sent|do|get|take|run|check|refer(?:red)?|write|give|put)\b|\bi am (?:referring|sending|ordering|booking|arranging|organising|requesting)\b/
const refers =
  /\b(?:refer(?:red|ring)? (?:you|him|her|them)|referral|(?:send|sent|sending) (?:you|him|her) (?:to|for|off|over))\b/
const open =
  /\b(?:if|unless|in case|might|may|could|can|maybe|possibly|perhaps|consider|think about|thinking|or|either|not|never|no|until|once|usually|normally|whether|depending|discuss|option|already|came back|results?|reports?|findings|about your|husband|wife|partner|mum|mother|dad|father|last (?:week|month|time|year)|previous)\b/ // biome-ignore format: one row

/** Writes the name as in the note, where "of your knee" is "of the knee". */
function written(words: string, said: string): string | undefined {
  const forms = [said, said.replaceAll(/\byour\b/g, 'the')]
  const form = forms.find((own) => words.toLowerCase().includes(own))
  const at = form === undefined ? -1 : words.toLowerCase().indexOf(form)
  return form === undefined ? undefined : words.slice(at, at + form.length)
}

/** Claims of the services that an order names; `words` are those of the note. */
export function listRequests({ said }: Utterance, words: string): readonly Claim[] {
  if (!orders.test(said) || open.test(said)) return []
  const isReferral = refers.test(said)
  const to = isReferral ? clinicians.exec(said)?.[1] : undefined
  const named = to === undefined ? listTests(said) : [to]
  return named.flatMap((name) => {
    const display = written(words, name)
    if (display === undefined) return []
    return [claim('request', { key: keyOf(`${to === undefined ? 'test' : 'referral'} ${name}`), display })]
  })
}

/** Each once; a name inside a longer one is part of it. */
function listTests(said: string): readonly string[] {
  const found: string[] = []
  let rest = said
  for (const pattern of tests)
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      found.push(match[0].replace(/^(?:some|a few|routine) /, ''))
      rest = rest.replace(match[0], ' . ')
    }
  return [...new Set(found)]
}
