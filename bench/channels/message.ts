/** An HL7 v2 message of 4 kB with made-up content. */

const bytes = 4096
const head = (id: string): string =>
  `MSH|^~\\&|BANKSIA|BENCH|PEER|BENCH|20260314112000+0800||ORU^R01^ORU_R01|${id}|P|2.4|||||AUS\rPID|1||MRN1^^^BENCH^MR||Example^Patient\rOBR|1||1|11488-4^Consult note^LN\r`
const line = `OBX|1|FT|11488-4^Consult note^LN||${'Sore throat for four days, no fever. '.repeat(8)}||||||F\r`

export function messageOf(id: string): Buffer {
  const start = head(id)
  return Buffer.from(`${start}${line.repeat(Math.ceil((bytes - start.length) / line.length))}`)
}
