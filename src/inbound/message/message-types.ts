/** The types of messages that HL7 defines. HL7 v2 table 0076, as HL7 Terminology publishes it. */

const codes: ReadonlySet<string> = new Set(
  `
  ACK ADR ADT ARD BAR BPS BRP BRT BTS CCF CCI CCM CCQ CCU CNQ CQU CRM CSU DBC DBU DEL DEO DER DFT DOC DPR DRC
  DSR EAC EAN EAR EDR EHC EQQ ERP ERQ ESR ESU INR INU LSR LSU MCF MDM MFD MFK MFN MFQ MFR NMD NMQ NMR OMB OMD
  OMG OMI OML OMN OMP OMQ OMS OPL OPR OPU ORA ORB ORD ORF ORG ORI ORL ORM ORN ORP ORR ORS ORU ORX OSM OSQ OSR
  OSU OUL PEX PGL PIN PMU PPG PPP PPR PPT PPV PRR PTR QBP QCK QCN QRY QSB QSX QVR RAR RAS RCI RCL RDE RDR RDS
  RDY REF RER RGR RGV ROC ROD ROR RPA RPI RPL RPR RQA RQC RQI RQP RQQ RRA RRD RRE RRG RRI RSP RTB SCN SDN SDR
  SET SIU SLN SLR SMD SPQ SQM SQR SRM SRR SSR SSU STC STI SUR TBR TCR TCU UDM VQQ VXQ VXR VXU VXX
`
    .trim()
    .split(/\s+/),
)

/** Table 0003: a letter and two digits. */
const trigger = /^[A-Z][0-9]{2}$/

/** `ADT^A08`, or `ADT` where the event is none. Undefined for any other text in MSH-9, which could be anything, also a name. */
export function nameMessageType(text: string): string | undefined {
  const [type = '', event = ''] = text.split('^')
  if (!codes.has(type)) return undefined
  return trigger.test(event) ? `${type}^${event}` : type
}

/** For the test that compares them with the published table. */
export const messageTypeCodes: readonly string[] = [...codes]
