/** Tables of HL7 v2.4 and of ADRM 2021.1 whose values rules check. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Diagnostic service section. ADRM 4.4.1.24. */
export const table0074 = words(`
  AU BG BLB CG CH CP CT CTH CUS EC EN GE HM ICU IMM LAB MB MCB MYC NMR NMS NRS OSL OT OTH OUS PAR PAT PF PHR PHY PT RAD RC RT RUS RX
  SP SR TX VR VUS XRC`)

/** Name type. */
export const table0200 = words('A B C D I L M N P R S T U')

/** Identifier type, with the codes of Australia. ADRM 8.1. */
export const table0203 = words(`
  ACSN AM AMA AN ANC AND ANON ANT APRN ASID BA BC BCT BR BRN BSNR CC CONM CZ DC DCFS DDS DEA DFN DI DL DN DO DP DPM DR DS DVA DVAU DVG
  DVL DVO DVU DVW EI EN ESN FI GI GL GN HC IND JHN LACSN LANR LI LN LR MA MB MC MCD MCN MCR MCT MD MI MR MRT MS NBSNR NCT NE NH NI NII
  NIIP NOI NNXXX NP NPI NPIO OD PA PC PCN PE PEN PHC PHE PHO PI PN PNT PPIN PPN PRC PRN PT QA RI RN RPH RR RRI RRP SAMN SL SN SNBSN SP
  SR SS STN TAX TN TPR TRL U UPIN USID VDI VN VP VS WC WCN WP XV XX`)

/** Assigning authorities that are national; any other one is a vendor's or the sender's own. User-defined table 0363. */
export const nationalAuthorities = words('AUSDVA AUSHIC AUSHICPR AUSLINK AUSNATA')

/** Qualifiers of PRD-7 by authority. ADRM table 7.3.3.7.1. */
export const providerQualifiers: Readonly<Record<string, readonly string[]>> = {
  AUSHICPR: ['UPIN'],
  AUSHIC: ['NPIO', 'NOI'],
}

/** Codes of AUSPDI, and the value type (OBX-2) of each. ADRM 4.5. */
export const displayTypes: Readonly<Record<string, string>> = { HTML: 'ED', PDF: 'ED', RTF: 'ED', TXT: 'FT' }

/** Media types by MIME subtype. RFC 2046, RFC 8118. */
export const mimeTypes: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application'],
  html: ['text'],
  plain: ['text'],
  xml: ['text', 'application'],
  rtf: ['text', 'application'],
  png: ['image'],
  jpeg: ['image'],
  gif: ['image'],
  tiff: ['image'],
}

/** Types of table 0191 by subtype of table 0291. */
export const hl7Types: Readonly<Record<string, readonly string[]>> = {
  RTF: ['TEXT'],
  HTML: ['TEXT'],
  SGML: ['TEXT'],
  XML: ['TEXT'],
  GIF: ['IM', 'IMAGE'],
  JPEG: ['IM', 'IMAGE'],
  TIFF: ['IM', 'IMAGE'],
  PICT: ['IM', 'IMAGE'],
  DICOM: ['IM', 'IMAGE'],
  FAX: ['IM', 'IMAGE'],
  JOT: ['IM', 'IMAGE'],
  BASIC: ['AU', 'AUDIO'],
  'Octet-stream': ['AP', 'APPLICATION'],
  PostScript: ['AP', 'APPLICATION'],
}

/** ADRM 7.4.2. */
export const segmentsNotInReferrals = words('ACC AUT CTD DRG DSC DSP GT1 IN2 PR1')

/** How many fields HL7 v2.4 gives a segment. */
export const fieldCounts: Readonly<Record<string, number>> = {
  ...{ MSH: 21, MSA: 6, PID: 38, PV1: 52, ORC: 25, OBR: 47, OBX: 19, RF1: 11, PRD: 9 },
}

/** Required by HL7 v2.4's tables of segments, where no other rule asks for them. */
// biome-ignore format: one row a line
export const requiredFields: readonly (readonly [name: string, field: number])[] = [
  ['MSH', 10], ['MSH', 11], ['MSA', 1], ['MSA', 2],
  ['PID', 3], ['PID', 5], ['PV1', 2],
  ['ORC', 1], ['OBR', 4], ['OBX', 3], ['OBX', 11],
  ['RF1', 6], ['PRD', 1],
]

/** ADRM's structures of messages. */
export const requiredSegments: Readonly<Record<string, readonly string[]>> = {
  ORU: ['PID', 'PV1', 'OBR'],
  REF: ['RF1', 'PID', 'OBR'],
  RRI: ['MSA', 'RF1', 'PID'],
  ACK: ['MSA'],
}
