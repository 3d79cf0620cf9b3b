/** ADT messages of a ward with made-up people: each is admitted, gets another bed, and leaves. HL7 v2.4 chapter 3. */

const stays = [
  { event: 'A01', structure: 'ADT_A01', bed: '1', leftAt: '' },
  { event: 'A02', structure: 'ADT_A02', bed: '2', leftAt: '' },
  { event: 'A03', structure: 'ADT_A03', bed: '2', leftAt: '20260316101500+0800' },
] as const

/** Messages of one person, in their order. */
export const messagesOfPerson = stays.length

const doctors = 12

/** `person`: any number of its own; `step`: from 0 to `messagesOfPerson` - 1. */
export function admissionMessage(person: number, step: number): Buffer {
  const { event, structure, bed, leftAt } = stays[step] ?? stays[0]
  const at = `2026031${4 + Math.min(step, 2)}101500+0800`
  const doctor = person % doctors
  return Buffer.from(
    [
      `MSH|^~\\&|PAS|WARD|BANKSIA|BENCH|${at}||ADT^${event}^${structure}|P${person}S${step}|P|2.4`,
      `EVN|${event}|${at}`,
      `PID|1||${person}^^^WARD^MR||Example${person}^Robin^^^^^L||1970${String((person % 12) + 1).padStart(2, '0')}03|F|||${person} Wattle St^^Perth^WA^6000^AUS||^PRN^PH^^61^8^55501234`,
      `NK1|1|Example${person}^Alex^^^^^L|SPO^Spouse^HL70063|||^PRN^CP^^61^4^55505678`,
      `PV1|1|I|WARD4^${person % 30}^${bed}^WARD|R|||D${doctor}^Grevillea^Dr${doctor}^^^^^^WARD|||MED||||||||||V${person}^^^WARD^VN|||||||||||||||||||||||||20260314101500+0800|${leftAt}`,
      `AL1|1|DA^Drug allergy^HL70127|^Penicillin|MO^Moderate^HL70128|Rash`,
      '',
    ].join('\r'),
  )
}
