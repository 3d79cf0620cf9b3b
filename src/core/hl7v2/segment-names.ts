/** Names of the segments of HL7 v2.3.1 to v2.5.1 that messages of patients use (HL7 v2.5.1 appendix A), with ARV, PAC, PRT and UAC of later versions. Any other name may be anything, also a name of a person. */
export const segmentNames: ReadonlySet<string> = new Set(
  [
    'ABS ACC ADD AIG AIL AIP AIS AL1 APR ARQ ARV AUT BHS BLG BPO BPX BTS BTX CSP CSR CSS CTD CTI DB1 DG1 DRG DSC DSP',
    'ECD ECR EDU EQL ERQ ERR EVN FAC FHS FT1 FTS GOL GP1 GP2 GT1 IAM IN1 IN2 IN3 INV LAN MFA MFE MFI MRG MSA MSH',
    'NCK NDS NK1 NPU NSC NST NTE OBR OBX ODS ODT OM1 ORC ORG ORO OVR PAC PCR PD1 PDA PDC PEO PES PID PR1 PRA PRB PRC PRD PRT',
    'PSH PTH PV1 PV2 QAK QID QPD QRD QRF QRI RCP RDF RDT RF1 RGS RMI ROL RQ1 RQD RXA RXC RXD RXE RXG RXO RXR SAC SCH',
    'SFT SID SPM SPR STF TCC TCD TQ1 TQ2 TXA UAC UB1 UB2 URD URS VAR VTQ',
  ].flatMap((line) => line.split(' ')),
)

/** Z and two letters or digits: a segment of the sender's own. HL7 v2.4 2.5.2. */
const ownName = /^Z[A-Z0-9]{2}$/

/** The name of a segment for a report, or a question mark if the name may be a part of a patient's text. */
export const showSegmentName = (name: string): string => (segmentNames.has(name) || ownName.test(name) ? name : '?')
