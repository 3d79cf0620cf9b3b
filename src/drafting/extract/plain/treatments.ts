/**
 * Treatment that the clinic itself gives, or that the clinician leaves to a colleague: "we'll drain that abscess", "I'm keeping you in overnight",
 * "your GP can take the stitches out". The verb is one of treating, so a look, a talk or a test is none. D348.
 */
import { namesKind } from '../../vocabulary/terms.ts'
import { readFrame } from '../orders/frames.ts'
import type { OrderLine } from '../orders/order-line.ts'

const treating =
  'drain|lance|incise|aspirate|splint|plaster|strap|bandage|dress|redress|stitch|suture|staple|glue|steri-?strip|pack|irrigate|flush|syringe|numb|anaestheti[sz]e|cauteri[sz]e|freeze|shave|remove|extract|pull|inject|relocate|realign|immobili[sz]e|catheteri[sz]e|transfer|observe|cannulate|operate|repair|excise|debride|ventilate|nebulise'
const device = '(?:drip|cannula|catheter|drain|stitch(?:es)?|sutures?|staples|glue|steri-?strips?|splint|sling|cast|plaster|backslab|boot|brace|collar|dressing|bandage|pack|packing|patch|compression|tube|pump|tens machine|moon ?boot)' // biome-ignore format: one row
const whom = '(?:you|him|her|bub|the baby|this little (?:one|man|fellow))'
/** The verb with the thing that makes it one of treating. */
const treats = new RegExp(
  `^(?:(?:${treating})\\b|admit (?:${whom}\\b|to (?:the|hospital)\\b)|(?:clean|wash|cut|flush|patch|numb) (?:[a-z]+ ){0,5}?(?:up|out|off)\\b|take (?:the|that|those|your|his|her) (?:[a-z]+ ){1,3}?(?:out|off)\\b|(?:put|pop|place|fit|whack|slip) (?:[a-z]+ ){0,5}?${device}\\b|keep ${whom} (?:in|here|on the (?:ward|monitor|drip|antibiotics)|under|for (?:observation|the night|a few))|watch ${whom} (?:for|over|here|in|on)|send ${whom} home (?:with|on|today|now)|take ${whom} (?:up |down |back )?to theatre|(?:give|start|run|get) (?:${whom} )?(?:on )?(?:some |a |the |more )?(?:[a-z]+ )?(?:fluids?|oxygen|drip|nebuli[sz]er|antibiotics|iron|transfusion|blood|infusion)\\b(?=.*\\b(?:drip|vein|iv|mask|prongs|nebuli[sz]er|infusion|transfusion|oxygen)\\b))`,
  'i',
)
const done =
  'splinted|plastered|strapped|bandaged|dressed|stitched|sutured|glued|drained|lanced|packed|removed|pulled|cleaned|admitted|numbed|iced|syringed|flushed|cauterised|frozen|immobilised|repaired'
const bases: Readonly<Record<string, string>> = { strapped: 'strap', numbed: 'numb', glued: 'glue', lanced: 'lance', removed: 'remove', admitted: 'admit', iced: 'ice', syringed: 'syringe', cauterised: 'cauterise', frozen: 'freeze', immobilised: 'immobilise' } // biome-ignore format: a table
/** "Get that splinted": the participle is the deed. */
const passive = new RegExp(`^(?:get|have) (.+?) (${done})\\b(.*)$`, 'i')

const open =
  /\b(?:if|unless|might|may|could|maybe|perhaps|possibly|or|not|never|no|depend\w*|think\w*|thought|rather|instead|options?|usually|normally|sometimes|people|most|last|ago|was|were|had|did|said|whether|when|once|let me|hope|hopefully|unlikely)\b/i
/** A thing that the words do not name. */
const unnamed =
  /^(?:\S+ )(?:(?:it|that|this|them|those|these)\b(?! [a-z]+ (?:to|out|off)\b(?= [a-z]))(?: (?:up|out|off|in|on|down|and|now|then|for)\b)*)+(?: (?:\S+ (?:it|that|this|them) ?(?:up|out|off)?))?$/i
const colleague = '(?:gp|doctor|own doctor|local doctor|(?:practice|school|clinic|ward|community|wound|stoma|breast care|child health|maternal health|district|night|triage)? ?nurses?|midwife|midwives|surgeons?|surgical team|dentist|dental team|dental registrar|physio|pharmacist|orthopaedic team|plastics team|registrar|team|eye team|anaesthetist|obstetrician|paediatrician|hospital)' // biome-ignore format: one row
const byColleague = new RegExp(`^(?:(?:so|and|then|now|well),? )*(?:the|your|our|his|her) (${colleague}) (?:(?:will )?(?:need|have|want)s? to|will|can|should|is going to|are going to|ought to)(?: (?:then|just|also|be able to|then be))* ([a-z]+ .+)$`, 'i') // biome-ignore format: one row
const ofColleague = new RegExp(`^(?:change|check|redo|review|repeat|look after|follow up|show|teach|weigh|clean) (?:the|that|those|your|his|her|you|him) ?[a-z]|${treats.source}`, 'i') // biome-ignore format: one row

/** A class of medicines, whose dose nobody tells. */
const classes = /\b(?:antibiotics?|painkillers?|pain relief|iron|fluids?|oxygen|steroids?)\b/gi

/** "Your dentist will need to ...": the colleague acts on the patient. */
export const isLeftToColleague = (said: string): boolean => ofColleague.test(byColleague.exec(said)?.[2] ?? '')

/** What the patient is kept from, or in. */
const state =
  /^(?:(?:so|and|then|now|well),? )*(?:you|he|she) (?:are|is|will be|will need to be|need to be|needs to be|have to be|has to be) ((?:off|home from|out of|away from) (?:work|school|sport|footy|training|kinder|day ?care|childcare|the road|the gym|swimming)|(?:nil by mouth|fasting)|(?:on|in) (?:a |the |clear |light |crutches|bed )?(?:sling|splint|cast|boot|collar|crutches|fluids|duties|rest|brace)) ?((?:for|until|till|from|to|through|this|next|all|over|tonight|today|tomorrow|the rest)\b[a-z0-9 ]{0,40})$/i
/** What goes through a drip, and what is taken out by an operation with its day. */
const given = /^(?:(?:so|and|then|now|well),? )*(?:you|he|she) (?:will|are going to|is going to|need to|needs to) (?:be )?(?:have|having|get|getting|go on|need) ((?:some |the |your )?[a-z][a-z -]{2,40}? (?:through|via|by|into|in) (?:the|a|your|his|her) (?:drip|vein|cannula|arm|mask|nebuli[sz]er)\b.*)$/i // biome-ignore format: one row
const operated = /^(?:(?:so|and|then|now|well),? )*(?:you|he|she) (?:are|is|will be) (?:booked (?:in )?for |having |getting )((?:the|your|that|his|her) [a-z -]{3,30}? (?:out|off|removed|fixed|repaired|drained|pinned|plated)\b.*)$/i // biome-ignore format: one row

/** "I'm admitting you": what the clinician is about to do. */
const doing = new RegExp(
  `^(?:(?:so|and|then|now|well|ok),? )*(?:i am|we are) (?:just |now |then )?(admitt|transferr|splint|lanc|stitch|sutur|glu|plaster|strapp|drain|numb)ing (?=${whom}\\b|the |that |your |his |her )`,
  'i',
)
const stems: Readonly<Record<string, string>> = { admitt: 'admit', transferr: 'transfer', lanc: 'lance', sutur: 'suture', glu: 'glue', strapp: 'strap' } // biome-ignore format: a table

/** What comes of it: "they come out in ten days" is "to come out in ten days". */
export const sequel = /,? (?:and |then )*(?:it|they|that|those|these) (?:will |has to |have to |need to |needs to )?(stays?|comes?|goes?|dissolves?|falls?) (?=(?:on|off|out|in|away|by)\b)/i // biome-ignore format: one row
const tail =
  /,? (?:to (?:keep (?:an eye|a close eye|watch)|be (?:safe|sure|on the safe side)|make sure|see how|help)\b.*|for (?:you|me|us|him|her)(?: (?:now|today))?|just (?:to be|in case)\b.*|so (?:that )?(?:we|i|you|it)\b.*|which\b.*|because\b.*|okay|ok|alright)$/i

function tell(act: string): string | undefined {
  const said = act
    .replace(sequel, (_, verb: string) => `, to ${verb.replace(/(?:es|s)$/i, (end) => (/^goes$/i.test(verb) ? '' : end === 'es' ? 'e' : ''))} `) // biome-ignore format: short
    .replace(tail, '')
    .replace(/^(?:pop|whack|slip) /i, 'put ')
    .replace(new RegExp(`^([a-z]+) ${whom}(?= |$)`, 'i'), '$1')
    .replaceAll(new RegExp(` and (watch|observe|monitor) ${whom}\\b`, 'gi'), ' and $1')
    .replaceAll(new RegExp(` into ${whom}\\b`, 'gi'), '')
    .replaceAll(
      /\b(?:your|his|her|that|those|these|this)(?= [a-z])(?! (?:morning|afternoon|evening|week|weekend|month|arvo|time)\b)/gi,
      'the',
    )
    .replaceAll(/\b(?:just|really|quickly|go ahead and) /gi, '')
    .replace(/[,. ]+$/, '')
    .trim()
  const isPlain = !/\b(?:i|me|my|we|us|our|you|he|she|him|her|they|them|it)\b|\[|\?|"/i.test(said) && !/\b(?:and|or|but|to|the|a|an|of|for|with|so)$/i.test(said) // biome-ignore format: short
  return isPlain && said.split(' ').length <= 18 ? said : undefined
}

const ofClinic = (clause: string): string | undefined => {
  const order = readFrame(clause)
  const [begun = '', stem = ''] = doing.exec(clause) ?? []
  if (stem !== '') return tell(`${stems[stem.toLowerCase()] ?? stem.toLowerCase()} ${clause.slice(begun.length)}`)
  if (order === undefined || order.isNamed || order.isBare || order.actor !== 'clinician') return undefined
  const [, thing, participle = '', rest = ''] = passive.exec(order.act) ?? []
  if (thing !== undefined) {
    const verb = bases[participle.toLowerCase()] ?? participle.toLowerCase().replace(/ed$/, '')
    const what = /^(?:it|that|this|them|you|him|her)$/i.test(thing) ? '' : ` ${thing}`
    return what === '' && rest.trim() === '' ? undefined : tell(`${verb}${what}${rest}`)
  }
  return treats.test(order.act) && !unnamed.test(order.act) ? tell(order.act) : undefined
}

/** The line of a treatment; undefined if the clause tells none, or leaves it open. `clause` has no contractions. */
export function readTreatment(clause: string): OrderLine | undefined {
  if (open.test(clause) || namesKind(clause.replace(classes, ''), 'medicine')) return undefined
  const [, who, deed = ''] = byColleague.exec(clause) ?? []
  const byOther = who === undefined || !ofColleague.test(deed) ? undefined : tell(deed)
  const stated = [state, given, operated].map((pattern) => pattern.exec(clause)).find((match) => match !== null)
  const text = byOther === undefined ? (stated == null ? ofClinic(clause) : tell(stated.slice(1).join(' ').trim().replace(/^(?:the|your|his|her|that|some) /i, ''))) : `${who} to ${byOther}` // biome-ignore format: short
  return text === undefined ? undefined : { text: text.replace(/^gp\b/i, 'GP'), claims: [], weight: 74 }
}
