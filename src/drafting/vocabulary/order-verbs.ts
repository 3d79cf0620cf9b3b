/** Verbs of orders and advice in their base form, and how English forms their -ing. */
import { wordTable } from './words.ts'

/** Actions that a clinician can ask of a patient. Perceiving and thinking ("know", "hear") are no deeds. */
const deeds =
  'share read choose pinch tilt lock label supervise park trial phase kneel squat grip brace peel bath wriggle loosen tighten undo re-dress thaw chill batch cook play invest knit draw blow sniff slap throw lay hang knock chuck shut open rub dip pour pile steer shield shade swerve swear plump prise nap trim soften thin lubricate ventilate abstain offer track knock jot train strain wee pee sweat tuck ban ditch cease nibble graze chat stash ventilate air dust hoover unplug pencil mark tick sing hum dangle squirt spritz soap lather towel snuggle cuddle burp wind wake settle sponge undress bundle abstain add adjust aim alternate apply arrange attend avoid bandage bathe begin bin book boost breathe bring brush buy calm carry change check chew clean clear climb collect come commence complete continue control cook cool count cover crush cut cycle dab decrease delay dial diarise dilute discontinue do double download drain dress drink drive drop dry ease eat elevate eliminate empty encourage exercise exfoliate expose fast feed fill finish flex flush focus follow freeze gargle get give go halve hang have heat hold hydrate ice immerse improve include increase inhale inject insert irrigate isolate jog join journal keep leave lie lift limit log lose lower maintain make massage measure meditate minimise mix mobilise moisturise monitor move nap note observe open order organise pace pack pad paint pat phone pick place pop postpone practise prepare press prevent prioritise prop protect pull push put quit raise reapply record reduce refrain register relax remain remove repeat replace rest restart restrict resume return rewarm ring rinse roll rotate rub run schedule seek sanitise separate set shake shampoo shave shower sip sit skip sleep slow smear snack soak socialise space spend spit splint spray spread sprinkle squeeze stand start stay steam steer step stick sterilise stock stop store strap strengthen stretch substitute suck support swap swallow swim swish switch take talk tape taper test top try turn unwind use vacuum visit wait walk warm wash watch wean wear weigh wipe withhold work wrap write'.split(
    ' ',
  )

/** Actions of a clinician with a test or a service. */
const ordering =
  'order refer arrange organise organize book request get do run send take check repeat perform have put sort set chase write fill print schedule obtain start collect redo recheck measure test swab scan'.split(
    ' ',
  )

const doubled = /^(?:get|put|cut|run|sit|swim|stop|skip|drop|pop|chop|jog|nap|pat|rub|step|swap|wrap|quit|set|hop|dab|mop|slip|strap|top|begin|bin|log|pad|prop|sip|spit|strip|swab|chat|plan|fit|tap|refer)$/ // biome-ignore format: a list

/** One syllable with one short vowel and one consonant after it: "hit", "nod". */
const closed = /^(?!qu)[b-df-hj-np-tv-z]{0,3}[aeiou][bdgmnprt]$/

/** A condition may stand in the past: "if you got a fever". */
const presents: Readonly<Record<string, string>> = wordTable({ got: 'get', had: 'have', felt: 'feel', went: 'go', began: 'begin', lost: 'lose', fell: 'fall', saw: 'see', came: 'come' }) // biome-ignore format: a list

/** Regular pasts of a condition: "if you passed out", "if it stopped". */
function presentOf(said: string): string {
  if (!/[^e]ed$/.test(said) || /^(?:bleed|shed|speed|feed|need)$/.test(said)) return said
  const stem = said.slice(0, -2)
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  if (/i$/.test(stem)) return `${stem.slice(0, -1)}y`
  return /(?:[^aeiou]l|[cgsuvz]|[^aeiou]s)$/.test(stem) && !/(?:ss|zz|ng)$/.test(stem) ? `${stem}e` : stem
}

/** "take" is "taking", "cut" is "cutting", "lie" is "lying", "got" is "getting". */
export function gerundOf(said: string): string {
  const verb = presents[said] ?? presentOf(said)
  if (verb === 'lie') return 'lying'
  if (verb === 'die') return 'dying'
  if (doubled.test(verb) || closed.test(verb)) return `${verb}${verb.at(-1)}ing`
  return /[^eoy]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`
}

const verbs: ReadonlySet<string> = new Set([...deeds, ...ordering])
const bases: ReadonlyMap<string, string> = new Map([...verbs].map((verb) => [gerundOf(verb), verb]))

/** True for the base form of a verb that an order may begin with. */
export const isOrderVerb = (word: string): boolean => verbs.has(word)

/** The base form of a verb in -ing; undefined if no order uses the verb. */
export const baseOf = (gerund: string): string | undefined => bases.get(gerund)
